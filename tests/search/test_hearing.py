"""Words written by ear: which spellings are heard in them, and which letters they spell out."""

from __future__ import annotations

import random
import re

import pytest

from soupis.folding import fold, fold_words
from soupis.search.hearing import heard, spelled_letters


def _is_heard(written: str, name: str) -> bool:
    pattern = heard(fold(written))
    return pattern is not None and re.fullmatch(pattern, fold(name)) is not None


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("majkrosoft", "Microsoft"),
        ("fejsbuk", "Facebook"),
        ("vodafoun", "Vodafone"),
        ("bridžstoun", "Bridgestone"),
        ("automejšn", "Automation"),
        ("epl", "Apple"),
        ("hajnekn", "Heineken"),
        ("fajzr", "Pfizer"),
        ("šnajdr", "Schneider"),
        ("bém", "Böhm"),
        ("cirich", "Zürich"),
        ("folksvágn", "Volkswagen"),
        ("reno", "Renault"),
        ("pežo", "Peugeot"),
        ("ošan", "Auchan"),
        ("mišlén", "Michelin"),
        ("lavaca", "Lavazza"),
        ("micubiši", "Mitsubishi"),
        ("shkoda", "Škoda"),
        ("boodvar", "Budvar"),
        ("zhatecky", "Žatecký"),
        ("yablonex", "Jablonex"),
    ],
)
def test_a_name_is_heard_in_what_is_written_by_ear(written: str, name: str) -> None:
    assert _is_heard(written, name)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("kermak", "Cermak"),  # c before e is no k
        ("kafarna", "kavarna"),
        ("bata", "pata"),  # voices are lost before consonants and at the end only
        ("knedl", "nedl"),
        ("alza", "alfa"),
    ],
)
def test_what_sounds_otherwise_is_not_heard(written: str, name: str) -> None:
    assert not _is_heard(written, name)


def test_every_word_is_heard_in_itself() -> None:
    letters = random.Random(13)
    for _ in range(500):
        word = "".join(letters.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(letters.randint(2, 12)))
        pattern = heard(word)
        assert pattern is None or re.fullmatch(pattern, re.sub(r"([^eo])\1+", r"\1", word)), word


@pytest.mark.parametrize(
    "word", ["", "x", "brnkl", "12345", "o2", "a" * 60, "hhhhhhhh", "žluťoučký", "ejejejejej"]
)
def test_what_is_no_word_is_not_heard(word: str) -> None:
    assert heard(word) is None


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("dé há el", "dhl"),
        ("aj bí em", "ibm"),
        ("jů pí es", "ups"),
        ("ejč pí", "hp"),
        ("bé em vé", "bmw"),
        ("dehael", "dhl"),
        ("ká pé em gé česko", "kpmg"),
    ],
)
def test_letters_are_read_by_their_names(text: str, letters: str) -> None:
    assert letters in [found for _, _, found in spelled_letters(fold_words(text))]


@pytest.mark.parametrize("text", ["u es", "a s", "j. k. s.r.o.", "kavárna u věže", "ve", "pekařství"])
def test_small_words_and_initials_spell_nothing(text: str) -> None:
    assert not spelled_letters(fold_words(text))


@pytest.mark.parametrize("name", ["i", "ou", "ouo", "esi", "ejej"])
def test_letters_that_can_be_told_apart_in_ever_more_ways_are_not_counted_out(name: str) -> None:
    for word in (name * 100, f"{name * 100}x"):
        assert not spelled_letters([word])
    assert len(spelled_letters(["i" * 6])) == 2**6  # "i" is what "e" is called, too
