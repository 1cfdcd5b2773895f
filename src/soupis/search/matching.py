"""How a name that somebody wrote matches companies: tiers from the exact name down to a typo.

Within a tier all hits are equal and `ranks.py` orders them. The tiers are kept disjoint by the caller, which
shows a company in the best tier that it matches.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tantivy import Query

from soupis.search.analysis import Name, analyse
from soupis.search.queries import Fields, all_of, any_of

# A typo in a shorter word makes another common word too often.
_SHORTEST_WITH_TYPO = 5
_SHORTEST_PREFIX = 2
_INDEXED_PREFIX = 3

_CURRENT = ("word", "joined")
_FORMER = ("former",)

_NUMBER = re.compile(r"\s*(?:cz)?\s*((?:\d\s*){1,8})", re.IGNORECASE | re.ASCII)


class Tier(NamedTuple):
    """Equally good matches; `former` marks those that are found by a former name."""

    query: Query
    former: bool = False


def number_in(text: str) -> str | None:
    """Return the digits of a text that is an ID or the beginning of one ("CZ 270 82 440"), else None."""
    match = _NUMBER.fullmatch(text)
    return re.sub(r"\s", "", match[1]) if match else None


def strict_tiers(fields: Fields, text: str) -> Iterator[Tier]:
    """Yield the tiers that hold every word of the text as it is written, the best first."""
    number = number_in(text)
    if number:
        yield Tier(fields.term("ico", int(number)))
        if len(number) == 8:
            return
    name = analyse(text)
    if not name.words:
        return
    yield Tier(fields.term("full", name.full))
    yield Tier(fields.term("core", name.core))
    yield Tier(fields.term("lead", name.core))
    words = _Words(fields, name)
    yield Tier(all_of(fields.term("word", word) for word in name.words))
    yield Tier(all_of(words.written(_CURRENT)))
    yield Tier(all_of(words.written(_FORMER)), former=True)
    if len(name.words) > 1:
        yield Tier(_with_town(words, words.written(_CURRENT)))
        yield Tier(_with_town(words, words.written(_FORMER)), former=True)


def relaxed_tiers(fields: Fields, text: str) -> Iterator[Tier]:
    """Yield the tiers to try while the strict ones found little: unfinished words, then typos."""
    if len(number_in(text) or "") == 8:
        return
    name = analyse(text)
    if not name.words:
        return
    words = _Words(fields, name)
    if len(name.words[-1]) >= _SHORTEST_PREFIX:
        yield Tier(_unfinished(words, _CURRENT, word_prefix(fields, name.words[-1])))
    if len(name.core) >= _SHORTEST_WITH_TYPO:
        yield Tier(fields.beginning("lead", name.core))
    if len(name.words[-1]) > _INDEXED_PREFIX:
        former = fields.beginning("former", name.words[-1])
        yield Tier(_unfinished(words, _FORMER, former), former=True)
    if len(name.core) >= _SHORTEST_WITH_TYPO:
        yield Tier(fields.similar("lead", name.core))
    for names in (_CURRENT, _FORMER):
        mistaken = words.mistaken(names)
        found = _with_town(words, mistaken, typos_in_town=True)
        if len(name.words) > 1:
            right = words.with_town(words.written(names))
            one_typo = all_of([found, any_of(right, at_least=len(right) - 1)])
            yield Tier(one_typo, former=names is _FORMER)
        yield Tier(found, former=names is _FORMER)


def word_prefix(fields: Fields, prefix: str) -> Query:
    """Match the companies with a word of their name that begins with the prefix."""
    # The first letters are terms of their own: walking all words that begin with "st" costs too much.
    if len(prefix) <= _INDEXED_PREFIX:
        return fields.term("start", prefix)
    return fields.beginning("word", prefix)


def _with_town(words: _Words, in_name: Sequence[Query], typos_in_town: bool = False) -> Query:
    """Every word in a name or a place, at least one of them in a name."""
    return all_of([*words.with_town(in_name, typos_in_town), any_of(in_name)])


def _unfinished(words: _Words, names: Iterable[str], last: Query) -> Query:
    """The last word is the beginning of one in the name; the others are whole, in a name or a place."""
    return all_of([*words.with_town(words.written(names))[:-1], last])


class _Words:
    """The words of a text and, for each of them, the queries it can be met by."""

    def __init__(self, fields: Fields, name: Name) -> None:
        self._fields = fields
        self._words = name.words
        self._groups = [_groups_around(name.words, position) for position in range(len(name.words))]

    def written(self, names: Iterable[str]) -> list[Query]:
        """Per word: it stands in the name, alone or written together with its neighbours."""
        return [
            any_of(self._fields.term(field, spelling) for spelling in (word, *groups) for field in names)
            for word, groups in zip(self._words, self._groups, strict=True)
        ]

    def mistaken(self, names: Iterable[str]) -> list[Query]:
        """Per word: like `written`, with one typo where the word is long enough."""
        return [
            any_of(self._typo(field, spelling) for spelling in (word, *groups) for field in names)
            for word, groups in zip(self._words, self._groups, strict=True)
        ]

    def with_town(self, in_name: Sequence[Query], typos: bool = False) -> list[Query]:
        """Per word: what it is in a name, or a word of the company's town."""
        if len(in_name) == 1:
            return list(in_name)
        town = self._typo if typos else self._fields.term
        return [
            any_of((query, town("place", word))) for query, word in zip(in_name, self._words, strict=True)
        ]

    def _typo(self, field: str, spelling: str) -> Query:
        if len(spelling) < _SHORTEST_WITH_TYPO or spelling.isdigit():
            return self._fields.term(field, spelling)
        return self._fields.similar(field, spelling)


def _groups_around(words: Sequence[str], position: int) -> list[str]:
    """Return the pairs and triples of neighbouring words, written together, that hold one of the words."""
    return [
        "".join(words[first : first + length])
        for length in (2, 3)
        for first in range(max(0, position - length + 1), position + 1)
        if first + length <= len(words)
    ]
