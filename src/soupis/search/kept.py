"""What was made of words and texts before, so that equal ones are looked at once for some time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

V = TypeVar("V")


class Kept(dict[str, V]):
    """What a function makes of texts, by these.

    A dictionary, because an index asks for a dozen words of each company, nearly all of which are here: a
    cache that knows which ones were asked last touches three more places in memory for each. Where there
    are too many all are forgotten.
    """

    def __init__(self, make: Callable[[str], V], most: int) -> None:
        super().__init__()
        self._make = make
        self._most = most

    def __missing__(self, text: str) -> V:
        made = self._make(text)
        if len(self) >= self._most:
            self.clear()
        self[text] = made
        return made
