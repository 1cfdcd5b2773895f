"""Query strings turned into the Structs of `wire/requests.py`, with errors that name the parameter."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable
from functools import cache
from typing import Any, TypeVar
from urllib.parse import unquote_to_bytes

import msgspec
from msgspec import inspect

from soupis.folding import with_plain_spaces
from soupis.queries.errors import QueryError

T = TypeVar("T", bound=msgspec.Struct)

_BROKEN_PERCENT = re.compile(rb"%(?![0-9A-Fa-f]{2})")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")  # when other spaces have become plain ones
_INTEGER = re.compile(r"-?\d{1,16}", re.ASCII)
_SHOWN = 40

Reader = Callable[[str, str], Any]


def parse_pairs(raw: bytes) -> list[tuple[str, str]]:
    """Split a query string or form body into names and values; refuses what is not proper UTF-8 text."""
    pairs = []
    for part in raw.split(b"&"):
        if part:
            name, _, value = part.partition(b"=")
            pairs.append((_decode(name, "název parametru", "a parameter name"), value))
    return [(name, _decode(value, f"parametr {name}", f"parameter {name}")) for name, value in pairs]


def parse(kind: type[T], raw: bytes) -> T:
    """Return the parameters of an operation, not to be changed.

    Raises QueryError 400 for the first thing that is wrong.
    """
    # Most requests have no query, and there everything is as it is by default; that is shared.
    return from_pairs(kind, parse_pairs(raw)) if raw else _defaults(kind)


@cache
def _defaults(kind: type[T]) -> T:
    return from_pairs(kind, [])


def from_pairs(kind: type[T], pairs: list[tuple[str, str]]) -> T:
    """Check names and values against the declared parameters."""
    readers, required, lists = _declaration(kind)
    values: dict[str, Any] = {}
    for name, text in pairs:
        reader = readers.get(name)
        if reader is None:
            raise _unknown(name, readers)
        if name in lists:
            values.setdefault(name, []).extend(reader(name, text))
            continue
        if name in values:
            raise _repeated(name)
        values[name] = reader(name, text)
    for name, most in lists.items():
        if len(values.get(name, ())) > most:
            count = len(values[name])
            raise QueryError(
                400,
                f"Parametr {name} může mít nejvýše {most} hodnot, přišlo {count}.",
                f"Parameter {name} may have at most {most} values, got {count}.",
            )
    return _finish(kind, values, required)


def only_one(name: str, texts: list[str]) -> str:
    """Return the only value of a parameter; raises QueryError 400 where it was given several times."""
    if len(texts) > 1:
        raise _repeated(name)
    return texts[0]


def check_names(raw: bytes, names: Collection[str]) -> None:
    """Raise QueryError 400 for a parameter of a query string that is not among the names."""
    for name, _ in parse_pairs(raw):
        if name not in names:
            raise _unknown(name, names)


def _unknown(name: str, names: Iterable[str]) -> QueryError:
    if not (possible := ", ".join(names)):
        return QueryError(
            400,
            f"Parametr {_shown(name)} neexistuje; tato adresa nemá žádné parametry.",
            f"There is no parameter {_shown_en(name)}; this address has no parameters.",
        )
    return QueryError(
        400,
        f"Parametr {_shown(name)} neexistuje; možné jsou: {possible}.",
        f"There is no parameter {_shown_en(name)}; possible ones: {possible}.",
    )


def _repeated(name: str) -> QueryError:
    return QueryError(
        400, f"Parametr {name} může být zadán jen jednou.", f"Parameter {name} may be given only once."
    )


def _finish(kind: type[T], values: dict[str, Any], required: set[str]) -> T:
    for name in required - values.keys():
        raise QueryError(400, f"Chybí povinný parametr {name}.", f"The required parameter {name} is missing.")
    # Given but empty means not given, except where the text itself is checked.
    return kind(**{_field_name(kind, name): value for name, value in values.items() if value is not None})


@cache
def _field_name(kind: type[msgspec.Struct], wire_name: str) -> str:
    fields = msgspec.structs.fields(kind)
    return next(field.name for field in fields if field.encode_name == wire_name)


@cache
def _declaration(kind: type[msgspec.Struct]) -> tuple[dict[str, Reader], set[str], dict[str, int]]:
    """Return readers by name, required names, and the most values of the names that may repeat."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    readers: dict[str, Reader] = {}
    lists: dict[str, int] = {}
    for field in info.fields:
        type_ = _declared(field.type)
        if isinstance(type_, inspect.ListType):
            lists[field.encode_name] = type_.max_length or 1_000
            readers[field.encode_name] = _list(_declared(type_.item_type))
        elif isinstance(type_, inspect.IntType):
            readers[field.encode_name] = _integer(type_)
        elif isinstance(type_, inspect.LiteralType):
            readers[field.encode_name] = _literal(type_)
        elif isinstance(type_, inspect.StrType):
            readers[field.encode_name] = _text(type_)
        else:
            raise TypeError(f"no reader for {field.name}: {type_}")
    required = {field.encode_name for field in info.fields if field.required}
    return readers, required, lists


def _declared(type_: inspect.Type) -> inspect.Type:
    """Look through metadata and `| None`."""
    if isinstance(type_, inspect.Metadata):
        return _declared(type_.type)
    if isinstance(type_, inspect.UnionType):
        return _declared(next(part for part in type_.types if not isinstance(part, inspect.NoneType)))
    return type_


