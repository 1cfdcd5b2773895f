"""What was made of words and texts before, so that equal ones are looked at once for some time."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TypeVar

V = TypeVar("V")


class Kept(dict[str, V]):
    """What a function makes of texts, by these.

    A dictionary, because a dozen words of each name and a hundred texts of a document are asked for, nearly
    all of which are here: then no function of Python is called, and a cache that knows which ones were asked
    last touches three more places in memory for each. Where there are too many all are forgotten; longer ones
    than `longest` are not kept.
    """

    def __init__(self, make: Callable[[str], V], most: int, *, longest: int = sys.maxsize) -> None:
        super().__init__()
        self._make = make
        self._most = most
        self._longest = longest

    def __missing__(self, text: str) -> V:
        made = self._make(text)
        if len(text) <= self._longest:
            if len(self) >= self._most:
                self.clear()
            self[text] = made
        return made
