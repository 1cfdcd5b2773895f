"""Folding: the one way in which texts are made comparable (search, person identity, town filter)."""

from __future__ import annotations

import re
import unicodedata

# Letters that have no canonical decomposition, so that stripping of marks alone would keep or lose them.
_SPECIAL = str.maketrans(
    {
        "ß": "ss", "ẞ": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ø": "o", "Ø": "o",
        "ł": "l", "Ł": "l", "đ": "d", "Đ": "d", "ð": "d", "Ð": "d", "þ": "th", "Þ": "th", "ı": "i",
    }
)  # fmt: skip
_WORDS = re.compile(r"[^\W_]+")


def fold(text: str) -> str:
    """Return the text in lower case without diacritics; punctuation and spaces stay."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.translate(_SPECIAL))
    return "".join(char for char in decomposed if not unicodedata.combining(char)).lower()


def fold_words(text: str) -> list[str]:
    """Return the folded words of a text: runs of letters and digits, in order."""
    return _WORDS.findall(fold(text))


def slug(text: str) -> str:
    """Return the text as ASCII words joined by hyphens: "Žitný mladší" → "zitny-mladsi"."""
    return "-".join(re.findall(r"[a-z0-9]+", fold(text)))
