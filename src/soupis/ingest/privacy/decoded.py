"""A text that came in a mistaken encoding, as it was meant.

UTF-8 that was read as another code page ("narozenÃ¡"), characters escaped as in web addresses (`%20`) or in
programs (`\\xa0`, `\\u00e1`), underscores for spaces. Each character knows where it stands in the original.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

from soupis.ingest.privacy.folded import rewritten

ESCAPED = re.compile(r"%[c-f][0-9a-f](?:%[89ab][0-9a-f])+|%[0-9a-f]{2}", re.IGNORECASE)
_BACKSLASHED = re.compile(r"\\{1,4}(?:u(?P<four>[0-9a-f]{4})|x(?P<two>[0-9a-f]{2})|[nrt])", re.IGNORECASE)
_UNDERSCORE = re.compile("_")
# Where anything is escaped, a plus is a space too.
_PLUS = re.compile(r"\+")
_CODE_PAGES = ("cp1250", "cp1252", "iso-8859-2", "iso-8859-1", "cp852")


def _misread() -> dict[str, str]:
    """Return letters and signs that UTF-8 writes in two bytes, by what other code pages read there."""
    texts: dict[str, str] = {}
    for page in _CODE_PAGES:
        for char in map(chr, range(0xA0, 0x180)):
            # Bytes that a page does not know are read as control characters.
            read = (bytes([byte]).decode(page, "ignore") or chr(byte) for byte in char.encode())
            texts.setdefault("".join(read), char)
    return texts


_MISREAD = _misread()
_PAIR = re.compile("".join(f"[{re.escape(''.join({pair[place] for pair in _MISREAD}))}]" for place in (0, 1)))


class Decoded(NamedTuple):
    """A text as it was meant; its character i stands for the original from `places[i]` to `places[i + 1]`."""

    text: str
    places: Sequence[int]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the place of a piece in the original."""
        return self.places[start], self.places[end]

    def rewritten(self, pattern: re.Pattern[str], change: Callable[[re.Match[str]], str]) -> Decoded:
        """Return the text with all matches of a pattern changed."""
        return Decoded(*rewritten(self.text, self.places, pattern, change, _spread))


def decoded(text: str) -> Decoded | None:
    """Return a text as it was meant, None where it stands so."""
    if not ("_" in text or "%" in text or "\\" in text or _PAIR.search(text)):
        return None
    meant = Decoded(text, range(len(text) + 1))
    for _ in range(2):  # "%2520" is a space of an address in an address; texts are misread twice, too
        if ESCAPED.search(meant.text):
            meant = meant.rewritten(_PLUS, lambda _: " ").rewritten(ESCAPED, _unescaped)
        meant = meant.rewritten(_BACKSLASHED, _unquoted)
        meant = meant.rewritten(_PAIR, lambda match: _MISREAD.get(match[0], match[0]))
    meant = meant.rewritten(_UNDERSCORE, lambda _: " ")
    return meant if meant.text != text else None


def _unescaped(match: re.Match[str]) -> str:
    encoded = unquote_to_bytes(match[0])
    try:
        return encoded.decode()
    except UnicodeDecodeError:
        return encoded.decode("cp1250", "replace")


def _unquoted(match: re.Match[str]) -> str:
    code = match["four"] or match["two"]
    return chr(int(code, 16)) if code else " "


def _spread(_: str, new: str, places: Sequence[int]) -> Iterable[int]:
    """Return where the characters of a rewritten piece stand: evenly in the old one."""
    first, last = places[0], places[-1]
    return (first + (last - first) * index // len(new) for index in range(len(new)))
