"""Seats in documents and in the index: city districts, full addresses, delivery addresses."""

from __future__ import annotations

import json
import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from soupis.ingest.merge.statistical import sync_subjects
from soupis.progress import no_progress
from soupis.registers import res
from soupis.search.companies import CompanyQuery, CompanySearch
from soupis.search.indexer import follow
from tests.support.databases import FillOnce
from tests.support.registry import Registry
from tests.support.sources import res_file, res_row

NO_POINT = {"KODADM": "", "TYPCDOM": "", "CDOM": "", "COR": ""}
NO_PLACE = {"PSC": "", "OBEC_TEXT": "", "COBCE_TEXT": "", "ULICE_TEXT": ""}
PLACES = {
    27074358: {"OKRESLAU": "CZ0100", "ICZUJ": "500119", "PSC": "14000", "OBEC_TEXT": "Praha",
               "COBCE_TEXT": "Nusle", "ULICE_TEXT": "Táborská", "CDOM": "31", "COR": "42"},
    175: {"OKRESLAU": "CZ0100", "ICZUJ": "538931", "PSC": "10400", "OBEC_TEXT": "Praha",
          "COBCE_TEXT": "Uhříněves", "ULICE_TEXT": "Nové náměstí", "CDOM": "1250", "COR": ""},
    45274649: {"OKRESLAU": "CZ0642", "ICZUJ": "551031", "PSC": "60200", "OBEC_TEXT": "Brno",
               "COBCE_TEXT": "Černá Pole", "ULICE_TEXT": "Merhautova", "CDOM": "9", "COR": ""},
    514152: {"OKRESLAU": "CZ0323", "ICZUJ": "545988", "PSC": "32600", "OBEC_TEXT": "Plzeň",
             "COBCE_TEXT": "Východní Předměstí", "ULICE_TEXT": "Slovanská", "CDOM": "78", "COR": ""},
    10803351: {"OKRESLAU": "CZ0806", "ICZUJ": "546224", "PSC": "70800", "OBEC_TEXT": "Ostrava",
               "COBCE_TEXT": "Poruba", "ULICE_TEXT": "Opavská", "CDOM": "6230", "COR": ""},
    49240901: {"OKRESLAU": "CZ0413", "ICZUJ": "560286", "PSC": "35601", "OBEC_TEXT": "Sokolov",
               "COBCE_TEXT": "Sokolov", "ULICE_TEXT": "Rokycanova", "CDOM": "1929", "COR": ""},
    25083325: {"OKRESLAU": "CZ0100", "ICZUJ": "500186", **NO_POINT, **NO_PLACE,
               "TEXTADR": "Tusarova 1235/32, 170 00 Praha"},
}  # fmt: skip
FULL = {
    27074358: ("Táborská 31/42, Praha 4", "Táborská 31/42, Nusle, 14000 Praha 4", 554782, "Praha 4"),
    175: ("Nové náměstí 1250, Praha 22", "Nové náměstí 1250, Uhříněves, 10400 Praha 22", 554782, "Praha 22"),
    45274649: ("Merhautova 9, Brno-sever", "Merhautova 9, Černá Pole, Brno-sever, 60200 Brno", 582786,
               "Brno-sever"),
    514152: ("Slovanská 78, Plzeň 2-Slovany",
             "Slovanská 78, Východní Předměstí, Plzeň 2-Slovany, 32600 Plzeň", 554791, "Plzeň 2-Slovany"),
    10803351: ("Opavská 6230, Ostrava-Poruba", "Opavská 6230, Poruba, 70800 Ostrava", 554821, "Poruba"),
    49240901: ("Rokycanova 1929, Sokolov", "Rokycanova 1929, 35601 Sokolov", 560286, None),
    25083325: ("Tusarova 1235/32, Praha 7", "Tusarova 1235/32, Praha 7, 170 00 Praha", 554782,
               "Praha 7"),
}  # fmt: skip


def _all_places(registry: Registry) -> None:
    rows = [res_row(ico, f"Firma {ico}", **columns) for ico, columns in PLACES.items()]
    registry.res(res_file(registry.directory / "res_data.csv", rows))
    registry.publish()


@pytest.fixture
def seated(registry: Registry, fill_once: FillOnce) -> Registry:
    return fill_once(registry, _all_places)


def test_full_addresses_name_the_city_district_and_its_number(seated: Registry) -> None:
    shown = {}
    for ico in PLACES:
        seat = seated.company(ico)["sidlo"]
        shown[ico] = (seat["text"], seat["textPlny"], seat["kodObce"], seat["nazevMestskeCasti"])
    assert shown == FULL
    words = seated.company(25083325)["sidlo"]
    assert (words["nazevObce"], words["cisloDomovni"], words["cisloOrientacni"]) == ("Praha", "1235", "32")


