"""Other ways to write the same: abbreviations, initials, numbers in words, endings and sounds.

Every way has terms of its own in the index, so that a query asks for one more term and tries no spellings.
A term of letters and digits is a word or an abbreviation, `#4` is a number in any writing, and `~` begins the
key of words that sound alike or differ in their ending.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from soupis.folding import fold_words

_SHORTEST_KEY = 3
_SHORTEST_STEM = 4
_SHORTEST_STEM_OF_PLACE = 3  # "v Brně"
_SHORTEST_INITIALS = 3
_MOST_INITIALS = 8
_MOST_BEGINNINGS = 6
# Words that initials leave out, and between which a name is often cut short ("v Brně", "nad Labem").
_SMALL_WORDS = frozenset(
    {"a", "i", "v", "ve", "na", "nad", "pod", "u", "pro", "se", "s", "z", "ze", "o", "do", "k"}
)

# What the letters of one keyboard are on the other, folded; the digits are the upper row of a Czech one.
_OTHER_LAYOUT = str.maketrans("yz", "zy")
_UPPER_ROW = str.maketrans("234567890", "escrzyaie")

_UNITS = {
    1: "jedna jeden jedno prvni",
    2: "dva dve druhy druha druhe",
    3: "tri treti",
    4: "ctyri ctvrty ctvrta ctvrte",
    5: "pet paty pata pate",
    6: "sest sesty sesta seste",
    7: "sedm sedmy sedma sedme",
    8: "osm osmy osma osme",
    9: "devet devaty devata devate",
    10: "deset desaty desata desate",
    11: "jedenact jedenacty jedenacta jedenacte",
    12: "dvanact dvanacty dvanacta dvanacte",
    13: "trinact trinacty trinacta trinacte",
    14: "ctrnact ctrnacty ctrnacta ctrnacte",
    15: "patnact patnacty patnacta patnacte",
    16: "sestnact sestnacty sestnacta sestnacte",
    17: "sedmnact sedmnacty sedmnacta sedmnacte",
    18: "osmnact osmnacty osmnacta osmnacte",
    19: "devatenact devatenacty devatenacta devatenacte",
}
_TENS = {
    20: "dvacet dvacaty dvacata dvacate",
    30: "tricet tricaty tricata tricate",
    40: "ctyricet ctyricaty ctyricata ctyricate",
    50: "padesat padesaty padesata padesate",
    60: "sedesat sedesaty sedesata sedesate",
    70: "sedmdesat sedmdesaty sedmdesata sedmdesate",
    80: "osmdesat osmdesaty osmdesata osmdesate",
    90: "devadesat devadesaty devadesata devadesate",
    100: "sto sty",
}
_WORD_NUMBERS = {
    word: number for table in (_UNITS, _TENS) for number, words in table.items() for word in words.split()
}
# "v" and "x" alone are a preposition and a letter; numerals beyond those of schools and popes are words.
_ROMAN = re.compile(r"x{0,3}(ix|iv|v?i{0,3})")
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10}
_NO_NUMERALS = frozenset({"", "v", "x", "xx", "xxx"})

# What people write for one another when they write by ear; the order matters.
_SOUNDS = (
    ("sch", "s"), ("tsch", "c"), ("ph", "f"), ("th", "t"), ("ck", "k"), ("tz", "c"), ("cz", "c"), ("sh", "s"),
    ("qu", "kv"), ("q", "k"), ("x", "ks"), ("w", "v"), ("y", "i"), ("ae", "e"), ("oe", "e"), ("ue", "u"),
    ("ee", "i"), ("oo", "u"), ("ou", "u"), ("zh", "z"), ("dz", "c"), ("dt", "t"),
)  # fmt: skip
_HARD_C = re.compile(r"c(?=[aou]|[^eiyh]|$)")
_DOUBLED = re.compile(r"(.)\1+")
_OF_NAMES = re.compile(r"(?:ovych|ovym|ovou|ovi|ova|ove|ovu|em|ym|um)$")
_MOVING_E = re.compile(r"e(?=[kc]$)")
_SHORTEST_NAME = 2
_ENDING = re.compile(r"(?:ach|ich|ech|ami|emi|ych|eho|iho|emu|imu|ou|[aeiou]+)$")


def place_key(word: str) -> str | None:
    """Return the key of a word of an address, see `sound_key`; a shorter stem is enough there."""
    return sound_key(word, _SHORTEST_STEM_OF_PLACE)


@lru_cache(maxsize=1 << 17)
def sound_key(word: str, shortest_stem: int = _SHORTEST_STEM) -> str | None:
    """Return the key that a folded word shares with words that sound alike or differ in their ending.

    None for what is no word: digits, and single letters.
    """
    if len(word) < _SHORTEST_KEY or not word.isalpha():
        return None
    key = word
    for written, heard in _SOUNDS:
        if written in key:
            key = key.replace(written, heard)
    key = _DOUBLED.sub(r"\1", _HARD_C.sub("k", key))
    stem = _ENDING.sub("", key)
    if len(stem) < shortest_stem:
        return f"~{key}"
    # "Praha" and "v Praze": what a softened ending makes of the consonant before it.
    return f"~{stem[:-1]}h" if stem.endswith("z") and stem != key else f"~{stem}"


def name_key(word: str) -> str | None:
    """Return the key that a word of a person's name shares with its other forms: Hájek, Hájkem, Hájková."""
    stem = _OF_NAMES.sub("", word)
    key = sound_key(stem if len(stem) >= _SHORTEST_NAME else word, _SHORTEST_NAME)
    return key and _MOVING_E.sub("", key)


