"""Phrases that have another writing: abbreviations, both ways, and English words for kinds of organisations.

A phrase is one or several words of a name. Names are indexed with the other writings of their phrases;
English words are translated in what somebody searches for only. Both meet in the term of a whole name, which
is made of the keys of all its words, spelled out and in any order.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from itertools import chain, islice
from typing import NamedTuple

from soupis.folding import fold_together, fold_words
from soupis.kept import Kept
from soupis.search.equivalents import SMALL_WORDS, initials, number_terms, sound_key, town_of

_MOST_BEGINNINGS = 6
# In how many ways a name, and a text that somebody searches for, is spelled out at most.
_MOST_OF_NAME = 4
_MOST_OF_TEXT = 24
# Kinds of phrases by which names are searched for and not indexed: English ones, and what is rather said.
_SEARCHED_FOR = frozenset({"english", "said"})
_ENGLISH_SMALL = frozenset({"of", "the", "and", "for", "in"})
# A word that stands in a name by itself is no whole name that could be written in another order.
_FEWEST_KEYS = 2


class _Phrase(NamedTuple):
    """One side of an abbreviation: the keys of its words, and the terms and words of the other side."""

    keys: tuple[str, ...]
    terms: tuple[str, ...]
    words: tuple[str, ...]
    organisation: str = ""  # the abbreviation, where it is that of one organisation
    short: str = ""  # the abbreviation, where these are the words that it stands for
    expands: bool = False  # these are the abbreviation or the English words
    english: bool = False


class _At(NamedTuple):
    """A phrase that stands at a place of a text, over so many words."""

    place: int
    length: int
    phrase: _Phrase


def _key(word: str) -> str:
    return sound_key(word) or word


def _terms_of(words: Sequence[str]) -> tuple[str, ...]:
    keys = (sound_key(word) for word in words if len(word) > 3)
    return (*words, "".join(words), *(key for key in keys if key))


@lru_cache(maxsize=1)
def _abbreviations() -> list[dict[str, str]]:
    """Return the rows of the table of abbreviations: what is short, what it stands for, of which kind."""
    text = (files(__package__) / "data" / "abbreviations.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


@lru_cache(maxsize=2)
def _phrases(english: bool) -> dict[str, list[_Phrase]]:
    """Return both sides of all known phrases by the key of their first word, the longest first."""
    phrases: dict[str, list[_Phrase]] = {}
    ambiguous = _ambiguous()
    for row in _abbreviations():
        short, long = tuple(fold_words(row["abbreviation"])), tuple(fold_words(row["expansion"]))
        if row["kind"] in _SEARCHED_FOR:
            if english:
                short = tuple(word for word in short if word not in _ENGLISH_SMALL)
                phrases.setdefault(short[0], []).append(_Phrase(short, (), long, expands=True, english=True))
            continue
        glued = "".join(short)
        organisation = glued if row["kind"] == "organisation" else ""
        long_keys = tuple(map(_key, long))
        phrases.setdefault(long_keys[0], []).append(
            _Phrase(
                long_keys,
                _terms_of(short),
                short,
                organisation,
                _with_diacritics(row["abbreviation"]) if glued in ambiguous else glued,
            )
        )
        terms = () if organisation else _terms_of(long)
        for written in {short, (glued,), tuple(map(_key, short)) if len(short) > 1 else short}:
            phrases.setdefault(written[0], []).append(_Phrase(written, terms, long, expands=True))
    for candidates in phrases.values():
        candidates.sort(key=lambda phrase: -len(phrase.keys))
    return phrases


@lru_cache(maxsize=1)
def _ambiguous() -> frozenset[str]:
    """Return the abbreviations of which several differ in diacritics alone: "ÚP" is no "UP"."""
    written: dict[str, set[str]] = {}
    for row in _abbreviations():
        glued = fold_together(row["abbreviation"])
        written.setdefault(glued, set()).add(_with_diacritics(row["abbreviation"]))
    return frozenset(glued for glued, ways in written.items() if len(ways) > 1)


def _with_diacritics(abbreviation: str) -> str:
    return "".join(filter(str.isalnum, abbreviation.lower()))


@lru_cache(maxsize=1)
def _meant_by_diacritics() -> dict[str, list[tuple[str, ...]]]:
    meant: dict[str, list[tuple[str, ...]]] = {}
    for row in _abbreviations():
        if fold_together(row["abbreviation"]) in _ambiguous():
            written = _with_diacritics(row["abbreviation"])
            meant.setdefault(written, []).append(tuple(fold_words(row["expansion"])))
    return meant


def meant_by_diacritics(text: str) -> list[tuple[str, ...]]:
    """Return what an abbreviation stands for, as words, where only its diacritics tell: "MÚ" is no "MU"."""
    return [] if text.isascii() else _meant_by_diacritics().get(_with_diacritics(text), [])


def meant_words(text: str) -> dict[str, list[tuple[str, ...]]]:
    """Return what abbreviations stand for by their diacritics, by each such word of a text, folded.

    "HŠ Teplice" is a "hotelová škola", no "honební společenstvo".
    """
    if text.isascii():
        return {}
    words = {word: _meant_by_diacritics().get(_with_diacritics(word)) for word in text.split()}
    return {fold_together(word): meant for word, meant in words.items() if meant and not word.isascii()}


def written_out(words: Sequence[str], meant: Mapping[str, Sequence[Sequence[str]]]) -> list[str]:
    """Return the words of a text with what abbreviations stand for by their diacritics, see `meant_words`."""
    return list(chain.from_iterable(meant[word][0] if word in meant else [word] for word in words))


@lru_cache(maxsize=1)
def generic_abbreviations() -> frozenset[str]:
    """Return the folded abbreviations of one word that stand for parts of many names ("fn", "cr")."""
    short = (fold_words(row["abbreviation"]) for row in _abbreviations() if row["kind"] == "generic")
    return frozenset(words[0] for words in short if len(words) == 1 and len(words[0]) > 1)


@lru_cache(maxsize=1)
def _keys_of_kinds() -> frozenset[str]:
    return frozenset(
        _key(word)
        for row in _abbreviations()
        if row["kind"] != "organisation"
        for word in fold_words(row["expansion"])
    )


def is_of_kind(word: str) -> bool:
    """Tell whether a folded word, in any case, is of a name for a kind of organisations: "univerzita"."""
    return _key(word) in _keys_of_kinds()


def load() -> None:
    """Read the known phrases now, so that no search waits for it."""
    for english in (False, True):
        _phrases(english)
    _meant_by_diacritics()
    _keys_of_kinds()
    _other_writings()


def _standing_in(words: Sequence[str], *, english: bool) -> list[_At]:
    """Return the phrases that stand in a text, by their place, the longest first."""
    phrases = _phrases(english)
    keys = list(map(_key, words))
    if phrases.keys().isdisjoint(words) and phrases.keys().isdisjoint(keys):  # as in most names
        return []
    standing: list[_At] = []
    for place, (word, key) in enumerate(zip(words, keys, strict=True)):
        if word not in phrases and key not in phrases:
            continue
        for first in {word, key}:
            for phrase in phrases.get(first, ()):
                length = len(phrase.keys)
                written = tuple(words[place : place + length])
                # A short word is an abbreviation as it is written only; its key may be that of another one.
                sounding = first == key and not phrase.english and (length > 1 or not phrase.expands)
                if written == phrase.keys or (
                    sounding and tuple(keys[place : place + length]) == phrase.keys
                ):
                    standing.append(_At(place, length, phrase))
    standing.sort(key=lambda at: (at.place, -at.length))
    return standing


def abbreviated_places(words: Sequence[str]) -> dict[str, tuple[int, int]]:
    """Return where in a name its phrases stand, as place and length, by each term of their other writings.

    Of several phrases the shortest counts, then the first.
    """
    places: dict[str, tuple[int, int]] = {}
    standing = _standing_in(_spelled_out(words), english=False)
    for place, length, phrase in sorted(standing, key=lambda at: (at.length, at.place)):
        for term in (*phrase.terms, *([phrase.organisation] if phrase.organisation else [])):
            places.setdefault(term, (place, length))
    return places


@lru_cache(maxsize=1)
def _other_writings() -> frozenset[str]:
    phrases = (phrase for alike in _phrases(False).values() for phrase in alike)
    return frozenset(term for phrase in phrases for term in (*phrase.terms, phrase.organisation))


def is_other_writing(word: str) -> bool:
    """Tell whether any phrase has a term of its other writings like a folded word."""
    return word in _other_writings()


def _other_terms(standing: Iterable[_At]) -> tuple[set[str], set[str]]:
    terms: set[str] = set()
    aliases: set[str] = set()
    for place, _, phrase in standing:
        terms.update(phrase.terms)
        if phrase.organisation and place == 0:
            aliases.add(phrase.organisation)
    return terms, aliases


def translations(words: Sequence[str]) -> list[list[tuple[str, ...]]]:
    """Return, per word of a text, the Czech words that it or the English phrase around it stands for."""
    found: list[list[tuple[str, ...]]] = [[] for _ in words]
    for place, length, phrase in _standing_in(words, english=True):
        if phrase.english:
            for position in range(place, place + length):
                found[position].append(phrase.words)
    return found


def spelled(word: str) -> list[tuple[str, ...]]:
    """Return what an abbreviation of one word stands for, as words: "tj" is a "tělovýchovná jednota"."""
    return [at.phrase.words for at in _standing_in([word], english=False) if at.phrase.expands]


def other_names(words: Sequence[str]) -> list[tuple[str, ...]]:
    """Return what a whole text stands for, as words: an abbreviation, or an office for its municipality."""
    standing = _standing_in(words, english=False)
    return list(
        dict.fromkeys(at.phrase.words for at in standing if at.phrase.expands and at.length == len(words))
    )


def contracted(words: Sequence[str]) -> list[str]:
    """Return a name's words with abbreviations in the place of what they stand for ("zs litvinov")."""
    return _contracted(words, _standing_in(words, english=False))


