"""Addresses given as texts: certain parts are read, nothing is invented."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soupis.registers.address_text import read_address
from soupis.registers.codelists import load
from soupis.registers.house_numbers import HouseNumber, number_of_field, without_zero_numbers
from soupis.registers.places import Town, town_of

# Text: town, city district, street, numbers, postal code. "Zkušebná" and the like are on no list.
READ: dict[str, tuple[str | None, str | None, str | None, HouseNumber | None, int | None]] = {
    # villages
    "Zkušebná 77, 517 36 Zkušebná": ("Zkušebná", None, None, HouseNumber("77"), 51736),
    "Zkušebná 77 517 36 Zkušebná": ("Zkušebná", None, None, HouseNumber("77"), 51736),
    "Zkušebná 77, PSČ 517 36": ("Zkušebná", None, None, HouseNumber("77"), 51736),
    "517 36 Zkušebná 77": ("Zkušebná", None, None, HouseNumber("77"), 51736),
    "517 36 Zkušebná č.p. 77": ("Zkušebná", None, None, HouseNumber("77", 1), 51736),
    "517 36 Zkušebná, č.p. 77": ("Zkušebná", None, None, HouseNumber("77", 1), 51736),
    "Zkušebná, čp. 77, PSČ 51736": ("Zkušebná", None, None, HouseNumber("77", 1), 51736),
    "č.p. 301, 75611 Valašská Polanka": ("Valašská Polanka", None, None, HouseNumber("301", 1), 75611),
    "c.p. 301, 75611 Valašská Polanka": ("Valašská Polanka", None, None, HouseNumber("301", 1), 75611),
    "obec Zkušebná č.p. 77, 517 36": ("Zkušebná", None, None, HouseNumber("77", 1), 51736),
    "Lhota č.p. 15, PSČ 262 84": ("Lhota", None, None, HouseNumber("15", 1), 26284),
    "Lhota 15, okr. Kladno": ("Lhota", None, None, HouseNumber("15"), None),
    "Zkušebná čp. 77, okres Rychnov nad Kněžnou": ("Zkušebná", None, None, HouseNumber("77", 1), None),
    "Horní Lhota 15, 262 84 Zadní Ves": ("Zadní Ves", None, None, HouseNumber("15"), 26284),
    "Popice 15, 586 01 Jihlava": ("Jihlava", None, None, HouseNumber("15"), 58601),
    "Zkušebná 77, 518 01 pošta Dobruška": ("Zkušebná", None, None, HouseNumber("77"), 51801),
    "Zkušebná 77, p. Dobruška, 518 01": ("Zkušebná", None, None, HouseNumber("77"), 51801),
    "Zkušebná č.ev. 12, 517 36 Zkušebná": ("Zkušebná", None, None, HouseNumber("12", 2), 51736),
    "Zkušebná č. e. 12, 517 36 Zkušebná": ("Zkušebná", None, None, HouseNumber("12", 2), 51736),
    "Zkušebná e.č. 12, 517 36 Zkušebná": ("Zkušebná", None, None, HouseNumber("12", 2), 51736),
    "Zkušebná ev. číslo 12, 517 36 Zkušebná": ("Zkušebná", None, None, HouseNumber("12", 2), 51736),
    # buildings without a number
    "Zkušebná bez čp, 517 36 Zkušebná": ("Zkušebná", None, None, None, 51736),
    "bez čp/če, 517 36 Zkušebná": ("Zkušebná", None, None, None, 51736),
    "bez č.p., Zkušebná, 517 36": ("Zkušebná", None, None, None, 51736),
    "č.p. 0, 75611 Valašská Polanka": ("Valašská Polanka", None, None, None, 75611),
    "Zkušební 0, 602 00 Brno": ("Brno", None, None, None, 60200),
    "areál ZD, 517 36 Zkušebná": ("Zkušebná", None, None, None, 51736),
    "parc. č. 1234/5, k.ú. Lhotka, 588 56 Lhotka": ("Lhotka", None, None, None, 58856),
    # towns with streets
    "Karlštejnská 9, 25225 Jinočany": ("Jinočany", None, "Karlštejnská", HouseNumber("9"), 25225),
    "Lidická 12, 602 00 Brno": ("Brno", None, "Lidická", HouseNumber("12"), 60200),
    "Brno, Lidická 12, PSČ 602 00": ("Brno", None, "Lidická", HouseNumber("12"), 60200),
    "Lidická 12, Brno 602 00": ("Brno", None, "Lidická", HouseNumber("12"), 60200),
    "Slatina 12, 627 00 Brno": ("Brno", None, None, HouseNumber("12"), 62700),  # a city district
    "náměstí Míru 12, 543 01 Vrchlabí": ("Vrchlabí", None, "náměstí Míru", HouseNumber("12"), 54301),
    "ul. Krátká 5, 370 01 České Budějovice": ("České Budějovice", None, "Krátká", HouseNumber("5"), 37001),
    "Zlín 4, třída T. Bati 5, 760 01": ("Zlín", None, "třída T. Bati", HouseNumber("5"), 76001),
    "Jihlava - Horní Kosov, Lipová 5, PSČ 58601": ("Jihlava", None, None, HouseNumber("5"), 58601),
    "28. října 12/3, 702 00 Ostrava": ("Ostrava", None, "28. října", HouseNumber("12", None, "3"), 70200),
    "Zkušební 123/4a, 602 00 Brno": ("Brno", None, "Zkušební", HouseNumber("123", None, "4a"), 60200),
    "Zkušební 123 / 4 a, 602 00 Brno": ("Brno", None, "Zkušební", HouseNumber("123", None, "4a"), 60200),
    "Zkušební č. p. 123, č. or. 4a, Brno": ("Brno", None, "Zkušební", HouseNumber("123", 1, "4a"), None),
    "Zkušební 123/4/a, 602 00 Brno": ("Brno", None, "Zkušební", HouseNumber("123", None, "4a"), 60200),
    "nám. 1. máje 97, 43001 Chomutov": ("Chomutov", None, "nám. 1. máje", HouseNumber("97"), 43001),
    "tř. 5. května 3/1, 430 01 Chomutov": (
        "Chomutov", None, "tř. 5. května", HouseNumber("3", None, "1"), 43001,
    ),
    "U 1. baterie 5, 162 00 Praha 6": ("Praha", "Praha 6", "U 1. baterie", HouseNumber("5"), 16200),
    "Nový Jičín, Dlouhá 5, PSČ 74101": ("Nový Jičín", None, "Dlouhá", HouseNumber("5"), 74101),
    "Dlouhá 5, 741 01 Nový Jičín": ("Nový Jičín", None, "Dlouhá", HouseNumber("5"), 74101),
    "Chomutov, Palackého 12, PSČ 430 01": ("Chomutov", None, "Palackého", HouseNumber("12"), 43001),
    "Chomutov, Budovatelů 12": ("Chomutov", None, "Budovatelů", HouseNumber("12"), None),
    "Nový Jičín, Loučka 5, PSČ 74101": ("Nový Jičín", None, None, HouseNumber("5"), 74101),  # a part
    "Dlouhá 5, 517 36 Zkušebná": ("Zkušebná", None, None, HouseNumber("5"), 51736),  # perhaps a part
    "Zkušební 77/A, 602 00 Brno": ("Brno", None, "Zkušební", HouseNumber("77", None, "A"), 60200),
    "Zkušební č. 77, 602 00 Brno": ("Brno", None, "Zkušební", HouseNumber("77"), 60200),
    "Zkušební 77 (budova B), 602 00 Brno": ("Brno", None, "Zkušební", HouseNumber("77"), 60200),
    "Zkušební 5, 272 01 Kladno 1": ("Kladno", None, "Zkušební", HouseNumber("5"), 27201),
    "602 00 Brno-Veveří, Zkušební 77": ("Brno", None, "Zkušební", HouseNumber("77"), 60200),
    "Zkušební Lhota č. ev. E12, 517 36 Zkušebná": ("Zkušebná", None, None, HouseNumber("12", 2), 51736),
    # Prague
    "Tusarova 1235/32, 170 00 Praha": ("Praha", None, "Tusarova", HouseNumber("1235", None, "32"), 17000),
    "Vodičkova 736/17, Nové Město, 110 00 Praha 1": (
        "Praha", "Praha 1", "Vodičkova", HouseNumber("736", None, "17"), 11000,
    ),
    "Praha 9 - Vysočany, Sokolovská 100/94, PSČ 190 00": (
        "Praha", "Praha 9", "Sokolovská", HouseNumber("100", None, "94"), 19000,
    ),
    "10000 Praha 10 Strašnice, Průběžná 74/3": (
        "Praha", "Praha 10", "Průběžná", HouseNumber("74", None, "3"), 10000,
    ),
    "110 00 Praha 1, Dlouhá 12": ("Praha", "Praha 1", "Dlouhá", HouseNumber("12"), 11000),
    "CZ-11000 Praha 1, Dlouhá 12": ("Praha", "Praha 1", "Dlouhá", HouseNumber("12"), 11000),
    "Dlouhá 12, 110\u00a000 Praha 1, ČR": ("Praha", "Praha 1", "Dlouhá", HouseNumber("12"), 11000),
    "hl. m. Praha, Dlouhá 12": ("Praha", None, "Dlouhá", HouseNumber("12"), None),
    "Praha, Česká republika": ("Praha", None, None, None, None),
    # abroad
    "Hlavní 12, 811 02 Bratislava": (None, None, None, None, None),
    "811 02 Bratislava, Hlavní 12": (None, None, None, None, None),
    "Hlavní 12, SK-811 02 Bratislava": (None, None, None, None, None),
    "Hlavní 12, Bratislava, PSČ 811 02": (None, None, None, None, None),
    "Námestie SNP 1, 010 01 Žilina": (None, None, None, None, None),  # there is a Czech one, too
    "Hlavná 5, Lhota, Slovenská republika": (None, None, None, None, None),
    "Stephansplatz 1, A-1010 Wien": (None, None, None, None, None),
    "Hauptstrasse 5, 02827 Görlitz": (None, None, None, None, None),
    "Warszawska 12, PL-00-950 Warszawa": (None, None, None, None, None),
    "": (None, None, None, None, None),
}  # fmt: skip


@pytest.mark.parametrize("text", READ)
def test_the_text_of_an_address_names_town_street_numbers_and_postal_code(text: str) -> None:
    read = read_address(text)
    assert (read.town.name, read.town.city_district, read.street, read.number, read.postal_code) == READ[text]


@pytest.mark.parametrize(
    ("text", "town", "part"),
    [
        ("Lidická 700/19, Veveří, 60200 Brno", "Brno", "Veveří"),
        ("Brno - Veveří, Lidická 700/19, PSČ 602 00", "Brno", "Veveří"),
        ("Brno-Veveří, Lidická 700/19", "Brno", "Veveří"),
        ("Brno, Veveří, Lidická 700/19", "Brno", "Veveří"),
        ("Rooseveltova 575/39, BUBENEČ, 16000 Praha 6", "Praha", "Bubeneč"),
        ("Praha 6 - Bubeneč, Rooseveltova 575/39", "Praha", "Bubeneč"),
        ("Rooseveltova 575/39, 160 00 Praha 6 - Bubeneč", "Praha", "Bubeneč"),
        ("Vodičkova 736/17, Nové Město, 110 00 Praha 1", "Praha", "Nové Město"),
        ("Opavská 6230, Poruba, 70800 Ostrava", "Ostrava", "Poruba"),
        ("Slovanská 78, Východní Předměstí, 326 00 Plzeň 2", "Plzeň", "Východní Předměstí"),
        ("Jihlava - Horní Kosov, Lipová 5", "Jihlava", "Horní Kosov"),
        # not parts of the town
        ("Dlouhá 5, Bubeneč, 602 00 Brno", "Brno", None),
        ("Dlouhá 5, Alfa Invest, 602 00 Brno", "Brno", None),
        ("Areál Alfa, Dlouhá 5, 602 00 Brno", "Brno", None),
        ("Dlouhá 5, Veveří, Líšeň, 602 00 Brno", "Brno", None),
    ],
)
def test_a_part_is_read_where_it_is_one_of_the_town(text: str, town: str, part: str | None) -> None:
    read = read_address(text).town
    assert (read.name, read.part) == (town, part)


def test_a_village_named_by_its_part_gets_no_code_of_another_village() -> None:
    assert town_of("Popice").code is not None
    assert read_address("Popice č.p. 15, PSČ 586 01").town == Town(name="Popice")
    # There are two towns of this name, but one with post offices that have numbers.
    assert read_address("Dlouhá 5, Kladno 1").town.code == 532053
    assert read_address("Dlouhá 5, Kladno").town.code is None
    assert read_address("Dlouhá 5, 272 01 Kladno").town.code == 532053
    assert read_address("Kladno, Dlouhá 5, PSČ 272 01").town.code == 532053
    assert read_address("Lhota 15, okr. Kladno").town == town_of("Lhota", lau="CZ0203")


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
        ("Praha 4", ("Praha", "Praha 4"), None),
        ("Brno 2, 602 00", ("Brno",), None),
        ("Kladno 2, 272 01", ("Kladno",), None),
        ("České Budějovice 3", ("České Budějovice", "České Budějovice 3"), None),
        ("28. října, Ostrava", ("Ostrava",), None),
        ("U 3 lvů, České Budějovice", ("České Budějovice",), None),
        ("parc. č. 1234/5, Lhotka", ("Lhotka",), None),
        ("Dolní, hala 5", (), None),
        ("Dolní 5, Horní 7", (), None),  # which of them?
        ("Dolní 12345", (), None),
        ("586 01 Jihlava", ("Jihlava",), None),
    ],
)
def test_a_number_that_may_mean_something_else_is_not_taken(
    text: str, places: tuple[str | None, ...], found: HouseNumber | None
) -> None:
    name, district = (*places, None, None)[:2]
    assert read_address(text, town=Town(name=name, city_district=district)).number == found


def test_where_the_street_is_known_the_number_behind_it_counts() -> None:
    telc = Town(name="Telč")
    assert read_address("Dolní 5, Horní 7, Telč", "Horní", telc).number == HouseNumber("7")
    assert read_address("Dolní 5, Telč", "Horní", telc).number is None


@given(st.text(alphabet="Dlouhá 0123456789/-,.čpevPrahaPSČ", max_size=60))
def test_no_part_of_an_address_is_made_up(text: str) -> None:
    read = read_address(text)
    if read.number:
        for digits in (read.number.number or "", read.number.orientation or ""):
            assert all(part in text for part in digits.replace("-", " ").split())
    assert read.street is None or read.street in " ".join(text.split())
    assert read.postal_code is None or str(read.postal_code) in text.replace(" ", "")


_TOWNS = sorted({row.name_cs for row in load("municipality").values()})
_NUMBERS = st.integers(1, 9999).map(str)
_CODES = st.integers(10_000, 79_999)


@given(st.sampled_from(_TOWNS), _NUMBERS, _CODES, st.booleans(), st.data())
def test_a_village_address_is_read_in_every_usual_order(
    town: str, number: str, code: int, spaced: bool, data: st.DataObject
) -> None:
    digits = f"{code // 100} {code % 100:02d}" if spaced else str(code)
    text = data.draw(
        st.sampled_from(
            [
                f"{town} {number}, {digits} {town}",
                f"č.p. {number}, {digits} {town}",
                f"{digits} {town}, čp. {number}",
                f"{digits} {town} č. p. {number}",
                f"{town} č.p. {number}, PSČ {digits}",
                f"{town}, č. p. {number}, PSČ: {digits}, Česká republika",
            ]
        )
    )
    read = read_address(text)
    assert (read.number and read.number.number, read.postal_code) == (number, code)
    assert read.town.name == town_of(town).name


@given(
    st.sampled_from(["Lidická", "Na Příkopě", "28. října", "nám. Míru", "T. G. Masaryka", "Dlouhá"]),
    _NUMBERS,
    st.integers(1, 300),
    st.sampled_from(["", "a", "B"]),
    st.sampled_from(
        [("Praha 3", 13000), ("Brno", 60200), ("Plzeň", 30100), ("Olomouc", 77900), ("Telč", 58856)]
    ),
)
def test_a_street_with_both_numbers_is_read(
    street: str, house: str, orientation: int, letter: str, town: tuple[str, int]
) -> None:
    read = read_address(
        f"{street} {house}/{orientation}{letter}, {town[1] // 100} {town[1] % 100:02d} {town[0]}"
    )
    assert read.street == street
    assert read.number == HouseNumber(house, None, f"{orientation}{letter}")
    assert (read.town, read.postal_code) == (town_of(town[0]), town[1])


@given(st.sampled_from(_TOWNS), st.integers(1, 999), st.sampled_from(["0", "8", "9"]), st.integers(0, 9999))
def test_a_postal_code_of_another_country_gives_no_czech_town(
    town: str, number: int, first: str, rest: int
) -> None:
    digits = f"{first}{rest:04d}"
    for code in (digits, f"{digits[:3]} {digits[3:]}"):
        assert read_address(f"{town} {number}, {code} {town}").town == Town()


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("123/4a", HouseNumber("123", None, "4a")),
        ("123 / 4 a", HouseNumber("123", None, "4a")),
        ("12345/6", HouseNumber("12345", None, "6")),
        ("č.p. 123/4a", HouseNumber("123", 1, "4a")),
        ("č. ev. 5", HouseNumber("5", 2)),
        ("čp77", HouseNumber("77", 1)),
        ("12-14", HouseNumber("12-14")),
        ("455/10–14", HouseNumber("455", None, "10-14")),
        ("34a", HouseNumber("34a")),
        ("/4a", HouseNumber(None, None, "4a")),
        ("0/12", HouseNumber(None, None, "12")),
        ("12/0", HouseNumber("12")),
        ("blok A", HouseNumber("blok A")),
        ("0", None),
        ("00", None),
        ("0/0", None),
        ("č.p. 0", None),
        ("bez čp", None),
        ("bez č. p.", None),
        ("", None),
        (None, None),
    ],
)
def test_a_field_may_hold_both_numbers_of_a_building(text: str | None, numbers: HouseNumber | None) -> None:
    assert number_of_field(text) == numbers


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("č.p. 0, 75611 Valašská Polanka", "75611 Valašská Polanka"),
        ("Zkušební 0, 602 00 Brno", "Zkušební, 602 00 Brno"),
        ("Zkušební 0/5, 602 00 Brno", "Zkušební 5, 602 00 Brno"),
        ("Zkušební 12/0, 602 00 Brno", "Zkušební 12, 602 00 Brno"),
        ("Zkušebná č. ev. 0, 517 36 Zkušebná", "Zkušebná, 517 36 Zkušebná"),
        ("Zkušebná 10, 600 00 Brno", "Zkušebná 10, 600 00 Brno"),
        ("Zkušební 100/20, 602 00 Brno", "Zkušební 100/20, 602 00 Brno"),
    ],
)
def test_house_number_zero_is_not_printed(text: str, shown: str) -> None:
    assert without_zero_numbers(text) == shown
