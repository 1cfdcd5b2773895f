"""What is private is hidden beside unusual names, days and homes, too, and what only looks so stays."""

from __future__ import annotations

import json
import re
import time
from datetime import date
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soupis.ingest.privacy import HIDDEN, redact, redact_beside_name, redact_name
from soupis.ingest.privacy.redaction import LONGEST_NAME
from tests.ingest.test_privacy_grammar import SEEDS, seen
from tests.support import private_texts

UNITS = " prvního druhého třetího čtvrtého pátého šestého sedmého osmého devátého".split(" ")
TEENS = (
    "desátého jedenáctého dvanáctého třináctého čtrnáctého patnáctého šestnáctého sedmnáctého osmnáctého "
    "devatenáctého"
).split()
TENS = {
    30: "třicet", 40: "čtyřicet", 50: "padesát", 60: "šedesát", 70: "sedmdesát", 80: "osmdesát",
}  # fmt: skip
ONES = ["", " jedna", " dva", " tři", " čtyři", " pět", " šest", " sedm", " osm", " devět"]
FIRST, SECOND = (["Jean", "Hans", "Anna", "Karl"], ["Luc", "Peter", "Marie", "Christian"])
BACKSLASHED = re.compile(r"\\{1,4}(?:u([0-9a-f]{4})|x([0-9a-f]{2}))")
STRANGERS = [
    "Klaus von Stein",
    "Jan van der Berg",
    "Rachel Stevenson",
    "Szabó Katalin",
    "Олександр Коваленко",
]
# Of a letterhead or a company, with the name of a person in them or not.
THINGS = ["Hotel Alexandra", "Lékárna Eva", "Penzion Marie", "SDH Bělá", "TJ Jana", "Nymburk, Mjr."]


def somebody(random: Random) -> str:
    """Return a name that only its build tells: two first names, a particle, a surname of a woman."""
    unknown = "".join(random.choice(["ba", "ke", "li", "dro", "šu", "ňa"]) for _ in range(3)).capitalize()
    woman = f"{unknown} {random.choice(private_texts.SURNAMES).rstrip('aáeý')}ová"
    double = f"{random.choice(FIRST)}-{random.choice(SECOND)} {random.choice(private_texts.SURNAMES)}"
    return random.choice([woman, double, *STRANGERS])


def in_words(day: date) -> str:
    """Return a day of the last century in words: "osmého prosince tisíc devět set sedmdesát jedna"."""
    if day.day < 10:
        number = UNITS[day.day]
    elif day.day < 20:
        number = TEENS[day.day - 10]
    else:
        number = f"{'dvacátého' if day.day < 30 else 'třicátého'} {UNITS[day.day % 10]}".strip()
    year = f"tisíc devět set {TENS[day.year % 100 // 10 * 10]}{ONES[day.year % 10]}"
    return f"{number} {private_texts.GENITIVE[day.month - 1]} {year}"


def old_day(random: Random) -> date:
    return date.fromordinal(random.randrange(date(1930, 1, 1).toordinal(), date(1990, 1, 1).toordinal()))


@given(SEEDS)
def test_what_stands_behind_a_name_that_only_its_build_tells_is_hidden(seed: int) -> None:
    random = Random(seed)
    day = private_texts.birth_day(random)
    shown = f"{day.day}. {day.month}. {day.year}"
    home = f"{random.choice(['Polní', 'Okružní', 'Husova'])} {random.randrange(1, 1900)}"
    gap, town = random.choice([", ", " (", "; "]), random.choice(private_texts.TOWNS)
    text = f"{somebody(random)}{gap}{shown}, {home}, {town}"
    left = redact(text)
    assert not seen(shown, left) and not seen(home, left), (text, left)


@given(SEEDS)
def test_a_day_in_words_beside_a_person_is_hidden(seed: int) -> None:
    random = Random(seed)
    day = old_day(random)
    secret = random.choice([in_words(day), in_words(day).split(" tisíc")[0] + f" {day.year}"])
    for text in (
        f"{private_texts.person(random)}, {secret}",
        f"{private_texts.person(random)} ({secret}), jednatel",
    ):
        assert not seen(secret, redact(text)), text
    assert not seen(secret, redact_beside_name(f"dědic, {secret}"))


@given(SEEDS)
def test_a_day_in_words_of_an_act_stays(seed: int) -> None:
    random = Random(seed)
    day = in_words(old_day(random))
    for text in (f"{private_texts.person(random)} zvolen dne {day}", f"Zákon ze dne {day}"):
        assert redact(text) == text


@given(SEEDS)
def test_a_date_in_brackets_before_a_name_is_hidden_where_nothing_stands_before_it(seed: int) -> None:
    random = Random(seed)
    day = private_texts.birth_day(random)
    text = f"({day.day}.{day.month}.{day.year}) Jana Vzorová"
    assert redact(text) == f"({HIDDEN}) Jana Vzorová"
    act = f"Zapsáno ({day.day}.{day.month}.2005) Jana Vzorová"
    assert redact(act) == act


