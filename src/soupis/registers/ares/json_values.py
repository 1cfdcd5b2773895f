"""Values of ARES answers. A field may be absent, and several come in more than one type."""

from __future__ import annotations

from typing import Any

from soupis.identifiers import parse_ico
from soupis.registers.records import Amount, DatedText
from soupis.registers.values import amount, clean, clean_lines, known_date

Json = dict[str, Any]


def items(value: object) -> list[Json]:
    """Return the objects of an array; one object counts as an array of one, a text as {"hodnota": text}."""
    if isinstance(value, list):
        return [item for part in value for item in items(part)]
    if isinstance(value, dict):
        return [value] if value else []
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        return [{"hodnota": value}]
    return []


def part(value: Json, name: str) -> Json:
    """Return a nested object, empty when it is absent."""
    member = value.get(name)
    return member if isinstance(member, dict) else {}


def text(value: object) -> str | None:
    """Return a text on one line; of an array of dated values, the one valid now."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, list | dict) and value:
        current = valid(items(value))
        return text(current.get("hodnota")) if current else None
    return None


def date(value: object) -> str | None:
    """Return an ISO date, None when the value is absent or no date."""
    return known_date(text(value))


def code(value: object, width: int) -> str | None:
    """Return a code of digits and letters of at most `width` characters; shorter numbers are padded to it."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        value = f"{value:0{width}d}"
    stated = text(value)
    return stated if stated and len(stated) <= width and stated.isascii() and stated.isalnum() else None


def company_id(value: object) -> int | None:
    """Return a company ID written as a text, a number or an array of dated values."""
    return parse_ico(text(value))


def valid(values: list[Json]) -> Json | None:
    """Return the dated value that is valid now; when all were deleted, the one deleted last."""
    return max(
        values,
        key=lambda item: (_last_day(item), date(item.get("datumZapisu")) or ""),
        default=None,
    )


def _last_day(item: Json) -> str:
    stated = item.get("datumVymazu")
    return date(stated) or ("" if text(stated) else "9999")


def deletion(item: Json, deleted_above: str | None = None) -> str | None:
    """Return the day on which an entry was deleted, or what stands above it; None while it holds.

    Raises ValueError for a day that cannot be read: the entry would pass for one that holds.
    """
    stated = item.get("datumVymazu")
    day = date(stated)
    if day is None and text(stated):
        raise ValueError("a day of deletion is no date")
    return day or deleted_above


def quantity(value: object) -> Amount | None:
    """Return an amount of the form {typObnos, hodnota}."""
    return (
        amount(text(value.get("typObnos")), text(value.get("hodnota"))) if isinstance(value, dict) else None
    )


def dated_text(item: Json, deleted_above: str | None) -> DatedText | None:
    """Return a text of the form {hodnota, datumZapisu, datumVymazu}, None when it has no text."""
    value = item.get("hodnota")
    lines = clean_lines(value) if isinstance(value, str) else text(value)
    if lines is None:
        return None
    return DatedText(lines, date(item.get("datumZapisu")), deletion(item, deleted_above))