def _integer(type_: inspect.IntType) -> Reader:
    low, high = type_.ge, type_.le

    def read(name: str, text: str) -> int:
        if _INTEGER.fullmatch(text) is None or not low <= int(text) <= high:  # type: ignore[operator]
            raise QueryError(
                400,
                f"Parametr {name} musí být celé číslo {low} až {high}, přišlo {_shown(text)}.",
                f"Parameter {name} must be a whole number {low} to {high}, got {_shown_en(text)}.",
            )
        return int(text)

    return read


def _text(type_: inspect.StrType) -> Reader:
    # ASCII: what Unicode takes for digits too (١٩) is no code.
    pattern = re.compile(type_.pattern, re.ASCII) if type_.pattern else None
    shortest, longest = type_.min_length or 0, type_.max_length or 1_000

    def read(name: str, text: str) -> str | None:
        # Pages hand over texts that were decoded elsewhere.
        text = _plain(text, f"parametr {name}", f"parameter {name}")
        # Letters written apart from their accents count once.
        text = unicodedata.normalize("NFC", text)
        trimmed = text.strip(" ")
        # Spaces are nothing written, unless the whole text has a form of its own, like a day.
        if not trimmed and not shortest and len(text) <= longest and (not pattern or pattern.fullmatch(text)):
            return None
        if len(trimmed) < shortest or len(text) > longest:
            measured = text if len(text) > longest else trimmed
            span = (f"{shortest} až {longest}", f"{shortest} to {longest}")
            if not shortest:
                span = (f"nejvýše {longest}", f"at most {longest}")
            raise QueryError(
                400,
                f"Parametr {name} musí mít {span[0]} znaků, přišlo {len(measured)}.",
                f"Parameter {name} must have {span[1]} characters, got {len(measured)}.",
            )
        if pattern and not pattern.fullmatch(text):
            raise QueryError(
                400,
                f"Parametr {name} nemá správný tvar: {_shown(text)}. Správně třeba: {_EXAMPLES[name][0]}.",
                f"Parameter {name} is malformed: {_shown_en(text)}. A right one: {_EXAMPLES[name][1]}.",
            )
        return trimmed

    return read


_EXAMPLES = dict.fromkeys(("vznikOd", "vznikDo", "zanikOd", "zanikDo", "kDatu"), ("2020-01-31", "2020-01-31"))


def _list(item: inspect.Type) -> Reader:
    """Return what reads values separated by commas."""
    if isinstance(item, inspect.LiteralType):
        one = _literal(item)
        return lambda name, text: [value for part in text.split(",") if (value := one(name, part.strip(" ")))]
    assert isinstance(item, inspect.StrType)
    assert item.pattern
    if item.max_length:
        return _parts(_text(item))
    pattern = re.compile(item.pattern, re.ASCII)

    def read(name: str, text: str) -> list[str]:
        codes = [part.strip(" ") for part in text.split(",")]
        for code in codes:
            if not pattern.fullmatch(code):
                raise QueryError(
                    400,
                    f"Parametr {name} přijímá jen číselné kódy o nejvýše 6 číslicích, přišlo {_shown(code)}.",
                    f"Parameter {name} takes only numeric codes of at most 6 digits, got {_shown_en(code)}.",
                )
        return [code for code in codes if code]

    return read


def _parts(check: Reader) -> Reader:
    """Return a reader of values between commas that keeps them as written, with spaces and empty ones.

    Pages drop these, REST refuses them (`queries/code_names.py`).
    """

    def read(name: str, text: str) -> list[str]:
        parts = text.split(",") if text.strip(" ") else []
        for part in parts:
            check(name, part)
        return parts

    return read


def _literal(type_: inspect.LiteralType) -> Reader:
    def read(name: str, text: str) -> str | None:
        if text not in type_.values:
            allowed = ", ".join(str(value) for value in type_.values if value)
            raise QueryError(
                400,
                f"Parametr {name} může být jen {allowed}, přišlo {_shown(text)}.",
                f"Parameter {name} can only be {allowed}, got {_shown_en(text)}.",
            )
        return text or None

    return read


def _decode(raw: bytes, what_cs: str, what_en: str) -> str:
    if _BROKEN_PERCENT.search(raw):
        raise QueryError(
            400,
            f"Chybné procentové kódování: {what_cs} má znak % bez dvou šestnáctkových číslic.",
            f"Broken percent-encoding: {what_en} has a % without two hexadecimal digits.",
        )
    try:
        text = unquote_to_bytes(raw.replace(b"+", b" ")).decode("utf-8")
    except UnicodeDecodeError:
        raise QueryError(
            400, f"Text není v kódování UTF-8: {what_cs}.", f"Not a text in UTF-8: {what_en}."
        ) from None
    return _plain(text, what_cs, what_en)


def _plain(text: str, what_cs: str, what_en: str) -> str:
    """Return the text with plain spaces only; raises QueryError 400 for other control characters."""
    text = with_plain_spaces(text)
    if _CONTROL.search(text):
        raise QueryError(
            400,
            f"Řídicí znaky nejsou dovoleny: {what_cs}.",
            f"Control characters are not allowed: {what_en}.",
        )
    return text


def _shown(text: str, opening: str = "„", closing: str = "“") -> str:
    """Return what came in a form fit for a sentence: short, quoted, without control characters."""
    text = _CONTROL.sub("·", text)
    if text.isalnum() and len(text) <= _SHOWN:
        return text
    return f"{opening}{text[:_SHOWN]}{'…' * (len(text) > _SHOWN)}{closing}"


def _shown_en(text: str) -> str:
    return _shown(text, "“", "”")
