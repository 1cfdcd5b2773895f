"""Mending: words that stand in no name and no address, made such that do.

A scan takes letters for digits, a keyboard has another layout, a copy loses the spaces between a name, its
legal form and its address. Each way is tried only on words that the index does not know, and taken only where
it leads to words that it knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from soupis.search.analysis import GLUED_FORMS, take_apart
from soupis.search.equivalents import other_layouts
from soupis.search.phrases import generic_abbreviations

Known = Callable[[str], int]
"""Tells in how many companies a word stands, in their names or addresses; 0 = in none."""

# What a scan makes of letters in a word and of digits in a number.
_LETTERS = str.maketrans("015862", "olsbbz")
_DIGITS = str.maketrans("oilsbz", "011582")
_SCANNED = (
    ("rn", "m"),
    ("m", "rn"),
    ("vv", "w"),
    ("cl", "d"),
    ("d", "cl"),
    ("l", "i"),
    ("i", "l"),
    ("ii", "n"),
)
_SHORTEST_HALF = 3
_SHORTEST_BESIDE_ABBREVIATION = 4
_LONGEST = 40
# A shorter word alone has too many neighbours that are words themselves.
_SHORTEST_ALONE = 5
_POSTCODE = 5
# Each stranger is looked up in a hundred writings; a text of nothing but strangers is no name at all.
_MOST_STRANGERS = 4


class Mended(NamedTuple):
    """The words of a text as the index knows them, and legal forms that were written together with them."""

    words: list[str]
    forms: list[str]


def mend(words: Sequence[str], strangers: set[str], known: Known, *, alone: bool) -> Mended | None:
    """Return the words with the strangers among them mended, None where none can be.

    `alone` = nothing else stood in the text.
    """
    if not strangers or len(strangers) > _MOST_STRANGERS:
        return None
    mended = Mended([], [])
    shortest = _SHORTEST_ALONE if alone else 1
    changed = False
    place = 0
    while place < len(words):
        word, after = words[place], words[place + 1] if place + 1 < len(words) else ""
        taken = 1
        if word not in strangers or not shortest <= len(word) <= _LONGEST:
            mended.words.append(word)
        elif numbers := _house_and_postcode(word, after, known):
            mended.words.extend(numbers)
            taken, changed = 2, True
        elif other := _read_otherwise(word, after, known):
            mended.words.append(other)
            changed = True
        elif (
            changed and not after and not word.isalpha() and (row := other_layouts(word)) and row[0].isalpha()
        ):
            mended.words.append(row[0])  # the last word may be unfinished
        elif form := _glued_form(word, known):
            mended.words.append(word[: -len(form)])
            mended.forms.extend(take_apart(["", form]).forms)
            changed = True
        elif (halves := _halves(word, known)) or (halves := _abbreviation_apart(word, known)):
            mended.words.extend(halves)
            changed = True
        else:
            mended.words.append(word)
        place += taken
    return mended if changed else None


def _read_otherwise(word: str, after: str, known: Known) -> str | None:
    """Return what a word was before it was scanned, or typed on another keyboard."""
    return next(
        (
            other
            for other in _other_readings(word)
            if known(other) or (other.isdigit() and after and known(other + after))
        ),
        None,
    )


def _typed_in_digits(word: str) -> str | None:
    """Return the letters of a word of which some were typed as digits."""
    return (
        next((other for other in other_layouts(word) if other.isalpha()), None)
        if not word.isalpha()
        else None
    )


def _other_readings(word: str) -> Iterator[str]:
    if word.isdigit():
        if word[0] == "0":
            yield "o" + word[1:]
        return
    yield from other_layouts(word)
    if not word.isalpha():
        letters = word.translate(_LETTERS)
        yield letters
        yield letters.replace("l", "i")
        if (number := word.translate(_DIGITS)).isdigit():
            yield number
    for seen, meant in _SCANNED:
        start = word.find(seen)
        while start >= 0:
            yield word[:start] + meant + word[start + len(seen) :]
            start = word.find(seen, start + 1)


def _halves(word: str, known: Known) -> tuple[str, str] | None:
    """Return the two words that were written together, the more usual ones of several."""
    most, halves = 0, None
    if word.isdigit():
        return None
    for place in range(_SHORTEST_HALF, len(word) - _SHORTEST_HALF + 1):
        first, second = word[:place], word[place:]
        if (companies := min(known(first), known(second))) > most:
            most, halves = companies, (first, second)
    return halves


def _abbreviation_apart(word: str, known: Known) -> tuple[str, str] | None:
    """Return a word and the abbreviation that was written together with it: "fnmotol", "lesycr"."""
    for length in range(2, min(4, len(word) - _SHORTEST_BESIDE_ABBREVIATION) + 1):
        for first, second in ((word[:length], word[length:]), (word[:-length], word[-length:])):
            short, rest = (first, second) if len(first) == length else (second, first)
            if short in generic_abbreviations() and known(rest):
                return first, second
    return None


def _glued_form(word: str, known: Known) -> str | None:
    return next((form for form in GLUED_FORMS if word.endswith(form) and known(word[: -len(form)])), None)


def _house_and_postcode(word: str, after: str, known: Known) -> tuple[str, str] | None:
    """Return the two numbers of "12160 00", a house and a postcode behind it."""
    if not word.isdigit() or len(word) < _POSTCODE - 1 or len(after) != 2:
        return None
    house, postcode = word[:-3], word[-3:] + after
    return (house, postcode) if known(postcode) else None
