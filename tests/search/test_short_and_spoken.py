"""Organisations as people shorten them and speak of them, among others that are like them."""

from __future__ import annotations

from pathlib import Path

import pytest

from soupis.search.companies import CompanyQuery, CompanySearch
from soupis.search.entries import PersonEntry
from soupis.search.indexer import rebuild
from soupis.search.persons import PersonSearch
from soupis.search.why import why_person
from tests.search.store import company, open_store

_COMPANIES = [
    company(101, "Vyšší odborná škola a Střední průmyslová škola Šumperk", places=["Šumperk"]),
    company(102, "Škola Šumperk, spol. s r.o.", places=["Šumperk"], size=90),
    company(103, "Trinox Šumperk, v.o.s.", places=["Šumperk"], size=80),
    company(104, "VOŠ a SPŠ Kutná Hora", places=["Kutná Hora"]),
    company(111, "Hotelová škola Teplice", places=["Teplice"]),
    company(112, "Honební společenstvo Teplice", places=["Teplice"], size=90),
    company(121, "Západočeské muzeum v Plzni", places=["Plzeň"]),
    company(122, "Muzeum Plzeň", places=["Plzeň"], size=90),
    company(131, "Městská knihovna Louny", places=["Louny"]),
    company(132, "Mikroregion Louny", places=["Louny"], size=90),
    company(141, "Pětka Sport z.s.", places=["Karlovy Vary"]),
    company(142, "Aqua Sport s.r.o.", places=["Karlovy Vary"], size=90),
    company(151, "Sedmá hvězda, nadační fond", places=["Praha", "Praha 1"]),
    company(152, "Bytové družstvo Hvězda", places=["Praha", "Praha 7"], size=90),
    company(161, "OPAVIA - LU, s.r.o.", places=["Praha"]),
    company(162, "Gymnázium Opava", places=["Opava"], size=90),
    company(171, "Pivovar Nymburk, spol. s r.o.", places=["Nymburk"]),
    company(181, "Domov pro seniory Háje", places=["Praha"]),
    company(182, "Domov důchodců Bystřany", places=["Bystřany"], size=90),
    company(191, "Římskokatolická farnost Polná", places=["Polná"]),
    company(192, "Společenství pro dům Polní 1740", places=["Vyškov"], size=90),
    company(201, "Florbalový klub Slavkov u Brna, z.s.", places=["Slavkov u Brna"]),
    company(202, "FK Slavkov u Brna z.s.", places=["Slavkov u Brna"], size=90),
    company(221, "Linka bezpečí, z.s."),
    company(222, "Bílý kruh bezpečí, z.s.", size=90),
    company(211, "Náboženská obec Církve československé husitské v Mirovicích", places=["Mirovice"]),
]


@pytest.fixture(scope="module")
def search(tmp_path_factory: pytest.TempPathFactory) -> CompanySearch:
    directory: Path = tmp_path_factory.mktemp("spoken")
    rebuild(open_store(directory, _COMPANIES), directory / "index")
    return CompanySearch(directory / "index")


def _first(search: CompanySearch, text: str) -> int | None:
    hits = search.search(CompanyQuery(text), 0, 5).hits
    return hits[0].ico if hits else None


@pytest.mark.parametrize("text", ["voš šumperk", "VOŠ Šumperk", "vos sumperk", "VOŠ a SPŠ Šumperk"])
def test_a_higher_school_is_no_partnership(search: CompanySearch, text: str) -> None:
    assert _first(search, text) == 101


def test_a_partnership_is_one_behind_its_name_and_a_school_that_is_named_so_is_found_by_its_name(
    search: CompanySearch,
) -> None:
    assert _first(search, "trinox šumperk vos") == 103
    assert search.search(CompanyQuery("VOŠ a SPŠ Kutná Hora"), 0, 1).hits[0].step == "jmeno"


def test_what_differs_in_diacritics_alone_is_told_by_them_beside_a_town_too(search: CompanySearch) -> None:
    assert (_first(search, "HŠ Teplice"), _first(search, "HS Teplice")) == (111, 112)