@pytest.mark.parametrize(
    ("town", "found"),
    [
        ("Praha", {27074358, 175, 25083325}),
        ("Praha 4", {27074358}),
        ("praha 22", {175}),
        ("Praha 7", {25083325}),
        ("Brno", {45274649}),
        ("Brno-sever", {45274649}),
        ("brno sever", {45274649}),
        ("Plzeň 2", {514152}),
        ("Plzeň 2-Slovany", {514152}),
        ("Plzeň 1", set()),
        ("Ostrava-Poruba", {10803351}),
        ("Poruba", {10803351}),
        ("Sokolov", {49240901}),
    ],
)
def test_a_city_district_and_its_city_both_find_the_company(
    seated: Registry, tmp_path: Path, town: str, found: set[int]
) -> None:
    follow(seated.engine, tmp_path / "index")
    page = CompanySearch(tmp_path / "index").search(CompanyQuery(town=town))
    assert {hit.ico for hit in page.hits} == found


def _ares(registry: Registry, **values: object) -> dict[str, object]:
    answer = {"ico": "27074358", "icoId": "27074358", "obchodniJmeno": "Alfa", **values}
    path = registry.directory / "ares.json"
    path.write_text(json.dumps(answer), encoding="utf-8")
    registry.ares(path)
    registry.publish()
    return registry.company(27074358)


BRNO = {
    "kodStatu": "CZ", "kodKraje": 116, "nazevOkresu": "Brno-město", "kodObce": 582786, "nazevObce": "Brno",
    "kodMestskeCastiObvodu": 551031, "nazevMestskeCastiObvodu": "Brno-sever", "nazevCastiObce": "Husovice",
    "nazevUlice": "Dukelská třída", "cisloDomovni": 35, "psc": 61400, "kodAdresnihoMista": 19000001,
    "textovaAdresa": "Dukelská třída 35, Husovice, 61400 Brno",
}  # fmt: skip


def test_an_address_of_ares_that_lacks_the_city_district_gets_it(registry: Registry) -> None:
    seat = _ares(registry, sidlo=BRNO, pravniForma="112")["sidlo"]
    assert isinstance(seat, dict)
    assert seat["textPlny"] == "Dukelská třída 35, Husovice, Brno-sever, 61400 Brno"
    assert (seat["nazevMestskeCasti"], seat["kodObce"]) == ("Brno-sever", 582786)


VILLAGE = {
    "kodStatu": "CZ", "kodKraje": 141, "kodObce": 544990, "nazevObce": "Valašská Polanka",
    "cisloDomovni": 301, "nazevCastiObce": "Valašská Polanka", "psc": 75611, "typCisloDomovni": 1,
    "textovaAdresa": "č.p. 301, 75611 Valašská Polanka",
}  # fmt: skip


@pytest.mark.parametrize(
    ("change", "short", "full"),
    [
        ({}, "Valašská Polanka 301", "č.p. 301, 75611 Valašská Polanka"),
        (
            {"textovaAdresa": "756 11 Valašská Polanka 301"},
            "Valašská Polanka 301",
            "756 11 Valašská Polanka 301",
        ),
        (
            {"cisloDomovni": 12, "typCisloDomovni": 2, "textovaAdresa": "č.ev. 12, 75611 Valašská Polanka"},
            "Valašská Polanka č. ev. 12",
            "č.ev. 12, 75611 Valašská Polanka",
        ),
        (
            {
                "nazevCastiObce": "Zkušební Lhota",
                "textovaAdresa": "č.p. 301, Zkušební Lhota, 75611 Valašská Polanka",
            },
            "Zkušební Lhota 301, Valašská Polanka",
            "č.p. 301, Zkušební Lhota, 75611 Valašská Polanka",
        ),
        (
            {"cisloDomovni": 0, "typCisloDomovni": 3, "textovaAdresa": "č.p. 0, 75611 Valašská Polanka"},
            "Valašská Polanka",
            "75611 Valašská Polanka",
        ),
        (
            {"cisloDomovni": None, "textovaAdresa": "bez čp, 75611 Valašská Polanka"},
            "Valašská Polanka",
            "bez čp, 75611 Valašská Polanka",
        ),
        (
            {"cisloDomovni": None, "textovaAdresa": "areál ZD, 756 11 Valašská Polanka"},
            "areál ZD, Valašská Polanka",
            "areál ZD, 756 11 Valašská Polanka",
        ),
    ],
)
def test_the_short_address_has_no_postal_code_in_villages_either(
    registry: Registry, change: dict[str, object], short: str, full: str
) -> None:
    address = {name: value for name, value in (VILLAGE | change).items() if value is not None}
    seat = _ares(registry, sidlo=address, pravniForma="112")["sidlo"]
    assert isinstance(seat, dict)
    assert (seat["text"], seat["textPlny"]) == (short, full)
    assert (seat["kodKraje"], seat["kodOkresu"], seat["nazevOkresu"]) == (141, "CZ0723", "Vsetín")


