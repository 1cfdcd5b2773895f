"""Sentences for people in Czech and English, and which of the two a reader prefers."""

from __future__ import annotations

from typing import NamedTuple


class Message(NamedTuple):
    """One sentence in Czech and in English."""

    cs: str
    en: str

    def text(self, *, english: bool) -> str:
        """Return the sentence in one of the two languages."""
        return self.en if english else self.cs


def prefers_english(accept_language: str) -> bool:
    """Tell whether an Accept-Language header ranks English above Czech; Czech is the default."""
    best = {"cs": 0.0, "en": 0.0}
    for part in accept_language.split(","):
        tag, _, rest = part.strip().partition(";")
        quality = 1.0
        if rest.strip().startswith("q="):
            try:
                quality = float(rest.strip()[2:])
            except ValueError:
                continue
        language = tag.strip().lower()[:2]
        if language in best:
            best[language] = max(best[language], quality)
    return best["en"] > best["cs"]


def quality(accept: str, kind: str) -> float:
    """Return how much an Accept header wants a media type (RFC 9110), from 0 to 1."""
    best, rank = 0.0, -1
    for part in accept.split(","):
        name, *parameters = (piece.strip().lower() for piece in part.split(";"))
        levels = (name == "*/*", name == f"{kind.partition('/')[0]}/*", name == kind)
        if True not in levels or (specific := levels.index(True)) < rank:
            continue
        try:
            value = next((float(text[2:]) for text in parameters if text.startswith("q=")), 1.0)
        except ValueError:
            continue
        # The closest range decides; of equally close ones the one that wants most.
        best, rank = max(value, best if specific == rank else 0.0), specific
    return best
