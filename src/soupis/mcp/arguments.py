"""Arguments of a tool, checked one by one: what is wrong is told in the caller's language, with a right call.

They are declared in `wire/mcp.py`; clients see the declaration as a JSON Schema (`schemas.py`). What a model
writes a little otherwise is read as it was meant: one value for a list, a number for a text and a text for a
number, spaces around and within an ID, `CZ` in front of it.
"""

from __future__ import annotations

import json
import re
import unicodedata
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from soupis.folding import fold, with_plain_spaces
from soupis.mcp.descriptions import VALUES
from soupis.messages import Message
from soupis.queries.company_filters import fitted
from soupis.queries.errors import QueryError
from soupis.wire.mcp import Ico, Klic, KodNeboNazev
from soupis.wire.requests import NAME, TEXT, Code, Den, Kraj

T = TypeVar("T", bound=msgspec.Struct)

_SHOWN = 60
# Up to here every whole number is a float of its own.
_MOST_EXACT = 2**53
_SAID = {"true": True, "false": False, "ano": True, "ne": False, "1": True, "0": False}
_PERSON_ADDRESS = "osoba://"
# What a pattern that ends with `$` lets pass in Python, and half a character, which JSON can name.
_UNFIT = re.compile("\n\\Z|[\ud800-\udfff]")
_SPACES = " \u00a0"
# What people paste is searched for; line breaks and the like part words there.
_FREE_TEXTS = {TEXT, NAME}
# An ID behind its label or its country: "IČO: 00514152", "CZ 005 14 152".
_LABELLED = re.compile(r"(?:(?:IČO?|ICO?|DIČ|DIC)[:.]*)?(?:CZ)?(?P<digits>[0-9]{8})", re.IGNORECASE)
_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,9}")
# Several codes in one text; names have commas of their own.
_CODES = re.compile(r"(?:(?:IČO?[: ]*)?(?:CZ)?[0-9]+[,; \u00a0]+)+(?:IČO?[: ]*)?(?:CZ)?[0-9]+", re.IGNORECASE)
# Whole IDs behind one another; groups of the digits of one are shorter.
_IDS = re.compile(r"\s*(?:CZ)?[0-9]{8}(?:\s+(?:CZ)?[0-9]{8})+\s*", re.IGNORECASE)
_SEPARATORS = re.compile(r"[,;]+")


def read_arguments(tool: str, kind: type[T], arguments: dict[str, Any], example: dict[str, Any]) -> T:
    """Return the arguments of a call; `example` are right ones.

    Raises `QueryError` 400 for the first one that is wrong.
    """
    fields = _fields(kind)
    meant = {
        name: _as_meant(inspect.type_info(fields[name].type), value) if name in fields else value
        for name, value in arguments.items()
        if value is not None or name not in fields or fields[name].required
    }
    for name in arguments:
        if name not in fields:
            possible = ", ".join(fields)
            raise _wrong(
                f"Nástroj {tool} nemá argument {_shown(name)}; možné jsou: {possible or 'žádné'}.",
                f"The tool {tool} has no argument {_shown(name)}; possible ones: {possible or 'none'}.",
                _right_call(tool, example),
            )
    for name, field in fields.items():
        expected = _expected(inspect.type_info(field.type))
        if name not in arguments and field.required:
            raise _wrong(
                f"Nástroji {tool} chybí argument {name}: {expected.cs}.",
                f"The tool {tool} lacks the argument {name}: {expected.en}.",
                _right_call(tool, example),
            )
        if name in meant and not _fits(field.type, meant[name]):
            came = _what_came(field.type, arguments[name], meant[name])
            raise _wrong(
                f"Argument {name} nástroje {tool} má být {expected.cs}, přišlo {came.cs}.",
                f"The argument {name} of the tool {tool} must be {expected.en}, got {came.en}.",
                _right_call(tool, right_arguments(kind, example, name)),
            )
    return msgspec.convert(meant, kind)


