"""Answers packed by Zstandard or gzip, as the Accept-Encoding header of their reader wants it (RFC 9110).

Where a packed answer could tell a secret by its length, it is sent as it is: see `_may_be_packed`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final, NamedTuple, Protocol

import zstandard
from isal import isal_zlib

from soupis.kept import Kept
from soupis.request_headers import Header, RequestHeaders, headers_of

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]

# Below that packing saves no packet.
SMALLEST: Final = 1_024
# Packing this takes a millisecond, in which others would wait.
_LARGE: Final = 128 * 1024
_ZSTD_LEVEL: Final = 1
_GZIP_LEVEL: Final = 1
_GZIP_WINDOW: Final = 31
_PACKABLE = (b"text/", b"application/json", b"application/javascript", b"application/xml", b"image/svg+xml")
_KNOWN_TAGS: Final = b"if-none-match"
_WANTED_TAGS: Final = b"if-match"
_WITHOUT_BODY = (204, 206, 304)  # a part of a body is not packed either
# Browsers and libraries send some 30 characters; who sends thousands makes them up, to fill the memory.
_LONGEST_KEPT: Final = 256
# To read longer ones would keep others waiting; their readers get plain answers.
_LONGEST_READ: Final = 1_000


class Choice(NamedTuple):
    """What a reader takes: the coding that it likes best, None for none; `plain` = also without any."""

    coding: bytes | None
    plain: bool


def chosen(headers: RequestHeaders) -> Choice:
    """Return how to send to a reader with these headers."""
    accepted = headers.joined(b"accept-encoding")
    return _choices[accepted.decode("latin-1") if len(accepted) <= _LONGEST_READ else ""]


def _read(accept_encoding: str) -> Choice:
    wanted: dict[str, float] = {}
    # White space says nothing, wherever it stands: who writes "gzip; q = 0" wants no gzip.
    for part in "".join(accept_encoding.lower().split()).split(","):
        name, *parameters = part.split(";")
        try:
            weight = next((float(text[2:]) for text in parameters if text.startswith("q=")), 1.0)
        except ValueError:
            continue
        wanted[name.removeprefix("x-")] = weight
    others = wanted.get("*", 0.0)
    plain = wanted.get("identity", 0.0 if "*" in wanted and not others else None)
    weights = {coding: wanted.get(coding, others) for coding in ("zstd", "gzip")}
    best = max(weights, key=weights.__getitem__)
    # Not named, the plain answer is the last choice.
    coding = best.encode() if weights[best] > 0 and weights[best] >= (plain or 0) else None
    return Choice(coding, plain != 0)


_choices = Kept(_read, 1024, longest=_LONGEST_KEPT)


def pack(coding: bytes, body: bytes) -> bytes:
    """Return a body in a coding."""
    packer = _packer(coding)
    return packer.compress(body) + packer.flush()


def holds(headers: RequestHeaders, tag: bytes) -> bool:
    """Tell whether a reader has the version with an ETag (If-None-Match), in whatever coding."""
    if _KNOWN_TAGS not in headers:
        return False
    tags = [part.strip().removeprefix(b"W/") for part in headers.joined(_KNOWN_TAGS).split(b",")]
    return tag.removeprefix(b"W/") in tags or b"*" in tags


def wants_other(headers: RequestHeaders, tag: bytes | None) -> bool:
    """Tell whether a reader wants another version than the one with an ETag, or any that has one (If-Match).

    The tag may come as it stood on the packed answer: the content is the same.
    """
    if _WANTED_TAGS not in headers:
        return False
    tags = [part.strip().removeprefix(b"W/") for part in headers.joined(_WANTED_TAGS).split(b",")]
    return b"*" not in tags and tag not in tags


class Compression:
    """What sends one answer to a reader, packed as it likes best; called like an ASGI `send`.

    `public` = the answer holds no secret even where it may not be kept.
    """

    def __init__(self, scope: MutableMapping[str, Any], send: Send, choice: Choice, *, public: bool) -> None:
        self._scope = scope
        self._send = send
        self._coding, self._plain = choice
        self._public = public
        self._start: Message | None = None  # held back until it is known what follows
        self._packer: _Packer | None = None

    async def __call__(self, message: Message) -> None:
        """Send a message of the answer."""
        if message["type"] == "http.response.start":
            message["headers"] = headers = _with_vary(list(message["headers"]))
            if message["status"] == 304:
                message["headers"] = self._with_known_tag(headers)
            if self._coding and _may_be_packed(message["status"], headers, public=self._public):
                self._start = message
            else:
                await self._send(message)
        elif message["type"] != "http.response.body" or (self._start is None and self._packer is None):
            await self._send(message)
        elif self._packer is not None:
            await self._send({**message, "body": self._part(message)})
        else:
            await self._begin(message)

    async def _begin(self, message: Message) -> None:
        """Send the start and the first part of the body, often the only one."""
        start, coding = self._start, self._coding
        assert start is not None
        assert coding is not None
        self._start = None
        body: bytes = message.get("body", b"")
        whole = not message.get("more_body", False)
        head = self._scope["method"] == "HEAD"
        if whole and head and not body and _has_no_length(start["headers"]):
            start["headers"] = _packed_headers(start["headers"], coding, None)  # what GET would stream
        elif whole and len(body) < SMALLEST and self._plain:
            pass
        elif whole:
            if len(body) > _LARGE:
                body = await asyncio.to_thread(pack, coding, body)
            else:
                body = pack(coding, body)
            start["headers"] = _packed_headers(start["headers"], coding, len(body))
        else:
            self._packer = _packer(coding)
            start["headers"] = _packed_headers(start["headers"], coding, None)
            body = self._part(message)
        await self._send(start)
        await self._send({**message, "body": b"" if head else body})

    def _part(self, message: Message) -> bytes:
        """Pack a part of a stream; all of it goes out at once, for its reader waits for rows."""
        packer = self._packer
        assert packer is not None
        assert self._coding is not None
        body = packer.compress(message.get("body", b""))
        return body + (packer.flush(_FLUSHES[self._coding]) if message.get("more_body") else packer.flush())

    def _with_known_tag(self, headers: list[Header]) -> list[Header]:
        """Return the headers with the ETag as the reader has it: that of a packed answer is a weak one."""
        known = headers_of(self._scope).joined(_KNOWN_TAGS)
        return [
            (name, b"W/" + value) if name == b"etag" and b"W/" + value in known else (name, value)
            for name, value in headers
        ]


class _Packer(Protocol):
    def compress(self, data: bytes, /) -> bytes: ...
    def flush(self, mode: int = ..., /) -> bytes: ...


_FLUSHES = {b"zstd": zstandard.COMPRESSOBJ_FLUSH_BLOCK, b"gzip": isal_zlib.Z_SYNC_FLUSH}


def _packer(coding: bytes) -> _Packer:
    if coding == b"zstd":
        return zstandard.ZstdCompressor(level=_ZSTD_LEVEL).compressobj()
    packer: _Packer = isal_zlib.compressobj(_GZIP_LEVEL, isal_zlib.DEFLATED, _GZIP_WINDOW)
    return packer


def _may_be_packed(status: int, headers: list[Header], *, public: bool) -> bool:
    """Tell whether an answer of this kind is packed.

    Where a page repeats what an attacker made its reader send, its packed length tells of the secrets in it,
    such as tokens of forms (BREACH). Whatever holds some may not be stored by anybody either.
    """
    fields = dict(headers)
    caching = fields.get(b"cache-control", b"")
    kind = fields.get(b"content-type", b"")
    return (
        status >= 200
        and status not in _WITHOUT_BODY
        and b"content-encoding" not in fields
        and b"no-transform" not in caching
        and (public or (b"no-store" not in caching and b"set-cookie" not in fields))
        and kind.startswith(_PACKABLE)
        and not kind.startswith(b"text/event-stream")
    )


def _has_no_length(headers: list[Header]) -> bool:
    return all(name != b"content-length" for name, _ in headers)


def _with_vary(headers: list[Header]) -> list[Header]:
    if any(name == b"vary" and b"accept-encoding" in value.lower() for name, value in headers):
        return headers
    return [*headers, (b"vary", b"Accept-Encoding")]


def _packed_headers(headers: list[Header], coding: bytes, length: int | None) -> list[Header]:
    """Return the headers of the packed answer: the same content, not the same bytes, so a weak ETag."""
    changed = [
        (name, b"W/" + value if name == b"etag" and not value.startswith(b"W/") else value)
        for name, value in headers
        if name != b"content-length"
    ]
    changed.append((b"content-encoding", coding))
    if length is not None:
        changed.append((b"content-length", b"%d" % length))
    return changed
