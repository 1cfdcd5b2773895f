"""One text in, the same text out without what is private in it; most texts are told at one look."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from soupis.ingest.privacy import birth_numbers, dates, homes
from soupis.ingest.privacy.folded import Folded, fold

HIDDEN = "[skryto]"

Span = tuple[int, int]

# Nothing private can be said without a digit, a character that nobody sees, or a word of living or of birth.
_DIGIT = re.compile(
    "[\\d\u00ad\u0300-\u036f\u061c\u115f\u1160\u17b4\u17b5\u180e\u2000-\u200f\u202a-\u202e\u2060-\u206f\u2800"
    "\u3164\ufe00-\ufe0f\ufeff\uff01-\uff5e\uffa0\u0370-\u052f\ufb00-\ufb06\U0001d400-\U0001d7ff"
    "\U000e0000-\U000e0fff]"
)
_STEMS = (
    "byt byv bydl pob. zdrž zdrz hláš hlas lašo domic dome domác domac adr wohn wh. ansch resid live "
    "living home zam demeur abit laki lako lakh woona prebi stanuj žije zije usaz evid trval nar "
    "born rod geb uro naci nasc szül szul föd fod "
).split()
_WORDS = re.compile("|".join(map(re.escape, _STEMS)))
_LONG = 400


def redact(text: str) -> str:
    """Return a text with the birth dates, birth numbers and homes of persons replaced by `[skryto]`."""
    return _kept(text) if len(text) < _LONG else _redact(text)


def redact_name(text: str) -> str:
    """Return a part of a person's name without dates and numbers of any kind; only a year may stand there."""
    shorter = redact(text)
    return _redact_all(shorter) if _DIGIT.search(shorter) else shorter


def _redact(text: str) -> str:
    if not (_DIGIT.search(text) or _WORDS.search(text.lower())):
        return text
    # What is hidden may bring two things together that say more beside each other.
    while (shorter := _hide(text, _private)) != text:
        text = shorter
    return text


_kept = lru_cache(maxsize=32_768)(_redact)


def _redact_all(text: str) -> str:
    while (shorter := _hide(text, _in_a_name)) != text:
        text = shorter
    return text


def _private(folded: Folded) -> Iterator[Span]:
    yield from birth_numbers.find(folded)
    yield from dates.find(folded)
    yield from homes.find(folded)


_NUMBER_IN_A_NAME = re.compile(r"\d(?:[\s\-./_,:]{0,3}\d){4,}")


def _in_a_name(folded: Folded) -> Iterator[Span]:
    yield from dates.find_any(folded.text)
    for match in _NUMBER_IN_A_NAME.finditer(folded.text):
        yield match.span()


def _hide(text: str, find: Callable[[Folded], Iterator[Span]]) -> str:
    folded = fold(text)
    spans = sorted(folded.span(*span) for span in find(folded) if span[0] < span[1])
    if not spans:
        return text
    pieces: list[str] = []
    end = 0
    for start, stop in spans:
        if start >= end or not pieces:
            pieces += [text[end:start], HIDDEN]
        end = max(end, stop)
    pieces.append(text[end:])
    return "".join(pieces)
