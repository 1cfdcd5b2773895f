"""House numbers: in fields of their own, and within texts of addresses."""

from __future__ import annotations

import re
from typing import NamedTuple

DESCRIPTIVE, REGISTRATION = 1, 2  # code list 73, kinds of house numbers

_LONGEST_NUMBER = 16


class HouseNumber(NamedTuple):
    """Numbers of a building as a source has them; a range stays a range ("12-14")."""

    number: str | None
    kind: int | None = None
    orientation: str | None = None


_ONE = r"\d{1,4}\s?[a-zA-Z]?(?![\w.])"
RANGE = rf"{_ONE}(?:\s?[-–]\s?{_ONE})?"
_LETTER_APART = r"(?:\s?/\s?[a-zA-Z](?!\w))?"  # "53/a" is 53a
NUMBER = rf"(?P<number>{RANGE})(?:\s?/\s?(?P<orientation>{RANGE}{_LETTER_APART}|[a-zA-Z](?!\w)))?"
_WORD = r"\b[čc](?:[íi]s(?:lo|\.))?\.?\s?"  # č., čís., číslo
_DESCRIPTIVE_MARK = rf"{_WORD}p(?:op(?:isn[ée]|\.)?)?\.?\s*:?\s?"
_REGISTRATION_MARK = (
    rf"(?:{_WORD}(?:ev(?:id(?:en[čc]n[íi]|\.)?)?|e)\.?|\be(?:v(?:id)?)?\.\s?[čc](?:[íi]slo|\.)?)"
    r"\s*:?\s?(?:e\s?-?\s?(?=\d))?"  # "č. ev. E12"
)
_MARKED = (
    (DESCRIPTIVE, re.compile(_DESCRIPTIVE_MARK + NUMBER, re.IGNORECASE)),
    (REGISTRATION, re.compile(_REGISTRATION_MARK + NUMBER, re.IGNORECASE)),
)
_IN_FIELD = re.compile(
    r"(?:[čc]\.?\s*)?(?P<number>\d+\s?[a-zA-Z]?(?:\s?[-–]\s?\d+\s?[a-zA-Z]?)?)?"
    r"(?:\s?/\s?(?P<orientation>\d+\s?[a-zA-Z]?(?:\s?[-–]\s?\d+\s?[a-zA-Z]?)?(?:\s?/\s?[a-zA-Z])?|[a-zA-Z])?)?\.?"
)
# Registers write 0 where a building has no number.
_ZERO = re.compile(
    rf"(?:{_DESCRIPTIVE_MARK}|{_REGISTRATION_MARK}|(?<=[^\W\d_])\s)0+(?!\s?[\w./])", re.IGNORECASE
)
_ZERO_BEFORE = re.compile(
    rf"(?:{_DESCRIPTIVE_MARK}|{_REGISTRATION_MARK}|(?<![\w./]))0+\s?/\s?(?=\d)", re.IGNORECASE
)
_ZERO_BEHIND = re.compile(r"(?<=[\da-zA-Z])\s?/\s?0+(?![\w.])")
_NO_NUMBER = re.compile(r"\bbez\s+[čc]", re.IGNORECASE)


def number_of_field(text: str | None, kind: int | None = None) -> HouseNumber | None:
    """Return the numbers that a field of an address holds, None where it says that there is none.

    A field may hold both numbers ("123/4a") or name their kind ("č. ev. 5"). Other words stay as they are.
    """
    if found := _IN_FIELD.fullmatch(text or ""):
        number, orientation = pack_number(found["number"]), pack_number(found["orientation"])
        return HouseNumber(number, kind, orientation) if number or orientation else None
    text = without_zero_numbers(text or "")
    if not text or _NO_NUMBER.search(text):
        return None
    if marked := marked_number(text):
        return marked[0]
    return HouseNumber(text, kind) if len(text) <= _LONGEST_NUMBER else None


def with_orientation(given: HouseNumber | None, text: str | None) -> HouseNumber | None:
    """Return the numbers of a building whose orientation number has a field of its own.

    The field may repeat the house number ("1522/53"), and the letter may be apart: "53/a" is 53a.
    """
    field = number_of_field(text)
    if field is None:
        return given
    house, number, orientation = given or HouseNumber(None), field.number, field.orientation
    if number and orientation and orientation.isalpha():
        number, orientation = f"{number}{orientation}", None
    elif house.number is None and orientation:
        return HouseNumber(number, house.kind, orientation)
    elif number == house.number and orientation:
        number = None
    written = "/".join(filter(None, (number, orientation)))
    if written.isalpha() and house.orientation and house.orientation.isdigit():
        written = f"{house.orientation}{written}"
    return house._replace(orientation=written)


def marked_number(text: str) -> tuple[HouseNumber, str] | None:
    """Return the number behind "č.p." or "č. ev.", and the text before that mark."""
    for kind, pattern in _MARKED:
        if found := pattern.search(text):
            number, orientation = pack_number(found["number"]), pack_number(found["orientation"])
            if number or orientation:
                return HouseNumber(number, kind, orientation), text[: found.start()].strip(" ,")
    return None


def pack_number(number: str | None) -> str | None:
    """Return a number without spaces and slashes, None for 0."""
    packed = re.sub(r"[\s/]", "", number).replace("–", "-") if number else ""
    return packed if packed.strip("0") else None


def without_zero_numbers(text: str) -> str:
    """Return the text of an address without the number 0, which means that the building has none."""
    if "0" not in text:
        return text
    shown = _ZERO.sub("", _ZERO_BEHIND.sub("", _ZERO_BEFORE.sub("", text)))
    return text if shown == text else ", ".join(filter(None, map(str.strip, shown.split(","))))
