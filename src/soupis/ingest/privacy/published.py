"""The one way in which texts get into what is published: a document is redacted as it is encoded.

Rows of `company_document` and `person_document` consist of `Published` bytes, which only this module makes.
A text field of a Struct is redacted unless its type says that no words stand there: a date, a moment, an
identifier (`wire.base.Oznaceni`), a choice of fixed words.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    NewType,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
import xxhash

from soupis.ingest.privacy.redaction import redact, redact_beside_name, redact_each, redact_name
from soupis.kept import Kept
from soupis.store.extras import CompanyExtra, encode_extra
from soupis.wire.base import Content, encode
from soupis.wire.company import Sidlo

Published = NewType("Published", bytes)
S = TypeVar("S", bound=msgspec.Struct)
Redact = Callable[[Any], Any]

# An identifier has no spaces and no words, and is no birth number; anything else is a text like others.
_IDENTIFIER = re.compile(r"(?!\d{6}/\d{3,4}\Z)[\w./:?=&%#~+-]*", re.ASCII)
_LONGEST_KEPT = 40
_BETWEEN_PARTS = re.compile(r"(?:[\s,/-]|č\.\s?(?:p|ev|o)\.)*")
_EXACT_FORMATS = {"date": re.compile(r"\d{4}-\d\d-\d\d"), "date-time": re.compile(r"[\dTZ:.+-]*")}


Walk = Callable[[Any], None]


def published_json(document: msgspec.Struct | list[Any]) -> Published:
    """Return the JSON of a document, which is redacted in place."""
    redact_in_place(document)
    return Published(encode(document))


def published_after(document: S, derive: Callable[[S], None]) -> Published:
    """Return the JSON of a document that is redacted in place, with parts that `derive` makes of it then.

    Such parts repeat redacted texts, names among them. Redacted as a whole they would lose words that are
    not private where they come from.
    """
    redact_in_place(document)
    derive(document)
    return Published(encode(document))


def published_extra(facts: CompanyExtra | list[str]) -> Published:
    """Return the MessagePack of extra facts or names of towns, which are redacted."""
    return Published(encode_extra(redact_each(facts) if isinstance(facts, list) else facts))


def fingerprint(stored: Iterable[Published | None]) -> int:
    """Return the version of a document by all that is stored of it.

    It has 63 bits because both databases hold signed integers.
    """
    return xxhash.xxh3_64_intdigest(b"".join(filter(None, stored))) >> 1


def redact_in_place(value: Any) -> None:
    """Redact all texts of a Struct, or of the Structs of a list."""
    if isinstance(value, list):
        _of_each(_struct)(value)
    else:
        _struct(value)


def shared(value: S) -> S:
    """Return a Struct that many documents will show, a code with its name: redacted now, and once.

    Nobody can change it any more, so it is left alone wherever it is met.
    """
    redact_in_place(value)
    return cast(S, _shared_kind(value.__class__)(**msgspec.structs.asdict(value)))


# Structs of these are left alone; so is nothing.
_SHARED: set[type] = {type(None)}


@cache
def _shared_kind(kind: type[msgspec.Struct]) -> type[msgspec.Struct]:
    if kind is Sidlo or redact_seat in _fields(kind).changes.values():
        raise TypeError(f"what {kind} says is not the same in every document")
    frozen = msgspec.defstruct(kind.__name__, [], bases=(kind,), frozen=True, gc=False)
    _SHARED.add(frozen)
    return frozen


class _Fields(NamedTuple):
    """Fields of a Struct that are or hold texts, how each is redacted, and those that are texts."""

    changes: dict[str, Redact]
    texts: frozenset[str]


@cache
def _fields(kind: Any, without: tuple[str, ...] = ()) -> _Fields:
    hints = get_type_hints(kind, include_extras=True)
    changes = {
        name: change
        for name in kind.__struct_fields__
        if name not in without and (change := _change_of(hints[name])) is not None
    }
    texts = frozenset(name for name in changes if _is_text(hints[name]))
    return _Fields(changes, texts)


def _is_text(hint: Any) -> bool:
    return hint is str or any(map(_is_text, get_args(hint) if get_origin(hint) is not list else ()))


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
        if change is redact:
            return redact_each
        return None if change is None else _of_each(change)
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
            return _kept_unless(_IDENTIFIER)
        if note is Content.PERSON_NAME:
            return redact_name
        if note is Content.BESIDE_NAME:
            return redact_beside_name
        schema = note.extra_json_schema if isinstance(note, msgspec.Meta) else None
        if schema and (exact := _EXACT_FORMATS.get(schema.get("format", ""))):
            return _kept_unless(exact)
    return redact


def _checked(exact: re.Pattern[str], text: str) -> str:
    return text if exact.fullmatch(text) else redact(text)


@cache
def _kept_unless(exact: re.Pattern[str]) -> Redact:
    """Return what redacts texts but those of a pattern; days and codes are the same in many documents."""
    return Kept(partial(_checked, exact), 16_384, longest=_LONGEST_KEPT).__getitem__


def _struct(value: Any) -> Any:
    _WALKS[value.__class__](value)
    return value


def _walk_of(kind: type[msgspec.Struct], without: tuple[str, ...] = ()) -> Walk:
    """Return what redacts the fields of a Struct in place: a function written for them, as dataclasses do.

    A loop that asks of each field how it is redacted takes a tenth of the time of all documents.
    """
    fields = _fields(kind, without)
    lines = ["def walk(value):"]
    for place, (name, change) in enumerate(fields.changes.items()):
        lines.append(f"    if (old := value.{name}):")
        if name not in fields.texts:
            lines.append("      if old.__class__ not in shared:")
        if change is _struct:
            lines.append("        walks[old.__class__](old)")
        elif change is _of_each(_struct):
            lines += [
                "        for item in old:",
                "          if item.__class__ not in shared:",
                "            walks[item.__class__](item)",
            ]
        else:
            lines += [
                f"        if (new := change{place}(old)) is not old:",
                f"          value.{name} = new",
            ]
    names: dict[str, Any] = {f"change{place}": change for place, change in enumerate(fields.changes.values())}
    names |= {"shared": _SHARED, "walks": _WALKS}
    exec("\n".join(lines), names)  # noqa: S102 - made of names of fields alone
    return cast(Walk, names["walk"])


class _Walks(dict[type[msgspec.Struct], Walk]):
    """What redacts the fields of Structs of a type, made when the first of them is met."""

    def __missing__(self, kind: type[msgspec.Struct]) -> Walk:
        walk = self[kind] = _walk_of(kind)
        return walk


_WALKS = _Walks()


@cache
def _walk_parts_of_seat() -> Walk:
    return _walk_of(Sidlo, ("text", "text_plny"))


def redact_seat(seat: Sidlo) -> Sidlo:
    """Redact a seat; a text of nothing but the seat's own parts is an address, whatever it looks like.

    There are streets called after days ("17. listopadu 31") and towns called like people.
    """
    _walk_parts_of_seat()(seat)
    usual = _usual_pieces(seat)
    if seat.text is not None and not is_made_of_parts(seat.text, seat, usual):
        seat.text = redact(seat.text)
    if seat.text_plny is not None and not is_made_of_parts(seat.text_plny, seat, usual):
        seat.text_plny = redact(seat.text_plny)
    return seat


def is_made_of_parts(text: str, seat: Sidlo, usual: set[str | None] | None = None) -> bool:
    """Tell whether a text of a seat says nothing but the seat's own parts, among them the `usual` pieces."""
    usual = _usual_pieces(seat) if usual is None else usual
    if usual.issuperset(text.split(", ")):  # as nearly all are, which spares them a pattern
        return True
    parts = [seat.nazev_ulice, seat.nazev_casti_obce, seat.nazev_obce, seat.nazev_mestske_casti]
    parts += [seat.cislo_domovni, seat.cislo_orientacni]
    if seat.psc:
        parts += [f"{seat.psc:05d}", f"{seat.psc // 100:03d} {seat.psc % 100:02d}"]
    longest_first = sorted(filter(None, parts), key=len, reverse=True)
    known = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")
    return bool(longest_first) and _BETWEEN_PARTS.fullmatch(known.sub("", text)) is not None


def _usual_pieces(seat: Sidlo) -> set[str | None]:
    """Return what stands between the commas of an address: a place with a number, a town with a code."""
    house, orientation = seat.cislo_domovni, seat.cislo_orientacni
    number = f"{house}/{orientation}" if house and orientation else house or orientation
    city, part, district = seat.nazev_obce, seat.nazev_casti_obce, seat.nazev_mestske_casti
    place = seat.nazev_ulice or part or city
    pieces = {city, part, district, place, f"{city}-{district}"}
    if place and number:
        pieces |= {f"{place} {number}", f"{place} č. ev. {number}"}
    if seat.psc:
        pieces |= {f"{seat.psc:05d} {city}", f"{seat.psc:05d} {district}"}
    return pieces


@cache
def _of_each(change: Redact) -> Redact:
    def change_each(items: list[Any]) -> list[Any]:
        for place, item in enumerate(items):
            if item and item.__class__ not in _SHARED and (new := change(item)) is not item:
                items[place] = new
        return items

    return change_each
