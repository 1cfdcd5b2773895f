"""Single values as the registers write them: dates, amounts, numbers."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache

from soupis.registers.records import Amount

_SPACES = re.compile(r"[\s\u00a0\u202f]+")
_CZECH_DATE = re.compile(r"(\d{1,2})\s?[.\-/]\s?(\d{1,2})\s?[.\-/]\s?(\d{4})\.?")
# Whole part, then `;` (the registers' decimal mark), or a comma or a point with one or two digits:
# three digits behind those could as well be thousands, and a guess would be off by a factor of 1000.
_NUMBER = re.compile(r"(-?\d+)(?:;(\d+)|[.,](\d{1,2}))?")
_GROUPED = re.compile(r"-?\d{1,3}(?:\.\d{3})+(?:;\d*)?")
_FRACTION = re.compile(r"(\d+(?:;00?)?)[;/](\d+(?:;00?)?)")
# Units whose amounts are plain numbers, `;` being the decimal mark: money and per cent.
_PLAIN_UNIT = re.compile(r"KORUN[YA]|EUR[A-Z]?|[A-Z]{3}|PROCENTA?")
_NO_CENTS = re.compile(r"[;,](?:-+|–|—)$")


# Of a value that could not be read.
_MOST_QUOTED = 2_000


def quoted(text: str) -> str:
    """Return a value that could not be read, for a message.

    It is all there: who shows it hides what is private first and makes it short then.
    """
    # An escaped space or an invisible character would split what is private.
    return repr("".join(char if char.isprintable() else " " for char in text[:_MOST_QUOTED]))


def iso_date(text: str) -> str | None:
    """Return an ISO date as it is, None for an empty text.

    Raises:
        ValueError: the text is not a date of the calendar in the form YYYY-MM-DD.
    """
    if not text:
        return None
    if len(text) != 10 or text[4] != "-" or text[7] != "-":
        raise ValueError(f"{quoted(text)} is not a date (YYYY-MM-DD)")
    try:
        date.fromisoformat(text)
    except ValueError:
        raise ValueError(f"{text!r} is not a date of the calendar") from None
    return text


@lru_cache(65536)
def known_date(text: str | None) -> str | None:
    """Return the date at the start of a text (`2026-01-31`, `2026-01-31T00:00:00`), None when it has none."""
    try:
        return iso_date(text.strip()[:10]) if text else None
    except ValueError:
        return None


def czech_date(text: str | None) -> str | None:
    """Return the ISO date of `D.M.YYYY`, `D-M-YYYY` or `YYYY-MM-DD`; None when the text is none of them."""
    if not text:
        return None
    text = " ".join(text.split())
    match = _CZECH_DATE.fullmatch(text)
    if match is None:
        return known_date(text)
    day, month, year = match.groups()
    return known_date(f"{year}-{month:0>2}-{day:0>2}")


def posting_note(text: str | None) -> str | None:
    """Return "Vyvěšeno: 14. 5. 2003" for the day of a posting, with the text itself if it is no date."""
    if not text:
        return None
    day = czech_date(text)
    year, month, number = map(int, day.split("-")) if day else (0, 0, 0)
    return f"Vyvěšeno: {number}. {month}. {year}" if day else f"Vyvěšeno: {text}"


@lru_cache(4096)
def decimal(text: str) -> str | None:
    """Return `200 000;00` as `200000`, `33;33` as `33.33`; None when the text is not a plain number."""
    packed = _NO_CENTS.sub("", _SPACES.sub("", text))
    if _GROUPED.fullmatch(packed) and (packed.count(".") > 1 or ";" in packed):
        packed = packed.replace(".", "").rstrip(";")
    match = _NUMBER.fullmatch(packed)
    if match is None or not packed.isascii():
        return None
    sign = "-" if packed.startswith("-") else ""
    whole = match[1].lstrip("-").lstrip("0") or "0"
    cents = (match[2] or match[3] or "").rstrip("0")
    if not cents and whole == "0":
        return "0"
    return f"{sign}{whole}.{cents}" if cents else f"{sign}{whole}"


@lru_cache(4096)
def amount(unit: str | None, text: str | None) -> Amount | None:
    """Return an amount in the unit that the source names; words and fractions have no value.

    A fraction (unit ZLOMEK) is written `1;3` by the register and means one third. An amount without
    a unit is kept as text, because nobody can tell crowns from per cent.
    """
    text = _SPACES.sub(" ", text).strip() if text else ""
    if not text:
        return None
    unit = (unit or "").strip().upper() or "TEXT"
    if unit == "TEXT":
        return Amount(unit, None, text)
    if unit == "ZLOMEK":
        packed = text.replace(" ", "")
        fraction = _FRACTION.fullmatch(packed)
        if fraction is not None:
            top, bottom = (part.split(";")[0] for part in fraction.groups())
            return Amount(unit, None, f"{top}/{bottom}")
        return Amount(unit, None, text)
    if ";" in text and not (_PLAIN_UNIT.fullmatch(unit) or text.endswith(";00")):
        return Amount(unit, None, text)  # in a unit that nobody has described, `1;3` may be one third
    number = text.removesuffix("%") if unit == "PROCENTA" else text.removesuffix("Kč").removesuffix(",-")
    return Amount(unit, decimal(number), text)


def whole_number(value: object) -> int | None:
    """Return a non-negative integer from a number or a text of digits (spaces allowed), None otherwise."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value if 0 <= value < 2**63 else None
    if isinstance(value, str):
        digits = value if value.isdigit() else _SPACES.sub("", value)
        if digits.isascii() and digits.isdigit() and len(digits) < 19:
            return int(digits)
    return None


def clean_lines(text: str | None) -> str | None:
    """Return a text with its line breaks, its lines without doubled spaces; None when nothing is left."""
    if not text:
        return None
    return "\n".join(filter(None, (" ".join(line.split()) for line in text.splitlines()))) or None


def clean(text: str | None) -> str | None:
    """Return a text on one line without surrounding and doubled spaces; None when nothing is left."""
    return " ".join(text.split()) or None if text else None


# The same text for what millions of entries say in a few thousand ways: kinds, names, functions, towns.
clean_common = lru_cache(65_536)(clean)
