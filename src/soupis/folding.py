"""Folding: the one way in which texts are made comparable (search, person identity, town filter)."""

from __future__ import annotations

import codecs
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
# What people paste for a space, as the inside of a regular expression's class: line breaks, tabs, the spaces
# of Unicode, and what takes no room at all (zero-width ones, marks of direction, the mark of byte order).
SPACES = r" \t\n\r\u00a0\u061c\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u2066-\u206f\u3000\ufeff"
_SPACE = re.compile(f"[{SPACES}]")
# Marks that change the direction of the text after them, even outside of the element that they are in.
_DIRECTION_MARKS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def with_plain_spaces(text: str) -> str:
    """Return the text with a plain space for each character that only parts words; others stay."""
    return text if text.isprintable() else _SPACE.sub(" ", text)


def without_direction_marks(text: str | None) -> str:
    """Return a text for places that cannot isolate it: titles, attributes, pictures, mails."""
    return _DIRECTION_MARKS.sub("", text or "")


def without_unseen(text: str) -> str:
    """Return a text without marks of direction, zero-width characters and tags (Unicode category Cf)."""
    if text.isprintable():
        return text
    return "".join(char for char in text if unicodedata.category(char) != "Cf")


def fold(text: str) -> str:
    """Return the text in lower case without diacritics; punctuation and spaces stay."""
    lowered = text.lower()
    if lowered.isascii():
        return lowered
    try:
        return codecs.charmap_encode(lowered, "strict", _USUAL)[0].translate(_PLAIN).decode("ascii")
    except UnicodeError:
        folded = lowered.translate(_LATIN)
    # The table knows European Latin letters; other scripts and ligatures take the slow way.
    return folded if folded.isascii() else _fold_any(text)


def _fold_any(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.translate(_SPECIAL))
    return "".join(char for char in decomposed if not unicodedata.combining(char)).lower()


# What the slow way makes of every Latin letter with diacritics and of every combining mark.
_LATIN = {
    code: _fold_any(chr(code)) for code in (*range(0x80, 0x250), *range(0x300, 0x370), *range(0x1E00, 0x1F00))
}

# The usual ones, from à to ž, as a coding of bytes, which are turned into plain letters all at once.
_USUAL_LETTERS = [
    char for char in map(chr, range(0xE0, 0x180)) if char.islower() and len(_LATIN[ord(char)].encode()) == 1
]
_USUAL = codecs.charmap_build("".join((*map(chr, range(128)), *_USUAL_LETTERS)).ljust(256, "\ufffe"))
_PLAIN = bytes(range(128)) + "".join(_LATIN[ord(char)] for char in _USUAL_LETTERS).encode().ljust(128)


def fold_words(text: str) -> list[str]:
    """Return the folded words of a text: runs of letters and digits, in order."""
    return _WORDS.findall(fold(text))


def fold_together(text: str) -> str:
    """Return the folded words of a text written together: "Praha-Žižkov" → "prahazizkov"."""
    return "".join(fold_words(text))


def slug(text: str) -> str:
    """Return the text as ASCII words joined by hyphens: "Žitný mladší" → "zitny-mladsi"."""
    return "-".join(re.findall(r"[a-z0-9]+", fold(text)))
