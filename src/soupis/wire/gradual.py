"""Decoding of large JSON documents in parts, so that other threads are answered between them.

The decoder keeps the interpreter to itself until it has read the whole of its input, which takes more than
0.1 s for a company with 20,000 members.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from types import NoneType
from typing import Any, Final, TypeVar, get_args, get_origin

import msgspec
from msgspec import Raw, Struct

T = TypeVar("T")

# Bytes of JSON, and items of a list, that are decoded at once.
_MAX_PART: Final = 64 * 1024
_MAX_ITEMS: Final = 100

_split_object = msgspec.json.Decoder(dict[str, Raw]).decode
_split_array = msgspec.json.Decoder(list[Raw]).decode


def decoder(kind: type[T]) -> Callable[[bytes], T]:
    """Return a function that decodes JSON of a type, in parts if it is large."""
    decode: Callable[[bytes], T] = msgspec.json.Decoder(kind).decode
    return lambda body: decode(body) if len(body) <= _MAX_PART else _in_parts(body, kind)


@cache
def _whole(kind: Any) -> Callable[[bytes | Raw], Any]:
    return msgspec.json.Decoder(kind).decode


def _in_parts(body: bytes | Raw, kind: Any) -> Any:
    """Decode JSON of a type that is a Struct, a list, or one of them or None; or anything."""
    size, start = _size_and_start(body)
    if size <= _MAX_PART or start not in (b"{", b"["):
        return _whole(kind)(body)
    options = [option for option in get_args(kind) if option is not NoneType]
    if NoneType in get_args(kind) and len(options) == 1:
        kind = options[0]
    if start == b"[":
        return list(_items(_split_array(body), get_args(kind)[0] if get_origin(kind) is list else Any))
    parts = _split_object(body)
    if not (isinstance(kind, type) and issubclass(kind, Struct)):
        return {name: _in_parts(part, Any) for name, part in parts.items()}
    fields = [field for field in msgspec.structs.fields(kind) if field.encode_name in parts]
    return kind(**{field.name: _in_parts(parts[field.encode_name], field.type) for field in fields})


def _items(items: list[Raw], kind: Any) -> Iterator[Any]:
    for start in range(0, len(items), _MAX_ITEMS):
        batch = items[start : start + _MAX_ITEMS]
        body = b"[%b]" % b",".join(batch)
        if len(body) <= _MAX_PART:
            yield from _whole(list[kind])(body)
        else:
            yield from (_in_parts(item, kind) for item in batch)


def _size_and_start(body: bytes | Raw) -> tuple[int, bytes]:
    view = memoryview(body)
    return len(view), bytes(view[:1])
