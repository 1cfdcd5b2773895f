"""Sentences for people in Czech and English, and which of the two a reader prefers."""

from __future__ import annotations

from typing import NamedTuple

# Browsers name a handful of languages; to read a header of many kilobytes would keep others waiting.
_LONGEST_HEADER = 500


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
    for part in accept_language[:_LONGEST_HEADER].split(","):
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
