"""The public register's file is well-formed, agrees with the statistical one and has its real oddities."""

from __future__ import annotations

import gzip
import re
from collections import Counter, defaultdict

from lxml import etree

from tests.synthetic.conftest import Country

Element = etree._Element


def kinds(country: Country) -> Counter[str]:
    return Counter(kind.text or "" for kind in country.register.iterfind(".//udajTyp/kod"))


def facts(country: Country, kind: str) -> list[Element]:
    return [entry for entry in country.register.iter("Udaj") if entry.findtext("udajTyp/kod") == kind]


def test_the_file_is_one_gzip_member_without_a_time_and_ends_with_the_closing_tag(country: Country) -> None:
    data = (country.path / "public_register.xml.gz").read_bytes()
    assert data[:4] == b"\x1f\x8b\x08\x00"  # no file name in the header
    assert data[4:8] == b"\0\0\0\0"
    text = gzip.decompress(data)
    assert text.rstrip().endswith(b"</xml>")
    assert len(text) == country.summary.register_xml_bytes


def test_an_entry_is_six_to_ten_thousand_bytes_on_average(country: Country) -> None:
    assert 6_000 < country.summary.register_xml_bytes / country.summary.register_entries < 10_000


def test_every_fact_has_a_kind_and_a_date_of_entry(country: Country) -> None:
    for entry in country.register.iter("Udaj"):
        assert entry.findtext("udajTyp/kod")
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", entry.findtext("zapisDatum") or "")
        assert (entry.findtext("vymazDatum") or "9999") >= (entry.findtext("zapisDatum") or "")


def test_entries_belong_to_registered_subjects_and_mostly_carry_their_names(country: Country) -> None:
    names = {
        row["ICO"]: row["FIRMA"] for row in country.subjects if row["FORMA"] not in ("101", "105", "107")
    }
    entries = [entry for entry in country.register if entry.find("ico") is not None]
    newcomers = {entry.findtext("ico") for entry in entries} - set(names)
    assert len(newcomers) == country.summary.newcomers > 0
    own = [entry for entry in entries if not is_branch(entry)]
    same = sum(entry.findtext("nazev") == names.get(entry.findtext("ico") or "") for entry in own)
    assert same / len(own) > 0.98


def is_branch(entry: Element) -> bool:
    return any(form.text == "Odštěpný závod" for form in entry.iterfind("udaje/Udaj/pravniForma/nazev"))


def test_branches_stand_under_the_id_of_a_living_parent_with_a_mark_of_their_own(country: Country) -> None:
    parents = {entry.findtext("ico"): entry for entry in country.register if not is_branch(entry)}
    branches = [entry for entry in country.register if is_branch(entry)]
    assert {entry.find("vymazDatum") is None for entry in branches} == {True, False}
    for entry in branches:
        parent = parents[entry.findtext("ico")]
        assert parent.find("vymazDatum") is None
        assert entry.findtext(".//spisZn/oddil") == "A" != parent.findtext(".//spisZn/oddil")
        assert (entry.findtext("nazev") or "").startswith(f"{(parent.findtext('nazev') or '')[:10]}")


def test_living_companies_stand_in_the_register_and_have_one_valid_name_seat_and_file_mark(
    country: Country,
) -> None:
    registered = {entry.findtext("ico") for entry in country.register}
    companies = {row["ICO"] for row in country.living if row["FORMA"] in ("112", "121", "111", "113", "205")}
    assert len(companies - registered) <= country.summary.register_entries_without_ico
    for entry in country.register:
        if entry.find("vymazDatum") is not None:
            continue
        valid = Counter(
            entry.findtext("udajTyp/kod")
            for entry in entry.iterfind("udaje/Udaj")
            if entry.find("vymazDatum") is None
        )
        assert (valid["NAZEV"], valid["SIDLO"], valid["SPIS_ZN"], valid["PRAVNI_FORMA"]) == (1, 1, 1, 1)


def test_a_deleted_subject_was_deleted_in_the_year_of_the_file_and_says_why(country: Country) -> None:
    deleted = [entry for entry in country.register if entry.find("vymazDatum") is not None]
    assert deleted
    for entry in deleted:
        assert (entry.findtext("vymazDatum") or "").startswith("2026")
        assert "PRAVNI_DUVOD_VYMAZU" in [kind.text for kind in entry.iterfind("udaje/Udaj/udajTyp/kod")]


def test_file_marks_name_the_court_of_the_region(country: Country) -> None:
    prague = {row["ICO"] for row in country.living if row["OKRESLAU"] == "CZ0100"}
    courts = set()
    for entry in country.register:
        for mark in entry.iterfind("udaje/Udaj"):
            if mark.findtext("udajTyp/kod") != "SPIS_ZN" or mark.find("vymazDatum") is not None:
                continue
            court = mark.findtext("spisZn/soud/kod") or ""
            courts.add(court)
            assert mark.findtext("hodnotaText") == (
                f"{mark.findtext('spisZn/oddil')} {mark.findtext('spisZn/vlozka')}/{court}"
            )
            if entry.findtext("ico") in prague and not is_branch(entry):
                assert court == "MSPH"
    assert courts == {"MSPH", "KSBR", "KSOS", "KSPL", "KSUL", "KSHK", "KSCB"}


