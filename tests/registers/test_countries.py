"""One country has one code and a Czech name, however a register writes it."""

from __future__ import annotations

import csv
from collections.abc import Callable
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soupis.folding import fold
from soupis.registers.address_text import is_foreign_text
from soupis.registers.countries import country_at_end, country_code, is_czech, is_foreign, read_country

ROWS = list(csv.DictReader(files("soupis.registers").joinpath("data", "country.csv").open(encoding="utf-8")))
SPELLINGS = [
    (row["code"], text)
    for row in ROWS
    for text in filter(
        None,
        (
            row["code"], row["alpha3"], row["name_cs"],
            *row["other_cs"].split("; "), *row["aliases"].split("; "),
        ),
    )
]  # fmt: skip
NAMES = [(code, text) for code, text in SPELLINGS if len(text) > 3]
# What surrounds a name in the registers.
DECORATIONS = [
    "{}", " {} ", "{} - neztotožněno", "{} – neztotožněno", "{} (neztotožněno)", "{}, neztotožněná adresa",
    "{}-neztotožněno", "{} NEZTOTOŽNĚNO",
]  # fmt: skip
CASES = [str, str.upper, str.lower, str.title, fold]


def test_no_spelling_belongs_to_two_countries() -> None:
    assert [text for code, text in SPELLINGS if country_code(text) != code] == []


@given(st.sampled_from(NAMES), st.sampled_from(DECORATIONS), st.sampled_from(CASES))
def test_a_country_is_known_in_any_case_and_with_the_registers_note(
    spelling: tuple[str, str], decoration: str, case: Callable[[str], str]
) -> None:
    code, text = spelling
    country = read_country(decoration.format(case(text)))
    assert country is not None and country.code == code
    assert "neztoto" not in country.name.lower()
    assert is_czech(country.name) == (code == "CZ") and is_foreign(country.name) == (code != "CZ")


@pytest.mark.parametrize(
    ("text", "code", "name"),
    [
        ("CY", "CY", "Kypr"),
        ("cyp", "CY", "Kypr"),
        ("Cyprus", "CY", "Kypr"),
        ("KYPR", "CY", "Kypr"),
        ("Kyperská republika", "CY", "Kyperská republika"),
        ("SLOVENSKÁ REPUBLIKA", "SK", "Slovenská republika"),
        ("Slovensko, Slovenská republika", "SK", "Slovensko"),
        ("CR", "CR", "Kostarika"),
        ("Papua - Nová Guinea", "PG", "Papua-Nová Guinea"),
        ("Utopie - neztotožněno", None, "Utopie"),
        ("Česká republika / Slovensko", None, "Česká republika / Slovensko"),
    ],
)
def test_a_foreign_country_has_its_code_and_a_czech_name(text: str, code: str | None, name: str) -> None:
    assert read_country(text) == (code, name)
    assert is_foreign(text) and not is_czech(text)


@given(st.sampled_from([(code, text) for code, text in NAMES if " " in text]), st.data())
def test_a_name_with_its_beginning_behind_a_comma_or_in_brackets_is_the_same_country(
    spelling: tuple[str, str], data: st.DataObject
) -> None:
    code, text = spelling
    words = text.split()
    split = data.draw(st.integers(1, len(words) - 1))
    before, behind = " ".join(words[:split]), " ".join(words[split:])
    turned = data.draw(st.sampled_from([f"{behind}, {before}", f"{behind} ({before})"]))
    assert country_code(turned) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Virgin Islands, British", "VG"),
        ("VIRGIN ISLANDS (BRITISH)", "VG"),
        ("Panenské ostrovy, britské", "VG"),
        ("Virgin Islands, U.S.", "VI"),
        ("Virgin Islands, US", "VI"),
        ("Korea, Republic of", "KR"),
        ("Korea (the Republic of)", "KR"),
        ("Korea, South", "KR"),
        ("Korea, Democratic People's Republic of", "KP"),
        ("Congo, the Democratic Republic of the", "CD"),
        ("Kongo, demokratická republika", "CD"),
        ("Congo, Republic of the", "CG"),
        ("Moldova, Republic of", "MD"),
        ("Macedonia, the former Yugoslav Republic of", "MK"),
        ("Iran, Islamic Republic of", "IR"),
        ("Taiwan, Province of China", "TW"),
        ("China, People's Republic of", "CN"),
        ("Hong Kong, China", "HK"),
        ("Samoa, American", "AS"),
        ("Guinea, Equatorial", "GQ"),
        ("Sudan, South", "SS"),
        ("Ireland, Northern", "GB"),
        ("Bahamas, The", "BS"),
        ("Palestinian Territory, Occupied", "PS"),
        ("Bosnia and Herzegovina", "BA"),
        # the words behind the comma belong to another country of this name
        ("Korea, Democratic", None),
        ("Virgin Islands", None),
    ],
)
def test_english_names_that_lists_turn_around_are_read(text: str, code: str | None) -> None:
    assert country_code(text) == code


def test_a_turned_name_at_the_end_of_an_address_is_its_country() -> None:
    assert country_at_end("Road Town, Tortola, Virgin Islands, British") == "Virgin Islands, British"
    assert country_at_end("Dlouhá 5, Praha, Česká republika") == "Česká republika"
    assert is_foreign_text("Hauptstrasse 5, Lhota, Korea, Republic of")


@pytest.mark.parametrize(
    "text",
    [
        "Česká republika", "ČR", "Č. R.", "čr", "Czech Republic", "Czechia", "CZ", "CZE", "Česká rep.",
        "Česká republika - neztotožněno", "CESKA REPUBLIKA", "Česká republika, Praha", "Česká  republika",
    ],
)  # fmt: skip
def test_the_czech_republic_is_not_foreign_however_it_is_written(text: str) -> None:
    assert is_czech(text) and not is_foreign(text)


@pytest.mark.parametrize("text", [None, "", " ", "-", "neuvedeno", "Neznámý", "neztotožněno", "Nezjištěno"])
def test_a_country_that_is_not_told_is_neither_czech_nor_foreign(text: str | None) -> None:
    assert read_country(text) is None
    assert not is_czech(text) and not is_foreign(text)


@pytest.mark.parametrize(
    "text", ["Československo", "ČSSR", "ČSFR", "Česká a Slovenská Federativní Republika", "Czechoslovakia"]
)
def test_czechoslovakia_is_neither_czech_nor_foreign(text: str) -> None:
    assert country_code(text) is None
    assert not is_czech(text) and not is_foreign(text)


@given(st.text(st.characters(categories=("L", "N", "P", "Zs")), max_size=40))
def test_a_text_is_never_both_czech_and_foreign(text: str) -> None:
    country = read_country(text)
    assert not (is_czech(text) and is_foreign(text))
    if country is None:
        assert not is_czech(text) and not is_foreign(text)
    else:
        assert read_country(country.name) is not None