def with_fitted_query(arguments: dict[str, Any]) -> tuple[dict[str, Any], str | None]:
    """Return the arguments of a call with a text that can be searched for, and that text where it is cut.

    Too long a text is fitted as one in the box of the site is.
    """
    text = arguments.get("q")
    if not isinstance(text, str) or _UNFIT.search(text):
        return arguments, None
    query = fitted(text)
    return (arguments | {"q": query.text}, query.text) if query.shortened else (arguments, None)


def right_arguments(kind: type[msgspec.Struct], example: dict[str, Any], name: str) -> dict[str, Any]:
    """Return arguments of a right call that has the argument `name`; `example` are some of one."""
    if name in example:
        return example
    fields = _fields(kind)
    needed = {key: value for key, value in example.items() if fields[key].required}
    if not needed and name != "klic":  # a person is where ties start instead of a company
        needed = dict(list(example.items())[:1])
    return {**needed, name: VALUES[name]}


def _right_call(tool: str, arguments: dict[str, Any]) -> Message:
    call = f"{tool} {json.dumps(arguments, ensure_ascii=False)}"
    return Message(f" Správně třeba: {call}", f" A right call: {call}")


def _as_meant(declared: inspect.Type, value: Any) -> Any:
    """Return a value in the type that is declared, where it can only mean one; else as it came."""
    type_ = _plain(declared)
    if isinstance(value, float) and value.is_integer() and abs(value) < _MOST_EXACT:
        value = int(value)
    if isinstance(type_, inspect.ListType):
        items = value if isinstance(value, list) else _items(type_, value)
        if value is None:
            return None
        # Of a list that is refused for its length, no item is looked at.
        return items if _is_too_long(type_, items) else [_as_meant(type_.item_type, item) for item in items]
    if isinstance(value, list) and len(value) == 1:
        return _as_meant(type_, value[0])
    if isinstance(value, bool) and isinstance(type_, inspect.LiteralType) and "ano" in type_.values:
        return "ano" if value else "ne"
    if isinstance(type_, inspect.BoolType) and not isinstance(value, bool) and value in (0, 1):
        return bool(value)
    if isinstance(value, int) and not isinstance(value, bool) and isinstance(type_, inspect.StrType):
        # A number has lost the zeros that an ID begins with.
        return f"{value:08d}" if type_.pattern == _ICO_PATTERN and value > 0 else str(value)
    if not isinstance(value, str):
        return value
    free = isinstance(type_, inspect.StrType) and type_.pattern in _FREE_TEXTS
    text = with_plain_spaces(value).strip(" ") if free else value.strip(_SPACES)
    text = unicodedata.normalize("NFC", text)  # letters written apart from their accents count once
    if isinstance(type_, inspect.IntType) and _WHOLE_NUMBER.fullmatch(text):
        return int(text)
    if isinstance(type_, inspect.BoolType):
        return _SAID.get(text.lower(), value)
    if isinstance(type_, inspect.LiteralType):
        return next((one for one in type_.values if fold(str(one)) == fold(text)), text)
    if isinstance(type_, inspect.StrType) and type_.pattern == _KEY_PATTERN:
        return text.removeprefix(_PERSON_ADDRESS)
    if isinstance(type_, inspect.StrType) and type_.pattern == _ICO_PATTERN:
        return company_id(text) or text.replace(" ", "").replace("\u00a0", "")
    return text


def company_id(text: str) -> str | None:
    """Return the company ID that a text is, whatever label or spaces it has; None where it is none."""
    match = _LABELLED.fullmatch(text.replace(" ", "").replace("\u00a0", ""))
    return match["digits"] if match else None


def _items(declared: inspect.ListType, value: Any) -> list[Any]:
    """Return what stands for a list: one value, or codes in one text."""
    if isinstance(value, str) and _pattern(declared.item_type) == _ICO_PATTERN and _IDS.fullmatch(value):
        return value.split()
    if isinstance(value, str) and _CODES.fullmatch(value.strip(_SPACES)) and _SEPARATORS.search(value):
        return _SEPARATORS.split(value)
    return [value]


def _wrong(cs: str, en: str, right: Message) -> QueryError:
    return QueryError(400, cs + right.cs, en + right.en)


