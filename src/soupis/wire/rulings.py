"""Rulings, appeals and motions named in a clause, each replaced by one word that says its object.

"Soud zrušil usnesení, kterým bylo řízení zastaveno" becomes "soud zrusil RULING_ON_END". Rules then see the
verb about the ruling, and never the verb inside of the ruling.
"""

from __future__ import annotations

import re

_RULING = r"(?<!doby )(?<!do )(?<!pred )(?<!nez )(?<!na )\b(?:usneseni|rozhodnuti|rozsud(?:ek|ku)|vyrok\w*)\b"
# Words between a ruling or a motion and its object, such as the court, the file number and the day.
_NAMED = r"(?:(?! a |\b(?:se|je|byl\w*|proti|kter\w+|jimz|aby|navrh\w*|\w+(?:il[ao]?|uje))\b)[^;:]){0,120}?"
_WHICH = r",? (?:kter(?:ym|ou)|jimz|jiz)\b[^;]{0,100}?"
_MOTION = r"\b(?:navrh|zadost|podnet)\w*"
_BANKRUPTCY = r"\bkonkurs\w*"
_PROCEEDINGS = r"(?:(?:insolvencni|konkursni|upadkov|vyrovnaci)\w* )?rizeni\b(?! o )"
_PETITION = r"(?:insolvencni\w* |konkursni\w* )?navrh\w*(?! na (?!prohlas|zahaj))"
_END = (
    rf"(?:zruseni|ukonceni|skonceni) (?:{_BANKRUPTCY}|{_PROCEEDINGS})|(?:zastaveni|zastavit) {_PROCEEDINGS}"
)
_REFUSAL = rf"(?:odmitnuti|zamitnuti) {_PETITION}"
_CONVERSION = rf"premen[auey] (?:\w+ ){{1,3}}?(?:v|na) {_BANKRUPTCY}"
_DECLARATION = rf"(?:prohlaseni|vyhlaseni) {_BANKRUPTCY}|reseni upadku konkursem"
_INSOLVENCY = r"(?:zjisteni )?(?:jeho )?(?:hrozicim )?upadku"

# Objects of a ruling: as a noun after "o", and as the two words of its clause, in any order.
_OBJECTS = {
    "END": (
        _END,
        (
            (r"\bkonkurs\b", r"\b(?:zrus|skonc|ukonc)\w*"),
            (rf"\b{_PROCEEDINGS}", r"\b(?:zastav|skonc|ukonc|konci)\w*"),
        ),
    ),
    "REFUSAL": (_REFUSAL, ((rf"\b{_PETITION}", r"\b(?:odmit|zamit)\w*"),)),
    "INSOLVENCY": (_INSOLVENCY, ((r"\bupad\w+", r"\b(?:zjist|osved|rozhod)\w*"),)),
    "BANKRUPTCY_BY_CONVERSION": (_CONVERSION, ((_BANKRUPTCY, r"\bpremen\w*"),)),
    "BANKRUPTCY": (
        _DECLARATION,
        ((_BANKRUPTCY, r"\b(?:prohlas|vyhlas)\w*"), (r"\bupad\w+", r"\b(?:res\w* )konkurs\w*")),
    ),
}
# Declarations and ends are named without the word ruling too: "prohlášení konkursu zrušil vrchní soud".
_BARE = (
    "".join(rf"(?<!\b{word} )" for word in "o na do od po pred pri nez dne dnem pripade ucinky".split())
    + r"\b"
)


def _pattern(noun: str, pairs: tuple[tuple[str, str], ...]) -> re.Pattern[str]:
    near = r"[^,;]{0,100}?"
    clause = "|".join(f"{first}{near}{second}|{second}{near}{first}" for first, second in pairs)
    bare = "" if noun == _INSOLVENCY else rf"|{_BARE}(?:{noun})\b"
    return re.compile(rf"{_RULING}{_NAMED}(?: o (?:{noun})|{_WHICH}(?:{clause})){bare}")


_REQUEST_TO_CONVERT = (
    rf"{_MOTION}{_NAMED},? (?:(?:na|o) |aby [^;]{{0,60}}?)premen\w+ [^;]{{0,60}}?{_BANKRUPTCY}"
)
_REQUEST_TO_END = (
    rf"{_MOTION}{_NAMED}(?: (?:na|o) (?:{_END})|, aby [^,;]{{0,40}}\bkonkurs [^,;]{{0,20}}zrus\w+)"
)
_REPLACED = (
    ("MOTION_FOR_BANKRUPTCY", re.compile(_REQUEST_TO_CONVERT)),
    ("MOTION_FOR_END", re.compile(_REQUEST_TO_END)),
    *((f"RULING_ON_{name}", _pattern(*described)) for name, described in _OBJECTS.items()),
)


def with_rulings(folded: str) -> str:
    """Return a folded clause with one word for each motion and ruling about insolvency."""
    for word, pattern in _REPLACED:
        folded = pattern.sub(word, folded)
    return folded
