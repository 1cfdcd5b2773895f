"""Reading: IDs and file marks in whatever writing."""

from __future__ import annotations

import pytest

from soupis.search.reading import read


@pytest.mark.parametrize(
    "text",
    ["272.81.388", "272-81-388", "27.281.388", "27-281-388", "27 28 13 88", "27-28-13-88", "ČEPS 27-281-388"],
)
def test_an_id_in_groups_is_told_by_its_check_digit(text: str) -> None:
    assert read(text).ico == 27281388


@pytest.mark.parametrize("text", ["272.81.389", "27-281-389", "272.81-388", "1-27-281-388", "27.281.388.1"])
def test_digits_in_groups_that_are_no_id_are_none(text: str) -> None:
    assert read(text).ico is None


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("C 311009", "c311009"), ("C/311009", "c311009"), ("C-311009", "c311009"), ("C 311 009", "c311009"),
        ("L 172 556", "l172556"), ("vložka 311009, oddíl C", "c311009"), ("vl. 311 009 odd. C", "c311009"),
        ("C 311 009/MSPH", "c311009msph"), ("C/311009/MSPH", "c311009msph"),
    ],
)  # fmt: skip
def test_a_file_mark_is_read_in_whatever_writing(text: str, mark: str) -> None:
    reading = read(text)
    assert (reading.mark, reading.only_mark) == (mark, True)


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("vložka 311009 oddíl C Krajský soud v Ostravě", "c311009ksos"),
        ("C 12345 Krajský soud v Brně", "c12345ksbr"),
        ("C 123, KS Brno", "c123ksbr"),
        ("sp. zn. C 24349, MS Praha", "c24349msph"),
        ("B 3268 vedená u Krajského soudu v Ostravě", "b3268ksos"),
        ("C 1234 krajský soud v Hradci Králové", "c1234kshk"),
        ("oddíl C, vložka 311009, Krajský soud v Ústí nad Labem", "c311009ksul"),
        ("C 123 soud České Budějovice", "c123kscb"),
        ("L 123 KSPL", "l123kspl"),
    ],
)
def test_a_court_beside_a_file_mark_is_part_of_it(text: str, mark: str) -> None:
    reading = read(text)
    assert (reading.mark, reading.only_mark) == (mark, True)


def test_beside_a_name_only_a_court_that_is_spelled_out_is_one() -> None:
    assert read("MŠ Praha C 5").mark == "c5"
    deloitte = read("Deloitte Audit C 24349 vedená u Městského soudu v Praze")
    assert (deloitte.mark, deloitte.rest) == ("c24349msph", ["deloitte", "audit", "24349"])


@pytest.mark.parametrize("text", ["Krajský soud v Brně", "KS Brno", "Městský soud v Praze"])
def test_a_court_alone_is_a_name(text: str) -> None:
    reading = read(text)
    assert reading.mark is None
    assert len(reading.rest) > 1


@pytest.mark.parametrize(
    "text",
    [
        "info@mevla.shop", "www.mevla.online", "https://www.mevla.co.uk/x", "kdo@prodej.mevla.example",
        "www.mevla", "info@mevla.cz",
    ],
)  # fmt: skip
def test_the_ending_of_an_address_is_no_name_whatever_it_is(text: str) -> None:
    assert read(text).rest == ["mevla"]
