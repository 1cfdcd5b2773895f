"""Czech forms of persons' names in all cases, as texts that decline them write them.

Forms are folded: without diacritics, in small letters. Names are declined by their endings alone, so a name
gets the endings of each pattern that it may follow; a form that nobody uses does no harm.
"""

from __future__ import annotations

from collections.abc import Iterable

from soupis.ingest.privacy.folded import fold
from soupis.ingest.privacy.words import is_mans_name, is_womans_name

_VOWELS = "aeiouy"
# Before the endings of a man's name that ends in a consonant, this -e- drops out: "Marek" → "Marka".
_FLEETING = ("ek", "ec", "el", "er", "en", "et", "es", "ev")
# Consonants that turn into others before an -e or an -i: "Lenka" → "Lence", "Olga" → "Olze".
_SOFTENED = {"ch": "s", "k": "c", "g": "z", "h": "z"}
# Families and couples: "Jan a Marie Novákovi", "manželů Novákových".
_OF_SEVERAL = ("ovi", "ovych", "ovym", "ovymi")
_AFTER_CONSONANT = ("", "a", "u", "ovi", "e", "i", "em", "om")
_WOMANS_AFTER_CONSONANT = ("", "y", "e", "i", "u", "ou")
_AFTER_O = ("o", "a", "u", "ovi", "e", "em", "y", "ou")
_LIKE_ADJECTIVES = ("y", "i", "eho", "iho", "emu", "imu", "em", "im", "ym", "ych", "ymi", "ich", "imi")
_WOMANS_ADJECTIVES = ("a", "e", "ou", "u", "ych", "ym", "ymi")
_AFTER_A = ("a", "y", "i", "e", "u", "o", "ou", "ovi")
_AFTER_E = ("e", "i", "o", "a", "u", "ou", "em", "ovi", "eho", "emu", "ete", "eti", "etem")
# Spellings of letters with diacritics by two letters: "Müller" is written "Mueller", too.
_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def forms_of_first_name(name: str, *, womans: bool) -> frozenset[str]:
    """Return all forms of one word of a first name."""
    forms: set[str] = set()
    for spelling in _spellings(name):
        is_indeclinable = womans and spelling[-1:] not in _VOWELS  # "Dagmar" or "Dagmary"
        forms |= _with((spelling,), _WOMANS_AFTER_CONSONANT) if is_indeclinable else _declined(spelling)
    return frozenset(forms)


def forms_of_surname(name: str, *, womans: bool) -> frozenset[str]:
    """Return all forms of one word of a surname; "Nováková" is no form of a man's "Novák"."""
    forms: set[str] = set()
    for spelling in _spellings(name):
        if not womans:
            forms.update(_declined(spelling), _with(_stems(spelling), _OF_SEVERAL))
        elif spelling.endswith("ova") or name.casefold().endswith("á"):
            forms.update(_with((spelling[:-1],), _WOMANS_ADJECTIVES))
        elif spelling.endswith("a"):  # "Mala", which is an adjective or a noun
            forms.update(_with((spelling[:-1],), _WOMANS_ADJECTIVES), _declined(spelling))
        else:  # "Anna Smith" may be written "Anna Smithová"
            forms.update(
                _declined(spelling), _with(_stems(spelling), ("ova", "ove", "ovou", "ovych", "ovym"))
            )
    return frozenset(forms)


def is_womans(first_name: str | None, last_name: str) -> bool:
    """Tell whether a whole name is a woman's, by the surname's ending or else by the first name."""
    last, first = fold(last_name).text, fold((first_name or "").split(" ")[0]).text
    if last.endswith("ova") or last_name.casefold().endswith("á"):
        return True
    if last.endswith("y") or is_mans_name(first):
        return False
    return is_womans_name(first) or first.endswith(("a", "ie", "ce"))


def _spellings(name: str) -> set[str]:
    lowered = name.casefold()
    return {fold(lowered).text, fold(lowered.translate(_TWO_LETTERS)).text}


def _declined(name: str) -> set[str]:
    """Return the forms of a folded name by the pattern that its last letter leads to."""
    if not name or name[-1] not in _VOWELS:
        return _with(_stems(name), _AFTER_CONSONANT) | {name}
    stem = name[:-1]
    if name[-1] == "a":
        return _with((stem,), _AFTER_A) | _softened(stem)
    if name[-1] in "iy":
        return _with((stem,), _LIKE_ADJECTIVES) | _with((name,), ("", "ho", "mu", "m", "ch", "mi"))
    if name[-1] == "e":
        return _with((stem,), _AFTER_E) | _with((name,), ("ho", "mu", "m"))
    return _with((stem,), _AFTER_O) | _with((name,), ("", "a", "ovi", "em"))


def _stems(name: str) -> tuple[str, ...]:
    """Return what endings follow in a name: "pavel" and "pavl", "svec" and "sevc"."""
    if len(name) < 3 or not name.endswith(_FLEETING):
        return (name,)
    before, last = name[:-2], name[-1]
    # With three consonants at its end the -e- moves forward: "Švec" → "Ševce".
    moved = (f"{before[:-1]}e{before[-1]}{last}",) if len(before) == 2 and before[0] not in _VOWELS else ()
    return (name, before + last, *moved)


def _softened(stem: str) -> set[str]:
    for hard, soft in _SOFTENED.items():
        if stem.endswith(hard):
            return {f"{stem.removesuffix(hard)}{soft}e"}
    return set()


def _with(stems: Iterable[str], endings: Iterable[str]) -> set[str]:
    return {stem + ending for stem in stems for ending in endings}
