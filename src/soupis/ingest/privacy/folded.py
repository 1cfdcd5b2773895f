"""A text as the rules read it: small letters without diacritics, plain digits, spaces, dashes and slashes.

What nobody sees (soft hyphens, zero-width characters, combining marks) is left out, so that it splits no
number and no word. Each character knows its place in the original.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

# Characters that do not fold into exactly one: the fast way gives up on meeting this.
_OTHER = "\uffff"
_ALIKE = {
    **dict.fromkeys("\u2044\u2215\u29f8\uff0f\\|", "/"),
    **dict.fromkeys("\u2024\u00b7\u2022\u2219\u22c5\u3002\uff61\u2027\u06d4", "."),
    **dict.fromkeys("\ua789\u02d0\u2236\u05c3", ":"),
    **dict.fromkeys("\u2212\u02d7\u2043\u00af\u2500\u2501", "-"),
    **dict.fromkeys("\u066b\u060c\u3001\u201a", ","),
    **dict.fromkeys("\u2217\u2731\u2732\u2733\u2736\u204e\u22c6\u2605\u2606\u066d", "*"),
    **dict.fromkeys("\u2800\u3164\uffa0\u115f\u1160", " "),
    "ł": "l", "Ł": "l", "đ": "d", "Đ": "d", "ø": "o", "Ø": "o", "ı": "i", "ð": "d",
    "ß": "ss", "ẞ": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe",
    # Letters of other scripts that look like Latin ones.
    **dict(zip("авеёіјкмнорстухѕАВЕЁІЈКМНОРСТУХЅ", "abeeijkmhopctyxsabeeijkmhopctyxs", strict=True)),
    **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "abezhikmnoptyxo", strict=True)),
}  # fmt: skip


class Folded(NamedTuple):
    """The text as rules read it; `places` are the positions in the original, None = the same ones.

    `of_somebody` = it stands beside a person's name: a function, a note.
    """

    text: str
    original: str
    places: Sequence[int] | None
    of_somebody: bool = False

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the place in the original of a piece of at least one character."""
        if self.places is None:
            return start, end
        return self.places[start], self.places[end - 1] + 1

    def is_capital(self, index: int) -> bool:
        """Tell whether a letter is a capital in the original."""
        char = self.original[index if self.places is None else self.places[index]]
        return char.isupper() or char.istitle()


class _Table(dict[int, str]):
    """What one character becomes; filled as characters are met."""

    def __missing__(self, code: int) -> str:
        folded = _fold(chr(code))
        self[code] = result = folded if len(folded) == 1 else _OTHER
        return result


def fold(text: str, *, of_somebody: bool = False) -> Folded:
    """Return a text as the rules read it."""
    folded = text.translate(_TABLE)
    if _OTHER not in folded:
        return Folded(folded, text, None, of_somebody)
    chars: list[str] = []
    places: list[int] = []
    for place, char in enumerate(text):
        for one in _fold(char):
            chars.append(one)
            places.append(place)
    return Folded("".join(chars), text, places, of_somebody)


def rewritten(
    text: str,
    places: Sequence[int],
    pattern: re.Pattern[str],
    write: Callable[[re.Match[str]], str | None],
    place: Callable[[str, str, Sequence[int]], Iterable[int]],
    *,
    group: int = 0,
) -> tuple[str, Sequence[int]]:
    """Return a text with the matches of a pattern written anew, and the places of its characters.

    `write` returns None where a match stays. `place` tells where the characters of a new piece stand: by the
    old piece, the new one, and the places of the old one, with that of what follows if there is any.
    """
    pieces: list[str] = []
    new_places: list[int] = []
    end = 0
    for match in pattern.finditer(text):
        start, stop = match.span(group)
        if start < end or (new := write(match)) is None:
            continue
        pieces += text[end:start], new
        new_places += places[end:start]
        new_places += place(text[start:stop], new, places[start : stop + 1])
        end = stop
    return ("".join((*pieces, text[end:])), [*new_places, *places[end:]]) if pieces else (text, places)


def _fold(char: str) -> str:
    if char in _ALIKE:
        return _ALIKE[char]
    if char in "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029":
        return "\n"
    category = unicodedata.category(char)
    if category in ("Zs", "Cc"):
        return " "
    if category in ("Cf", "Mn", "Me", "Cn", "Cs"):
        return ""
    if category == "Pd":
        return "-"
    if category == "Nd":
        return str(unicodedata.digit(char))
    plain = unicodedata.normalize("NFKD", char)
    if plain == char:
        return char.lower()
    return "".join(_fold(one) for one in plain)


_TABLE = _Table()
