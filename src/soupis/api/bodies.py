"""JSON bodies of requests, read with errors that name what is wrong in them."""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF8
from typing import Any, TypeVar

import msgspec

from soupis.identifiers import is_ico
from soupis.messages import Message
from soupis.queries.errors import QueryError
from soupis.wire.base import Wire

_W = TypeVar("_W", bound=Wire)

_MOST_SHOWN = 40
_FORM = Message(
    'Tělo požadavku musí být JSON tvaru {"ico": ["45274649"]}.',
    'The body must be JSON of the form {"ico": ["45274649"]}.',
)
_NO_ARRAY = Message(
    'V těle chybí pole ico, správně: {"ico": ["45274649"]}.',
    'The body lacks the array ico, right is: {"ico": ["45274649"]}.',
)
_NO_HINT = Message("", "")
_NOT_JSON = Message("Tělo požadavku není JSON.", "The body is not JSON.")
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_KINDS = {
    "object": Message("objekt JSON", "a JSON object"),
    "array": Message("pole JSON", "a JSON array"),
    "str": Message("text", "a text"),
    "int": Message("celé číslo", "a whole number"),
}
_PLACE = re.compile(r" - at `\$\.(\w+)(?:\[(\d+)\])?`$")
_NAMED_FIELD = re.compile(r"Object (missing required|contains unknown) field `(.*)`", re.DOTALL)
_WRONG_KIND = re.compile(r"Expected `(\w+)[^`]*`, got")
_WRONG_SIZE = re.compile(r"Expected `(\w+)` (?:of length )?(<=|>=) (\d+)")


def read_icos(body: bytes, most: int, hint: Message = _NO_HINT) -> list[str]:
    """Return the company IDs of a body {"ico": [...]}, as they came, 1 to `most` of them.

    `hint` is added where the body is no such JSON at all. Raises QueryError 400.
    """
    body = body.removeprefix(BOM_UTF8)
    try:
        batch = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise _unreadable(body, _FORM, hint) from None
    if not isinstance(batch, dict) or not isinstance(batch.get("ico"), list):
        raise _refused(_NO_ARRAY, _NO_HINT if isinstance(batch, dict) else hint)
    if unknown := [_shown(name) for name in batch if name != "ico"]:
        raise QueryError(
            400,
            f"Tělo má jen pole ico, navíc přišlo: {', '.join(unknown[:5])}.",
            f"The body has only the array ico, got also: {', '.join(unknown[:5])}.",
        )
    items: list[Any] = batch["ico"]
    if not 1 <= len(items) <= most:
        raise QueryError(
            400,
            f"Pole ico musí mít 1 až {most} položek, přišlo {len(items)}.",
            f"The array ico must have 1 to {most} items, got {len(items)}.",
        )
    for position, item in enumerate(items, 1):
        if not isinstance(item, str) or not is_ico(item):
            quoted = _shown(item)
            raise QueryError(
                400,
                f"Položka {position} pole ico není IČO o 8 číslicích zapsané jako text: {quoted}.",
                f"Item {position} of the array ico is not a company ID of 8 digits as a text: {quoted}.",
            )
    # The decoder keeps the last of equal names. Here are just the name and the items, without quotes inside.
    if body.count(b'"') != 2 * (1 + len(items)):
        raise _repeated("ico")
    return items


def read_body(body: bytes, kind: type[_W]) -> _W:
    """Return a body as a Struct. Raises QueryError 400."""
    body = body.removeprefix(BOM_UTF8)
    try:
        read = msgspec.json.decode(body, type=kind)
        json.loads(body, object_pairs_hook=_refuse_repeated)
    except msgspec.ValidationError as error:
        raise QueryError(400, *_explained(str(error))) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise _unreadable(body, _NOT_JSON) from None
    return read


def _refuse_repeated(pairs: list[tuple[str, Any]]) -> None:
    names = [name for name, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            raise _repeated(name)


def _repeated(name: str) -> QueryError:
    return QueryError(
        400,
        f"Pole {name} může být v těle jen jednou.",
        f"The field {name} may be in the body only once.",
    )


def _unreadable(body: bytes, sentence: Message, hint: Message = _NO_HINT) -> QueryError:
    """Return the error for what is no JSON, with the cause where it can be told."""
    return _refused(sentence, _cause(body) or hint)


def _refused(sentence: Message, more: Message) -> QueryError:
    return QueryError(400, f"{sentence.cs} {more.cs}".rstrip(), f"{sentence.en} {more.en}".rstrip())


def _cause(body: bytes) -> Message | None:
    if body.startswith(b"\x1f\x8b"):
        return Message("Přišlo stlačené (gzip); pošlete ho nestlačené.", "It is gzipped; send it plain.")
    if body.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Message("Přišlo v UTF-16; pošlete ho v UTF-8.", "It is in UTF-16; send it in UTF-8.")
    try:
        body.decode()
    except UnicodeDecodeError:
        return Message("Přišlo v jiném kódování než UTF-8.", "It is not in UTF-8.")
    if _SURROGATE.search(body):
        return Message(
            "Zápis \\ud800 až \\udfff smí být jen v platné dvojici.",
            "Escapes from \\ud800 to \\udfff may come in valid pairs only.",
        )
    return None


def _explained(error: str) -> Message:
    """Return a complaint of the decoder as a sentence."""
    if found := _NAMED_FIELD.match(error):
        name = _shown(found[2])[1:-1]
        if found[1] == "missing required":
            return Message(f"V těle chybí pole {name}.", f"The body lacks the field {name}.")
        return Message(f"Tělo nemá pole {name}.", f"The body has no field {name}.")
    cs, en = "Tělo požadavku", "The body"
    if place := _PLACE.search(error):
        cs, en = f"Pole {place[1]}", f"The field {place[1]}"
        if place[2]:
            number = int(place[2]) + 1
            cs, en = f"Položka {number} pole {place[1]}", f"Item {number} of the array {place[1]}"
    if found := _WRONG_SIZE.match(error):
        most_cs, most_en = ("nejvýše", "at most") if found[2] == "<=" else ("nejméně", "at least")
        if found[1] == "int":
            return Message(f"{cs} musí být {most_cs} {found[3]}.", f"{en} must be {most_en} {found[3]}.")
        unit_cs, unit_en = ("znaků", "characters") if found[1] == "str" else ("položek", "items")
        return Message(
            f"{cs} může mít {most_cs} {found[3]} {unit_cs}.", f"{en} may have {most_en} {found[3]} {unit_en}."
        )
    if (found := _WRONG_KIND.match(error)) and found[1] in _KINDS:
        kind = _KINDS[found[1]]
        return Message(f"{cs} musí být {kind.cs}.", f"{en} must be {kind.en}.")
    return Message(
        f"{cs} nemá správný tvar; popis je v /api/docs.",
        f"{en} does not have the right shape; it is described in /api/docs.",
    )


def _shown(value: Any) -> str:
    """Return what came as it came, in JSON: short, and without characters that cannot be seen."""
    text = "".join(char if char.isprintable() else "·" for char in msgspec.json.encode(value).decode("utf-8"))
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"
