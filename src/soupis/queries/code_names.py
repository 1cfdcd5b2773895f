"""Names of code lists turned into codes: people and models write names, the index holds codes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, TypeVar

import msgspec

from soupis.folding import fold_words
from soupis.queries.errors import QueryError
from soupis.queries.services import Services
from soupis.search.sections import divisions_of
from soupis.wire.labels import REGION_NAMES
from soupis.wire.requests import VyberFirem

List = Literal["kraj", "forma", "nace", "velikost"]
# The parameters of a search that take names.
_NAMED: tuple[List, ...] = ("forma", "nace")

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
# The sections that both revisions of CZ-NACE have alike; the letters behind them mean something else in each.
SAME_SECTIONS = "ABCDEFGHI"
# More values than these cannot all be meant by one name; a filter takes no more of them either.
_MOST_MEANT = 6
_MOST_SHOWN = 8
# The part of a word that its other forms share: restaurace, restauracích.
_STEM = 0.7
_SHORTEST_STEM = 4
_LONGEST_CODE = 6
_NAMES_KEPT = 8_192
_EXAMPLES = {
    "kraj": ("19", "Jihomoravský kraj"),
    "forma": ("112", "akciová společnost"),
    "nace": ("62", "výroba nápojů"),
    "velikost": ("110", "1 - 5 zaměstnanců"),
}

S = TypeVar("S", bound=VyberFirem)


class UnknownCodeError(QueryError):
    """A text is neither a code nor a name of a code list."""


async def with_codes(services: Services, parameters: S) -> S:
    """Return the parameters of a search with codes of forms and activities in the place of their names.

    Raises QueryError 400 as `codes_of` does.
    """
    named: dict[str, list[str]] = {}
    for field in _NAMED:
        given: list[str] = getattr(parameters, field)
        if not all(map(_is_code, given)):
            named[field] = await _codes_of_all(services, field, given)
    return msgspec.structs.replace(parameters, **named) if named else parameters


async def _codes_of_all(services: Services, code_list: List, given: Sequence[str]) -> list[str]:
    """Return the codes of several values, each once."""
    called = (await _all_names(services, code_list)).values()
    every = {"".join(_words(name)) for names_of_one in called for name in names_of_one}
    codes: dict[str, None] = {}
    place = 0
    while place < len(given):
        # Values stand between commas, which names of activities have, too.
        ends = range(len(given), place + 1, -1)
        end = next((end for end in ends if _key(" ".join(given[place:end])) in every), place + 1)
        codes.update(dict.fromkeys(await codes_of(services, code_list, " ".join(given[place:end]))))
        place = end
    return list(codes)


async def names(services: Services, code_list: List) -> dict[str, str]:
    """Return the Czech names of a list by their codes, those of both revisions of an activity together."""
    return {code: every[0] for code, every in (await _all_names(services, code_list)).items()}


async def _all_names(services: Services, code_list: List) -> dict[str, list[str]]:
    """Return the names of each code: an activity may be called otherwise in each revision."""
    if code_list == "kraj":
        return {str(code): [name] for code, name in REGION_NAMES.items()}
    found: dict[str, list[str]] = {}
    for stored in _STORED_LISTS[code_list]:
        for code, name in (await services.code_lists.names(stored)).items():
            found.setdefault(code, []).append(name.cs)
    return dict(sorted(found.items()))


async def look_up(services: Services, code_list: List, text: str | None) -> dict[str, str]:
    """Return the values of a list whose code begins with a text or whose name has all its words."""
    every = await _all_names(services, code_list)
    if not text:
        return {code: called[0] for code, called in every.items()}
    text = _undotted(text)
    if text.isdigit():
        return {code: called[0] for code, called in every.items() if code.startswith(text)}
    said = _SAID.get(code_list, {}).get(_key(text), [])
    stems = [_stem(word) for word in fold_words(text)]
    found = {code: _first_with(called, stems) for code, called in every.items() if stems}
    found.update((code, every[code][0]) for code in said if code in every)
    return {code: name for code, name in found.items() if name}


def _first_with(called: Sequence[str], stems: Sequence[str]) -> str:
    return next((name for name in called if _has_words(name, stems)), "")


async def codes_of(services: Services, code_list: List, text: str) -> list[str]:
    """Return the codes that a code or a name means; raises QueryError 400 that lists what is alike.

    That is an UnknownCodeError where nothing has the name.
    """
    text = _undotted(text)
    if _is_code(text):
        return [text]
    if code_list == "nace" and len(letter := text.strip().upper()) == 1 and "A" <= letter <= "V":
        return _divisions(letter)
    key = _key(text)
    if said := _SAID.get(code_list, {}).get(key):
        return said
    every = await _all_names(services, code_list)
    same = [code for code, called in every.items() if any("".join(_words(name)) == key for name in called)]
    found = await look_up(services, code_list, text)
    alike = same or list(found)
    meant = _topmost([code for code in alike if code.isdigit()]) if code_list == "nace" else alike
    if 1 <= len(meant) <= _MOST_MEANT:
        return meant
    if not meant:
        raise _unknown(code_list, text, every)
    shown = "; ".join(f"{code} {found.get(code, every[code][0])}" for code in meant[:_MOST_SHOWN])
    raise QueryError(
        400,
        f"Hodnot číselníku {code_list} s názvem „{text[:40]}“ je víc ({len(meant)}), zadejte kód: {shown}.",
        f"Several values of {code_list} ({len(meant)}) are called “{text[:40]}”, give a code: {shown}.",
    )


def _unknown(code_list: List, text: str, every: dict[str, list[str]]) -> UnknownCodeError:
    code, name = _EXAMPLES[code_list]
    stems = [_stem(word) for word in fold_words(text) if len(word) >= _SHORTEST_STEM]
    near = [
        f"{code} {name}"
        for code, called in every.items()
        if (name := next(filter(None, (_first_with(called, [stem]) for stem in stems)), ""))
    ]
    listed = "; ".join(near[:_MOST_SHOWN])
    return UnknownCodeError(
        400,
        f"V číselníku {code_list} „{text[:40]}“ není; zadejte kód (třeba {code}), nebo název (třeba {name})."
        + (f" Nějaké slovo mají společné: {listed}." if listed else ""),
        f"The code list {code_list} has no “{text[:40]}”; give a code ({code}, for instance), "
        f"or a Czech name ({name})." + (f" These share a word with it: {listed}." if listed else ""),
    )


def _divisions(letter: str) -> list[str]:
    """Return the divisions of a section; raises QueryError 400 for a letter that means two of them."""
    if letter not in SAME_SECTIONS:
        raise QueryError(
            400,
            f"Sekce {letter} znamená v CZ-NACE 2008 a 2025 jiné činnosti (J: 2008 oddíly 58–63, 2025 58–60). "
            "Zadejte dvoumístné kódy oddílů.",
            f"Section {letter} means other activities in CZ-NACE 2008 and 2025 (J: divisions 58–63 in 2008, "
            "58–60 in 2025). Give codes of two digits.",
        )
    return divisions_of(letter)


def with_sections(codes: Sequence[str]) -> list[str]:
    """Return codes of activities with the letter of a section in the place of all its divisions.

    A section may have more of them than the parameter takes values.
    """
    written = list(codes)
    for letter in SAME_SECTIONS:
        divisions = divisions_of(letter)
        if len(divisions) > 1 and set(divisions) <= set(written):
            first = written.index(divisions[0])
            written[first] = letter
            written = [code for code in written if code not in divisions]
    return written


def _undotted(text: str) -> str:
    """Return a code without the dots that people write it with: 62.01."""
    plain = text.strip().replace(".", "")
    return plain if plain.isascii() and plain.isdigit() else text


def _is_code(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= _LONGEST_CODE


def _key(text: str) -> str:
    return "".join(fold_words(text))


@lru_cache(maxsize=_NAMES_KEPT)  # of the names of lists, not of what is asked for
def _words(name: str) -> tuple[str, ...]:
    return tuple(fold_words(name))


def _stem(word: str) -> str:
    return word[: max(_SHORTEST_STEM, math.ceil(len(word) * _STEM))]


def _has_words(name: str, stems: Sequence[str]) -> bool:
    words = _words(name)
    return all(any(word.startswith(stem) for word in words) for stem in stems)


def _topmost(codes: list[str]) -> list[str]:
    """Leave out codes below another one; a filter by a code matches all below it."""
    return [code for code in codes if not any(code != other and code.startswith(other) for other in codes)]
