"""What was made of texts before, so that equal ones are judged once for some time."""

from __future__ import annotations

from collections.abc import Callable


class Kept(dict[str, str]):
    """Texts as a function makes them, by what they were.

    A dictionary, because a hundred texts of a document are asked for, nearly all of which are here: then no
    function of Python is called. Where there are too many all are forgotten; long ones are not kept.
    """

    def __init__(self, change: Callable[[str], str], most: int, *, longest: int) -> None:
        super().__init__()
        self._change = change
        self._most = most
        self._longest = longest
        self.redact: Callable[[str], str] = self.__getitem__

    def __missing__(self, text: str) -> str:
        changed = self._change(text)
        if len(text) <= self._longest:
            if len(self) >= self._most:
                self.clear()
            self[text] = changed
        return changed
