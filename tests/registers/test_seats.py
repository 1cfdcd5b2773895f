"""Seats from each register: the same address gives the same seat, and what follows from its parts."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soupis.registers import ares, public_register, res
from soupis.registers.codelists import CodeName, load, region_by_district
from soupis.registers.places import town_of
from soupis.registers.records import RegisterExtract, Subject
from tests.support.sources import res_file, res_row

_NO_PARTS = dict.fromkeys(
    ["KODADM", "PSC", "OBEC_TEXT", "COBCE_TEXT", "ULICE_TEXT", "TYPCDOM", "CDOM", "COR", "ICZUJ"], ""
)


def from_ares(**address: object) -> Subject:
    """Return a subject of ARES with a seat of these fields."""
    answer = {"ico": "27074358", "icoId": "27074358", "sidlo": address}
    found = next(iter(ares.read(json.dumps(answer).encode(), "2026-11-20")))
    assert isinstance(found, Subject)
    return found


def from_register(**address: str) -> Subject:
    """Return a subject of the public register with a seat of these elements."""
    parts = "".join(f"<{name}>{escape(value)}</{name}>" for name, value in address.items())
    found = public_register.parse_subject_element(
        "<Subjekt><nazev>Alfa</nazev><ico>27074358</ico><zapisDatum>2004-03-01</zapisDatum><udaje><Udaj>"
        "<udajTyp><kod>SIDLO</kod><nazev>Sídlo</nazev></udajTyp><zapisDatum>2004-03-01</zapisDatum>"
        f"<adresa>{parts}</adresa></Udaj></udaje></Subjekt>".encode()
    )
    assert isinstance(found, RegisterExtract)
    return found.subject


def from_statistics(**columns: str) -> Subject:
    """Return a subject of the statistical register with these columns."""
    with tempfile.TemporaryDirectory() as directory:
        file = res_file(Path(directory) / "res.csv", [res_row(27074358, "Alfa", **columns)])
        (rows,) = [rows for rows in res.read_subjects(file) if rows.frame.height]
    checked, rejected = res.check_subjects(rows.frame)
    assert not rejected
    (found,) = res.list_subjects(checked)
    return Subject(*found)


def _place(subject: Subject) -> tuple[int | None, str | None, str | None, int | None]:
    return (
        subject.seat_municipality_code,
        subject.seat_municipality,
        subject.seat_district,
        subject.seat_region,
    )


def _numbers(subject: Subject) -> tuple[str | None, int | None, str | None]:
    return (
        subject.seat_house_number,
        subject.seat_house_number_kind,
        subject.seat_orientation_number,
    )


@settings(max_examples=60)
@given(st.sampled_from(sorted(load("municipality").items())))
def test_region_and_district_follow_from_the_municipality_in_every_register(item: tuple[str, object]) -> None:
    code = int(item[0])
    row = load("municipality")[item[0]]
    assert row.parent
    expected = (code, row.name_cs, row.parent, region_by_district()[row.parent])
    assert _place(from_ares(kodStatu="CZ", kodObce=code, nazevObce=row.name_cs)) == expected
    assert _place(from_ares(kodObce=code)) == expected
    unit = from_statistics(OKRESLAU="", ICZUJ=item[0], OBEC_TEXT=row.name_cs)
    assert _place(unit) == expected
    if town_of(row.name_cs).code == code:  # the public register has no code
        assert _place(from_register(obec=row.name_cs)) == expected
    district = load("district")[row.parent].name_cs
    if town_of(row.name_cs, lau=row.parent).code == code:
        assert _place(from_register(obec=row.name_cs, okres=district)) == expected


@pytest.mark.parametrize("unit", sorted(load("city_district")))
def test_a_city_district_gives_region_and_district_of_its_city(unit: str) -> None:
    city = load("municipality")[str(load("city_district")[unit].parent)]
    for subject in (
        from_ares(kodMestskeCastiObvodu=int(unit)),
        from_statistics(OKRESLAU="", ICZUJ=unit, OBEC_TEXT=""),
    ):
        assert (subject.seat_municipality, subject.seat_district) == (city.name_cs, city.parent)
        assert subject.seat_region == region_by_district()[str(city.parent)]


def test_a_seat_of_ares_in_prague_without_a_region_has_region_and_district() -> None:
    seat = from_ares(
        kodStatu="CZ", kodObce=554782, nazevObce="Praha", nazevMestskeCastiObvodu="Praha 6",
        nazevUlice="Zkušební", cisloDomovni=1580, cisloOrientacni=3, psc=16000,
    )  # fmt: skip
    assert _place(seat) == (554782, "Praha", "CZ0100", 19)
    assert seat.seat_city_district == "Praha 6"


def test_the_municipality_wins_over_a_stated_region_that_contradicts_it() -> None:
    assert _place(from_ares(kodObce=582786, nazevObce="Brno", kodKraje=132))[2:] == ("CZ0642", 116)


def test_a_code_that_contradicts_the_name_of_a_known_town_is_not_used() -> None:
    seat = from_ares(kodObce=544965, nazevObce="Valašská Polanka", kodKraje=141)
    assert _place(seat) == (544990, "Valašská Polanka", "CZ0723", 141)
    assert _place(from_ares(kodObce=544965, nazevObce="Lhota", kodKraje=141)) == (None, "Lhota", None, 141)
    renamed = from_ares(kodObce=544990, nazevObce="Nově pojmenovaná")
    assert _place(renamed) == (544990, "Nově pojmenovaná", "CZ0723", 141)


TEXTS = {
    "Zkušebná 77, 517 36 Zkušebná": ("Zkušebná", None, ("77", None, None), 51736, None),
    "Lidická 123/4a, 602 00 Brno": ("Brno", "Lidická", ("123", None, "4a"), 60200, 116),
    "č.p. 301, 75611 Valašská Polanka": ("Valašská Polanka", None, ("301", 1, None), 75611, 141),
    "Vodičkova 736/17, Nové Město, 110 00 Praha 1": ("Praha", "Vodičkova", ("736", None, "17"), 11000, 19),
    "č. ev. 12, 756 11 Valašská Polanka": ("Valašská Polanka", None, ("12", 2, None), 75611, 141),
    "bez čp, 756 11 Valašská Polanka": ("Valašská Polanka", None, (None, None, None), 75611, 141),
}


@pytest.mark.parametrize("text", TEXTS)
def test_a_seat_given_as_a_text_only_is_read_alike_from_every_register(text: str) -> None:
    seats = [
        from_ares(kodStatu="CZ", nazevStatu="Česká republika", textovaAdresa=text, standardizaceAdresy=False),
        from_ares(textovaAdresa=text),
        from_register(adresaText=text),
        from_register(statNazev="Česká republika", adresaText=text),
    ]
    # The statistical register always knows the district.
    lau = town_of(TEXTS[text][0]).lau or "CZ0524"
    for seat in (*seats, from_statistics(TEXTADR=text, **{**_NO_PARTS, "OKRESLAU": lau})):
        read = (
            seat.seat_municipality,
            seat.seat_street,
            _numbers(seat),
            seat.seat_postal_code,
            seat.seat_region,
        )
        assert read[:4] == TEXTS[text][:4]
        assert seat.seat_region == TEXTS[text][4] or seat.seat_district == "CZ0524"
        assert seat.seat_text == text


@pytest.mark.parametrize(
    ("country", "town"),
    [("Jemen", "Lhota"), ("Burkina Faso", "Praha"), ("Slovensko", "Žilina"), ("Neznámá země", "Telč")],
)
def test_a_town_in_another_country_is_never_taken_for_a_czech_one(country: str, town: str) -> None:
    text = f"Hlavní 5, 110 00 {town}"
    for seat in (
        from_ares(nazevStatu=country, nazevObce=town),
        from_ares(nazevStatu=country, textovaAdresa=text),
        from_register(statNazev=country, obec=town),
        from_register(statNazev=country, adresaText=text),
        from_statistics(OKRESLAU="CZZZZZ", ICZUJ="999999", OBEC_TEXT=town),
        from_statistics(**{**_NO_PARTS, "OKRESLAU": "CZZZZZ", "TEXTADR": text}),
        from_statistics(**{**_NO_PARTS, "OKRESLAU": "", "TEXTADR": text}),
    ):
        assert (seat.seat_municipality_code, seat.seat_region) == (None, None)
        assert seat.seat_district in (None, "CZZZZZ")


def test_an_address_abroad_names_its_country() -> None:
    parts = {"obec": "Lhotka", "ulice": "Zkušební", "cisloPo": "5", "psc": "12345"}
    seat = from_register(statNazev="Jemenská republika", **parts)
    assert seat.seat_text == "Zkušební 5, 12345 Lhotka, Jemenská republika"
    assert from_register(statNazev="Česká republika", **parts).seat_text is None


@pytest.mark.parametrize("code", ["1010", "01001", "010 01", "D-01067", "SW1A 1AA", "12345"])
@pytest.mark.parametrize("country", ["Rakousko", "Ruritánie", ""])
def test_a_postal_code_abroad_is_shown_as_the_register_prints_it(code: str, country: str) -> None:
    if code in ("D-01067", "SW1A 1AA", "12345") and not country:
        return  # without a country these may be mistyped Czech codes
    suffix = f", {country}" if country else ""
    parts = {"obec": "Vídeň", "ulice": "Dlouhá", "cisloPo": "5", "psc": code, "statNazev": country}
    seat = from_register(**{name: value for name, value in parts.items() if value})
    assert seat.seat_text == f"Dlouhá 5, {code} Vídeň{suffix}"
    assert seat.seat_postal_code in (None, 1010, 12345)  # a number cannot begin with 0
    address = {"nazevObce": "Vídeň", "nazevUlice": "Dlouhá", "cisloDomovni": 5, "nazevStatu": country or None}
    if country:
        assert from_ares(pscTxt=code, **address).seat_text == seat.seat_text


@pytest.mark.parametrize(
    ("country", "text", "shown"),
    [
        ("Kypr", "Nicosia, Arch. Makariou 10", "Nicosia, Arch. Makariou 10, Kypr"),
        ("Kypr", "Nicosia, Arch. Makariou 10, CY", "Nicosia, Arch. Makariou 10, CY"),
        ("Kypr", "Nicosia, Kyperská republika", "Nicosia, Kyperská republika"),
        ("Ruritánie", "Zenda 5", "Zenda 5, Ruritánie"),
        ("Ruritánie", "Zenda 5, Ruritánie", "Zenda 5, Ruritánie"),
    ],
)
def test_the_text_of_an_address_abroad_ends_with_its_country(country: str, text: str, shown: str) -> None:
    for seat in (
        from_ares(nazevStatu=country, textovaAdresa=text),
        from_register(statNazev=country, adresaText=text),
    ):
        assert seat.seat_text == shown
        assert seat.seat_country == ("CY" if country == "Kypr" else "ZZ")


def test_the_statistical_register_marks_seats_abroad_in_place_of_a_district() -> None:
    assert from_statistics(OKRESLAU="CZZZZZ", ICZUJ="", OBEC_TEXT="Brno").seat_country == "ZZ"
    assert from_statistics(OKRESLAU="", ICZUJ="", OBEC_TEXT="Brno").seat_country is None
    assert from_statistics(OKRESLAU="CZ0642", ICZUJ="", OBEC_TEXT="Brno").seat_country == "CZ"


def test_a_state_of_ares_is_read_from_its_name_and_otherwise_from_its_code() -> None:
    assert from_ares(kodStatu="XX", nazevStatu="Kosovo", nazevObce="Brno").seat_country == "XK"
    assert from_ares(kodStatu="CZE", nazevObce="Plzeň").seat_municipality_code == 554791


@pytest.mark.parametrize("item", sorted(load("namesake").items()))
def test_a_postal_code_tells_municipalities_of_one_name_apart(item: tuple[str, CodeName]) -> None:
    code, row = item
    assert row.postal_code
    assert town_of(row.name_cs).code is None
    expected = (int(code), row.name_cs, row.parent)
    for seat in (
        from_register(obec=row.name_cs, psc=row.postal_code),
        from_register(adresaText=f"Dlouhá 5, {row.postal_code} {row.name_cs}"),
        from_ares(kodStatu="CZ", nazevObce=row.name_cs, psc=int(row.postal_code)),
    ):
        assert _place(seat)[:3] == expected
    assert from_register(obec=row.name_cs, psc="10000").seat_municipality_code is None


def test_a_municipality_of_a_common_name_and_an_unknown_postal_code_gets_no_code() -> None:
    assert _place(from_register(obec="Rataje", psc="257 22")) == (None, "Rataje", None, None)
    assert _place(from_register(obec="Rataje", psc="257 22", okres="Kroměříž"))[2] == "CZ0721"


@pytest.mark.parametrize("code", ["010 01", "811 02", "99901"])
def test_a_town_behind_a_postal_code_of_another_country_is_not_taken_for_a_czech_one(code: str) -> None:
    seats = [
        from_ares(kodStatu="CZ", textovaAdresa=f"Hlavní 5, {code} Telč"),
        from_register(obec="Telč", psc=code),
        from_register(adresaText=f"{code} Telč, Hlavní 5"),
        from_statistics(**{**_NO_PARTS, "OKRESLAU": "CZ0632", "TEXTADR": f"Hlavní 5, {code} Telč"}),
    ]
    assert [seat.seat_municipality_code for seat in seats] == [None] * len(seats)


@pytest.mark.parametrize(
    ("written", "numbers"),
    [
        ("123/4a", ("123", None, "4a")),
        ("123 / 4 a", ("123", None, "4a")),
        ("č. ev. 5", ("5", 2, None)),
        ("0", (None, None, None)),
        ("0/4", (None, None, "4")),
        ("bez čp", (None, None, None)),
    ],
)
def test_both_numbers_of_one_field_are_two_numbers_and_zero_is_none(
    written: str, numbers: tuple[str | None, int | None, str | None]
) -> None:
    parts = {"obec": "Brno", "ulice": "Lidická"}
    assert _numbers(from_register(**parts, cisloText=written)) == numbers
    assert _numbers(from_ares(kodObce=582786, nazevUlice="Lidická", cisloDoAdresy=written)) == numbers
    if "č" not in written:
        number, _, orientation = numbers
        expected = (number, 1 if number else None, orientation)
        assert _numbers(from_register(**parts, cisloPo=written))[::2] == expected[::2]
        assert _numbers(from_statistics(CDOM=written, COR=""))[::2] == expected[::2]


def test_the_registers_own_orientation_number_wins_over_one_in_the_house_number() -> None:
    assert _numbers(from_register(obec="Brno", cisloPo="123/4a", cisloOr="4b")) == ("123", 1, "4b")
    assert _numbers(from_ares(kodObce=582786, cisloDomovni=0, cisloOrientacni=7)) == (None, None, "7")
    assert _numbers(from_register(obec="Brno", cisloPo="0", cisloEv="12")) == ("12", 2, None)
    assert _numbers(from_statistics(CDOM="0", COR="0")) == (None, None, None)


@pytest.mark.parametrize(
    ("house", "orientation", "numbers"),
    [
        ("1522", "53/a", ("1522", 1, "53a")),
        ("1522", "53 / A", ("1522", 1, "53A")),
        ("1522", "53a", ("1522", 1, "53a")),
        ("1522", "53-55/a", ("1522", 1, "53-55a")),
        ("1522/53", "a", ("1522", 1, "53a")),
        ("1522/53/a", "", ("1522", 1, "53a")),
        ("1522", "1522/53", ("1522", 1, "53")),
        ("1522", "53/55", ("1522", 1, "53/55")),
        ("", "1522/53", ("1522", None, "53")),
        ("1522", "a", ("1522", 1, "a")),
    ],
)
def test_no_number_of_a_building_is_lost_where_its_letter_is_apart(
    house: str, orientation: str, numbers: tuple[str | None, int | None, str | None]
) -> None:
    parts = {"obec": "Brno", "ulice": "Lidická", "cisloPo": house, "cisloOr": orientation}
    assert _numbers(from_register(**{name: value for name, value in parts.items() if value})) == numbers


def test_a_number_zero_disappears_from_the_text_of_the_seat() -> None:
    text = "č.p. 0, 75611 Valašská Polanka"
    assert from_ares(kodObce=544990, textovaAdresa=text).seat_text == "75611 Valašská Polanka"
    assert from_register(adresaText=text).seat_text == "75611 Valašská Polanka"


def test_parts_of_an_address_are_never_replaced_by_its_text() -> None:
    seat = from_ares(
        kodObce=582786,
        nazevUlice="Lidická",
        cisloDomovni=5,
        psc=60200,
        textovaAdresa="Dlouhá 7, 110 00 Praha",
    )
    assert (seat.seat_municipality, seat.seat_street, seat.seat_house_number) == ("Brno", "Lidická", "5")
