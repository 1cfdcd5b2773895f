"""Names of hidden persons in texts: in all cases and any order, with and without diacritics."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from soupis.folding import fold_words
from soupis.ingest.privacy.declension import forms_of_first_name, forms_of_surname, is_womans
from soupis.ingest.privacy.folded import Folded, fold
from soupis.ingest.privacy.redaction import hide_spans
from soupis.ingest.privacy.words import is_first_name, is_for_somebody, is_particle, is_title

_WORD = re.compile(r"[^\W\d_]+")
# What stands between two words of one name: "Novák, Jan", "jan.novak@", "Novák (Jan)", "Novák - Jan".
_BETWEEN = re.compile(r"[\s.,;:_()'\"/&+-]{1,5}")
_MOST_BETWEEN = 3
# Words that parts of names are labelled with in lists: "příjmení: Novák, jméno: Jan".
_LABELS = frozenset("jmeno prijmeni krestni rodne".split())
# A surname alone before one of these is part of a company's name: "společník Novák s.r.o."
_OF_COMPANY = re.compile(
    r"[\s,]{1,3}(?:&|spol|s\.?\s?r\.?\s?o|a\.?\s?s\b|v\.?\s?o\.?\s?s|k\.?\s?s\b|z\.?\s?s\b|o\.?\s?p\.?\s?s|"
    r"a\s(?:syn|spol|partner)|gmbh|ltd|inc|holding|group|trade|invest)"
)
# Parts of names that thousands share, so that they tell nobody beside a surname.
_COMMON_PARTS = frozenset(("van", "thi"))


class Name(NamedTuple):
    """The name of a person."""

    first: str | None
    last: str


class HiddenName:
    """One name that is looked for; `find` reads a text in time that grows with its length."""

    def __init__(self, name: Name) -> None:
        womans = is_womans(name.first, name.last)
        first = [word for word in _words(name.first or "") if word.casefold() not in _COMMON_PARTS]
        last = [word for word in _words(name.last) if not is_particle(word.casefold())]
        self._first = _plain(first)
        self._last = _plain(last)
        self._first_forms = {
            form for word in first if len(word) > 1 for form in forms_of_first_name(word, womans=womans)
        }
        self._last_forms = {
            form for word in last if len(word) > 1 for form in forms_of_surname(word, womans=womans)
        }
        self._initials = {word[0] for word in self._first}

    def find(self, folded: Folded) -> Iterator[tuple[int, int]]:
        """Yield where the name stands in a text."""
        words = list(_WORD.finditer(folded.text))
        index = 0
        while index < len(words):
            last = self._name_from(folded, words, index)
            if last is None:
                index += 1
                continue
            yield words[index].start(), words[last].end()
            index = last + 1

    def _name_from(self, folded: Folded, words: list[re.Match[str]], index: int) -> int | None:
        """Return the last word of the name that begins with a word, None if none does."""
        word = words[index][0]
        is_first, is_last = self._is_first(words[index]), word in self._last_forms
        if is_last and not self._first_forms and folded.is_capital(words[index].start()):
            return index  # somebody with a single name
        if not (is_first or is_last):
            return None
        for other in range(index + 1, min(index + 2 + _MOST_BETWEEN, len(words))):
            if not _BETWEEN.fullmatch(folded.text, words[other - 1].end(), words[other].start()):
                break
            wanted = (is_first and words[other][0] in self._last_forms) or (
                is_last and self._is_first(words[other])
            )
            if wanted and self._is_name(folded, words, index, other):
                return self._to_the_end(folded, words, other)
            if not self._may_stand_between(folded, words, index, other):
                break
        return index if is_last and self._is_led_to(folded, words, index) else None

    def _is_first(self, word: re.Match[str]) -> bool:
        """Tell whether a word is a form of the first name, or its initial with a full stop."""
        text = word[0]
        return text in self._first_forms or (
            text in self._initials and word.string[word.end() : word.end() + 1] == "."
        )

    def _is_name(self, folded: Folded, words: list[re.Match[str]], start: int, end: int) -> bool:
        """Tell whether two words that may be first name and surname are those of one person."""
        pair = {words[start][0], words[end][0]}
        is_plain = not (pair.isdisjoint(self._first) or pair.isdisjoint(self._last))
        if not is_plain and not all(folded.is_capital(words[at].start()) for at in (start, end)):
            return False  # declined names may be other words where they have no capitals: "nových daní"
        between = folded.text[words[start].end() : words[end].start()]
        if "," not in between and ";" not in between:
            return True
        # "Petr Novák, Jan Malý" is a list of others.
        before, after = _beside(folded, words, start, -1), _beside(folded, words, end, 1)
        return before is None or after is None

    def _may_stand_between(self, folded: Folded, words: list[re.Match[str]], start: int, at: int) -> bool:
        """Tell whether a name may go on behind a word that is neither its first name nor its surname."""
        word = words[at][0]
        if is_title(word) or is_particle(word) or word in _LABELS:
            return True
        if word in self._first_forms or word in self._last_forms:
            return True
        if words[start][0] in self._last_forms:  # "Novák Petr Jan" is called Petr
            return False
        # "Jan K. Novák", "Jan a Marie Novákovi", and a second name: "Jana Malá Nováková".
        if len(word) == 1 or is_first_name(word):
            return True
        in_the_midst = at + 1 < len(words) and _adjoins(folded, words, at) and _adjoins(folded, words, at + 1)
        return at == start + 1 and folded.is_capital(words[at].start()) and in_the_midst

    def _to_the_end(self, folded: Folded, words: list[re.Match[str]], last: int) -> int:
        """Return the last word of a name, whose surname may go on behind a hyphen: "Nováková-Malá"."""
        while last + 1 < len(words) and _adjoins(folded, words, last + 1):
            word = words[last + 1]
            is_own = word[0] in self._first_forms or word[0] in self._last_forms
            if not is_own and folded.text[word.start() - 1] != "-":
                break
            last += 1
        return last

    def _is_led_to(self, folded: Folded, words: list[re.Match[str]], index: int) -> bool:
        """Tell whether a surname alone is this person's: "pan Novák", "Ing. Nováka", "jednatel Novák"."""
        word, before = words[index], words[index - 1] if index else None
        if before is None or not folded.is_capital(word.start()):
            return False
        gap = folded.text[before.end() : word.start()]
        if len(gap) > 3 or gap.strip(" \n.:") or not (is_title(before[0]) or is_for_somebody(before[0])):
            return False
        following = _beside(folded, words, index, 1)
        return not (following and is_first_name(following)) and not _OF_COMPANY.match(folded.text, word.end())


