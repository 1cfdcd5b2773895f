"""Kinds of words that the rules know, from the lists in `data`, as bits."""

from __future__ import annotations

import functools
import operator
import re
import tomllib
from functools import lru_cache
from importlib.resources import files
from itertools import product

_DATA = files(__package__) / "data"
_LISTS = tomllib.loads((_DATA / "words.toml").read_text(encoding="utf-8"))
# Kinds without a list: what a token is by its shape, or what several tokens are together.
SHAPES = (
    "word capital named placed adjective acronym initial letter womans first_name digits year house postal "
    "district reference birth_digits sure_digits date adult_date old_date day person place address hidden"
)
BITS = {name: 1 << place for place, name in enumerate([*_LISTS, *SHAPES.split()])}


@functools.cache
def bits(names: str) -> int:
    """Return the bits of kinds whose names are separated by spaces."""
    return functools.reduce(operator.or_, (BITS[name] for name in names.split()), 0)


def _read_lists() -> tuple[dict[str, int], dict[str, list[tuple[tuple[str, ...], int]]]]:
    """Return kinds by word, and phrases by their first word; stems end with "-"."""
    kinds: dict[str, int] = {}
    phrases: dict[str, list[tuple[tuple[str, ...], int]]] = {}
    for name, languages in _LISTS.items():
        for entry in " ".join(languages.values()).split():
            first, *rest = entry.split("_")
            if rest:
                phrases.setdefault(first, []).append((tuple(rest), BITS[name]))
            else:
                kinds[first] = kinds.get(first, 0) | BITS[name]
    return kinds, phrases


_KINDS, _PHRASES = _read_lists()


@lru_cache(maxsize=65_536)
def kinds_of(word: str) -> int:
    """Return the kinds of a folded word: its own and those of its stems, up to one in the list `stop`."""
    kinds = BITS["first_name"] if is_first_name(word) else 0
    for key in _keys(word):
        kinds |= _KINDS.get(key, 0)
        if kinds & BITS["stop"]:
            break
    kinds = kinds or _MISSPELT.get(_letters(word), 0)
    return kinds & ~BITS["first_name"] if kinds & bits("part_of_address other_number") else kinds


@lru_cache(maxsize=65_536)
def phrases_from(word: str) -> list[tuple[tuple[str, ...], int]]:
    """Return the phrases that a folded word may begin, as their other words and kinds, longest first."""
    found = [phrase for key in _keys(word) for phrase in _PHRASES.get(key, ())]
    return sorted(found, key=lambda phrase: -len(phrase[0]))


_NO_PLACE = bits(
    "living maybe_living birth birth_number tax_id role profession seat stop event other_number title "
    "salutation unit"
)
_NO_NAME = _NO_PLACE | bits("act named_after office")


# Shapes of a word in a text.
_WRITTEN = ("capital", "letter", "dotted", "womans", "adjective", "acronym")


@lru_cache(maxsize=65_536)
def shaped(kinds: int, *shapes: bool) -> int:
    """Return the kinds of a word as it is written, by the shapes of `_WRITTEN`."""
    written = {name for name, has in zip(_WRITTEN, shapes, strict=True) if has}
    if "capital" not in written:
        return (kinds | bits("word letter" if "letter" in written else "word")) & ~BITS["first_name"]
    if written >= {"letter", "dotted"}:
        return kinds | bits("word capital initial")
    is_name = kinds & BITS["first_name"] or not kinds & _NO_NAME
    if is_name and "letter" not in written:
        written.add("named")
    if kinds & BITS["first_name"] or not kinds & _NO_PLACE:
        written.add("placed")
    return kinds | bits(" ".join({"word", *written} - {"dotted", "letter"}))


def all_kinds() -> set[int]:
    """Return all combinations of kinds that a word may have."""
    found = {0, *(kind for rests in _PHRASES.values() for _, kind in rests)}
    found |= {kinds_of(word.replace("-", "\0")) for word in _KINDS}  # all stems that a word may have
    found |= {kinds | BITS["first_name"] for kinds in found}
    shapes = list(product((False, True), repeat=len(_WRITTEN)))
    return found | {shaped(kinds, *shape) for kinds in found for shape in shapes}


def is_word(word: str, wanted: str) -> bool:
    """Tell whether a folded word is the one of a list, which may be a stem."""
    return word.startswith(wanted[:-1]) if wanted.endswith("-") else word == wanted


_LONGEST_STEM = 20


def _keys(word: str) -> list[str]:
    return [word, *(f"{word[:length]}-" for length in range(min(len(word), _LONGEST_STEM), 2, -1))]


def _letters(word: str) -> str:
    """Return what a word has in common with its misspellings: swapped and doubled letters."""
    return word[:1] + "".join(sorted(re.sub(r"(.)\1", r"\1", word[1:]))) if len(word) > 4 else ""


_MISSPELT = {
    _letters(word): _KINDS[kind]
    for kind, spellings in {
        "bytem": "bytem",
        "bydlist-": "bydliste bydlistem",
        "narozen-": "narozen narozena narozeny narozeni",
    }.items()
    for word in spellings.split()
}


def _read_names(file: str) -> frozenset[str]:
    lines = (_DATA / file).read_text(encoding="utf-8").splitlines()
    return frozenset(name for line in lines if not line.startswith("#") for name in line.split())


def _forms(men: frozenset[str], women: frozenset[str]) -> frozenset[str]:
    """Return first names in all cases: Pavel, Pavla; Marek, Marka; Jana, Janou."""
    forms: set[str] = set(men | women)
    for name in men:
        stems = {name, name[:-2] + name[-1]} if name.endswith(("el", "ek")) else {name}
        stems |= {name[:-1]} if name.endswith(("o", "a")) else set()
        forms.update(stem + end for stem in stems for end in ("a", "u", "e", "ovi", "em", "ho", "mu", "m"))
    for name in women:
        stem = name[:-1] if name[-1] in "ae" else name
        forms.update(stem + end for end in ("y", "i", "e", "u", "ou", "o", "a"))
    return frozenset(forms)


_MEN, _WOMEN = _read_names("first_names_men.txt"), _read_names("first_names_women.txt")
_FIRST_NAMES = _forms(_MEN, _WOMEN)


def is_first_name(word: str) -> bool:
    """Tell whether a folded word is a usual first name, in any case."""
    return word in _FIRST_NAMES


def is_mans_name(word: str) -> bool:
    """Tell whether a folded word is a usual first name of a man, undeclined."""
    return word in _MEN


def is_womans_name(word: str) -> bool:
    """Tell whether a folded word is a usual first name of a woman, undeclined."""
    return word in _WOMEN


def is_particle(word: str) -> bool:
    """Tell whether a folded word is in the middle of names: "von", "de"."""
    return bool(kinds_of(word) & BITS["particle"])


def is_title(word: str) -> bool:
    """Tell whether a folded word is a title, without its full stop."""
    return bool(kinds_of(word) & bits("title soft_title salutation")) and word != "p"


def is_for_somebody(word: str) -> bool:
    """Tell whether a folded word leads to a person's surname: a salutation, or a word for an officer."""
    return bool(kinds_of(word) & bits("salutation role profession"))
