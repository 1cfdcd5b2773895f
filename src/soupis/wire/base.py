"""What every answer shares: the base of all Structs, the envelope and the error."""

from __future__ import annotations

from typing import Annotated, Generic, TypeVar

import msgspec
from msgspec import Meta

T = TypeVar("T")


Datum = Annotated[str, Meta(extra_json_schema={"format": "date"})]
Okamzik = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]  # in UTC, with a Z


class Wire(msgspec.Struct, rename="camel", gc=False):
    """Base of everything sent: camelCase names, absent values as null, never missing."""


class CodedName(Wire, kw_only=True):
    """A code of a public code list with its name; the name is null where nothing is known of the code."""

    kod: str
    nazev: str | None = None


class Chyba(Wire, kw_only=True):
    """An error: the HTTP status and a sentence that says what is wrong and what would be right."""

    status: int
    zprava: str


class ErrorEnvelope(Wire, kw_only=True):
    """Answer to a request that failed."""

    ok: bool = False
    chyba: Chyba


class Envelope(Wire, Generic[T], kw_only=True):
    """Answer to a request that succeeded."""

    ok: bool = True
    data: T


encoder = msgspec.json.Encoder()
encode = encoder.encode


def wrap(data: bytes) -> bytes:
    """Put ready JSON bytes into the success envelope without decoding them."""
    return b'{"ok":true,"data":' + data + b"}"


def encode_error(status: int, message: str, data: Wire | None = None) -> bytes:
    """Return the bytes of the error envelope, with `data` where the error has any."""
    envelope = encode(ErrorEnvelope(chyba=Chyba(status=status, zprava=message)))
    return envelope[:-1] + b',"data":' + encode(data) + b"}" if data is not None else envelope