def other_layouts(word: str) -> list[str]:
    """Return what a word is when another layout of the keyboard was on."""
    others = []
    if "y" in word or "z" in word:
        others.append(word.translate(_OTHER_LAYOUT))
    if not word.isalpha() and not word.isdigit():
        others.append(word.translate(_UPPER_ROW))
    return others


def bag_term(words: Iterable[str]) -> str:
    """Return the term of a name whose words stand in any order."""
    return "=" + "".join(sorted(set(words)))


def number_terms(words: Sequence[str], place: int) -> Iterator[str]:
    """Yield the terms of a number that stands at a place of a text, in digits, Roman or in words."""
    word = words[place]
    if word.isdigit():
        if len(word) <= 3:
            yield f"#{int(word)}"
        return
    if word not in _NO_NUMERALS and _ROMAN.fullmatch(word):
        yield f"#{_roman(word)}"
    number = _WORD_NUMBERS.get(word)
    if number is None:
        return
    after = _WORD_NUMBERS.get(words[place + 1], 0) if place + 1 < len(words) else 0
    before = _WORD_NUMBERS.get(words[place - 1], 0) if place else 0
    if 20 <= number < 100 and 0 < after < 10:
        yield f"#{number + after}"
    elif 20 <= before < 100 and 0 < number < 10:
        yield f"#{before + number}"
    else:
        yield f"#{number}"


def _roman(word: str) -> int:
    values = [_ROMAN_VALUES[letter] for letter in word]
    return sum(
        -one if one < next_one else one for one, next_one in zip(values, [*values[1:], 0], strict=True)
    )


def initials(words: Sequence[str]) -> Iterator[str]:
    """Yield the initials of a name of three and more words and of its beginnings."""
    seen: set[str] = set()
    for kept in (list(words), [word for word in words if word not in _SMALL_WORDS]):
        letters = "".join(word[0] for word in kept[:_MOST_INITIALS])
        for length in range(_SHORTEST_INITIALS, len(letters) + 1):
            if letters[:length] not in seen:
                seen.add(letters[:length])
                yield letters[:length]


class _Phrase(NamedTuple):
    """One side of an abbreviation: the keys of its words, and the terms by which the other side is found."""

    keys: tuple[str, ...]
    terms: tuple[str, ...]
    organisation: str = ""  # the abbreviation, where it is that of one organisation
    short: str = ""  # the abbreviation, where these are the words that it stands for


def _key(word: str) -> str:
    return sound_key(word) or word


