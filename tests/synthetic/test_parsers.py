"""The registers' own parsers read the made-up files whole."""

from __future__ import annotations

from collections import Counter

from soupis.registers import public_register, res
from soupis.registers.records import LegalPerson, RegisterExtract, Rejected, Subject
from tests.synthetic.conftest import Country


def extracts(country: Country) -> list[RegisterExtract | Rejected]:
    path = country.path / "public_register.xml.gz"
    return [
        public_register.parse_subject_element(piece) for piece in public_register.iter_subject_elements(path)
    ]


def test_every_subject_is_read_and_says_what_the_file_says(country: Country) -> None:
    parts = list(res.read_subjects(country.path / "res_data.csv"))
    assert not any(part.rejected for part in parts)
    checked = [res.check_subjects(part.frame) for part in parts]
    assert not any(refused for _, refused in checked)
    subjects = [Subject(*row) for rows, _ in checked for row in res.list_subjects(rows)]
    assert [subject.ico for subject in subjects] == [int(row["ICO"]) for row in country.subjects]
    assert [subject.name or "" for subject in subjects] == [row["FIRMA"] for row in country.subjects]
    assert [subject.seat_region is not None for subject in subjects] == [
        bool(row["OKRESLAU"]) for row in country.subjects
    ]
    assert {subject.seat_region for subject in subjects if subject.seat_district == "CZ0100"} == {19}


def test_every_activity_is_read(country: Country) -> None:
    parts = list(res.read_activities(country.path / "res_pf_nace.csv"))
    codes = [code for part in parts for row in part.frame["codes"] for code in row.split()]
    expected = Counter(row["KODCIS"] for row in country.activities)
    revisions = Counter(code.partition(":")[0] for code in codes)
    assert revisions["2008"] == expected["80004"]
    assert revisions["2025"] == expected["80143"]


def test_only_entries_without_an_id_are_rejected(country: Country) -> None:
    rejected = [item for item in extracts(country) if isinstance(item, Rejected)]
    assert len(rejected) == country.summary.register_entries_without_ico


def test_the_only_unknown_kind_is_the_one_that_is_meant_to_be(country: Country) -> None:
    unknown = Counter(
        kind
        for item in extracts(country)
        if isinstance(item, RegisterExtract)
        for kind in item.unknown_entries
    )
    assert set(unknown) == {"EVIDENCE_ZVLASTNICH_UDAJU"}


def test_bodies_partners_and_representatives_are_found(country: Country) -> None:
    read = [item for item in extracts(country) if isinstance(item, RegisterExtract)]
    members = [member for item in read for body in item.bodies for member in body.members]
    roles = {body.role for item in read for body in item.bodies}
    assert roles == {"statutory", "other", "partners"}
    assert len(members) > len(read)
    assert any(member.representatives for member in members)
    assert any(isinstance(member.person, LegalPerson) and member.person.ico is None for member in members)
    assert any(member.deleted for member in members)
    assert all(member.shares for member in members if member.kind == "SPOLECNIK_OSOBA")
    assert all(item.file_marks and item.names for item in read)
    assert sum(bool(item.capital) for item in read) > len(read) / 3
