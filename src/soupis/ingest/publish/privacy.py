"""Private details in the free texts of the registers, which clerks once wrote there, are not published."""

from __future__ import annotations

import re

HIDDEN = "[skryto]"

# Most texts hold nothing of the kind; one look tells.
_SUSPICIOUS = re.compile(r"\d{6}\s?/|\bnar|rodn|\br\.?\s?č|bytem|bydli|pobyt", re.IGNORECASE)
_BIRTH_NUMBER = re.compile(r"\b\d{2}[0-3578]\d[0-7]\d\s?/\s?\d{3,4}\b")
_NAMED_BIRTH_NUMBER = re.compile(
    r"(\b(?:r\.?\s?č\.?|rodné\s+číslo|rodným\s+číslem)\s*:?\s*)\d[\d\s/]{7,11}\d", re.I
)
_DATE = r"(?:\d{1,2}\s?\.\s?(?:\d{1,2}\s?\.|[^\W\d]+)\s?\d{4}|\d{4}-\d\d-\d\d)"
_BIRTH_DATE = re.compile(
    rf"(\b(?:dat(?:um|\.)\s*)?nar(?:\.|oz\.|ozen[aáéoý]?|ození)?\s*:?\s*(?:dne\s+)?){_DATE}", re.I
)
# An address has no end that could be told from what follows: everything to the end of the clause goes.
_HOME = re.compile(
    r"(\b(?:bytem|bydliště|bydlištěm|bydlící|trval[ýé]\w*\s+pobyt\w*)\b\s*:?\s*)[^;()\n]+", re.I
)


def redact(text: str) -> str:
    """Return a text without birth numbers, birth dates and home addresses of persons it speaks of."""
    if not _SUSPICIOUS.search(text):
        return text
    text = _BIRTH_NUMBER.sub(HIDDEN, text)
    for pattern in (_NAMED_BIRTH_NUMBER, _BIRTH_DATE, _HOME):
        text = pattern.sub(rf"\1{HIDDEN}", text)
    return text