@pytest.mark.parametrize(
    ("address", "query"),
    [
        ({"textovaAdresa": "Zkušebná 77, 517 36 Zkušebná"}, {"address": "Zkušebná 77"}),
        ({"textovaAdresa": "Zkušebná 77, 517 36 Zkušebná"}, {"town": "Zkušebná"}),
        ({"textovaAdresa": "Zkušebná 77, 517 36 Zkušebná"}, {"address": "51736 Zkušebná"}),
        ({"textovaAdresa": "Horní Lhota 15, 262 84 Zadní Ves"}, {"address": "Horní Lhota 15"}),
        ({"textovaAdresa": "areál ZD, 517 36 Zkušebná"}, {"address": "areál ZD, Zkušebná"}),
        ({"textovaAdresa": "Lidická 12, 602 00 Brno"}, {"region": 116, "address": "Lidická 12"}),
        ({"kodObce": 554782, "nazevObce": "Praha", "nazevUlice": "Zkušební"}, {"region": 19}),
    ],
)
def test_a_seat_of_ares_without_usual_parts_is_found_by_what_it_names(
    registry: Registry, tmp_path: Path, address: dict[str, object], query: dict[str, Any]
) -> None:
    _ares(registry, sidlo={"kodStatu": "CZ", **address}, pravniForma="331")
    follow(registry.engine, tmp_path / "index")
    page = CompanySearch(tmp_path / "index").search(CompanyQuery(**query))
    assert [hit.ico for hit in page.hits] == [27074358]


ABROAD = {"nazevObce": "Brno", "nazevUlice": "Paupio", "cisloDomovni": 3}


@pytest.mark.parametrize(
    ("address", "short", "full"),
    [
        (
            {"nazevStatu": "Republika Užupis", **ABROAD},
            "Paupio 3, Brno, Republika Užupis",
            "Paupio 3, Brno, Republika Užupis",
        ),
        (
            {"kodStatu": "AT", "pscTxt": "1010", **ABROAD},
            "Paupio 3, Brno, Rakousko",
            "Paupio 3, 1010 Brno, Rakousko",
        ),
        ({"kodStatu": "AT", "nazevObce": "Brno"}, "Brno, Rakousko", "Brno, Rakousko"),
        ({"psc": 1010, **ABROAD}, "Paupio 3, Brno", "Paupio 3, 1010 Brno"),
    ],
)
def test_a_seat_abroad_names_its_country_and_is_not_among_those_of_a_czech_town(
    registry: Registry, tmp_path: Path, address: dict[str, object], short: str, full: str
) -> None:
    seat = _ares(registry, sidlo=address, pravniForma="112")["sidlo"]
    assert isinstance(seat, dict)
    assert (seat["text"], seat["textPlny"], seat["kodObce"]) == (short, full, None)
    follow(registry.engine, tmp_path / "index")
    search = CompanySearch(tmp_path / "index")
    assert search.search(CompanyQuery(town="Brno")).hits == []
    assert [hit.ico for hit in search.search(CompanyQuery(address=full)).hits] == [27074358]


@pytest.mark.parametrize(
    ("address", "short", "full"),
    [
        ({}, "Rataje 12", "Rataje 12"),
        ({"nazevCastiObce": "Rataje"}, "Rataje 12", "Rataje 12"),
        ({"psc": 76812}, "Rataje 12", "Rataje 12, 76812 Rataje"),
        ({"textovaAdresa": "Rataje 12, Rataje"}, "Rataje 12", "Rataje 12, Rataje"),
    ],
)
def test_a_village_without_a_postal_code_is_named_once(
    registry: Registry, address: dict[str, object], short: str, full: str
) -> None:
    told = {"kodStatu": "CZ", "kodObce": 588938, "nazevObce": "Rataje", "cisloDomovni": 12, **address}
    seat = _ares(registry, sidlo=told, pravniForma="112")["sidlo"]
    assert isinstance(seat, dict)
    assert (seat["text"], seat["textPlny"]) == (short, full)


@pytest.mark.parametrize("query", ["Lidická 1522/53a", "Lidická 1522/53", "Lidická 53a", "Lidická 1522"])
def test_a_building_is_found_by_its_number_with_and_without_the_letter(
    registry: Registry, tmp_path: Path, query: str
) -> None:
    address = BRNO | {"nazevUlice": "Lidická", "cisloDomovni": 1522, "cisloOrientacni": 53}
    _ares(registry, sidlo=address | {"cisloOrientacniPismeno": "a"}, pravniForma="112")
    follow(registry.engine, tmp_path / "index")
    page = CompanySearch(tmp_path / "index").search(CompanyQuery(address=query))
    assert [hit.ico for hit in page.hits] == [27074358]


