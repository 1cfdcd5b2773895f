"""Published documents cut where marks stand, and texts, redacted and written, to be put there instead."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from operator import itemgetter
from typing import Any, NamedTuple

import msgspec

from soupis.ingest.privacy.published import Published, Redact, how_redacted
from soupis.store.entries import encode_entry
from soupis.wire.base import encode
from soupis.wire.csv import cell, cells, line

# What a specimen has instead of values of its own: no register uses this character, no rule hides it.
MARK = "\ue000"
MARKED_NUMBER = 98765432
_is_marked = re.compile(f"{MARK}|{MARKED_NUMBER}".encode()).search
_SIGNS = [chr(code).encode() for code in range(ord(MARK) + 1, ord(MARK) + 1_000)]
_MOST = 16_384


class Form:
    """A document of a specimen, with gaps where those of its parts stood that are marked."""

    def __init__(self, specimen: bytes, parts: Sequence[bytes]) -> None:
        sign = next(sign for sign in _SIGNS if sign not in specimen)
        for number, part in enumerate(parts):
            if _is_marked(part):
                specimen = specimen.replace(part, b"%b%d%b" % (sign, number, sign))
        pieces = specimen.split(sign)
        gaps = [int(number) for number in pieces[1::2]]
        self._text = b"%b".join(piece.replace(b"%", b"%%") for piece in pieces[::2])
        self._chosen: Callable[[Sequence[bytes]], Any] = itemgetter(*gaps) if gaps else lambda _: ()

    def filled(self, parts: Sequence[bytes]) -> Published:
        """Return the document of who has these parts, redacted, where the specimen had its own."""
        return Published(self._text % self._chosen(parts))


class Said(NamedTuple):
    """A text of a field, redacted, as documents, search entries and lines of exports write it."""

    json: bytes
    entry: bytes
    cell: bytes
    is_plain: bool
    """It is as it was, and nothing stands in it that divides the parts of an address."""


class Saying(dict[str | None, Said]):
    """What texts become that are redacted in one way; those asked for by `[]` are kept."""

    def __init__(self, change: Redact) -> None:
        super().__init__()
        self._change = change

    def __missing__(self, text: str | None) -> Said:
        if len(self) >= _MOST:
            self.clear()
        said = self[text] = self.once(text)
        return said

    def once(self, text: str | None) -> Said:
        """Return what becomes of a text that hardly anybody else has."""
        said = self._change(text) if text else text
        is_plain = said == text and ", " not in (text or "")
        return Said(encode(said), encode_entry(said), line((cell(said),)).encode(), is_plain)


_saying = cache(Saying)


def saying(kind: type[msgspec.Struct], field: str) -> Saying:
    """Return what texts of a field of documents become."""
    return _saying(how_redacted(kind, field))


def cells_of(*values: str | int | None) -> bytes:
    """Return cells of an export line as they stand in it, of what is redacted already."""
    return line(cells(*values)).encode()
