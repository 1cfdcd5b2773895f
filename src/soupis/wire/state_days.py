"""Days in notes about insolvency and liquidation: the day on which a state began, not that of a decision.

Each day is judged by the words around it, up to the days next to it. The table lists these words for each
state, the surest first; `@` stands for the day.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from soupis.wire.clauses import Clause

_DAY = re.compile(r"\b\d{4}-\d{2}-\d{2}\b")
_NEAR = r"(?:(?!rozhod|usnes)[^;@])"  # words that belong to the same event as the day
# Days of decisions, meetings and deadlines, of entries, and of offices.
_ANOTHER_EVENT = re.compile(
    r"\b(?:ze|do|konan\w*)(?: dne)? @"
    rf"|\b(?:rozhodl|rozhodnuto|schvalil|schvaleno|vydan|usnesl|ucinil|prijal|sepsan)\w*"
    rf"(?:(?:(?!vst|do likv){_NEAR}){{0,40}} dne)? @"
    r"|^(?!.*\b(?:moc|vstoupil|vstupuje)\w*(?: \w+){0,2} @)"
    r".*@(?:(?!vst|likvidac)[^;@]){0,60}\b(?:rozhodl|rozhodnuto|schvalil|usnesl)"
    r"|\b(?:zapsan|zapis|vymaz|jmenov|likvidator|funkc|narozen|lhut)\w*"
    r"(?:(?!do likvidace|v likvidaci|mocn?i?\b)[^;@]){0,40}@"
)
_LIQUIDATION = (
    rf"\b(?:vst(?:up|oup)|do likvidace|v likvidaci|do niz|do ktere|ocit){_NEAR}{{0,60}}@",
    rf"\blikvidac{_NEAR}{{0,30}}(?:\b(?:zac|zapoc|pocin|zahaj|obnov|trva)|\w [:–-]){_NEAR}{{0,50}}@",
    rf"\b(?:pocat|zacat|zahaj|obnov|prvni){_NEAR}{{0,30}}\blikvidac{_NEAR}{{0,30}}@",
    rf"\blikvidac\w*\s*[:–-]\s*{_NEAR}{{0,20}}@",
    rf"@{_NEAR}{{0,80}}(?:\bvst(?:up|oup)|do likvidace|v likvidaci|zahaj\w* likvid|likvid\w* (?:zac|zahaj))",
    rf"\b(?:ucin(?:n|k|ek)|s likvidaci){_NEAR}{{0,60}}@",
    r"\b(?:ke?|ke dni|ode?|ode dne|dnem|datem) @",
    r"\b(?:pravni\w* moc|pravomocn|moci )[^;@]{0,30}@",
    rf"\bzrus{_NEAR}{{0,40}} dne @",
)
_BEGINNINGS = {"konkurs": "prohlas", "upadek": "zjist", "insolvencniRizeni": "zahaj"}
_PATTERNS = {
    code: tuple(
        map(
            re.compile,
            (
                r"^vyveseno: @$",
                r"\b(?:ucin(?:n|k|ek)|nasta)[^;@]{0,140}@",
                r"\b(?:vyves|zverejn)[^;@]{0,100}@",
                rf"@{_NEAR}{{0,80}}\b(?:vyves|zverejn)",
                rf"\b{verb}\w*(?: \w+){{0,6}} dnem? @",
                rf"\bdnem? @{_NEAR}{{0,100}}\b{verb}",
            ),
        )
    )
    for code, verb in _BEGINNINGS.items()
} | {"likvidace": tuple(map(re.compile, _LIQUIDATION))}


def beginning(parts: Iterable[Clause], code: str) -> str | None:
    """Return the day on which a state began by the words of a note, or None if they have only other days."""
    told = [item for part in parts for item in _days(part.folded) if not _ANOTHER_EVENT.search(item[0])]
    for pattern in _PATTERNS[code]:
        for words, day in told:
            if pattern.search(words):
                return day
    return None


def _days(folded: str) -> Iterator[tuple[str, str]]:
    """Yield the days of a clause, each with the words around it."""
    found = list(_DAY.finditer(folded))
    for number, match in enumerate(found):
        start = found[number - 1].end() if number else 0
        end = found[number + 1].start() if number + 1 < len(found) else len(folded)
        yield f"{folded[start : match.start()]}@{folded[match.end() : end]}".strip(), match[0]