def _words(name: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", name)


def _plain(words: Iterable[str]) -> frozenset[str]:
    return frozenset(fold(word.casefold()).text for word in words)


def _adjoins(folded: Folded, words: list[re.Match[str]], at: int) -> bool:
    """Tell whether only a space or a hyphen stands between a word and the one before it."""
    return folded.text[words[at - 1].end() : words[at].start()] in (" ", "-", "\n", "  ")


def _beside(folded: Folded, words: list[re.Match[str]], at: int, step: int) -> str | None:
    """Return the word with a capital that adjoins a word on one side; titles are passed over as none."""
    other = at + step
    if not 0 <= other < len(words) or not _adjoins(folded, words, max(at, other)):
        return None
    word = words[other]
    return word[0] if folded.is_capital(word.start()) and not is_title(word[0]) else None


_hidden_name = lru_cache(maxsize=1_000)(HiddenName)


def hide_names(text: str, names: Iterable[Name]) -> str:
    """Return a text without the names of hidden persons."""
    for name in names:
        text = hide_spans(text, _hidden_name(name).find)
    return text


def same_name(name: Name) -> tuple[str, ...]:
    """Return what two names have in common that differ in order, capitals or diacritics only."""
    return tuple(sorted(fold_words(f"{name.first or ''} {name.last}")))
