"""A text as it is stored, and as the rules read it: small plain letters in the places of the originals."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable
from typing import NamedTuple

# A tag of HTML or XML. Those of letters within a word leave no gap.
_TAG = re.compile(r"<(/?)([A-Za-z]\w{0,40})(?:\s[^<>]{0,80})?/?>")
_WITHIN_WORDS = frozenset("b i u em strong span font a sup sub small s".split())
_BROKEN_WORD = re.compile(r"(?<=[^\W\d_]{2})-[^\S\n]{0,3}\n\s{0,9}(?=[^\W\d_])")
_CAPITAL = "A-ZÀ-ÖØ-ÞČĎĚŇŘŠŤŮŽ"
_GLUED = re.compile(rf"(bytem|bytom|pobyt|narozena?)(?=[{_CAPITAL}])")
# Characters of which nothing has to be cleaned: no control character, no combining one, no "&" and no "<".
_CLEAN = re.compile(r"[ -%'-;=-~À-ž]*")
_ALIKE = str.maketrans(
    "\u2044\u2215\u29f8\uff0f\\\u2212\u02d7\u2043\u00af\u2500\u2501\u2217\u2731\u2732\u2733\u2736\u204e\u22c6"
    "\u2605\u2606\u066d\u2018\u2019\u02bc`\u00b4łŁđĐøØıðßẞæÆœŒ",
    "/////------**********'''''llddooidssaaoo",
)


class Folded(NamedTuple):
    """A text in small letters without diacritics, and the original, which has as many characters."""

    text: str
    original: str

    def is_capital(self, index: int) -> bool:
        """Tell whether a letter is a capital in the original."""
        char = self.original[index]
        return char.isupper() or char.istitle()


def clean(text: str) -> str:
    """Return a text without characters that nobody sees, without HTML, and in the usual form of Unicode."""
    if _CLEAN.fullmatch(text):
        return _GLUED.sub(r"\1 ", text)
    if "&" in text:
        text = html.unescape(html.unescape(text))
    if "<" in text:
        text = _TAG.sub(lambda tag: "" if tag[2].lower() in _WITHIN_WORDS else " ", text)
    text = unicodedata.normalize("NFC", text).translate(_UNSEEN)
    text = _BROKEN_WORD.sub("", text) if "\n" in text else text
    return _GLUED.sub(r"\1 ", text)


def fold(text: str) -> Folded:
    """Return a clean text as the rules read it."""
    return Folded(text.translate(_FOLDED), text)


class _Table(dict[int, str]):
    """Characters by the code of another one, filled as characters are met."""

    def __init__(self, make: Callable[[str], str]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, code: int) -> str:
        self[code] = made = self._make(chr(code))
        return made


def _seen(char: str) -> str:
    category = unicodedata.category(char)
    if category == "Cc":
        return char if char in "\n\t" else "\n" if char in "\r\v\f\x1c\x1d\x1e\x85" else " "
    return "" if category in ("Cf", "Mn", "Me", "Cn", "Cs") else char


def _fold(char: str) -> str:
    if (alike := char.translate(_ALIKE)) != char:
        return alike
    category = unicodedata.category(char)
    if category in ("Zl", "Zp") or char == "\n":
        return "\n"
    if category in ("Zs", "Cc"):
        return " "
    if category == "Pd":
        return "-"
    if category == "Nd":
        return str(unicodedata.digit(char))
    return unicodedata.normalize("NFKD", char)[0].lower()[:1]


_UNSEEN, _FOLDED = _Table(_seen), _Table(_fold)
