"""The manner in which members of a body act, where the register says it in words that leave no doubt."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from soupis.folding import fold
from soupis.wire.clauses import CAPITALS

# Words after which a sentence says more than who acts: exceptions, limits, substitutes, consents.
_CONDITION = re.compile(
    r"\b(?:pokud|vyjma|vyjimk\w*|krome|nad|vyse|vysi|presah\w*|pripad\w*|prokur\w*|jen|pouze|ledaze|jinak"
    r"|souhlas\w*|ostatnich|rozsah\w*|nepritomn\w*|predsed\w*|mistopredsed\w*|povere\w*|zmocn\w*|kc|czk|eur"
    r"|nikoli\w*|nesm\w*|nemu[zs]\w*|neopravn\w*|nejedn\w*|nezastup\w*|nebo|anebo|ci|alespon jeden)\b|\d"
)
_ALONE = re.compile(r"\b(?:samostatne|sam|sama|kazdy|kterykoli\w*)\b")
_TOGETHER = re.compile(r"\bspolecne\b")
_NUMBERS = {
    number: re.compile(rf"\b(?:{words})\b")
    for number, words in ((2, "dva|dve|dvou|dvema"), (3, "tri|trech"), (4, "ctyri|ctyrech"), (5, "pet|peti"))
}
_BOTH = re.compile(r"\b(?:oba|obe|obou)\b")
_ALL = re.compile(r"\bvsichni\b")
_ACTS = re.compile(
    r"\b(?:jedna|zastupuje|podepisuje)\b.*\b(?:jednatel|reditel|clen|predstavenstvo|spravce)\b"
)
# How a signature looks adds nothing to who gives it.
_SIGNATURE = re.compile(r"(?:^|[.;])\s*podepis\w*[^.;]*?\bpripoj\w*[^.;]*")
# Sentences about certain persons say nothing about the others. Hidden parts of a text may be such names.
_NAMED = re.compile(
    r"(?<!^)(?<![.;] )\b(?!Společnost|Družstv|Spolk|Představenst|Správn|Výbor|Jednatel|Člen|Ředitel|Statutárn"
    rf"|Prokuris)[{CAPITALS}][^\W{CAPITALS}\d_]{{2,}}|\[skryto\]"
)
_PROCURATION = re.compile(r"\bprokurist\w*")
_LONGEST = 400


class Manner(NamedTuple):
    """A manner of acting, how many have to act together, and the register's sentences about it."""

    kind: Literal["alone", "together", "all", "asWritten", "notStated"]
    number: int
    texts: Sequence[str]


def manner_of(texts: Sequence[str], count: int, *, of_procuration: bool = False) -> Manner:
    """Return the manner in which `count` persons act by the register's sentences.

    Sentences with conditions, or with several manners, are left as written. In sentences of a statutory body
    procuration is a condition.
    """
    if not texts:
        return Manner("notStated", 0, texts)
    as_written = Manner("asWritten", 0, texts)
    if len(texts) > 1 or len(texts[0]) > _LONGEST or _NAMED.search(texts[0]):
        return as_written
    folded = _SIGNATURE.sub("", fold(texts[0]))
    if of_procuration:
        folded = _PROCURATION.sub("clen", folded)
    alone, together = _ALONE.search(folded), _TOGETHER.search(folded)
    if not folded or _CONDITION.search(folded) or (alone and together):
        return as_written
    if alone or (count == 1 and not together and _ACTS.search(folded)):
        return Manner("alone", 1, texts)
    return _together(folded, count, texts) if together else as_written


def _together(folded: str, count: int, texts: Sequence[str]) -> Manner:
    numbers = [number for number, pattern in _NUMBERS.items() if pattern.search(folded)]
    if _BOTH.search(folded) and not numbers and count <= 2:
        numbers = [2]
    if len(numbers) == 1 and not _ALL.search(folded):
        return Manner("together", numbers[0], texts)
    if _ALL.search(folded) and not numbers:
        return Manner("all", count, texts)
    return Manner("asWritten", 0, texts)