@pytest.mark.parametrize(
    ("text", "ico"), [("ZČM", 121), ("ZČM Plzeň", 121), ("MěK Louny", 131), ("NO CČSH Mirovice", 211)]
)
def test_an_abbreviation_may_hold_more_than_one_letter_of_a_word_beside_a_town_too(
    search: CompanySearch, text: str, ico: int
) -> None:
    assert _first(search, text) == ico


def test_a_number_with_the_ending_of_a_noun_is_that_noun(search: CompanySearch) -> None:
    assert _first(search, "5ka sport") == 141


def test_a_number_before_a_name_is_of_the_name_rather_than_of_a_town(search: CompanySearch) -> None:
    assert _first(search, "7 hvězda") == 151
    assert _first(search, "hvězda praha 7") == 152


def test_where_words_are_left_out_those_as_they_are_written_come_first(search: CompanySearch) -> None:
    assert _first(search, "opavia oplatky") == 161


def test_of_words_that_may_be_said_about_a_firm_those_in_a_name_tell_it(search: CompanySearch) -> None:
    assert _first(search, "kde najdu linka bezpečí") == 221


@pytest.mark.parametrize("text", ["nymburský pivovar", "v nymburském pivovaru", "s nymburským pivovarem"])
def test_an_adjective_of_a_town_is_the_town_in_any_case(search: CompanySearch, text: str) -> None:
    assert _first(search, text) == 171


@pytest.mark.parametrize(
    ("text", "ico"), [("domov důchodců háje", 181), ("fara polná", 191), ("FBK Slavkov", 201)]
)
def test_kinds_of_organisations_are_known_as_they_are_spoken_of(
    search: CompanySearch, text: str, ico: int
) -> None:
    assert _first(search, text) == ico


def test_a_name_heard_right_comes_before_a_slip_of_another_one(tmp_path: Path) -> None:
    persons = [
        PersonEntry(1, "Oleksandr", "Shevchuk", 1, 1),
        PersonEntry(2, "Alexandr", "Ševčík", 9, 9),
    ]
    rebuild(open_store(tmp_path, persons), tmp_path / "index")
    assert PersonSearch(tmp_path / "index").search("alexandr ševčuk").ids == [1, 2]


def test_a_slip_in_the_name_of_a_company_beside_a_person_tells_the_one_of_several_namesakes(
    tmp_path: Path,
) -> None:
    persons = [
        PersonEntry(1, "Pavel", "Fišer", 1, 1, company_names=["Firesta-Fišer, rekonstrukce, stavby a.s."]),
        PersonEntry(2, "Pavel", "Fišer", 9, 9, company_names=["Trinox s.r.o."]),
    ]
    rebuild(open_store(tmp_path, persons), tmp_path / "index")
    assert PersonSearch(tmp_path / "index").search("pavel fišer reknstrukce").ids == [1]


def test_the_surname_of_the_other_sex_comes_before_a_company_and_the_given_name_before_one_like_it(
    tmp_path: Path,
) -> None:
    persons = [
        PersonEntry(1, "Radmila", "Ševčíková", 1, 1),
        PersonEntry(2, "Radka", "Ševčíková", 9, 9),
        PersonEntry(3, "Radka", "Pavlíková", 9, 9, company_names=["Ševčík s.r.o."]),
    ]
    rebuild(open_store(tmp_path, persons), tmp_path / "index")
    assert PersonSearch(tmp_path / "index").search("radmila ševčík").ids[:1] == [1]


def test_a_long_name_of_a_person_bears_two_slips_and_is_told(tmp_path: Path) -> None:
    rebuild(open_store(tmp_path, [PersonEntry(1, "Bronislav", "Szotkowski", 1, 1)]), tmp_path / "index")
    found = PersonSearch(tmp_path / "index").search("bronislav szotkowky")
    assert (found.ids, found.steps) == ([1], ["preklepy"])
    told = why_person("preklepy", "bronislav szotkowky", "Bronislav Szotkowski")
    assert [(one.sought, one.met) for one in told] == [("szotkowky", "Szotkowski")]
