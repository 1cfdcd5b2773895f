"""Names of code lists turned into codes, for faces where people and models write names."""

from __future__ import annotations

import math
from typing import Literal

from soupis.folding import fold_words
from soupis.queries.errors import QueryError
from soupis.queries.services import Services
from soupis.wire.labels import REGION_NAMES

List = Literal["kraj", "forma", "nace", "velikost"]

_STORED_LISTS = {
    "forma": ("legal_form_ros", "legal_form"),
    "nace": ("nace2008", "nace2025"),
    "velikost": ("headcount",),
}
# What people say and no code list has, folded and without spaces.
_SAID = {
    "forma": {
        "sro": ["112"], "spolsro": ["112"], "as": ["121"], "akciovka": ["121"], "vos": ["111"], "ks": ["113"],
        "ops": ["141"], "svj": ["145"], "osvc": ["100"], "zivnostnik": ["100"], "zivnostnici": ["100"],
        "fyzickaosoba": ["100"], "ltd": ["112"], "llc": ["112"],
    },
    "nace": {
        "it": ["62"], "software": ["62"], "informatika": ["62"], "informacnitechnologie": ["62"],
        "vyvojsoftwaru": ["62"], "stavebnictvi": ["41", "42", "43"], "zemedelstvi": ["01"],
        "doprava": ["49", "50", "51"], "skolstvi": ["85"], "zdravotnictvi": ["86"], "ucetnictvi": ["692"],
        "vedeniucetnictvi": ["692"], "pravo": ["691"], "advokat": ["691"], "advokati": ["691"],
        "potravinarstvi": ["10"], "energetika": ["35"], "realitky": ["68"], "reality": ["68"],
        "gastronomie": ["56"], "hotely": ["551"], "restaurace": ["561"], "hospody": ["563"],
    },
}  # fmt: skip
# First and last division of the sections that both revisions of CZ-NACE have alike; the letters behind them
# mean other activities in each.
_SECTIONS = {
    "A": (1, 3), "B": (5, 9), "C": (10, 33), "D": (35, 35), "E": (36, 39), "F": (41, 43), "G": (45, 47),
    "H": (49, 53), "I": (55, 56),
}  # fmt: skip
# More values than these cannot all be meant by one name; a filter takes no more of them either.
_MOST_MEANT = 6
_MOST_SHOWN = 8
# The part of a word that its other forms share: restaurace, restauracích.
_STEM = 0.7
_SHORTEST_STEM = 4


async def names(services: Services, code_list: List) -> dict[str, str]:
    """Return the Czech names of a list by their codes, those of both revisions of an activity together."""
    if code_list == "kraj":
        return {str(code): name for code, name in REGION_NAMES.items()}
    found: dict[str, str] = {}
    for stored in _STORED_LISTS[code_list]:
        for code, name in (await services.code_lists.names(stored)).items():
            found.setdefault(code, name.cs)
    return dict(sorted(found.items()))


async def look_up(services: Services, code_list: List, text: str | None) -> dict[str, str]:
    """Return the values of a list whose code begins with a text or whose name has all its words."""
    every = await names(services, code_list)
    if not text:
        return every
    text = _undotted(text)
    if text.isdigit():
        return {code: name for code, name in every.items() if code.startswith(text)}
    said = _SAID.get(code_list, {}).get("".join(fold_words(text)), [])
    words = fold_words(text)
    return {
        code: name
        for code, name in every.items()
        if code in said or (words and _has_words(name, [_stem(word) for word in words]))
    }


async def codes_of(services: Services, code_list: List, text: str) -> list[str]:
    """Return the codes that a code or a name means; raises QueryError 400 that lists what is alike."""
    text = _undotted(text)
    if text.isascii() and text.isdigit():
        return [text]
    if code_list == "nace" and len(letter := text.strip().upper()) == 1 and "A" <= letter <= "V":
        return _divisions(letter)
    key = "".join(fold_words(text))
    if said := _SAID.get(code_list, {}).get(key):
        return said
    every = await names(services, code_list)
    same = [code for code, name in every.items() if "".join(fold_words(name)) == key]
    alike = same or list(await look_up(services, code_list, text))
    meant = _topmost([code for code in alike if code.isdigit()]) if code_list == "nace" else alike
    if 1 <= len(meant) <= _MOST_MEANT:
        return meant
    shown = "; ".join(f"{code} {every[code]}" for code in meant[:_MOST_SHOWN])
    if not meant:
        raise QueryError(
            400,
            f"V číselníku {code_list} „{text[:40]}“ není. Kódy najde nástroj ciselnik, "
            f'třeba ciselnik {{"seznam": "{code_list}", "hledat": "…"}}.',
            f"The code list {code_list} has no “{text[:40]}”. The tool ciselnik finds codes, "
            f'for instance ciselnik {{"seznam": "{code_list}", "hledat": "…"}}.',
        )
    raise QueryError(
        400,
        f"Hodnot číselníku {code_list} s názvem „{text[:40]}“ je víc ({len(meant)}), zadejte kód: {shown}.",
        f"Several values of {code_list} ({len(meant)}) are called “{text[:40]}”, give a code: {shown}.",
    )


def _divisions(letter: str) -> list[str]:
    """Return the divisions of a section; raises QueryError 400 for a letter that means two of them."""
    if letter not in _SECTIONS:
        raise QueryError(
            400,
            f"Sekce {letter} znamená v CZ-NACE 2008 a 2025 jiné činnosti (J: 2008 oddíly 58–63, 2025 58–60). "
            "Zadejte dvoumístné kódy oddílů.",
            f"Section {letter} means other activities in CZ-NACE 2008 and 2025 (J: divisions 58–63 in 2008, "
            "58–60 in 2025). Give codes of two digits.",
        )
    first, last = _SECTIONS[letter]
    return [f"{division:02d}" for division in range(first, last + 1)]


def _undotted(text: str) -> str:
    """Return a code without the dots that people write it with: 62.01."""
    plain = text.strip().replace(".", "")
    return plain if plain.isascii() and plain.isdigit() else text


def _stem(word: str) -> str:
    return word[: max(_SHORTEST_STEM, math.ceil(len(word) * _STEM))]


def _has_words(name: str, stems: list[str]) -> bool:
    words = fold_words(name)
    return all(any(word.startswith(stem) for word in words) for stem in stems)


def _topmost(codes: list[str]) -> list[str]:
    """Leave out codes below another one; a filter by a code matches all below it."""
    return [code for code in codes if not any(code != other and code.startswith(other) for other in codes)]
