"""Bodies of answers from elsewhere: one known content coding, unpacked piece by piece within bounds.

What is unpacked by the HTTP library comes whole: codings one over the other (`gzip, gzip`) make gigabytes of
kilobytes before anybody can count them. Whoever reads an answer of another server therefore takes its bytes
as they come over the line and unpacks them here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, cast

from isal import isal_zlib

RATIO_LIMIT: Final = 200  # register files shrink 5 to 30 times; far more is a bomb
RATIO_FROM: Final = 16 * 1024 * 1024  # bytes; what unpacks to less may shrink more
_PIECE: Final = 1024 * 1024

# How zlib is told the container: 16 + 15 is gzip, 15 zlib (RFC 9110 calls it deflate).
_CONTAINERS: Final = {"gzip": 31, "x-gzip": 31, "deflate": 15}
# The stub of isal calls its error an instance.
_ZLIB_ERROR = cast("type[Exception]", isal_zlib.error)


class BodyError(Exception):
    """A body that is not read; the message says why, without a full stop."""


class UnknownCodingError(BodyError):
    """The body is coded in a way that nobody asked for."""


class TooLargeError(BodyError):
    """The body is larger than is allowed, or unpacks to suspiciously much."""


class DamagedError(BodyError):
    """The body cannot be unpacked: cut off, or its bytes or its checksum are wrong."""


def content_coding(header: str | None) -> str:
    """Return the one coding that a Content-Encoding header names: "gzip", "deflate" or "" (none).

    Raises `UnknownCodingError` for any other and for more than one.
    """
    coding = (header or "").strip().lower()
    if coding in ("", "identity"):
        return ""
    if coding not in _CONTAINERS:
        raise UnknownCodingError(f"the content coding {coding[:40]!r} was not asked for")
    return coding.removeprefix("x-")


class Unpacker:
    """Undoes one content coding of one body, of which at most `limit` bytes come out.

    Feed it the raw pieces in their order, then call `end`.
    """

    def __init__(self, coding: str, limit: int) -> None:
        self._container = _CONTAINERS[coding] if coding else None
        self._limit = limit
        self._packed = 0
        self._size = 0
        self._member = self._new_member()
        self._within = False  # within a member of a gzip file, which may hold several

    # The class of isal's decompressor is not public.
    def _new_member(self) -> Any:
        return isal_zlib.decompressobj(self._container) if self._container else None

    def feed(self, piece: bytes) -> Iterator[bytes]:
        """Yield what a raw piece unpacks to, at most a megabyte at once; raises `BodyError`."""
        self._packed += len(piece)
        if self._member is None:
            self._count(piece)
            yield piece
            return
        while piece or self._within:
            if not self._within:
                piece = piece.lstrip(b"\0") if self._size else piece  # padding after the last member
                if not piece:
                    return
                self._within = True
            try:
                plain = self._member.decompress(piece, _PIECE)
            except _ZLIB_ERROR as error:
                raise DamagedError(f"it cannot be unpacked ({error})") from error
            self._count(plain)
            if plain:
                yield plain
            if self._member.eof:
                piece, self._within, self._member = self._member.unused_data, False, self._new_member()
                assert self._member is not None
            else:
                piece = self._member.unconsumed_tail
                if not piece and len(plain) < _PIECE:
                    return

    def end(self) -> None:
        """Raise `DamagedError` unless the body was whole."""
        if self._within or (self._member is not None and not self._packed):
            raise DamagedError("it is cut off")

    def _count(self, plain: bytes) -> None:
        self._size += len(plain)
        most = self._limit
        if self._member is not None:
            most = min(most, max(RATIO_FROM, self._packed * RATIO_LIMIT))
        if self._size > most:
            raise TooLargeError(f"larger than the limit of {most} bytes")
