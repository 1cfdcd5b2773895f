"""House numbers out of texts of addresses: what is certain is taken, nothing is invented."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soupis.registers.address_text import HouseNumber, house_number, postal_code


@pytest.mark.parametrize(
    ("text", "places", "found"),
    [
        ("Křižíkova 148/34, 186 00 Praha 8", ("Praha", "Praha 8"), HouseNumber("148", None, "34")),
        ("Křižíkova 148/34 186 00 Praha 8", ("Praha", "Praha 8"), HouseNumber("148", None, "34")),
        ("Křižíkova 148/34 Praha 8", ("Praha",), HouseNumber("148", None, "34")),
        ("PSČ 186 00, Praha 8, Křižíkova 148", ("Praha",), HouseNumber("148")),
        ("Praha 8, Karlín, Křižíkova č. 34a", ("Praha",), HouseNumber("34a")),
        ("třída 1. máje 26/13c, Liberec 3", ("Liberec",), HouseNumber("26", None, "13c")),
        ("nám. 14. října 1307, Praha 5", ("Praha",), HouseNumber("1307")),
        ("Budovatelů 2830, 434 01 Most", ("Most",), HouseNumber("2830")),
        ("Zahradní 10 - 14, Kolín", ("Kolín",), HouseNumber("10-14")),
        ("Zahradní 455/10–14, Kolín", ("Kolín",), HouseNumber("455", None, "10-14")),
        ("Lhotka č.p. 21, 588 56", ("Lhotka",), HouseNumber("21", 1)),
        ("Lhotka čp. 21", ("Lhotka",), HouseNumber("21", 1)),
        ("č. p. 21, č. o. 4", (), HouseNumber("21", 1, "4")),
        ("číslo popisné 21/4", (), HouseNumber("21", 1, "4")),
        ("Lhotka, č.ev. 107", ("Lhotka",), HouseNumber("107", 2)),
        ("ev. č. 107, Lhotka", ("Lhotka",), HouseNumber("107", 2)),
        ("Lhotka 21, 588 56 Telč", ("Lhotka",), HouseNumber("21")),
        ("Kladno 8, 272 08 Kladno", ("Kladno",), HouseNumber("8")),
        ("Kladno 3120", ("Kladno",), HouseNumber("3120")),
        ("Dolní 5, 2. patro, Zlín", ("Zlín",), HouseNumber("5")),
        ("P.O.Box 77, Dolní 5, Zlín", ("Zlín",), HouseNumber("5")),
    ],
)
def test_the_number_of_the_building_is_taken(
    text: str, places: tuple[str | None, ...], found: HouseNumber
) -> None:
    assert house_number(text, places=places) == found


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("Praha 4", ("Praha", "Praha 4")),
        ("Brno 2, 602 00", ("Brno",)),
        ("Kladno 2, 272 01", ("Kladno",)),
        ("České Budějovice 3", ("České Budějovice", "České Budějovice 3")),
        ("28. října, Ostrava", ("Ostrava",)),
        ("U 3 lvů, České Budějovice", ("České Budějovice",)),
        ("parc. č. 1234/5, Lhotka", ("Lhotka",)),
        ("Dolní, hala 5", ()),
        ("Dolní 5, Horní 7", ()),  # which of them?
        ("Dolní 12345", ()),
        ("586 01 Jihlava", ("Jihlava",)),
        ("", ()),
    ],
)
def test_a_number_that_may_mean_something_else_is_not_taken(
    text: str, places: tuple[str | None, ...]
) -> None:
    assert house_number(text, places=places) is None


def test_where_the_street_is_known_the_number_behind_it_counts() -> None:
    assert house_number("Dolní 5, Horní 7, Telč", "Horní", ("Telč",)) == HouseNumber("7")
    assert house_number("Dolní 5, Telč", "Horní", ("Telč",)) is None


@given(st.text(alphabet="Dlouhá 0123456789/-,.čpevPraha", max_size=60))
def test_a_number_is_never_made_up(text: str) -> None:
    found = house_number(text, places=("Praha",))
    if found:
        for digits in (found.number, found.orientation or ""):
            assert all(part in text for part in digits.replace("-", " ").split())


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Kovářská 2692/3, Stodůlky, 15500 Praha", 15500),
        ("Dlouhá 12/3, 110 00 Praha 1", 11000),
        ("Lhota č.p. 15, PSČ 262 84", 26284),
        ("110 00 Praha 1, Dlouhá 12", 11000),
        ("parc. č. 12345, Lhota", None),
        ("Dlouhá 12/3, Praha 1", None),
        ("Dlouhá 12, 110 00 Praha, 602 00 Brno", None),
        ("Hlavní 12, 811 01 Bratislava", None),
    ],
)
def test_the_postal_code_is_taken_where_it_is_one(text: str, code: int | None) -> None:
    assert postal_code(text) == code
