"""The one way in which texts get into what is published: a document is redacted as it is encoded.

Rows of `company_document` and `person_document` consist of `Published` bytes, which only this module makes.
A text field of a Struct is redacted unless its type says that no words stand there: a date, a moment, an
identifier (`wire.base.Oznaceni`), a choice of fixed words.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, Literal, NewType, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from soupis.ingest.privacy.redaction import redact, redact_beside_name, redact_name
from soupis.store.entries import encode_entry
from soupis.wire.base import Content, encode
from soupis.wire.company import Sidlo

Published = NewType("Published", bytes)
S = TypeVar("S", bound=msgspec.Struct)
Redact = Callable[[Any], Any]

# An identifier has no spaces and no words, and is no birth number; anything else is a text like others.
_IDENTIFIER = re.compile(r"(?!\d{6}/\d{3,4}\Z)[\w./:?=&%#~+-]*", re.ASCII)
_BETWEEN_PARTS = re.compile(r"(?:[\s,/-]|č\.\s?(?:p|ev|o)\.)*")
_EXACT_FORMATS = {"date": re.compile(r"\d{4}-\d\d-\d\d"), "date-time": re.compile(r"[\dTZ:.+-]*")}


def published_json(document: msgspec.Struct | list[Any]) -> Published:
    """Return the JSON of a document, which is redacted in place."""
    redact_in_place(document)
    return Published(encode(document))


def published_entry(entry: msgspec.Struct) -> Published:
    """Return the bytes of a search entry, which is redacted in place."""
    redact_in_place(entry)
    return Published(encode_entry(entry))


def published_line(cells_of: Callable[[S], str], document: S) -> Published:
    """Return a line of an export, made of nothing but a document, which is redacted in place."""
    redact_in_place(document)
    return Published(cells_of(document).encode())


def redact_in_place(value: Any) -> None:
    """Redact all texts of a Struct, or of the Structs of a list."""
    if isinstance(value, list):
        for item in value:
            redact_in_place(item)
        return
    for name, change in _changes(value.__class__):
        old = getattr(value, name)
        if old is not None and (new := change(old)) is not old:
            setattr(value, name, new)


@cache
def _changes(kind: Any) -> tuple[tuple[str, Redact], ...]:
    """Return how the fields of a Struct are redacted, those that need it."""
    hints = get_type_hints(kind, include_extras=True)
    changes = ((name, _change_of(hints[name])) for name in kind.__struct_fields__)
    return tuple((name, change) for name, change in changes if change is not None)


def _change_of(hint: Any) -> Redact | None:
    """Return how a value of a type is redacted, None where its type has no texts.

    Raises TypeError for a type that nobody has thought of, so that no field is left out in silence.
    """
    origin, arguments = get_origin(hint), get_args(hint)
    if hint is str:
        return redact
    if origin is Annotated and arguments[0] is str:
        return _annotated(arguments[1:])
    if origin is Annotated:
        return _change_of(arguments[0])
    if hint in (int, float, bool, type(None)) or origin is Literal:
        return None
    if hint is Sidlo:
        return redact_seat
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return _struct
    if origin is list:
        change = _change_of(arguments[0])
        return None if change is None else lambda items: _list(items, change)
    if origin in (Union, types.UnionType):
        changes = {change for change in map(_change_of, arguments) if change is not None}
        if len(changes) <= 1:
            change_text = next(iter(changes), None)
            if change_text is not None and not {int, float}.isdisjoint(arguments):
                return lambda value: change_text(value) if isinstance(value, str) else value
            return change_text
    raise TypeError(f"say how texts of the type {hint} are published")


def _annotated(notes: tuple[Any, ...]) -> Redact:
    for note in notes:
        if note is Content.IDENTIFIER:
            return _unless(_IDENTIFIER)
        if note is Content.PERSON_NAME:
            return redact_name
        if note is Content.BESIDE_NAME:
            return redact_beside_name
        schema = note.extra_json_schema if isinstance(note, msgspec.Meta) else None
        if schema and (exact := _EXACT_FORMATS.get(schema.get("format", ""))):
            return _unless(exact)
    return redact


def _unless(exact: re.Pattern[str]) -> Redact:
    return lambda text: text if exact.fullmatch(text) else redact(text)


def _struct(value: Any) -> Any:
    redact_in_place(value)
    return value


def redact_seat(seat: Sidlo) -> Sidlo:
    """Redact a seat; a text of nothing but the seat's own parts is an address, whatever it looks like.

    There are streets called after days ("17. listopadu 31") and towns called like people.
    """
    texts = {name: getattr(seat, name) for name in ("text", "text_plny")}
    redact_in_place(seat)
    for name, text in texts.items():
        if text != getattr(seat, name) and _is_made_of_parts(text, seat):
            setattr(seat, name, text)
    return seat


def _is_made_of_parts(text: str, seat: Sidlo) -> bool:
    parts = [seat.nazev_ulice, seat.nazev_casti_obce, seat.nazev_obce, seat.nazev_mestske_casti]
    parts += [seat.cislo_domovni, seat.cislo_orientacni]
    if seat.psc:
        parts += [f"{seat.psc:05d}", f"{seat.psc // 100:03d} {seat.psc % 100:02d}"]
    longest_first = sorted(filter(None, parts), key=len, reverse=True)
    known = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")
    return bool(longest_first) and _BETWEEN_PARTS.fullmatch(known.sub("", text)) is not None


def _list(items: list[Any], change: Redact) -> list[Any]:
    for place, item in enumerate(items):
        if item is not None and (new := change(item)) is not item:
            items[place] = new
    return items