def test_all_documented_kinds_of_facts_appear(country: Country) -> None:
    expected = {
        "SPIS_ZN", "NAZEV", "CIZI_NAZEV", "ICO", "PRAVNI_FORMA", "SIDLO", "VZNIK", "PREDMET_PODNIKANI_SEKCE",
        "PREDMET_PODNIKANI", "PREDMET_CINNOSTI", "UCEL_SUBJEKTU", "ZAKLADNI_KAPITAL", "AKCIE",
        "STATUTARNI_ORGAN",
        "STATUTARNI_ORGAN_CLEN", "STATUTARNI_ORGAN_CLEN_ZASTOUPENI", "POCET_CLENU", "ZPUSOB_JEDNANI",
        "DOZORCI_RADA_CLEN", "KONTROLNI_KOMISE_CLEN", "SPRAVNI_RADA_CLEN", "PROKURA_OSOBA",
        "LIKVIDATOR_OSOBA",
        "SPOLECNIK_OSOBA", "SPOLECNIK_PODIL", "AKCIONAR", "OZ_VEDOUCI", "INSOLVENCNI_ZAPIS",
        "OST_SKUTECNOSTI",
        "PRAVNI_DUVOD_VYMAZU",
    }  # fmt: skip
    assert expected - set(kinds(country)) == set()


def test_establishment_is_written_in_both_ways(country: Country) -> None:
    texts = [entry.findtext("hodnotaText") or "" for entry in facts(country, "VZNIK")]
    assert all(re.fullmatch(r"\d{1,2}([.-])\d{1,2}\1\d{4}", text) for text in texts)
    assert {re.sub(r"\d", "", text) for text in texts} == {"..", "--"}


def test_shares_come_in_every_unit(country: Country) -> None:
    units = Counter(entry.findtext("hodnotaUdaje/souhrn/typ") for entry in facts(country, "SPOLECNIK_PODIL"))
    assert set(units) == {"PROCENTA", "ZLOMEK", "TEXT"}


def test_about_one_person_in_six_has_no_birth_date_and_many_are_in_upper_case(country: Country) -> None:
    persons = [person for person in country.register.iter("osoba") if person.find("prijmeni") is not None]
    nameless = sum(person.find("narozDatum") is None for person in persons)
    upper = sum((person.findtext("prijmeni") or "").isupper() for person in persons)
    assert 0.12 < nameless / len(persons) < 0.20
    assert 0.25 < upper / len(persons) < 0.45


def test_most_persons_sit_in_one_company_some_in_several_a_few_in_many(country: Country) -> None:
    companies: dict[tuple[str, ...], set[int]] = defaultdict(set)
    for number, entry in enumerate(country.register):
        for person in entry.iter("osoba"):
            if person.find("narozDatum") is not None:
                parts = (person.findtext(tag) or "" for tag in ("jmeno", "prijmeni", "narozDatum"))
                companies[tuple(part.upper() for part in parts)].add(number)
    sizes = Counter(len(numbers) for numbers in companies.values())
    assert 0.75 < sizes[1] / sizes.total() < 0.97
    assert sum(count for size, count in sizes.items() if 2 <= size <= 10) > 50
    assert max(sizes) > 8


def test_a_member_was_of_age_when_entered(country: Country) -> None:
    for entry in country.register.iter("Udaj"):
        born = entry.findtext("osoba/narozDatum")
        if born:
            assert int((entry.findtext("zapisDatum") or "")[:4]) - int(born[:4]) >= 17


def test_legal_persons_in_bodies_are_other_companies_of_the_same_files_or_foreign(country: Country) -> None:
    names = {row["ICO"]: row["FIRMA"] for row in country.subjects}
    partners = [entry for entry in country.register.iter("Udaj") if entry.find("osoba/nazev") is not None]
    czech = [entry for entry in partners if entry.findtext("adresa/statNazev") == "Česká republika"]
    assert czech
    for entry in czech:
        number = entry.findtext("osoba/ico") or ""
        assert not number.startswith("0")  # as the register prints them
        assert names[number.zfill(8)] == entry.findtext("osoba/nazev")
    foreign = [entry for entry in partners if entry not in czech]
    # Clerks enter foreign numbers as Czech IDs: some too short, some of another company of the country.
    numbers = {entry.findtext("osoba/ico") or "" for entry in foreign} - {""}
    assert any(number.zfill(8) in names for number in numbers)
    assert any(len(number) == 5 for number in numbers)