def _contracted(words: Sequence[str], standing: Sequence[_At]) -> list[str]:
    longest = {at.place: at for at in reversed(standing) if at.phrase.short and at.length > 1}
    short: list[str] = []
    place = 0
    while place < len(words):
        at = longest.get(place)
        short.append(at.phrase.short if at else words[place])
        place += at.length if at else 1
    return short


def whole_terms(words: Sequence[str]) -> list[str]:
    """Return the terms that a text which is a whole name shares with the other writings of that name.

    The first one is that of the text as it stands. The text may be English.
    """
    words = [word for word in words if word not in _ENGLISH_SMALL]
    return _whole_terms(words, _standing_in(words, english=True), _MOST_OF_TEXT)


def _whole_terms(words: Sequence[str], standing: Iterable[_At], most: int) -> list[str]:
    by_place: dict[int, list[_At]] = {}
    for at in standing:
        if at.phrase.expands:
            by_place.setdefault(at.place, []).append(at)
    if not by_place:
        return [term] if (term := _whole_term(words)) else []
    spelled = islice(chain([words], _spellings(words, by_place, 0)), most)
    return [term for term in dict.fromkeys(map(_whole_term, spelled)) if term]


def _spellings(words: Sequence[str], by_place: dict[int, list[_At]], place: int) -> Iterator[list[str]]:
    """Yield the ways to spell out a text from a place on, with all phrases spelled out first."""
    if place == len(words):
        yield []
        return
    if all(later < place for later in by_place):
        yield list(words[place:])
        return
    for at in by_place.get(place, ()):
        for rest in _spellings(words, by_place, place + at.length):
            yield [*at.phrase.words, *rest]
    for rest in _spellings(words, by_place, place + 1):
        yield [words[place], *rest]


