"""Municipalities and city districts as the registers write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soupis.addresses import district_names, is_numbered
from soupis.registers.codelists import load
from soupis.registers.places import Town, city_district, part_of, town_of

PRAHA, BRNO, PLZEN, OSTRAVA, USTI = 554782, 582786, 554791, 554821, 554804


@pytest.mark.parametrize(
    ("written", "town"),
    [
        ("Praha 4", Town(PRAHA, "Praha", "CZ0100", "Praha 4")),
        ("PRAHA 10", Town(PRAHA, "Praha", "CZ0100", "Praha 10")),
        ("Praha 6 - Dejvice", Town(PRAHA, "Praha", "CZ0100", "Praha 6", "Dejvice")),
        ("Praha 5-Smíchov", Town(PRAHA, "Praha", "CZ0100", "Praha 5", "Smíchov")),
        ("Praha - Kolovraty", Town(PRAHA, "Praha", "CZ0100", "Praha-Kolovraty")),
        ("Praha - Vinohrady", Town(PRAHA, "Praha", "CZ0100", None, "Vinohrady")),
        ("Praha, hl. m.", Town(PRAHA, "Praha", "CZ0100")),
        ("Brno - sever", Town(BRNO, "Brno", "CZ0642", "Brno-sever")),
        ("Brno 2", Town(BRNO, "Brno", "CZ0642")),  # a post office
        ("Plzeň 3", Town(PLZEN, "Plzeň", "CZ0323", "Plzeň 3")),
        ("Ostrava - Svinov", Town(OSTRAVA, "Ostrava", "CZ0806", "Svinov")),
        ("Ústí nad Labem - Neštěmice", Town(USTI, "Ústí nad Labem", "CZ0427", "Ústí nad Labem-Neštěmice")),
        ("Liberec XI-Růžodol I", Town(563889, "Liberec", "CZ0513", None, "Liberec XI-Růžodol I")),
        ("Frýdek-Místek", Town(598003, "Frýdek-Místek", "CZ0802")),
        ("Opavice", Town(None, "Opavice")),
        ("Lhota", Town(None, "Lhota")),  # there are several
        (None, Town()),
    ],
)
def test_a_text_names_city_district_and_part(written: str | None, town: Town) -> None:
    assert town_of(written) == town


def test_towns_of_one_name_are_told_apart_by_their_district() -> None:
    found = {lau: town_of("Lhota", lau=lau).code for lau in ("CZ0203", "CZ0721", "CZ0642")}
    assert found["CZ0203"] != found["CZ0721"]
    assert found["CZ0642"] is None


@pytest.mark.parametrize("unit", sorted(load("city_district")))
def test_every_unit_of_a_divided_city_gives_the_city_and_its_district(unit: str) -> None:
    row = load("city_district")[unit]
    city = load("municipality")[str(row.parent)]
    town = town_of(None, unit=int(unit))
    assert (town.code, town.name, town.lau) == (int(str(row.parent)), city.name_cs, city.parent)
    assert town.city_district == (row.name_cs or None)
    assert town_of(city.name_cs, unit=int(unit)) == town


@given(
    st.sampled_from([row for row in load("city_district").values() if row.name_cs]),
    st.sampled_from(["-", " - ", " – "]),
)
def test_a_district_is_known_by_each_of_its_names(row: object, dash: str) -> None:
    name, city_code = row.name_cs, int(row.parent)  # type: ignore[attr-defined]
    city = load("municipality")[str(city_code)].name_cs
    for spelling in district_names(name, city):
        assert city_district(city_code, spelling.replace("-", dash).upper()) == name


def test_a_part_of_a_town_is_no_district_unless_it_bears_its_name() -> None:
    assert town_of("Praha", district_name="Michle").city_district is None
    assert town_of("Brno", district_name="Brno-střed").city_district == "Brno-střed"


def test_numbered_districts_stand_for_the_town_in_an_address() -> None:
    assert is_numbered("Praha 11", "Praha") and is_numbered("Pardubice IV", "Pardubice")
    assert not is_numbered("Praha-Troja", "Praha") and not is_numbered("Plzeň 2-Slovany", "Plzeň")


def test_a_part_belongs_to_its_own_city_only() -> None:
    assert part_of(582786, "VEVEŘÍ") == "Veveří"
    assert part_of(554782, "Veveří") is None
    assert part_of(582786, "Brno") is None
