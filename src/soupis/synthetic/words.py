"""The word lists behind the made-up data: `data/*.csv` and `data/*.txt`, with their weights.

Municipalities, their codes, districts and postal codes are real public facts; weights are rough shares.
"""

from __future__ import annotations

import csv
import io
from functools import cache
from importlib.resources import files
from typing import Generic, TypeVar

from msgspec import Struct

T = TypeVar("T")


class Weighted(Generic[T]):
    """A list to draw from: item i comes up in proportion to its weight, in constant time."""

    __slots__ = ("_slots", "_width")

    def __init__(self, items: list[tuple[T, int]]) -> None:
        self._slots: tuple[T, ...] = tuple(item for item, weight in items for _ in range(weight))
        self._width = len(self._slots)

    def at(self, position: float) -> T:
        """Return the item at a position between 0 (included) and 1 (excluded)."""
        return self._slots[int(position * self._width)]


class Town(Struct, frozen=True):
    """A municipality; `code` is its RÚIAN code, `district` its LAU code."""

    name: str
    code: str
    district: str
    postal_code: str
    village: bool
    parts: Weighted[Part] | None


class Part(Struct, frozen=True):
    """A part of a large town with a postal code of its own; `city_district` is empty where there is none.

    `code` is that of the territorial unit by which statistics knows the place: a city district in Prague.
    """

    name: str
    city_district: str
    code: str
    postal_code: str


class Surname(Struct, frozen=True):
    """A surname in both genders."""

    male: str
    female: str


class Trade(Struct, frozen=True):
    """A line of business: its codes in both CZ-NACE revisions, words of its company names, its legal text."""

    nace2008: str
    nace2025: str
    words: tuple[str, ...]
    line: str


class Words(Struct, frozen=True):
    """All lists, ready to draw from."""

    surnames: Weighted[Surname]
    first_names_male: Weighted[str]
    first_names_female: Weighted[str]
    towns: Weighted[Town]
    streets: Weighted[str]
    trades: Weighted[Trade]
    trade_of_code: dict[str, Trade]  # by NACE Rev. 2
    common_words: Weighted[str]


# Towns with a smaller weight than this have house numbers without streets.
_VILLAGE_BELOW = 55


@cache
def load_words() -> Words:
    """Read the packaged lists (once per process)."""
    first_names = _rows("first_names.csv")
    trades = [(_trade(row), _weight(row)) for row in _rows("trades.csv")]
    return Words(
        surnames=Weighted(
            [(Surname(row["male"], row["female"]), _weight(row)) for row in _rows("surnames.csv")]
        ),
        first_names_male=Weighted([(row["name"], _weight(row)) for row in first_names if row["sex"] == "m"]),
        first_names_female=Weighted(
            [(row["name"], _weight(row)) for row in first_names if row["sex"] == "f"]
        ),
        towns=Weighted(_towns()),
        streets=Weighted(
            [(street, 1000 // (rank + 20)) for rank, street in enumerate(_lines("streets.txt"))]
        ),
        trades=Weighted(trades),
        trade_of_code={trade.nace2008: trade for trade, _ in trades},
        common_words=Weighted([(row["word"], _weight(row)) for row in _rows("common_words.csv")]),
    )


def _towns() -> list[tuple[Town, int]]:
    parts: dict[str, list[tuple[Part, int]]] = {}
    for row in _rows("parts.csv"):
        part = Part(row["part"], row["city_district"], row["code"], row["postal_code"])
        parts.setdefault(row["town"], []).append((part, _weight(row)))
    towns = []
    for row in _rows("towns.csv"):
        weight = _weight(row)
        name = row["name"]
        town = Town(
            name=name,
            code=row["code"],
            district=row["district"],
            postal_code=row["postal_code"],
            village=weight < _VILLAGE_BELOW,
            parts=Weighted(parts[name]) if name in parts else None,
        )
        towns.append((town, weight))
    return towns


def _trade(row: dict[str, str]) -> Trade:
    words = tuple(word.replace("_", " ") for word in row["words"].split())
    return Trade(row["nace2008"], row["nace2025"], words, row["line"])


def _weight(row: dict[str, str]) -> int:
    return int(row["weight"])


def _rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(_text(name))))


def _lines(name: str) -> list[str]:
    return _text(name).split("\n")[:-1]


def _text(name: str) -> str:
    return files("soupis.synthetic").joinpath("data", name).read_text(encoding="utf-8")
