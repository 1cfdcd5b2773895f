"""Kinds of words that the rules know, from the lists in `data`."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

_DATA = files("soupis.ingest.privacy") / "data"
_LISTS = tomllib.loads((_DATA / "words.toml").read_text(encoding="utf-8"))
_BITS = {name: 1 << place for place, name in enumerate(_LISTS)}

LIVING, MAYBE_LIVING, BIRTH, BIRTH_NUMBER, TAX_ID = (
    _BITS[name] for name in ("living", "maybe_living", "birth", "birth_number", "tax_id")
)
ROLE, PROFESSION, TITLE, SOFT_TITLE, SALUTATION, PARTICLE, NAMED_AFTER = (
    _BITS[name]
    for name in ("role", "profession", "title", "soft_title", "salutation", "particle", "named_after")
)
SEAT, OFFICE, ACT, EVENT, BEFORE_ACT, STOP = (
    _BITS[name] for name in ("seat", "office", "act", "event", "before_act", "stop")
)
IN_ADDRESS, NUMBERED_TOWN, COUNTRY, HOUSE_MARK, OTHER_NUMBER, UNIT, MONTH, NUMBER_WORD, TOWN_WORD = (
    _BITS[name]
    for name in (
        "part_of_address", "numbered_town", "country", "house_mark", "other_number", "unit", "month",
        "number_word", "town_word",
    )
)  # fmt: skip
# Kinds that no list has.
_BEYOND = 1 << len(_BITS)
FIRST_NAME, DATE, NUMBER, PERSON, HIDDEN = (_BEYOND << place for place in range(5))


class Phrase(NamedTuple):
    """The words that follow the first one of a phrase, each a whole word or a stem with "-"."""

    rest: tuple[str, ...]
    kinds: int


def _read_lists() -> tuple[dict[str, int], dict[str, list[Phrase]]]:
    """Return kinds and phrases by their (first) word, where stems end with "-"."""
    kinds: dict[str, int] = {}
    phrases: dict[str, list[Phrase]] = {}
    for name, languages in _LISTS.items():
        for entry in " ".join(languages.values()).split():
            first, *rest = entry.split("_")
            if rest:
                phrases.setdefault(first, []).append(Phrase(tuple(rest), _BITS[name]))
            else:
                kinds[first] = kinds.get(first, 0) | _BITS[name]
    return kinds, phrases


_KINDS, _PHRASES = _read_lists()


@lru_cache(maxsize=65_536)
def kinds_of(word: str) -> int:
    """Return the kinds of a folded word as bits."""
    kinds = FIRST_NAME if is_first_name(word) else 0
    for key in _keys(word):
        kinds |= _KINDS.get(key, 0)
    return kinds


@lru_cache(maxsize=65_536)
def phrases_from(word: str) -> tuple[Phrase, ...]:
    """Return the phrases that a folded word may begin, longest first."""
    found = [phrase for key in _keys(word) for phrase in _PHRASES.get(key, ())]
    return tuple(sorted(found, key=lambda phrase: -len(phrase.rest)))


@lru_cache(maxsize=65_536)
def possible_kinds_of(word: str) -> int:
    """Return the kinds of a folded word and of all phrases that it may begin."""
    kinds = kinds_of(word)
    for phrase in phrases_from(word):
        kinds |= phrase.kinds
    return kinds


def is_word(word: str, wanted: str) -> bool:
    """Tell whether a folded word is the one of a list, which may be a stem."""
    return word.startswith(wanted[:-1]) if wanted.endswith("-") else word == wanted


def _keys(word: str) -> list[str]:
    return [word, *(f"{word[:length]}-" for length in range(3, len(word) + 1))]


def _read_names(file: str) -> frozenset[str]:
    lines = (_DATA / file).read_text(encoding="utf-8").splitlines()
    return frozenset(name for line in lines if not line.startswith("#") for name in line.split())


def _forms(men: frozenset[str], women: frozenset[str]) -> frozenset[str]:
    """Return first names in all cases."""
    words: set[str] = set(men | women)
    for name in men:
        # Pavel → Pavla, Marek → Marka; Leo and Jiri have endings of their own.
        stems = {name}
        if name.endswith(("el", "ek")):
            stems.add(name[:-2] + name[-1])
        if name.endswith(("o", "a")):
            stems.add(name[:-1])
        words.update(stem + end for stem in stems for end in ("a", "u", "e", "ovi", "em", "ho", "mu", "m"))
    for name in women:
        stem = name[:-1] if name[-1] in "ae" else name
        words.update(stem + end for end in ("y", "i", "e", "u", "ou", "o", "a"))
    return frozenset(words)


_MEN, _WOMEN = _read_names("first_names_men.txt"), _read_names("first_names_women.txt")
_FIRST_NAMES = _forms(_MEN, _WOMEN)


def is_first_name(word: str) -> bool:
    """Tell whether a folded word is a usual first name, in any case, or two of them with a hyphen."""
    return word in _FIRST_NAMES or ("-" in word and _FIRST_NAMES.issuperset(word.split("-")))


def is_mans_name(word: str) -> bool:
    """Tell whether a folded word is a usual first name of a man, undeclined."""
    return word in _MEN


def is_womans_name(word: str) -> bool:
    """Tell whether a folded word is a usual first name of a woman, undeclined."""
    return word in _WOMEN


def is_particle(word: str) -> bool:
    """Tell whether a folded word is in the middle of names: "von", "de"."""
    return bool(kinds_of(word) & PARTICLE)


def is_title(word: str) -> bool:
    """Tell whether a folded word is a title, without its full stop."""
    return bool(kinds_of(word) & (TITLE | SOFT_TITLE | SALUTATION)) and word != "p"


def is_for_somebody(word: str) -> bool:
    """Tell whether a folded word leads to a person's surname: a salutation, or a word for an officer."""
    return bool(kinds_of(word) & (SALUTATION | ROLE | PROFESSION))
