"""Made-up data of the on-line registers: it agrees with the made-up files and answers real questions."""

from __future__ import annotations

import csv
import gzip
import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from soupis.identifiers import format_ico
from soupis.registers import ares as ares_register
from soupis.registers import isir as isir_register
from soupis.registers.clients import ares, filings, isir, public_register, res, vat
from soupis.registers.http import SourceClient
from soupis.registers.public_register import iter_subject_elements, parse_subject_element
from soupis.registers.records import (
    Body,
    Engagement,
    LegalPerson,
    NaturalPerson,
    RegisterExtract,
    Rejected,
    ShareIssue,
    Subject,
)
from soupis.registers.throttle import Limits, Throttle
from soupis.synthetic import generate, standin, standin_schema
from tests.registers_live.conftest import HASTY
from tests.standin import Standin, start

_COMPANIES = 3000


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A made-up country with its on-line registers."""
    directory = tmp_path_factory.mktemp("country")
    generate(directory, _COMPANIES, seed=7)
    standin.write(directory, _COMPANIES, seed=7)
    return directory


@pytest.fixture(scope="module")
def running(out: Path) -> Iterator[Standin]:
    """A stand-in over the made-up country."""
    with start(out / standin.DIRECTORY) as server:
        yield server


def client(running: Standin, name: str) -> SourceClient:
    """Return a client of one service."""
    base = running.settings.get(f"SOUPIS_{name.upper()}_URL", running.origin)
    return SourceClient(name, base, Throttle(Limits(4, ())), contact="x", retry_policy=HASTY)


def facts(out: Path, sql: str) -> list[tuple[Any, ...]]:
    """Return rows of the facts."""
    with closing(sqlite3.connect(out / standin.DIRECTORY / standin_schema.FACTS)) as connection:
        return connection.execute(sql).fetchall()


def test_same_seed_gives_the_same_facts(out: Path, tmp_path: Path) -> None:
    standin.write(tmp_path, _COMPANIES, seed=7)
    again = tmp_path / standin.DIRECTORY / standin_schema.FACTS
    for table in ("ares", "vat", "proceeding", "event", "file", "filing"):
        sql = f"SELECT * FROM {table} ORDER BY 1, 2, 3"
        with closing(sqlite3.connect(again)) as connection:
            rows = connection.execute(sql).fetchall()
        assert rows and rows == facts(out, sql)


def test_names_and_dates_agree_with_the_statistical_register(out: Path) -> None:
    with (out / "res_data.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["ICO"]: row for row in csv.DictReader(file)}
    for (body,) in facts(out, "SELECT subject FROM ares"):
        subject = json.loads(body)
        row = rows[subject["ico"]]
        assert (subject["obchodniJmeno"], subject["datumVzniku"]) == (row["FIRMA"], row["DDATVZN"])
        assert subject.get("datumZaniku", "") == row["DDATZAN"]
        assert subject["pravniForma"] == row["FORMA"]


def test_large_files_are_served_from_beside(running: Standin, out: Path, tmp_path: Path) -> None:
    with client(running, "res") as asked:
        path = res.fetch(asked, "res_data.csv", tmp_path).path
    assert path.read_bytes() == (out / "res_data.csv").read_bytes()
    with client(running, "public_register") as asked:
        (dataset,) = public_register.datasets(asked)
        path = public_register.fetch(asked, dataset.id, tmp_path).path
    assert path.read_bytes() == (out / "public_register.xml.gz").read_bytes()


def test_every_subject_is_answered_by_ares_and_every_payer_by_the_vat_register(
    running: Standin, out: Path
) -> None:
    icos = [int(ico) for (ico,) in facts(out, "SELECT ico FROM ares LIMIT 100")]
    with client(running, "ares") as asked:
        assert ares.subjects(asked, icos).missing == []
        assert ares.subject(asked, icos[0]) is not None
    kinds: dict[str, str] = dict(facts(out, "SELECT dic, kind FROM vat LIMIT 100"))
    with client(running, "vat") as asked:
        answer = vat.statuses(asked, list(kinds))
    assert answer.rejected == []
    assert {row.dic_digits: row.subject_kind for row in answer.rows} == kinds


def test_registers_disagree_now_and_then_as_the_real_ones_do(out: Path) -> None:
    registered = {dic for (dic,) in facts(out, "SELECT dic FROM vat")}
    found = set()
    for (body,) in facts(out, "SELECT subject FROM ares"):
        subject = json.loads(body)
        state = subject["seznamRegistraci"]["stavZdrojeDph"]
        digits = subject.get("dic", "CZ" + subject["ico"])[2:]
        found.add((state, digits in registered, "dicSkDph" in subject))
    assert found >= {
        ("AKTIVNI", True, False),
        ("ZANIKLY", False, False),
        ("NEEXISTUJICI", False, False),
        ("NEEXISTUJICI", False, True),
    }


def test_proceedings_filings_and_events_are_answered(running: Standin, out: Path) -> None:
    for ico, number, year, state in facts(out, "SELECT ico, number, year, state FROM proceeding LIMIT 5"):
        with client(running, "isir") as asked:
            answer = isir.proceedings(asked, int(ico))
        assert (f"INS {number}/{year}", state) in {
            (item.file_mark, item.state) for item in answer.proceedings
        }
        assert state in isir_register.STATES
    with client(running, "isir_public") as asked:
        events = [event for batch in isir.events(asked, 0) for event in batch.events]
    assert {ico for event in events for ico in event.debtor_icos} == {
        int(ico) for (ico,) in facts(out, "SELECT ico FROM proceeding")
    }
    ((ico, count),) = facts(out, "SELECT ico, count(*) FROM filing GROUP BY ico ORDER BY 2 DESC LIMIT 1")
    with client(running, "documents") as asked:
        listing = filings.company_filings(asked, int(ico))
    assert listing is not None
    assert (len(listing.filings), listing.rejected) == (count, [])
    assert all(re.fullmatch(r"\w+ \d+/SL\d+/[A-Z]+", filing.number) for filing in listing.filings)


def test_no_tax_id_of_a_natural_person_could_hold_a_birth_number(out: Path) -> None:
    for (dic,) in facts(out, "SELECT dic FROM vat WHERE length(dic) > 9"):
        assert int(dic[2:4]) % 50 > 32  # the highest month of a birth number is 32, or 82 for women


def test_every_body_of_ares_is_read_by_its_parser_without_rejections(out: Path) -> None:
    bodies = facts(out, "SELECT ico, subject, res FROM ares")
    for ico, subject, statistical in bodies:
        records = list(ares_register.read(subject.encode(), today="2026-11-01"))
        (read,) = [record for record in records if isinstance(record, Subject)]
        assert (read.ico, read.vat_registration is not None) == (int(ico), True)
        assert read.seat_region is not None and read.seat_municipality
        more = list(ares_register.read(statistical.encode(), today="2026-11-01"))
        assert not any(isinstance(record, Rejected) for record in [*records, *more])


def test_file_marks_of_ares_agree_with_the_public_register(out: Path) -> None:
    marks = {
        ico: json.loads(body)["dalsiUdaje"][0]["spisovaZnacka"]
        for ico, body in facts(out, "SELECT ico, subject FROM ares")
        if "spisovaZnacka" in body
    }
    xml = gzip.decompress((out / "public_register.xml.gz").read_bytes()).decode()
    for piece in xml.split("<Subjekt>")[1:]:
        ico = re.search(r"<ico>(\d{8})</ico>", piece)
        if ico and ico[1] in marks and "<nazev>Odštěpný závod</nazev>" not in piece:
            assert f"<hodnotaText>{marks[ico[1]]}</hodnotaText><spisZn>" in piece
    assert len(marks) > 100


def test_extracts_of_ares_tell_the_same_as_the_public_register(out: Path) -> None:
    """Two formats, two parsers, one fact."""
    extracts = dict(facts(out, "SELECT ico, vr FROM ares WHERE vr IS NOT NULL"))
    compared = 0
    for piece in iter_subject_elements(out / "public_register.xml.gz"):
        expected = parse_subject_element(piece)
        if isinstance(expected, Rejected) or format_ico(expected.subject.ico) not in extracts:
            continue
        if expected.subject.legal_form == "501":
            continue  # a branch under the ID of its parent
        (read,) = ares_register.read(extracts[format_ico(expected.subject.ico)].encode())
        assert isinstance(read, RegisterExtract)
        assert read.names == expected.names
        assert read.file_marks == expected.file_marks
        assert [(body.kind, body.role) for body in _sorted(read)] == [
            (body.kind, body.role) for body in _sorted(expected)
        ]
        for body, same in zip(_sorted(read), _sorted(expected), strict=True):
            assert body.acting == same.acting
            assert [_identity(member) for member in body.members] == [
                _identity(member) for member in same.members
            ]
            assert [(member.person, member.note) for member in body.members] == [
                (member.person, member.note) for member in same.members
            ]
        assert [*map(_issue, read.share_issues)] == [*map(_issue, expected.share_issues)]
        told = [
            fact for fact in expected.other_facts if fact.kind in ("OST_SKUTECNOSTI", "INSOLVENCNI_ZAPIS")
        ]
        assert sorted(map(str, read.other_facts)) == sorted(map(str, told))
        compared += 1
    assert compared > 100


def _issue(issue: ShareIssue) -> tuple[object, ...]:
    return (
        issue.kind,
        issue.form,
        issue.count,
        issue.value and issue.value.value,
        issue.entered,
        issue.deleted,
    )


def _sorted(extract: RegisterExtract) -> list[Body]:
    """Return the bodies by role: ARES has a list for each."""
    return sorted(extract.bodies, key=lambda body: ("statutory", "other", "partners").index(body.role))


def _identity(member: Engagement) -> tuple[object, ...]:
    person = member.person
    if isinstance(person, NaturalPerson):
        who: object = person.birth_date
        name = person.last_name
    else:
        assert isinstance(person, LegalPerson)
        who, name = person.ico, person.name
    dates = (member.entered, member.deleted, member.function_from, member.function_to)
    return who, name, *dates
