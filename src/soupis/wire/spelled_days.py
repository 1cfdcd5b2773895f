"""Days of the calendar in words, "prvního dubna roku dva tisíce patnáct"."""

from __future__ import annotations

import re

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "leden ledna lednu", "únor února únoru", "březen března březnu", "duben dubna dubnu",
            "květen května květnu", "červen června červnu", "červenec července červenci",
            "srpen srpna srpnu", "září", "říjen října říjnu", "listopad listopadu",
            "prosinec prosince prosinci",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_UNITS = "jedna dva tři čtyři pět šest sedm osm devět".split()
_TEENS = "deset jedenáct dvanáct třináct čtrnáct patnáct šestnáct sedmnáct osmnáct devatenáct".split()
_TENS = "dvacet třicet čtyřicet padesát šedesát sedmdesát osmdesát devadesát".split()
# Stems of ordinal numbers, "prvního".
_ORDINALS = (
    "prv prvn druh třet čtvrt pát šest sedm osm devát desát jedenáct dvanáct třináct čtrnáct patnáct šestnáct"
    " sedmnáct osmnáct devatenáct"
).split()
_VALUES = {
    **{word: number for number, word in enumerate([*_UNITS, *_TEENS], start=1)},
    **{word: number for number, word in zip(range(20, 100, 10), _TENS, strict=True)},
    **{word: number for number, word in enumerate(_ORDINALS[1:], start=1)},
    **{"prv": 1, "jeden": 1, "jedn": 1, "dvacát": 20, "třicát": 30},
}
_ENDING = "(?:ího|ímu|í|ého|ému|ý)"
_ANY_UNIT = "|".join(["jeden", *_UNITS, "jedn"])
_DAY = re.compile(
    rf"\b(?:(?:(?P<unit>{_ANY_UNIT})a)?(?P<tens>dvacát|třicát){_ENDING}\s?)?"
    rf"(?:(?P<ordinal>{'|'.join(_ORDINALS)}){_ENDING}\s)?(?=(?:{MONTH})\b)",
    re.I,
)
_YEAR = re.compile(
    r"(?<=\s)(?P<century>dva tisíce|(?:jeden )?tisíc devět set)"
    rf"(?:\s(?P<tens>{'|'.join(_TENS)}))?(?:\s?(?P<unit>{'|'.join(_TEENS)}|{_ANY_UNIT}))?\b",
    re.I,
)
# Most texts have no such day.
_HINT = re.compile(rf"[íýu]\s(?:{MONTH})\b|tisíc")


def days_in_figures(text: str) -> str:
    """Write the days and years of a text that are in words as figures, "1. dubna roku 2015"."""
    if not _HINT.search(text):
        return text
    text = _YEAR.sub(lambda match: str(_first_year(match["century"]) + _sum(match, "tens", "unit")), text)
    return _DAY.sub(
        lambda match: f"{day}. " if (day := _sum(match, "tens", "unit", "ordinal")) else match[0], text
    )


def _first_year(century: str) -> int:
    return 2000 if century.lower().startswith("dva") else 1900


def _sum(match: re.Match[str], *groups: str) -> int:
    return sum(_VALUES[match[group].lower()] for group in groups if match[group])
