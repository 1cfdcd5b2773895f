"""Identifiers: the Czech company ID (IČO) and the public key of a person.

A company ID has eight digits, the last one a check digit.

Inside the service an ID is an integer, because joins and documents are keyed by it;
its eight-digit text form belongs to the source files and to the wire.
"""

from __future__ import annotations

import re

# The eight-digit text form of a company ID.
ICO = r"\d{8}"
_ICO = re.compile(ICO, re.ASCII)


def check_digit(stem: int) -> int:
    """Return the check digit (0-9) of the first seven digits of an ID."""
    a, b, c, d, e, f, g = map(int, f"{stem:07d}")
    return (11 - (8 * a + 7 * b + 6 * c + 5 * d + 4 * e + 3 * f + 2 * g) % 11) % 10


def has_valid_check_digit(ico: int) -> bool:
    """Tell whether the last digit of an ID agrees with the first seven."""
    return 0 < ico < 100_000_000 and check_digit(ico // 10) == ico % 10


def is_ico(text: str) -> bool:
    """Tell whether a text has the eight-digit form of an ID."""
    return _ICO.fullmatch(text) is not None


def parse_ico(text: str | None) -> int | None:
    """Read an ID of a source file: up to eight digits, possibly without leading zeros; None otherwise."""
    if text is None:
        return None
    text = text.strip()
    if not (text.isascii() and text.isdigit() and 1 <= len(text) <= 8):
        return None
    return int(text) or None


def format_ico(ico: int) -> str:
    """Return the eight-digit text form of an ID."""
    return f"{ico:08d}"


# The public key of a person: slug of the name, year of birth (0000 when unknown), six hexadecimal digits.
PERSON_KEY = r"[a-z0-9-]+-[0-9]{4}-[0-9a-f]{6}"
_PERSON_KEY = re.compile(PERSON_KEY)


def is_person_key(text: str) -> bool:
    """Tell whether a text has the form of a person key."""
    return _PERSON_KEY.fullmatch(text) is not None
