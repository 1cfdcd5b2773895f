"""A text as the rules read it: small letters without diacritics, plain digits, spaces, dashes and slashes.

Characters that nobody sees (soft hyphens, zero-width characters, combining marks) and tags of HTML are left
out, so that they split no number and no word. Each character knows its place in the original.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

# Characters that do not fold into exactly one: the fast way gives up on meeting this.
_OTHER = "\uffff"
_ALIKE = {
    **dict.fromkeys("\u2044\u2215\u29f8\uff0f\\", "/"),
    **dict.fromkeys("\u2212\u02d7\u2043\u00af\u2500\u2501", "-"),
    **dict.fromkeys("\u2217\u2731\u2732\u2733\u2736\u204e\u22c6\u2605\u2606\u066d", "*"),
    **dict.fromkeys("\u2018\u2019\u02bc`\u00b4", "'"),
    "ł": "l", "Ł": "l", "đ": "d", "Đ": "d", "ø": "o", "Ø": "o", "ı": "i", "ð": "d",
    "ß": "ss", "ẞ": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe",
}  # fmt: skip
_SMALL, _CAPITAL = (
    "a-zßà-öø-ÿāăąćčďđēěęğīıķļľĺłńňņőōřŕśšşťţūůűźžż",
    "A-ZÀ-ÖØ-ÞĀĂĄĆČĎĐĒĚĘĞĪĶĻĽĹŁŃŇŅŐŌŘŔŚŠŞŤŢŪŮŰŹŽŻ",
)
# A character that is escaped in HTML or in a program, a tag of HTML, a word broken at the end of a line,
# and a word of living or birth with no gap behind.
_SPOILT = re.compile(
    r"(?P<reference>&(?:amp;){0,2}(?:#\d{1,6}|#x[\da-fA-F]{1,5}|[A-Za-z]{2,8});)|"
    r"\\(?:x(?P<two>[\da-f]{2})|u(?P<four>[\da-f]{4})|[nrt])|"
    r"(?P<tag></?[A-Za-z][^<>]{0,80}>)|"
    rf"(?P<broken>(?<=[{_SMALL}.])-[^\S\n]*\n\s*(?=[{_SMALL}]))|"
    rf"(?P<glued>(?:(?<=bytem)|(?<=bytom)|(?<=pobyt)|(?<=narozen)|(?<=narozena))(?=[{_CAPITAL}]))"
)


class Folded(NamedTuple):
    """The text as rules read it; `places` are the positions in the original, None = the same ones."""

    text: str
    original: str
    places: Sequence[int] | None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the place in the original of a span of at least one character."""
        if self.places is None:
            return start, end
        return self.places[start], self.places[end - 1] + 1

    def is_capital(self, index: int) -> bool:
        """Tell whether a letter is a capital in the original."""
        char = self.original[index if self.places is None else self.places[index]]
        return char.isupper() or char.istitle()


class _Table(dict[int, str]):
    """Folded characters by their code, filled as characters are met."""

    def __missing__(self, code: int) -> str:
        folded = _fold(chr(code))
        self[code] = result = folded if len(folded) == 1 else _OTHER
        return result


def fold(text: str) -> Folded:
    """Return a text as the rules read it."""
    spoilt = list(_SPOILT.finditer(text))
    folded = text.translate(_TABLE)
    if _OTHER not in folded and not spoilt:
        return Folded(folded, text, None)
    chars: list[str] = []
    places: list[int] = []
    end = 0
    for match in spoilt:
        _add_folded(text, range(end, match.start()), chars, places)
        replacement = _replacement(match)
        chars += replacement
        places += [match.start()] * len(replacement)
        end = match.end()
    _add_folded(text, range(end, len(text)), chars, places)
    return Folded("".join(chars), text, places)


def _add_folded(text: str, indexes: range, chars: list[str], places: list[int]) -> None:
    for index in indexes:
        for char in _fold(text[index]):
            chars.append(char)
            places.append(index)


def _replacement(match: re.Match[str]) -> str:
    if match["reference"]:
        return "".join(map(_fold, html.unescape(html.unescape(match[0])))) or " "
    if code := match["two"] or match["four"]:
        return _fold(chr(int(code, 16)))
    if match[0].startswith("\\"):
        return "\n" if match[0] == r"\n" else " "
    if match["tag"]:
        return " " if match[0].strip("</ >") in ("br", "p", "div", "td", "li") else ""
    return "" if match["broken"] else " "


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