def _terms_of(words: Sequence[str]) -> tuple[str, ...]:
    keys = (sound_key(word) for word in words if len(word) > 3)
    return (*words, "".join(words), *(key for key in keys if key))


@lru_cache(maxsize=1)
def _phrases() -> dict[str, list[_Phrase]]:
    """Return both sides of all known abbreviations by the key of their first word, the longest first."""
    phrases: dict[str, list[_Phrase]] = {}
    text = (files(__package__) / "data" / "abbreviations.csv").read_text(encoding="utf-8")
    for row in csv.DictReader(text.splitlines()):
        short, long = fold_words(row["abbreviation"]), fold_words(row["expansion"])
        glued = "".join(short)
        organisation = glued if row["kind"] == "organisation" else ""
        long_keys = tuple(_key(word) for word in long)
        phrases.setdefault(long_keys[0], []).append(_Phrase(long_keys, _terms_of(short), organisation, glued))
        for written in {tuple(short), (glued,)}:
            if not organisation:
                phrases.setdefault(written[0], []).append(_Phrase(written, _terms_of(long)))
    for candidates in phrases.values():
        candidates.sort(key=lambda phrase: -len(phrase.keys))
    return phrases


def abbreviation_terms(words: Sequence[str]) -> tuple[set[str], set[str]]:
    """Return the terms of the other writings of a name's phrases, and the abbreviations of itself."""
    phrases = _phrases()
    words = _spelled_out(words)
    keys = [_key(word) for word in words]
    terms: set[str] = set()
    aliases: set[str] = set()
    for place, (word, key) in enumerate(zip(words, keys, strict=True)):
        for first in {word, key}:
            for phrase in phrases.get(first, ()):
                length = len(phrase.keys)
                here = (words if first == word and length == 1 else keys)[place : place + length]
                if tuple(here) != phrase.keys and tuple(words[place : place + length]) != phrase.keys:
                    continue
                terms.update(phrase.terms)
                if phrase.organisation and place == 0:
                    aliases.add(phrase.organisation)
    return terms, aliases


def contracted(words: Sequence[str]) -> list[str]:
    """Return a name's words with abbreviations in the place of what they stand for ("zs litvinov")."""
    phrases = _phrases()
    keys = [_key(word) for word in words]
    short: list[str] = []
    place = 0
    while place < len(words):
        taken, written = 1, words[place]
        for phrase in phrases.get(keys[place], ()):
            length = len(phrase.keys)
            if phrase.short and length > 1 and tuple(keys[place : place + length]) == phrase.keys:
                taken, written = length, phrase.short
                break
        short.append(written)
        place += taken
    return short


def contracted_terms(words: Sequence[str]) -> Iterator[str]:
    """Yield the terms of a name written with abbreviations: its words in any order, and its beginnings."""
    short = contracted(words)
    yield bag_term(short)
    beginning = "^"
    for word in short[:_MOST_BEGINNINGS]:
        beginning += word
        yield beginning


def _spelled_out(words: Sequence[str]) -> list[str]:
    """Spell out what stands shortened within the names of the capital's bodies: "hl. m." """
    spelled: list[str] = []
    for word in words:
        if word == "m" and spelled and spelled[-1] in ("hl", "hlavniho"):
            spelled[-1:] = ["hlavniho", "mesta"]
        else:
            spelled.append(word)
    return spelled


def equal_terms(words: Sequence[str]) -> tuple[set[str], set[str]]:
    """Return the terms by which a name is found in another writing, and its known abbreviations."""
    terms, aliases = abbreviation_terms(words)
    terms_of_phrases = bool(terms)
    terms |= aliases
    terms.update(initials(words))
    terms.add(bag_term(words))
    if len(words) > _SHORTEST_INITIALS - 1:
        terms.add(words[0][0] + words[1][0])
    if aliases or terms_of_phrases:
        terms.update(contracted_terms(words))
    for place, word in enumerate(words):
        terms.update(number_terms(words, place))
        if key := sound_key(word):
            terms.add(key)
    return terms, aliases
