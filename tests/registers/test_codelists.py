"""Packaged code lists and the exports of the statistical office."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soupis.registers import codelists
from soupis.registers.records import SourceError

FIXTURES = Path(__file__).parents[1] / "fixtures" / "codelists"


def _recorded(name: str) -> list[dict[str, str]]:
    with (FIXTURES / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize(
    ("list_name", "recorded"),
    [
        ("headcount", "codelist_headcount_579.csv"),
        ("legal_form", "codelist_legal_form_56.csv"),
        ("legal_form_ros", "codelist_legal_form_149_ros.csv"),
    ],
)
def test_packaged_list_holds_every_recorded_code(list_name: codelists.ListName, recorded: str) -> None:
    recorded_codes = [row["kod"] for row in _recorded(recorded)]
    assert [code for code in codelists.load(list_name) if code in recorded_codes] == recorded_codes


def test_every_district_lies_in_the_recorded_region() -> None:
    for row in _recorded("codelist_district_109_region.csv"):
        assert codelists.region_by_district()[row["okres_lau"]] == int(row["kod_kraje_ruian"])
        assert codelists.region_by_nuts3()[row["nuts3_kraj"]] == int(row["kod_kraje_ruian"])
        assert codelists.load("region")[row["kod_kraje_ruian"]].name_cs == row["kraj"]
        assert codelists.district_code(row["okres"]) == row["okres_lau"]


@pytest.mark.parametrize(("list_name", "sections", "divisions"), [("nace2008", 21, 88), ("nace2025", 22, 87)])
def test_nace_holds_all_sections_and_divisions(
    list_name: codelists.ListName, sections: int, divisions: int
) -> None:
    items = codelists.load(list_name)
    tops = {code for code in items if code.isalpha()}
    assert len(tops) == sections
    children = [item for code, item in items.items() if len(code) == 2 and code != "00"]
    assert len(children) == divisions
    assert {item.parent for item in children} == tops
    assert all(item.name_cs and item.name_en for item in items.values())


@pytest.mark.parametrize(("list_name", "rows"), [("nace2008", 1718), ("nace2025", 1764)])
def test_every_activity_has_its_own_name_in_both_languages_and_a_parent_that_exists(
    list_name: codelists.ListName, rows: int
) -> None:
    items = codelists.load(list_name)
    assert len(items) == rows
    assert all(item.name_cs and item.name_en for item in items.values())
    tops = {code for code, item in items.items() if item.parent is None}
    assert tops == {code for code in items if code.isalpha()} | {"00"}
    assert all(item.parent in items for item in items.values() if item.parent)


@pytest.mark.parametrize(
    ("list_name", "siblings"),
    [
        ("nace2025", ("25530", "25620", "25630")),
        ("nace2025", ("3511", "3514", "3523")),
        ("nace2008", ("4332", "4333")),
    ],
)
def test_classes_of_one_division_have_different_names(
    list_name: codelists.ListName, siblings: tuple[str, ...]
) -> None:
    items = codelists.load(list_name)
    for language in ("name_cs", "name_en"):
        assert len({getattr(items[code], language) for code in siblings}) == len(siblings)


@pytest.mark.parametrize(
    ("list_name", "code", "name"),
    [
        ("legal_form", "332", "Státní příspěvková organizace"),
        ("legal_form", "334", "Veřejná kulturní instituce"),
        ("legal_form", "963", "Národní akreditační úřad pro terciární vzdělávání"),
        ("legal_form", "964", "Historická právnická osoba – církevní fond"),
        ("court", "VSOL", "Vrchní soud v Olomouci"),
        ("tax_office", "461", "Finanční úřad pro Jihomoravský kraj"),
        ("tax_office", "13", "Specializovaný finanční úřad"),
        ("bank", "0100", "Komerční banka, a.s."),
    ],
)
def test_codes_that_registers_send_have_names(list_name: codelists.ListName, code: str, name: str) -> None:
    assert codelists.load(list_name)[code].name_cs == name


def test_every_city_district_lies_in_a_municipality_of_the_list() -> None:
    municipalities, districts = codelists.load("municipality"), codelists.load("city_district")
    assert len(municipalities) == 6259
    assert len([item for item in districts.values() if item.name_cs]) == 140
    assert all(item.parent in municipalities for item in districts.values())
    assert not municipalities.keys() & districts.keys()


def test_retail_of_vehicles_left_the_new_revision() -> None:
    assert "45" in codelists.load("nace2008")
    assert "45" not in codelists.load("nace2025")
    assert codelists.load("nace2025")["62"].parent == "K"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Společnost s ručením omezeným", "112"),
        ("AKCIOVÁ SPOLEČNOST", "121"),
        ("s.r.o.", "112"),
        ("a. s.", "121"),
        ("Příspěvková organizace", "331"),
        ("Národní podnik", "302"),
        ("Létající koberec", None),
    ],
)
def test_legal_form_is_found_by_name_or_abbreviation(name: str, code: str | None) -> None:
    assert codelists.legal_form_code(name) == code


def test_first_known_name_of_a_legal_form_decides() -> None:
    assert codelists.legal_form_code(None, "", "cosi", "v.o.s.", "a.s.") == "111"


def test_court_has_a_name_only_when_known() -> None:
    assert codelists.court_name("MSPH") == "Městský soud v Praze"
    assert codelists.court_name("XXXX") is None


def test_lower_case_export_is_read() -> None:
    data = (
        "kodjaz,akrcis,kodcis,chodnota,zkrtext,text,admplod,admnepo\r\n"
        '"CS","FORMA","56","121","a.s.","Akciová společnost","1991-01-01","9999-09-09"\r\n'
        '"CS","FORMA","56","","","bez kódu","1991-01-01",""\r\n'
    )
    assert codelists.parse_export(data.encode()) == [codelists.CodeRow("121", "Akciová společnost")]


def test_upper_case_export_with_bom_is_read() -> None:
    data = (
        "\ufeffCHODNOTA,TEXT,ZKRTEXT,UROVEN,NADVAZ,ADMPLOD,ADMNEPO\n62,Programování,Progr.,2,K,01.01.2026,\n"
    )
    assert codelists.parse_export(data.encode()) == [codelists.CodeRow("62", "Programování", "K")]


@pytest.mark.parametrize("content_type", [None, "text/csv; charset=windows-1250", "text/csv"])
def test_windows_1250_export_is_read(content_type: str | None) -> None:
    data = "chodnota;text\r\n121;Akciová společnost žlutá\r\n".encode("windows-1250")
    assert codelists.parse_export(data, content_type)[0].name == "Akciová společnost žlutá"


def test_link_between_lists_gives_the_parent() -> None:
    data = b"kodcis1,chodnota1,text1,kodcis2,chodnota2,text2\n109,CZ0642,Brno-m\xc4\x9bsto,108,CZ064,X\n"
    assert codelists.parse_export(data) == [codelists.CodeRow("CZ0642", "Brno-město", "CZ064")]


@pytest.mark.parametrize(
    "data", [b"<html>outage</html>", b"", b'{"error":1}', b"a,b\n1,2\n", b'chodnota,text\n"x']
)
def test_export_of_another_shape_is_refused(data: bytes) -> None:
    with pytest.raises(SourceError):
        codelists.parse_export(data)


@given(st.binary(max_size=300), st.sampled_from([b"", b"chodnota,text\n", b"CHODNOTA;TEXT\n"]))
def test_random_bytes_are_rows_or_a_refusal(data: bytes, header: bytes) -> None:
    try:
        rows = codelists.parse_export(header + data)
    except SourceError:
        return
    assert all(row.code for row in rows)
