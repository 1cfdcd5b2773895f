"""Sections of activities: which divisions each has, and the number under which the index knows it."""

from __future__ import annotations

# The first and last division of each section of CZ-NACE 2025; division 45, which the older revision alone
# has, is trade and repair of cars. The letters from J on meant other activities before.
SECTIONS = {
    "A": (1, 3), "B": (5, 9), "C": (10, 33), "D": (35, 35), "E": (36, 39), "F": (41, 43), "G": (45, 47),
    "H": (49, 53), "I": (55, 56), "J": (58, 60), "K": (61, 63), "L": (64, 66), "M": (68, 68), "N": (69, 75),
    "O": (77, 82), "P": (84, 84), "Q": (85, 85), "R": (86, 88), "S": (90, 93), "T": (94, 96), "U": (97, 98),
    "V": (99, 99),
}  # fmt: skip
# The sections of CZ-NACE 2008 whose letters mean other activities now.
SECTIONS_2008 = {
    "J": (58, 63), "K": (64, 66), "L": (68, 68), "M": (69, 75), "N": (77, 82), "O": (84, 84), "P": (85, 85),
    "Q": (86, 88), "R": (90, 93), "S": (94, 96), "T": (97, 98), "U": (99, 99),
}  # fmt: skip
# Trades of the Trade Licensing Act that are in no division; the registers state it as one.
UNSORTED_TRADES = "00"


def divisions_of(section: str) -> list[str]:
    """Return the divisions of a section, two digits each."""
    first, last = SECTIONS[section]
    return [f"{division:02d}" for division in range(first, last + 1)]


_NAMES = (UNSORTED_TRADES, *SECTIONS)
_NUMBER_OF_DIVISION = {UNSORTED_TRADES: 0} | {
    division: number for number, section in enumerate(SECTIONS, start=1) for division in divisions_of(section)
}


def section_number(code: str) -> int | None:
    """Return the section that an activity code is in; the letter of a section alone is in none.

    It would not say which revision it is of, and a search for the section's divisions does not find it.
    """
    return _NUMBER_OF_DIVISION.get(code[:2])


def section_of_number(number: int) -> str:
    """Return the letter of a section, or `UNSORTED_TRADES`, by its number in the index."""
    return _NAMES[number]
