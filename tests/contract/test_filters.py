"""Filters, orders and counts of the company search: in pages, exports and their previews alike."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable
from importlib.resources import files
from typing import Any
from urllib.parse import quote

import pytest

from soupis.folding import fold_words
from tests.contract.test_envelope import assert_error
from tests.contract.test_export import rows_of
from tests.support.callers import Caller

SEARCH = "/api/v1/vyhledavani"
EXPORT = f"{SEARCH}/export"
Item = dict[str, Any]


def page(caller: Caller, **parameters: Any) -> dict[str, Any]:
    answer = caller.get(SEARCH, **parameters)
    assert answer.status_code == 200, answer.text
    data: dict[str, Any] = answer.json()["data"]
    return data


def found(caller: Caller, **parameters: Any) -> list[Item]:
    """Return all items of a search, page by page."""
    items: list[Item] = []
    while True:
        data = page(caller, **parameters, start=len(items), pocet=50)
        items += data["firmy"]
        if not data["firmy"]:
            assert len(items) == data["pocetCelkem"]
            return items


@pytest.fixture(scope="module")
def everybody(enterprise: Caller) -> list[Item]:
    return found(enterprise)


@pytest.mark.parametrize(
    ("parameters", "holds"),
    [
        ({"stav": "aktivni"}, lambda item: item["stav"] == "aktivni"),
        ({"stav": "zanikla"}, lambda item: item["stav"] == "zanikla"),
        ({"dph": "platce"}, lambda item: item["dphStav"] == "platce"),
        ({"dph": "neovereno"}, lambda item: item["dphStav"] is None),
        ({"vznikOd": "2010-01-01"}, lambda item: (item["datumVzniku"] or "") >= "2010-01-01"),
        (
            {"vznikOd": "2000-01-01", "vznikDo": "2009-12-31"},
            lambda item: "2000-01-01" <= (item["datumVzniku"] or "") <= "2009-12-31",
        ),
        (
            {"zanikOd": "2023-01-01", "zanikDo": "2024-12-31"},
            lambda item: (
                item["stav"] == "zanikla" and "2023-01-01" <= (item["datumZaniku"] or "") <= "2024-12-31"
            ),
        ),
    ],
)
def test_a_filter_finds_just_the_companies_whose_items_say_so(
    enterprise: Caller, everybody: list[Item], parameters: dict[str, Any], holds: Callable[[Item], bool]
) -> None:
    expected = {item["ico"] for item in everybody if holds(item)}
    assert 0 < len(expected) < len(everybody)
    assert {item["ico"] for item in found(enterprise, **parameters)} == expected


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("dph", ("platce", "nespolehlivyPlatce", "identifikovanaOsoba", "neplatce", "neovereno")),
        ("insolvence", ("ano", "ne", "neovereno")),
        ("stav", ("aktivni", "zanikla")),
    ],
)
def test_the_values_of_a_filter_share_out_all_companies(
    enterprise: Caller, everybody: list[Item], name: str, values: tuple[str, ...]
) -> None:
    totals = [page(enterprise, **{name: value}, pocet=1)["pocetCelkem"] for value in values]
    assert sum(totals) == len(everybody)


def test_everybody_at_one_address_is_found_by_it(enterprise: Caller, everybody: list[Item]) -> None:
    asked = 0
    for item in everybody[:200]:
        seat = item["sidlo"] or {}
        if not seat.get("nazevUlice") or not seat.get("cisloDomovni"):
            continue
        numbers = [seat["cisloDomovni"], seat["cisloOrientacni"]]
        address = f"{seat['nazevUlice']} {'/'.join(filter(None, numbers))}, {seat['nazevObce']}"
        icos = [each["ico"] for each in found(enterprise, adresa=address)]
        assert item["ico"] in icos, address
        asked += 1
        if asked == 10:
            break
    assert asked


def test_a_region_is_known_by_codes_and_names_whatever_the_writing(enterprise: Caller) -> None:
    ways = ("116", "CZ064", "Jihomoravský kraj", "jihomoravsky", "Kraj Jihomoravský")
    totals = {page(enterprise, kraj=way, pocet=1)["pocetCelkem"] for way in ways}
    assert len(totals) == 1
    capital = {page(enterprise, kraj=way, pocet=1)["pocetCelkem"] for way in ("19", "Praha", "hl. m. Praha")}
    assert len(capital) == 1
    assert totals != capital


def test_a_beginning_of_one_town_is_the_town(enterprise: Caller) -> None:
    assert page(enterprise, obec="české bud", pocet=5) == page(enterprise, obec="České Budějovice", pocet=5)


@pytest.mark.parametrize("written", ["Bo", "Nikdeves", "..."])
def test_a_town_that_is_not_clear_finds_nothing_and_suggests_names_that_would_do(
    anonymous: Caller, written: str
) -> None:
    answer = page(anonymous, obec=written)
    assert (answer["pocetCelkem"], answer["firmy"]) == (0, [])
    names = answer["navrhyObci"]
    assert isinstance(names, list)
    assert len(names) > 1 or written != "Bo"
    for name in names[:3]:
        assert page(anonymous, obec=name, pocet=1)["pocetCelkem"] > 0
    assert page(anonymous, obec="Praha", pocet=1)["navrhyObci"] is None


@pytest.mark.parametrize("order", ["nazev", "vznik", "-vznik"])
@pytest.mark.parametrize("parameters", [{}, {"q": "praha"}, {"kraj": "19", "stav": "aktivni"}])
def test_an_order_holds_over_pages_and_in_the_export(
    enterprise: Caller, order: str, parameters: dict[str, Any]
) -> None:
    items = found(enterprise, razeni=order, **parameters)
    assert {item["ico"] for item in items} == {item["ico"] for item in found(enterprise, **parameters)}
    if order == "nazev":
        first = [fold_words(item["obchodniJmeno"] or item["ico"])[0][:11] for item in items]
        assert first == sorted(first)
    else:
        days = [item["datumVzniku"] for item in items]
        known = [day for day in days if day]
        assert known == sorted(known, reverse=order == "-vznik")
        assert not any(days[len(known) :])
    if parameters:
        rows = rows_of(enterprise.get(EXPORT, razeni=order, **parameters).content)[1:]
        assert [row[0] for row in rows] == [item["ico"] for item in items]


def test_an_order_changes_nothing_about_why_a_company_was_found(enterprise: Caller) -> None:
    by_match = {item["ico"]: item for item in found(enterprise, q="praha")}
    assert {item["ico"]: item for item in found(enterprise, q="praha", razeni="-vznik")} == by_match


def test_the_preview_of_an_export_counts_what_the_filters_find(enterprise: Caller) -> None:
    asked: dict[str, Any] = {"stav": "zanikla", "vznikOd": "1990-01-01", "razeni": "vznik"}
    preview = enterprise.get(EXPORT, **asked, nahled="ano").json()["data"]
    assert preview["pocetCelkem"] == page(enterprise, **asked, pocet=1)["pocetCelkem"] > 0


def test_each_new_filter_alone_is_a_criterion_of_an_export(enterprise: Caller) -> None:
    for criterion in ("stav=zanikla", "dph=platce", "adresa=Praha+1", "velikost=510", "vznikDo=1990-01-01"):
        assert enterprise.get(f"{EXPORT}?{criterion}&pocet=1").status_code == 200, criterion


def test_facets_count_all_companies_found_and_only_those_asked_for(
    enterprise: Caller, everybody: list[Item]
) -> None:
    data = page(enterprise, fasety="stav,kraj", pocet=1)
    assert data["fasety"]["forma"] is data["fasety"]["nace"] is None
    states = {value["kod"]: value["pocet"] for value in data["fasety"]["stav"]}
    assert states == Counter(item["stav"] for item in everybody)
    seats = Counter(str(item["sidlo"]["kodKraje"]) for item in everybody if item["sidlo"])
    seats.pop("None", None)
    counted = {value["kod"]: value["pocet"] for value in data["fasety"]["kraj"]}
    assert counted == seats
    frequencies = [value["pocet"] for value in data["fasety"]["kraj"]]
    assert frequencies == sorted(frequencies, reverse=True)
    assert next(value["nazev"] for value in data["fasety"]["kraj"] if value["kod"] == "19")
    assert page(enterprise, pocet=1)["fasety"] is None


@pytest.mark.parametrize("name", ["kraj", "forma", "nace", "stav"])
def test_a_facet_is_the_number_of_results_behind_its_value(enterprise: Caller, name: str) -> None:
    values = page(enterprise, q="praha", fasety=name, pocet=1)["fasety"][name]
    assert values
    for value in values[:3]:
        asked = page(enterprise, q="praha", **{name: value["kod"]}, pocet=1)
        assert asked["pocetCelkem"] == value["pocet"], value


@pytest.mark.parametrize("name", ["kraj", "forma", "stav"])
def test_every_value_of_a_facet_has_a_name(enterprise: Caller, name: str) -> None:
    values = page(enterprise, fasety=name, pocet=1)["fasety"][name]
    assert [value["kod"] for value in values if not value["nazev"]] == []


def test_persons_are_narrowed_by_the_year_of_birth(enterprise: Caller) -> None:
    persons = enterprise.get("/api/v1/osoby", q="novotny", pocet=50).json()["data"]["osoby"]
    years = Counter(person["rokNarozeni"] for person in persons)
    year = next(year for year in years if year)
    narrowed = enterprise.get("/api/v1/osoby", q="novotny", rok=year, pocet=50).json()["data"]
    assert {person["rokNarozeni"] for person in narrowed["osoby"]} == {year}
    assert narrowed["pocetCelkem"] == years[year] < len(persons)


# --- codes of forms and activities: REST takes digits, pages take names ---

MEANT = [
    ("forma", "s.r.o.", "112"),
    ("forma", "z.s.", "706"),
    ("forma", "spolky", "706"),
    ("forma", "p.o.", "331,332,333"),
    ("forma", "limited liability company", "112"),
    ("forma", "odštěpný závod", "421,425,501"),
    ("nace", "stavebnictví", "41,42,43"),
    ("nace", "Programování, poradenství a související činnosti", "62"),
    ("nace", "pivovar", "1105"),
    ("nace", "62.01", "6201"),
    ("nace", "F", "41,42,43"),
    ("nace", "f", "41,42,43"),
]
SEVERAL = [
    ("forma", "Společnost s ručením omezeným,spolek", "112,706"),
    ("forma", "Sdružení (svaz, spolek, společnost, klub aj.),112", "701,112"),
]
# What no page takes either, but where the code that was meant can be told.
TOLD = [
    ("forma", "112 - s.r.o.", "112"),
    ("forma", "112;121", "112,121"),
    ("forma", "112 121", "112,121"),
    ("forma", "+112", "112"),
    ("forma", "0112", "112"),
    ("forma", "1120", "112"),
    ("forma", "\uff11\uff11\uff12", "112"),
    ("forma", "112x", "112"),
    ("nace", "CZ-NACE 62.01", "6201"),
    ("nace", "NACE: 62", "62"),
    ("nace", "6201000", "62010"),
    ("nace", "1", "01"),
]


@pytest.mark.parametrize(("field", "written", "codes"), [*MEANT, *TOLD])
def test_rest_takes_codes_only_and_names_the_one_that_was_meant(
    anonymous: Caller, field: str, written: str, codes: str
) -> None:
    for address in (SEARCH, EXPORT):
        sentence = assert_error(anonymous.http.get(address, params={field: written}), 400)
        assert sentence.startswith(f"Parametr {field}")
        assert sentence.endswith(f"; použijte {codes}.")
        anonymous.http.headers["Accept-Language"] = "en"
        sentence = assert_error(anonymous.http.get(address, params={field: written}), 400)
        assert sentence.startswith(f"Parameter {field}")
        assert sentence.endswith(f"; use {codes}.")
        del anonymous.http.headers["Accept-Language"]
    assert anonymous.remaining() == 30


@pytest.mark.parametrize(("field", "written", "codes"), SEVERAL)
def test_of_several_values_the_first_that_is_not_a_code_is_named(
    anonymous: Caller, field: str, written: str, codes: str
) -> None:
    sentence = assert_error(anonymous.http.get(SEARCH, params={field: written}), 400)
    assert sentence.endswith(f"“; použijte {codes.partition(',')[0]}.")


@pytest.mark.parametrize(("field", "written", "codes"), [*MEANT, *SEVERAL])
def test_pages_take_names_and_find_what_rest_finds_by_codes(
    enterprise: Caller, field: str, written: str, codes: str
) -> None:
    by_name = enterprise.http.get("/hledat.csv", params={field: written, "obec": "Praha"})
    by_code = enterprise.http.get(EXPORT, params={field: codes, "obec": "Praha"})
    assert by_name.status_code == by_code.status_code == 200
    assert by_name.content == by_code.content


def test_a_section_that_two_revisions_have_otherwise_is_explained(anonymous: Caller) -> None:
    sentence = assert_error(anonymous.get(SEARCH, nace="J"), 400)
    assert "přišlo „J“. Sekce J znamená v CZ-NACE 2008 a 2025 jiné činnosti" in sentence


def test_a_section_of_more_codes_than_fit_says_how_many_fit(anonymous: Caller) -> None:
    sentence = assert_error(anonymous.get(SEARCH, nace="C"), 400)
    assert "; použijte nejvýše 20 z kódů 10,11,12," in sentence


def test_every_name_of_a_form_leads_to_its_code(anonymous: Caller) -> None:
    with files("soupis.registers").joinpath("data", "legal_form_ros.csv").open(encoding="utf-8") as lines:
        rows = [(row["code"], row["name_cs"], row["name_en"]) for row in csv.DictReader(lines)]
    assert len(rows) > 50
    for code, czech, english in rows:
        for written in (czech, czech.upper(), english, f"{code} {czech}", f"{code}: {czech}", f"0{code}"):
            sentence = assert_error(anonymous.get(SEARCH, forma=written), 400)
            assert re.search(rf"\b{code}\b", sentence.partition(";")[2]), (written, sentence)


def test_a_code_is_a_code_in_ascii_digits(anonymous: Caller) -> None:
    for written in ("\u0661\u0661\u0662", "112\u00b2", "1 1 2", "11 2", "0x70", "1e2", "112.0", "-", "%"):
        assert_error(anonymous.get(SEARCH, forma=written), 400)


@pytest.mark.parametrize(
    ("field", "written", "meant"),
    [
        ("forma", "121 ", "121"), ("forma", " 121", "121"), ("forma", "112, 121", "121"),
        ("forma", "112,", "112"), ("forma", ",112", "112"), ("forma", "112,,121", "112,121"),
        ("forma", ",", "112"), ("nace", "62,", "62"), ("nace", "62 01", "6201"), ("nace", "62. 01", "6201"),
        ("nace", "CZ-NACE 62.01", "6201"), ("nace", "\uff16\uff12", "62"), ("nace", "62 63", "62,63"),
    ],
)  # fmt: skip
def test_digits_with_spaces_or_stray_commas_lead_to_the_code_that_was_meant(
    anonymous: Caller, field: str, written: str, meant: str
) -> None:
    for path in (SEARCH, EXPORT):
        sentence = assert_error(anonymous.get(f"{path}?{field}={quote(written)}"), 400)
        assert sentence.endswith(f"; použijte {meant}."), sentence
    assert anonymous.get(f"/hledat?{field}={meant},%20").status_code == 200


@pytest.mark.parametrize("written", ["①", "62①", "Z", "z", "²", "½", "Ž", "W", "ko"])
def test_no_unrelated_activities_are_suggested(anonymous: Caller, written: str) -> None:
    sentence = assert_error(anonymous.get(SEARCH, nace=written), 400)
    assert sentence.endswith("; správně třeba: 62."), sentence


def test_the_description_takes_the_codes_that_are_taken(anonymous: Caller) -> None:
    described = anonymous.get("/api/v1/openapi.json").json()["paths"][SEARCH]["get"]
    declared = {one["name"]: one["schema"] for one in described["parameters"]}
    for field in ("forma", "nace"):
        assert declared[field]["items"]["pattern"] == r"^\d+(,\d+)*$"
