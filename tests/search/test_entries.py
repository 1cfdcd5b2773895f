"""Entries of the index are derived from documents and the extra facts that are stored with them."""

from __future__ import annotations

import msgspec
import pytest

from soupis.search.entries import CompanyEntry, PersonEntry, company_entry, person_entry
from soupis.store.extras import CompanyExtra, encode_extra
from soupis.wire.base import CodedName, encode
from soupis.wire.company import CzNace, FirmaDetail, Sidlo, SpisovaZnacka
from tests.search.store import company
from tests.support.entries import company_row, person_row

SEAT = Sidlo(
    nazev_obce="Ostrava", nazev_casti_obce="Poruba", nazev_mestske_casti="Poruba", cislo_domovni="12"
)
WORDS = "Dolní Lhota 12, areál Sever"


def entry(extra: CompanyExtra | None = None, **facts: object) -> CompanyEntry:
    detail = FirmaDetail(ico="27074358", stav="aktivni", **facts)  # type: ignore[arg-type]
    return company_entry(27074358, encode(detail), encode_extra(extra) if extra else None)


def test_activities_of_both_classifications_are_searched() -> None:
    activities = [CzNace(kod="62100", prevazujici=True), CzNace(kod="47120")]
    assert entry(CompanyExtra(nace=["62010"]), cz_nace=activities).nace == ["47120", "62010", "62100"]


def test_both_legal_forms_are_searched() -> None:
    found = entry(CompanyExtra(legal_form_ros="999"), pravni_forma=CodedName(kod="112"))
    assert (found.legal_form, found.legal_form_ros) == ("112", "999")


def test_a_seat_is_found_by_the_names_of_its_town_unless_it_is_abroad() -> None:
    assert entry(sidlo=SEAT).places == ["Ostrava", "Poruba", "Ostrava-Poruba"]
    assert entry(CompanyExtra(is_abroad=True), sidlo=SEAT).places == []


@pytest.mark.parametrize(
    ("seat", "extra", "street"),
    [
        (Sidlo(nazev_ulice="Dlouhá", text_plny=WORDS), CompanyExtra(has_seat_text=True), "Dlouhá"),
        (Sidlo(nazev_ulice="Dlouhá", text_plny=WORDS), CompanyExtra(is_abroad=True), None),
        (
            Sidlo(nazev_ulice="Dlouhá", text_plny=WORDS),
            CompanyExtra(is_abroad=True, has_seat_text=True),
            WORDS,
        ),
        (Sidlo(text_plny=WORDS), CompanyExtra(has_seat_text=True), WORDS),
        (Sidlo(text_plny=WORDS), CompanyExtra(), None),
    ],
)
def test_a_seat_without_a_known_street_is_found_by_the_text_that_the_register_wrote(
    seat: Sidlo, extra: CompanyExtra, street: str | None
) -> None:
    assert entry(extra, sidlo=seat).street == street


def test_a_registration_number_is_told_from_a_house_number() -> None:
    assert entry(sidlo=SEAT).house == "12"
    assert entry(CompanyExtra(is_registration=True), sidlo=SEAT).house == "č. ev. 12"


def test_a_company_without_a_history_is_found_by_its_file_mark() -> None:
    mark = SpisovaZnacka(soud="MSPH", oddil="C", vlozka=5, text="C 5/MSPH")
    assert entry(spisova_znacka=mark).marks == ["C 5/MSPH"]


def test_what_the_detail_does_not_know_is_unknown_to_search() -> None:
    found = entry()
    assert (found.vat, found.insolvency, found.headcount, found.founded, found.size) == (None,) * 4 + (0,)


@pytest.mark.parametrize("size", [0, 1, 8, 11, 12, 100, 239])
def test_a_size_is_made_of_headcount_capital_and_members(size: int) -> None:
    row = company_row(company(1, "Alfa", size=size))
    assert company_entry(1, row["detail"], row["extra"]).size == size


def test_a_company_of_the_tests_has_the_facts_that_it_was_given() -> None:
    given = company(
        7,
        "Alfa",
        former_names=["Beta"],
        places=["Brno", "Veveří"],
        region=116,
        legal_form="112",
        nace=["62010"],
        size=20,
        headcount="110",
        district="Brno-město",
        street="Dlouhá",
        house="č. ev. 5",
        postcode=60200,
        marks=["C 1/KSBR"],
        accounts=["19-2000145399/0800"],
        vat="platce",
        insolvency=False,
        founded="2001-02-03",
        ended="2025-01-01",
        insolvent_since=[None, "2020-01-01"],
        living=False,
    )
    row = company_row(given)
    assert company_entry(7, row["detail"], row["extra"]) == given
    person = PersonEntry(3, "Jan", "Malý", 2, 1, 1970, ["Alfa", "Beta"], ["Brno", "Praha"])
    row = person_row(person, "jan-maly")
    assert person_entry(3, row["detail"], row["towns"]) == person


def test_the_only_town_of_a_person_is_that_of_the_profile() -> None:
    row = person_row(PersonEntry(3, "Jan", "Malý", 1, 1), "jan-maly")
    profile = msgspec.json.decode(row["detail"])
    assert person_entry(3, encode(profile | {"obec": "Brno"}), None).towns == ["Brno"]
    assert person_entry(3, encode(profile), None).towns == []
