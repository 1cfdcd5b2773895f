"""Pieces of a snapshot, known again by their text: what the last run took over need not be read row by row.

Few lines of a snapshot are others than in the last one. They come in the order of IDs, so they are cut where
the first digits of the ID change: a company that comes or goes changes one piece and not all behind it.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

import xxhash

# Neighbours whose IDs begin with the same five digits, some dozens; any other line is a piece of its own.
_PIECE = re.compile(rb"(\d{5})\d{3},.*\n(?:\1\d{3},.*\n){0,999}|.*\n|.+\Z")
# Where none is to be known again, so many lines that they are worth parsing at once.
_LINES = re.compile(rb"(?:.*\n){1,300}|.+\Z")
_ICO = re.compile(rb"^\d{8}(?=,)", re.MULTILINE)


class Piece(NamedTuple):
    """Whole lines of a file and their digest, None where they are not known again."""

    text: bytes
    digest: int | None


class Unchanged(NamedTuple):
    """IDs of rows that the last run took over as they stand here, one of each line."""

    icos: list[int]


class Pieces:
    """Which pieces of a data set the last run took over, and which ones this run does."""

    def __init__(self, known: Collection[int] = ()) -> None:
        self._known = frozenset(known)
        self.taken_over: set[int] = set()
        self._current: list[int] = []
        self._seed: int | None = None
        self._day = re.compile(rb"(?!)")

    def begin(self, header: str, columns_behind_day: int | None) -> None:
        """Take a file's first line; equal lines below another one say other things.

        Behind a day that is another one in every snapshot, and that nobody reads, there are so many columns.
        """
        self._seed = xxhash.xxh3_64_intdigest(header.encode())
        if columns_behind_day is not None:
            behind = rb"(?=(?:,[^,\"\r\n]*){%d}\r?$)" % columns_behind_day
            self._day = re.compile(rb",\d{4}-\d\d-\d\d" + behind, re.MULTILINE)

    def cut(self, lines: bytes) -> list[Piece]:
        """Return the pieces of whole lines, in their order."""
        if self._seed is None:
            return [Piece(match[0], None) for match in _LINES.finditer(lines)]
        return [Piece(match[0], self._digest(match, self._seed)) for match in _PIECE.finditer(lines)]

    def _digest(self, match: re.Match[bytes], seed: int) -> int | None:
        if not match[1]:
            return None
        return xxhash.xxh3_64_intdigest(self._day.sub(b",", match[0]), seed=seed)

    def is_known(self, piece: Piece) -> bool:
        """Tell whether the last run took a piece over."""
        return piece.digest in self._known

    def skip(self, piece: Piece) -> Unchanged:
        """Return the IDs of a piece that the last run took over."""
        if piece.digest is not None:
            self.take_over([piece.digest])
        return Unchanged(list(map(int, _ICO.findall(piece.text))))

    def take_over(self, digests: list[int]) -> None:
        """Note the pieces whose rows are taken over next."""
        self._current = digests
        self.taken_over.update(digests)

    def spoil(self) -> None:
        """Note that a row is not taken over as it stands: those of its piece are read again next time."""
        self.taken_over.difference_update(self._current)
