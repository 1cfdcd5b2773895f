"""The log as others read it: addresses and bodies of its tiles (C2SP tlog-tiles), and a reader over them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from soupis.receipts import tree

# A tile has so many hashes; those of the level above stand for whole tiles.
WIDTH = 256
_LEVELS = 8

PATH = r"tile/(?P<level>\d|[1-5]\d|6[0-3])/(?P<number>(?:x\d{3}/)*\d{3})(?:\.p/(?P<width>\d{1,3}))?"
_PATH = re.compile(PATH, re.ASCII)


class Tile(NamedTuple):
    """Hashes number * 256 … number * 256 + width - 1 of level * 8 of the tree."""

    level: int
    number: int
    width: int = WIDTH

    def path(self) -> str:
        """Return its address below that of the log."""
        digits = f"{self.number % 1000:03d}"
        rest = self.number // 1000
        while rest:
            digits = f"x{rest % 1000:03d}/{digits}"
            rest //= 1000
        part = f".p/{self.width}" if self.width < WIDTH else ""
        return f"tile/{self.level}/{digits}{part}"


def tile_at(path: str) -> Tile | None:
    """Return the tile that an address means, None where it is none, or not written the one way it may be."""
    match = _PATH.fullmatch(path)
    if match is None:
        return None
    number = int(match["number"].replace("x", "").replace("/", ""))
    tile = Tile(int(match["level"]), number, int(match["width"] or WIDTH))
    return tile if tile.path() == path and tile.width > 0 else None


def nodes_of(fetch: Callable[[str], bytes], size: int) -> tree.Nodes:
    """Return what gives nodes of the tree of `size` leaves out of its tiles; `fetch` takes their addresses.

    Raises what `fetch` raises, and ValueError for a tile of the wrong length.
    """
    read: dict[Tile, bytes] = {}

    def node(level: int, number: int) -> bytes:
        above, within = divmod(level, _LEVELS)
        first = number << within  # of the hashes in the tile's level that the node is over
        hashes = [hash_at(above, first + step) for step in range(1 << within)]
        while len(hashes) > 1:
            pairs = zip(hashes[::2], hashes[1::2], strict=True)
            hashes = [tree.node_hash(left, right) for left, right in pairs]
        return hashes[0]

    def hash_at(above: int, index: int) -> bytes:
        number, place = divmod(index, WIDTH)
        there = (size >> (above * _LEVELS)) - number * WIDTH
        if place >= there:
            raise KeyError((above * _LEVELS, index))
        tile = Tile(above, number, min(WIDTH, there))
        if tile not in read:
            body = fetch(tile.path())
            if len(body) != 32 * tile.width:
                raise ValueError(f"The log's {tile.path()} has {len(body)} bytes, not {32 * tile.width}.")
            read[tile] = body
        return read[tile][32 * place : 32 * place + 32]

    return node