def _whole_term(words: Sequence[str]) -> str | None:
    keys = {_known[word].whole for word in words}
    if "" in keys:
        places = (place for place, word in enumerate(words) if _known[word].whole == "")
        keys.update(_key_of_number(words, place) for place in places)
    return _term_of_keys(keys)


def _term_of_keys(keys: set[str | None]) -> str | None:
    """Return the term of a whole name of these keys, of which some may be none; None where they are few."""
    found = sorted(filter(None, keys))
    return "=" + "".join(found) if len(found) >= _FEWEST_KEYS else None


class _Known(NamedTuple):
    """What is known of a word wherever it stands."""

    key: str | None  # `sound_key`
    number: bool  # it may be one, which its neighbours tell
    whole: str | None  # its key in the term of a whole name: none of a small word, empty of a number
    begins: bool  # a phrase that names are indexed with may begin with it


def _know(word: str) -> _Known:
    key = sound_key(word)
    number = next(number_terms([word], 0), None) is not None
    whole = None if word in SMALL_WORDS else "" if number else town_of(key or word)
    phrases = _phrases(False)
    return _Known(key, number, whole, word in phrases or key in phrases)


_known = Kept(_know, 1 << 17)


def _key_of_number(words: Sequence[str], place: int) -> str:
    return next(number_terms(words, place))


def _spelled_out(words: Sequence[str]) -> Sequence[str]:
    """Spell out what stands shortened within the names of the capital's bodies: "hl. m." """
    if "m" not in words:
        return words
    spelled: list[str] = []
    for word in words:
        if word == "m" and spelled and spelled[-1] in ("hl", "hlavniho"):
            spelled[-1:] = ["hlavniho", "mesta"]
        else:
            spelled.append(word)
    return spelled


def _beginnings(short: Sequence[str]) -> Iterator[str]:
    """Yield the terms of the beginnings of a name written with abbreviations."""
    beginning = "^"
    for word in short[:_MOST_BEGINNINGS]:
        beginning += word
        yield beginning


def equal_terms(words: Sequence[str]) -> tuple[set[str], set[str]]:
    """Return the terms by which a name is found in another writing, and its known abbreviations."""
    known = [_known[word] for word in words]
    terms = {key for key, _, _, _ in known if key}
    if len(words) > 1:
        terms.add(words[0][0] + words[1][0])
        terms.update(initials(words))
    aliases: set[str] = set()
    spelled = _spelled_out(words)
    if spelled != words or True in [begins for _, _, _, begins in known]:
        standing = _standing_in(words, english=False)
        others, aliases = _other_terms(standing if spelled == words else _standing_in(spelled, english=False))
        if aliases or others:
            terms.update(_beginnings(_contracted(words, standing)))
        terms |= others | aliases
        terms.update(_whole_terms(words, standing, _MOST_OF_NAME))
    elif whole := _whole_term(words):
        terms.add(whole)
    for place, (_, number, _, _) in enumerate(known):
        if number:
            terms.update(number_terms(words, place))
    return terms, aliases
