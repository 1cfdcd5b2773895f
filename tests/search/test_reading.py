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


def test_a_file_mark_with_its_number_first_is_read_beside_the_court() -> None:
    assert read("vložka 311009 oddíl C Krajský soud v Ostravě").mark == "c311009"
