"""Why a hit: in which text of a company the words of a query were met, and where they were written otherwise.

The index tells by which step a company was found; which of its words was meant by which word of the query is
found here, for the few rows of a page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from difflib import SequenceMatcher
from functools import cached_property, lru_cache
from typing import NamedTuple

from soupis.folding import fold, fold_together, fold_words
from soupis.search.analysis import (
    GLUED_FORMS,
    JOINING_WORDS,
    LOST,
    analyse,
    joined_neighbours,
    joining_words,
    words_of,
    words_with_lost_letters,
)
from soupis.search.equivalents import (
    abbreviated_towns,
    as_initials,
    diminished_keys,
    first_cases,
    initials,
    name_key,
    number_terms,
    numbers_in_digits,
    other_layouts,
    place_key,
    same_given_names,
    sound_key,
)
from soupis.search.hearing import heard
from soupis.search.person_reading import read_person
from soupis.search.phrases import abbreviated_places, is_other_writing, translations
from soupis.search.reading import Reading, read

_WORDS = re.compile(r"[^\W_]+")
# What no text of a company has but for a few: beyond ASCII and the letters of Central Europe.
_RARE = re.compile("[^\\x00-\\x7f\\xc0-\\u017f]")
# Steps by which the words of a text were met as they stand, so that there is nothing to tell of them.
_AS_WRITTEN = frozenset({"ico", "ucet", "spisovaZnacka", "jmeno", "zacatekJmena"})
# Steps that do not tell whether words of the name or of a former one were met.
MAY_BE_OF_FORMER_NAME = frozenset({"castecne", "podobneZneni"})
# Steps by which words are met in another writing of them or not at all, however like they are.
_WITHOUT_SLIPS = frozenset({"castecne"})
# What the words of two texts have to share to be one word with slips.
_ALIKE = 0.6
# What is said before the name of a district.
_OF_DISTRICT = frozenset({"okres", "okr"})
# What is heard as one word may be written as so many.
_MOST_HEARD_AS_ONE = 3
# Beyond so many words of a name no initials are looked for.
_MOST_INITIALS = 12


class Correction(NamedTuple):
    """A word of the query and what was met by it, None = it was left out."""

    sought: str
    met: str | None


class Why(NamedTuple):
    """Which field was met, its text, and the words that are written otherwise there."""

    field: str
    text: str
    corrections: list[Correction]


class Texts(NamedTuple):
    """The texts of a company in which words are looked for."""

    ico: str
    name: str
    former_names: Sequence[str] = ()
    address: str | None = None
    district: str | None = None
    mark: str | None = None
    region: str | None = None


def why(step: str, text: str, texts: Texts) -> Why:
    """Return why a text found a company by a step (`matching.Step.name`)."""
    reading = read(text)
    if step == "ico":
        return Why("ico", texts.ico, [])
    if step == "ucet" and reading.account:
        return Why("ucet", reading.account.text, [])
    if step == "spisovaZnacka":
        return Why("spisovaZnacka", texts.mark or "", [])
    name, field = texts.name, "obchodniJmeno"
    if step.startswith("drivejsiJmeno") and texts.former_names:
        name, field = former_name(text, texts.former_names), "drivejsiJmeno"
    if step == "zkratka":
        return Why("zkratka", name, [Correction(text.strip(), name)])
    if step in _AS_WRITTEN:
        return Why(field, name, [])
    if step == "adresa":
        return Why("adresa", texts.address or "", [])
    sought = (step == "preklepy" and words_with_lost_letters(text)) or reading.rest
    words, spoken = _with_digits(sought, name, text)
    letters: list[Correction] = []
    if reading.spelled:
        words, letters = _with_letters(words, name, text, reading)
    slips = step not in _WITHOUT_SLIPS
    met = _compared(field, name, words, text, texts, slips=slips)
    # An account that was not published by the company is told as left out.
    account = [Correction(reading.account.text, None)] if reading.account else []
    met = met._replace(corrections=[*spoken, *letters, *met.corrections, *account])
    if letters:  # they are of the name, whatever the other words are
        met = met._replace(field=field, text=name)
    if step in MAY_BE_OF_FORMER_NAME:
        others = [
            _compared("drivejsiJmeno", other, words, text, texts, slips=slips) for other in texts.former_names
        ]
        met = min(met, *others, key=_left_out) if others else met
    return met


def _with_digits(words: Sequence[str], name: str, text: str) -> tuple[list[str], list[Correction]]:
    """Return the words with the numbers in digits that the name has so, and what is to be told of them."""
    numbers = numbers_in_digits(words)
    if len(numbers) == len(words):
        return list(words), []
    typed, written = _written(text), _written(name)
    kept: list[str] = []
    spoken: list[Correction] = []
    place = 0
    for word, length in numbers:
        said = words[place : place + length]
        place += length
        if length > 1 and word in written:
            spoken.append(Correction(" ".join(typed.get(one, one) for one in said), written[word]))
            kept.append(word)
        else:
            kept.extend(said)
    return kept, spoken


def _with_letters(
    words: Sequence[str], name: str, text: str, reading: Reading
) -> tuple[list[str], list[Correction]]:
    """Return the words without those that spell out letters of the name, and what is to be told of these."""
    own = _Words(name)
    typed = _written(text)
    for first, end, letters in reading.spelled:
        if met := own.as_word(letters) or own.abbreviated(letters):
            names = reading.words[first:end]
            said = " ".join(typed.get(word, word) for word in names)
            return [word for word in words if word not in names], [Correction(said, met)]
    return list(words), []


def _left_out(reason: Why) -> int:
    return sum(one.met is None for one in reason.corrections)


def former_name(text: str, names: Sequence[str]) -> str:
    """Return the former name that shares the most words with a text, the newest of several."""
    words = set(words_of(text))
    return max(names, key=lambda name: len(words & set(words_of(name))))


def _compared(field: str, name: str, words: Sequence[str], text: str, texts: Texts, *, slips: bool) -> Why:
    """Look for each word of the query in the name, then in the address; `slips` = also something like it."""
    own = _Words(name)
    seat: _Words | None = None  # most words are met in the name
    region: _Words | None = None
    written = _written(text)
    corrections: list[Correction] = []
    in_name = 0
    in_seat: list[str] = []
    for place, word in enumerate(words):
        if own.holds(words, place):
            in_name += 1
            continue
        seat = seat or _Words(f"{texts.address or ''} {texts.district or ''}")
        if seat.holds(words, place) or (word in _OF_DISTRICT and texts.district):
            in_seat.append(word)
        elif other := own.otherwise(words, place, slips=slips):
            in_name += 1
            corrections.append(Correction(written.get(word, word), other))
        elif other := seat.otherwise(words, place, slips=slips):
            in_seat.append(word)
            corrections.append(Correction(written.get(word, word), other))
        elif (region := region or _Words(texts.region or "")).holds(words, place):
            in_seat.append(word)
        elif other := region.in_another_case(word):
            in_seat.append(word)
            corrections.append(Correction(written.get(word, word), other))
        else:
            corrections.append(Correction(written.get(word, word), None))
    if in_seat and not in_name:
        return Why("adresa", texts.address or "", corrections)
    return Why(field, name, corrections)


def why_person(
    step: str, text: str, name: str, born: int | None = None, left_out: Collection[str] = ()
) -> list[Correction]:
    """Return the words of a text that are written otherwise in the name of a person found by it.

    Words that are not of the name may be of a company or a town of the person; nothing is told of them. Those
    `left_out` are told as such, and a year of birth where the person's, `born`, is not known.
    """
    own = _WORDS.findall(name)
    folded = [fold(word) for word in own]
    written = {fold(word): word for word in _WORDS.findall(text)}
    reading = read_person(text)
    corrections = [Correction(reading.year, None)] if reading.years and born not in reading.years else []
    for word in reading.rest if step != "jmeno" else ():
        if len(word) > 1 and word not in folded:
            met = None if word in left_out else _of_name(word, own, folded, slips=step.startswith("preklep"))
            told = met is not None or word in left_out
            corrections += [Correction(written.get(word, word), met)] if told else []
    return corrections


def _of_name(word: str, own: Sequence[str], folded: Sequence[str], *, slips: bool) -> str | None:
    """Return the word of a name that is another form of a word, begins with it or is like it."""
    same, key = same_given_names(word), name_key(word)
    ways: list[Callable[[str], bool]] = [
        lambda other: other in same,
        lambda other: name_key(other) == key,
        lambda other: other.startswith(word),
        lambda other: name_key(other) in diminished_keys(word),
        lambda other: (spellings := _spellings(word)) is not None and spellings.fullmatch(other) is not None,
        lambda other: slips and SequenceMatcher(None, word, other).ratio() >= _ALIKE,
    ]
    pairs = list(zip(own, folded, strict=True))
    return next((one for is_met in ways for one, other in pairs if is_met(other)), None)


@lru_cache(maxsize=256)  # once for all rows of a page
def _written(text: str) -> dict[str, str]:
    """Return the words of a text as they are written, by the folded ones."""
    return {fold(word): word for word in _WORDS.findall(text)}


_folded = lru_cache(maxsize=1 << 14)(fold)  # towns, streets and words of names come again and again


@lru_cache(maxsize=256)
def _spellings(word: str) -> re.Pattern[str] | None:
    pattern = heard(word)  # compiled once for all rows of a page
    return re.compile(pattern) if pattern else None


@lru_cache(maxsize=256)
def _sounds(word: str) -> frozenset[str]:
    """Return the keys of what a word may sound like, and the words that other layouts make of its keys."""
    cases = (word, *first_cases(word))
    keys = (key for one in cases for key in (sound_key(one), place_key(one)) if key)
    return frozenset((*keys, *other_layouts(word)))


@lru_cache(maxsize=1 << 14)
def _own_sounds(folded: str) -> tuple[str, ...]:
    """Return a word of a company and the keys of what it sounds like."""
    return tuple(filter(None, (folded, sound_key(folded), place_key(folded))))


@lru_cache(maxsize=64)
def _translations(words: tuple[str, ...]) -> list[list[tuple[str, ...]]]:
    return translations(words)  # asked for each row of a page


@lru_cache(maxsize=10_000)
def _likeness(word: str, other: str) -> float:
    """Return what two words share, 0 where it is too little; rows of a page have the same words."""
    if 2 * min(len(word), len(other)) < _ALIKE * (len(word) + len(other)):
        return 0.0
    if 2 * sum(letter in other for letter in word) < _ALIKE * (len(word) + len(other)):
        return 0.0
    matcher = SequenceMatcher(None, word, other)
    return matcher.ratio() if matcher.quick_ratio() >= _ALIKE else 0.0


class _Words:
    """The words of a text as they are written, and what they are compared by."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._written: list[str] = _WORDS.findall(text)
        self._folded = [_folded(word) for word in self._written]

    @cached_property
    def _letters(self) -> str:
        """All letters without what is between them: what is no part of them is no word, however parted."""
        letters = "".join(self._folded)
        # Letters may come of other signs too, as of "™".
        return f"{letters} {fold_together(fold(self._text))}" if _RARE.search(self._text) else letters

    @cached_property
    def _together(self) -> set[str]:
        """What is one word where dots or spaces are left out: "A.B.C. auto" holds abc and abcauto."""
        return {*words_of(self._text), *joined_neighbours(self._folded, len(self._folded))}

    def holds(self, words: Sequence[str], place: int) -> bool:
        """Tell whether a word stands in the text, alone or written together with its neighbours."""
        word = words[place]
        return (
            word in self._folded
            or (place > 0 and words[place - 1] + word in self._folded)
            or (place + 1 < len(words) and word + words[place + 1] in self._folded)
            or (word in self._letters and word in self._together)
            or (word in JOINING_WORDS and word in self._joining_words)
        )

    @cached_property
    def _joining_words(self) -> tuple[str, ...]:
        return joining_words(self._text, analyse(self._text).words)

    def otherwise(self, words: Sequence[str], place: int, *, slips: bool) -> str | None:
        """Return what in the text is meant by a word that is written otherwise there.

        `slips` = also what it begins, or is only like it.
        """
        word = words[place]
        meant = (
            self._same_number(set(number_terms(words, place)))
            or self._translated(_translations(tuple(words))[place])
            or self.abbreviated(word)
            or self._town(word)
            or (slips and self._beginning_with(word))
            or self._with_letters_lost(word)
            or self._sounding_like(word)
            or self._heard_in(word)
        )
        if meant or not slips:
            return meant or None
        return self._without_form(word) or self._most_like(word)

    def _same_number(self, terms: set[str]) -> str | None:
        if not terms:
            return None
        for place in range(len(self._folded)):
            if not terms.isdisjoint(number_terms(self._folded, place)):
                return self._written[place]
        return None

    def _translated(self, meant: Sequence[tuple[str, ...]]) -> str | None:
        """Return the words that an English one, or its phrase, stands for."""
        if not meant:
            return None
        keys = [sound_key(folded) or folded for folded in self._folded]
        for words in meant:
            sought = [sound_key(word) or word for word in words]
            if all(key in keys for key in sought):
                return " ".join(self._written[keys.index(key)] for key in sought)
        return None

    @cached_property
    def _abbreviations(self) -> dict[str, tuple[int, int]]:
        return abbreviated_places(self._folded)

    def abbreviated(self, word: str) -> str | None:
        """Return the words that an abbreviation stands for, or the abbreviation that a word is of."""
        if is_other_writing(word) and (at := self._abbreviations.get(word)):
            return " ".join(self._written[at[0] : at[0] + at[1]])
        return self._named_by_initials(word) or self._named_by_initials(as_initials(word))

    def _named_by_initials(self, word: str) -> str | None:
        """Return the words at the beginning that an abbreviation has the first letters of."""
        if not 1 < len(word) <= _MOST_INITIALS or not self._first_letters.issuperset(word):
            return None
        for end in range(2, min(_MOST_INITIALS, len(self._folded)) + 1):
            if word in {"".join(one[0] for one in self._folded[:end]), *initials(self._folded[:end])}:
                return " ".join(self._written[:end])
        return None

    @cached_property
    def _first_letters(self) -> set[str]:
        return {folded[0] for folded in self._folded}

    def _town(self, word: str) -> str | None:
        """Return the town that an abbreviation stands for."""
        for town in abbreviated_towns(word):
            for length in (1, 2, 3, 4):
                for first in range(len(self._folded) - length + 1):
                    if "".join(self._folded[first : first + length]) == town:
                        return " ".join(self._written[first : first + length])
        return None

    def _beginning_with(self, word: str) -> str | None:
        return self._first(lambda folded: len(word) > 1 and folded.startswith(word))

    def _sounding_like(self, word: str) -> str | None:
        met = self._by_sound.keys() & _sounds(word)
        return self._written[min(map(self._by_sound.__getitem__, met))] if met else None

    @cached_property
    def _by_sound(self) -> dict[str, int]:
        """Where each word stands first, by itself and by its keys."""
        places: dict[str, int] = {}
        for place, folded in enumerate(self._folded):
            for sound in _own_sounds(folded):
                places.setdefault(sound, place)
        return places

    def as_word(self, letters: str) -> str | None:
        """Return the word, or the neighbouring words, that some letters are."""
        return self._spelled_as(re.compile(letters))

    def _heard_in(self, word: str) -> str | None:
        """Return the word, or the words, that were written by ear as one ("kohynor": KOH-I-NOOR)."""
        spellings = _spellings(word)
        # What stands nowhere among the letters is no word of them: one look, where there are three for each.
        if spellings is None or not spellings.search("".join(self._folded)):
            return None
        return self._spelled_as(spellings)

    def _spelled_as(self, spellings: re.Pattern[str]) -> str | None:
        for first, end, letters in self._spans:
            if spellings.fullmatch(letters):
                return " ".join(self._written[first:end])
        return None

    @cached_property
    def _spans(self) -> list[tuple[int, int, str]]:
        """Up to three neighbouring words written together, the shortest first, each with where it stands."""
        return [
            (first, first + length, "".join(self._folded[first : first + length]))
            for length in range(1, _MOST_HEARD_AS_ONE + 1)
            for first in range(len(self._folded) - length + 1)
        ]

    def in_another_case(self, word: str) -> str | None:
        """Return the word of a place of which a word is another form ("kraji")."""
        key = place_key(word)
        return self._first(lambda folded: key is not None and place_key(folded) == key)

    def _with_letters_lost(self, word: str) -> str | None:
        if LOST not in word:
            return None
        lost = re.compile(word.replace(LOST, "."))
        return self._first(lambda folded: lost.fullmatch(folded) is not None)

    def _without_form(self, word: str) -> str | None:
        """Return the word that was written together with a legal form ("novaksro")."""
        if not word.endswith(GLUED_FORMS):
            return None
        return self._first(lambda folded: word.startswith(folded) and word[len(folded) :] in GLUED_FORMS)

    def _most_like(self, word: str) -> str | None:
        if len(word) < 4 or word.isdigit() or not self._folded:
            return None
        likeness = [_likeness(word, folded) for folded in self._folded]
        best = max(range(len(likeness)), key=likeness.__getitem__)
        return self._written[best] if likeness[best] >= _ALIKE else None

    def _first(self, is_met: Callable[[str], bool]) -> str | None:
        pairs = zip(self._written, self._folded, strict=True)
        return next((written for written, folded in pairs if is_met(folded)), None)


def marked_words(text: str, sought: Iterable[str], met: Iterable[str]) -> list[tuple[str, bool]]:
    """Split a text into parts, and tell of each whether it is a word that was sought or met."""
    words = set(fold_words(" ".join((*sought, *met))))
    parts: list[tuple[str, bool]] = []
    end = 0
    for match in _WORDS.finditer(text):
        if match.start() > end:
            parts.append((text[end : match.start()], False))
        parts.append((match[0], fold(match[0]) in words))
        end = match.end()
    if end < len(text):
        parts.append((text[end:], False))
    return parts