DELIVERY = {"radekAdresy1": "Cejl 1", "radekAdresy2": "Zábrdovice", "radekAdresy3": "60200 Brno"}


@pytest.mark.parametrize(
    ("forms", "shown"),
    [
        ({"pravniForma": "112", "pravniFormaRos": "112"}, "Cejl 1, Zábrdovice, 60200 Brno"),
        ({"pravniForma": "706"}, "Cejl 1, Zábrdovice, 60200 Brno"),
        ({"pravniForma": "101", "pravniFormaRos": "100"}, None),
        ({"pravniForma": "105"}, None),
        ({"pravniForma": "112", "pravniFormaRos": "100"}, None),
        ({"pravniForma": "424"}, None),
        ({}, None),  # nobody knows what it is
    ],
)
def test_delivery_addresses_of_legal_persons_are_served_and_those_of_natural_ones_not_even_kept(
    registry: Registry, forms: dict[str, str], shown: str | None
) -> None:
    detail = _ares(registry, sidlo=BRNO, adresaDorucovaci=DELIVERY, **forms)
    assert detail["dorucovaciAdresa"] == shown
    assert ("Cejl" in str(registry.content())) == (shown is not None)


def test_a_seat_made_of_its_parts_is_shown_whatever_it_looks_like(registry: Registry) -> None:
    streets = "17. listopadu", "1. máje", "28. října", "9.května", "Na Bydlišti", "U Jana Husa", ""
    towns = "Nový Jičín", "Ústí nad Labem", "Jan Lhota", "Dědice", "Štěnovický Borek"
    seats = list(product(streets, (("31", ""), ("1961", ""), ("61", "3a")), towns))
    rows = [
        res_row(
            number, "Jan Novák", ULICE_TEXT=street, CDOM=numbers[0], COR=numbers[1], OBEC_TEXT=town,
            COBCE_TEXT=town, ICZUJ="", KODADM="",
        )
        for number, (street, numbers, town) in enumerate(seats, 10_000_000)
    ]  # fmt: skip
    registry.res(res_file(registry.directory / "res_data.csv", rows))
    registry.publish()
    for number, (street, numbers, town) in enumerate(seats, 10_000_000):
        seat = registry.company(number)["sidlo"]
        line = f"{street or town} {'/'.join(filter(None, numbers))}"
        assert seat["text"].startswith(line) and seat["textPlny"].startswith(line)
        assert "skryto" not in str(seat)


def test_what_else_stands_in_the_text_of_a_seat_is_hidden(registry: Registry) -> None:
    told = {"nazevUlice": "17. listopadu", "cisloDomovni": 31, "nazevObce": "Nový Jičín", "kodStatu": "CZ"}
    for more in ("nar. 23. července 1961", "Jan Novák 23. 7. 1961", "r. č. 610723/1231"):
        text = f"17. listopadu 31, {more}, Nový Jičín"
        seat = _ares(registry, sidlo={**told, "textovaAdresa": text}, pravniForma="112")["sidlo"]
        assert not re.search(r"1961|610723|července", str(seat))


def test_registrations_are_served_with_names_and_unknown_where_ares_does_not_tell(registry: Registry) -> None:
    told = {"stavZdrojeVr": "AKTIVNI", "stavZdrojeRzp": "NEEXISTUJICI", "stavZdrojeNovy": "NECO"}
    assert _ares(registry, seznamRegistraci=told)["seznamRegistraci"] == [
        {
            "registr": {"kod": "vr", "nazev": "Veřejný rejstřík"},
            "stav": {"kod": "AKTIVNI", "nazev": "aktivní"},
        },
        {
            "registr": {"kod": "rzp", "nazev": "Živnostenský rejstřík"},
            "stav": {"kod": "NEEXISTUJICI", "nazev": "není zapsán"},
        },
        {"registr": {"kod": "novy", "nazev": None}, "stav": {"kod": "NECO", "nazev": None}},
    ]
    assert _ares(registry, seznamRegistraci={})["seznamRegistraci"] is None


def test_the_sector_of_the_statistical_register_is_served(seated: Registry) -> None:
    assert seated.company(27074358)["institucionalniSektor"] == {"kod": "11002", "nazev": None}


def test_an_unchanged_file_is_read_again_by_a_reader_that_reads_more(
    registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = res_file(registry.directory / "res_data.csv", [res_row(27074358, "Alfa s.r.o.")])
    assert not sync_subjects(registry.engine, path, no_progress).unchanged_file
    assert sync_subjects(registry.engine, path, no_progress).unchanged_file
    monkeypatch.setattr(res, "READER_VERSION", res.READER_VERSION + 1)
    assert not sync_subjects(registry.engine, path, no_progress).unchanged_file
