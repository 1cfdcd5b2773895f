"""Values of ARES answers. A field may be absent, and several come in more than one type."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from soupis.identifiers import parse_ico
from soupis.registers.records import Amount, DatedText
from soupis.registers.values import amount, clean, clean_lines, known_date

Json = dict[str, Any]


class Entry:
    """One object of an answer; values are asked for by their path of names, `below` the object or in it.

    Where the entry above was deleted, this one was deleted too.
    """

    def __init__(self, fields: Json, above: Entry | None = None) -> None:
        self.fields = fields
        self._above = above

    @cached_property
    def entered(self) -> str | None:
        """Day on which the entry was entered."""
        return self.date("datumZapisu")

    @cached_property
    def deleted(self) -> str | None:
        """Day on which the entry, or the one above it, was deleted; None while it is valid.

        Raises ValueError for a day that cannot be read, because the entry would pass for a valid one.
        """
        day = self.date("datumVymazu")
        if day is None and self.text("datumVymazu"):
            raise ValueError("a day of deletion is no date")
        return day or (self._above.deleted if self._above else None)

    def value(self, *path: str) -> Any:
        """Return what is at the end of a path, None if any part of the path is absent."""
        value: Any = self.fields
        for name in path:
            value = value.get(name) if isinstance(value, dict) else None
        return value

    def text(self, *path: str) -> str | None:
        """Return a text on one line; of an array of dated values, the one valid now."""
        return text(self.value(*path))

    def lines(self, *path: str) -> str | None:
        """Return a text in its lines."""
        value = self.value(*path)
        return clean_lines(value) if isinstance(value, str) else text(value)

    def date(self, *path: str) -> str | None:
        """Return an ISO date, None when the value is absent or no date."""
        return known_date(self.text(*path))

    def amount(self, *path: str) -> Amount | None:
        """Return an amount of the form {typObnos, hodnota}."""
        return amount(self.text(*path, "typObnos"), self.text(*path, "hodnota"))

    def part(self, *path: str) -> Entry:
        """Return a nested object, empty when it is absent."""
        value = self.value(*path)
        return Entry(value if isinstance(value, dict) else {}, self)

    def below(self, *path: str) -> list[Entry]:
        """Return the objects of a nested array."""
        return [Entry(item, self) for item in items(self.value(*path))]

    def dated_text(self) -> DatedText | None:
        """Return a text of the form {hodnota, datumZapisu, datumVymazu}, None when it has no text."""
        lines = self.lines("hodnota")
        return DatedText(lines, self.entered, self.deleted) if lines else None

    def texts(self, *path: str) -> list[DatedText]:
        """Return the dated texts of a nested array."""
        return [dated for item in self.below(*path) if (dated := item.dated_text())]


def items(value: object) -> list[Json]:
    """Return the objects of an array; one object counts as an array of one, a text as {"hodnota": text}."""
    if isinstance(value, list):
        return [item for part in value for item in items(part)]
    if isinstance(value, dict):
        return [value] if value else []
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        return [{"hodnota": value}]
    return []


def text(value: object) -> str | None:
    """Return a text on one line; of an array of dated values, the one valid now."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, list | dict) and value:
        current = valid([Entry(item) for item in items(value)])
        return current.text("hodnota") if current else None
    return None


def code(value: object, width: int) -> str | None:
    """Return a code of digits and letters of at most `width` characters; shorter numbers are padded to it."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        value = f"{value:0{width}d}"
    stated = text(value)
    return stated if stated and len(stated) <= width and stated.isascii() and stated.isalnum() else None


def company_id(value: object) -> int | None:
    """Return a company ID written as a text, a number or an array of dated values."""
    return parse_ico(text(value))


def valid(values: list[Entry]) -> Entry | None:
    """Return the dated value that is valid now; when all were deleted, the one deleted last."""
    return max(values, key=lambda item: (_last_day(item), item.entered or ""), default=None)


def _last_day(item: Entry) -> str:
    return item.date("datumVymazu") or ("" if item.text("datumVymazu") else "9999")