@cache
def _fields(kind: type[msgspec.Struct]) -> dict[str, msgspec.structs.FieldInfo]:
    return {field.encode_name: field for field in msgspec.structs.fields(kind)}


def _fits(declared: Any, value: Any) -> bool:
    try:
        msgspec.convert(value, declared)
    except msgspec.ValidationError:
        return False
    texts = value if isinstance(value, list) else [value]
    return not any(isinstance(text, str) and _UNFIT.search(text) for text in texts)


def _what_came(declared: Any, value: Any, meant: Any) -> Message:
    """Say what does not fit; of a longer list the first wrong item, or how many items there are."""
    if not isinstance(meant, list) or len(meant) < 2:
        return Message(_shown(value), _shown(value))
    type_ = _plain(inspect.type_info(declared))
    items = [] if isinstance(type_, inspect.ListType) and _is_too_long(type_, meant) else meant
    for number, item in enumerate(items, 1):
        if not _fits(declared, [item]):
            return Message(f"{_shown(item)} jako položka {number}", f"{_shown(item)} as item {number}")
    return Message(f"položek: {len(meant)}", f"{len(meant)} items")


def _is_too_long(declared: inspect.ListType, items: list[Any]) -> bool:
    return declared.max_length is not None and len(items) > declared.max_length


def _plain(declared: inspect.Type) -> inspect.Type:
    """Look through metadata and `| None`."""
    if isinstance(declared, inspect.Metadata):
        return _plain(declared.type)
    if isinstance(declared, inspect.UnionType):
        return _plain(next(part for part in declared.types if not isinstance(part, inspect.NoneType)))
    return declared


def _pattern(declared: inspect.Type) -> str | None:
    type_ = _plain(declared)
    return type_.pattern if isinstance(type_, inspect.StrType) else None


_ICO_PATTERN = _pattern(inspect.type_info(Ico))
_KEY_PATTERN = _pattern(inspect.type_info(Klic))
_TEXTS = {
    _pattern(inspect.type_info(declared)): words
    for declared, words in (
        (Ico, Message("IČO jako text o 8 číslicích", "a company ID as a text of 8 digits")),
        (Klic, Message("klíč osoby z odpovědi jiného nástroje", "a person key of another tool's answer")),
        (KodNeboNazev, Message("kód nebo název z číselníku", "a code or a name of the code list")),
        (Code, Message("číselný kód jako text", "a numeric code as a text")),
        (
            Kraj,
            Message(
                "kód kraje jako „19“ nebo „CZ010“, nebo jeho název",
                "a code of a region as “19” or “CZ010”, or its name",
            ),
        ),
        (Den, Message("den jako „2020-01-31“", "a day as “2020-01-31”")),
    )
}


def _expected(declared: inspect.Type) -> Message:
    """Say in words what an argument has to be."""
    type_ = _plain(declared)
    if isinstance(type_, inspect.LiteralType):
        values = [str(value) for value in type_.values if value]
        return Message(f"jedna z hodnot {', '.join(values)}", f"one of {', '.join(values)}")
    if isinstance(type_, inspect.BoolType):
        return Message("true, nebo false", "true or false")
    if isinstance(type_, inspect.IntType):
        return Message(f"celé číslo {type_.ge} až {type_.le}", f"a whole number {type_.ge} to {type_.le}")
    if isinstance(type_, inspect.ListType):
        item, least, most = _expected(type_.item_type), type_.min_length or 0, type_.max_length
        return Message(
            f"pole o {least} až {most} položkách, každá {item.cs}",
            f"an array of {least} to {most} items, each {item.en}",
        )
    assert isinstance(type_, inspect.StrType)
    least, most = type_.min_length or 0, type_.max_length
    return _TEXTS.get(type_.pattern) or Message(
        f"text o {least} až {most} znacích bez řídicích",
        f"a text of {least} to {most} characters without controls",
    )


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False).encode(errors="backslashreplace").decode()
    return f"{text[:_SHOWN]}…" if len(text) > _SHOWN else text