@given(SEEDS)
def test_abbreviations_between_a_person_and_a_date_end_no_sentence(seed: int) -> None:
    random = Random(seed)
    day = private_texts.birth_day(random)
    shown = f"{day.day}. {day.month}. {day.year}"
    state = random.choice(["ČR", "SR", "SRN", "USA"])
    text = f"Jan Vzorový, stát. přísl. {state}, {shown}"
    assert redact(text) == f"Jan Vzorový, stát. přísl. {state}, {HIDDEN}"


@given(SEEDS)
def test_homes_are_hidden_in_whatever_order_and_language(seed: int) -> None:
    random = Random(seed)
    number, town = random.randrange(11, 1900), random.choice(["Brně", "Plzni", "Ostravě"])
    street = random.choice(["Polní", "Okružní", "Husova"])
    for text in (
        f"Jan Vzorový, bydlí v domě č.p. {number} v ulici {street} v {town}",
        f"Jan Vzorový, adresa Moskva, ul. Lenina, d. {number}, kv. {number + 1}",
        f"Jan Vzorový, Bahnhofstr. {number}, D-80331 München",
        f"Jan Vzorový bytem j. a. komenského {number}, brno",
        f"Jan Vzorový, résidant au {number}, rue de la Paix, 75002 Paris",
        f"Олег Вовк, зареєстрований за адресою вул. Шевченка {number}",
    ):
        left = redact(text)
        assert HIDDEN in left and not re.search(rf"\b(?:{number}|{number + 1})\b", left), (text, left)


@given(st.integers(1950, 2039))
def test_a_house_number_like_a_year_has_a_town_behind_it_or_a_street_before_it(number: int) -> None:
    for home in (f"Okružní {number}, Písek", f"Lidická třída {number}", f"Ves {number}, okres Zlín"):
        assert redact(f"Jan Vzorový, {home}") == f"Jan Vzorový, {HIDDEN}"
    assert redact(f"Jan Vzorový, Výstava {number}") == f"Jan Vzorový, Výstava {number}"


@given(SEEDS)
def test_words_of_birth_in_other_letters_are_known(seed: int) -> None:
    random = Random(seed)
    day = private_texts.birth_day(random)
    word = random.choice(["rodilsja", "narodylsja", "data rožděnija", "data narodžennja"])
    text = f"Petrov, {word} {day.day}.{day.month}.{day.year}"
    assert redact(text) == f"Petrov, {word} {HIDDEN}"


@given(SEEDS, st.sampled_from(['""', "''", "„“", "“”", "«»", "()"]))
def test_a_letterspaced_day_in_quotation_marks_is_one(seed: int, marks: str) -> None:
    day = " ".join(f"{private_texts.birth_day(Random(seed)):%d.%m.%Y}")
    assert day not in redact(f"{marks[0]}Zastupuje Alena Horová, {day}{marks[1]}")


@given(SEEDS)
def test_texts_escaped_as_in_programs_are_read_as_they_were_meant(seed: int) -> None:
    item = private_texts.planted(Random(seed))
    for escaped in (json.dumps(item.text), ascii(item.text), json.dumps(json.dumps(item.text))):
        shown = redact(escaped)
        read = BACKSLASHED.sub(lambda match: chr(int(match[1] or match[2], 16)), shown)
        assert not [secret for secret in item.secrets if seen(secret, read)], (escaped, shown)


@given(st.integers(1, 999), st.integers(1, 12), st.integers(10, 28), st.integers(1, 999))
def test_file_marks_of_executors_are_no_birth_numbers(office: int, first: int, year: int, page: int) -> None:
    text = f"č.j. {office} EX {first + 10:02}{first:02}/{year}-{page:03}"
    assert redact(text) == text


@given(st.integers(1991, 2040), st.integers(1, 12), st.integers(1, 28))
def test_the_day_on_which_a_function_began_or_ended_stays(year: int, month: int, day: int) -> None:
    for what in ("vznik funkce Jan Vzorový", "zánik členství Jana Vzorového"):
        text = f"{what} {day}. {month}. {year}"
        assert redact(text) == text


@pytest.mark.parametrize("thing", THINGS)
def test_things_with_the_name_of_a_person_are_none(thing: str) -> None:
    for number in (7, 230, 1951):
        text = f"{thing}, Dlouhá {number}, Písek" if thing[-1] != "." else f"{thing} Nováka {number}"
        assert redact(text) == text


LONG_UNITS = [
    "Dlouhá 12, ", "Dlouhá 12, 110 00 Praha 1, ", "nar. 1. 2. 1970 ", "bytem Dlouhá 12 ", "1 ", "Jan Novák ",
    "č. p. 3 ", "\xa01970-", "a b c ", "&nbsp;1",
]  # fmt: skip


@pytest.mark.parametrize("unit", LONG_UNITS)
def test_a_part_of_a_name_is_read_in_time_that_does_not_grow_with_its_square(unit: str) -> None:
    text = (unit * 1_000_000)[:1_000_000]
    begun = time.process_time()
    assert redact_name(text) == HIDDEN
    redact_name(text[:LONGEST_NAME])
    # Read as a name of usual length is, a megabyte of addresses would take hours.
    assert time.process_time() - begun < 5


def test_the_longest_name_with_titles_is_no_long_text() -> None:
    titles = "prof. doc. RNDr. PhDr. PaedDr. Ing. et Ing. Mgr. et Mgr. Bc. et Bc. "
    assert redact_name(titles * 5) == titles * 5
