"""How a name that somebody wrote matches companies: tiers from the exact name down to a typo.

Within a tier all hits are equal and `ranks.py` orders them. The tiers are kept disjoint by the caller, which
shows a company in the best tier that it matches.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tantivy import Query, Searcher

from soupis.search.analysis import Name, analyse_searched
from soupis.search.queries import Fields, all_of, any_of, holds, may_be_mistaken

_SHORTEST_PREFIX = 2
_INDEXED_PREFIX = 3
_LONGEST_GROUP = 3
# Every spelling with a typo is a walk through the dictionary, so a long text is not regrouped as well.
_MOST_WORDS_REGROUPED = 4
# A typo can be in any word and each such reading asks for all the others: the cost grows with the square.
_MOST_WORDS_MISTAKEN = 16
# With so many companies found nobody looks for what else the text may have meant.
_FEW = 20

_CURRENT = ("word", "joined")
_FORMER = ("former",)

_NUMBER = re.compile(r"\s*(?:cz)?\s*((?:\d\s*){1,8})", re.IGNORECASE | re.ASCII)


class Tier(NamedTuple):
    """Equally good matches.

    `former` marks companies found by a former name. `exact` = the name is the text.
    `below` = tried only while no exact name and fewer companies than that are found; None = always.
    Tiers with a limit come last and the limits never rise, so the first not tried ends the search.
    """

    query: Query
    former: bool = False
    exact: bool = False
    below: int | None = None


def number_in(text: str) -> str | None:
    """Return the digits of a text that is an ID or the beginning of one ("CZ 270 82 440"), else None."""
    match = _NUMBER.fullmatch(text)
    return re.sub(r"\s", "", match[1]) if match else None


def tiers(fields: Fields, searcher: Searcher, text: str) -> Iterator[Tier]:
    """Yield the tiers of a text, the best first; a text that is a whole ID means that ID and nothing else.

    `searcher` tells which words stand in no name at all, so that fewer readings have to be tried.
    """
    number = number_in(text)
    if number:
        yield Tier(fields.term("ico", int(number)), exact=True)
        if len(number) == 8:
            return
    name = analyse_searched(text)
    if not name.words:
        return
    yield Tier(fields.term("full", name.full), exact=True)
    yield Tier(fields.term("core", name.core), exact=True)
    yield Tier(fields.term("lead", name.core))
    words = _Words(fields, searcher, name.words)
    yield Tier(all_of(fields.term("word", word) for word in dict.fromkeys(name.words)))
    yield Tier(all_of(words.written(_CURRENT)))
    yield Tier(all_of(words.written(_FORMER)), former=True)
    if len(name.words) > 1:
        yield Tier(words.with_town(_CURRENT))
        yield Tier(words.with_town(_FORMER), former=True)
    yield from _unfinished(fields, words, name)
    yield from _mistaken(fields, words, name)


def _unfinished(fields: Fields, words: _Words, name: Name) -> Iterator[Tier]:
    """Yield the tiers of names that begin with the text or have a word that begins with its last one."""
    last = name.words[-1]
    if len(last) >= _SHORTEST_PREFIX:
        yield Tier(all_of([*words.anywhere(_CURRENT)[:-1], word_prefix(fields, last)]), below=_FEW)
    if len(name.core) > _INDEXED_PREFIX:
        yield Tier(fields.beginning("lead", name.core), below=_FEW)
    if len(last) > _INDEXED_PREFIX:
        former = fields.beginning("former", last)
        yield Tier(all_of([*words.anywhere(_FORMER)[:-1], former]), former=True, below=_FEW)


def _mistaken(fields: Fields, words: _Words, name: Name) -> Iterator[Tier]:
    """Yield the tiers with a typo; several words with one each only when there is nothing better."""
    if may_be_mistaken(name.core):
        yield Tier(fields.similar("lead", name.core), below=_FEW)
    if len(name.words) > _MOST_WORDS_MISTAKEN:
        return
    for names in (_CURRENT, _FORMER):
        one = words.with_one_typo(names)
        if one:
            yield Tier(any_of(one), former=names is _FORMER, below=_FEW)
    if len(name.words) > 1:
        for names in (_CURRENT, _FORMER):
            yield Tier(words.with_typos(names), former=names is _FORMER, below=1)


def word_prefix(fields: Fields, prefix: str) -> Query:
    """Match the companies with a word of their name that begins with the prefix."""
    # The first letters are terms of their own: walking all words that begin with "st" costs too much.
    if len(prefix) <= _INDEXED_PREFIX:
        return fields.term("start", prefix)
    return fields.beginning("word", prefix)


class _Words:
    """The words of a text and, for each of them, the queries it can be met by."""

    def __init__(self, fields: Fields, searcher: Searcher, words: Sequence[str]) -> None:
        self._fields = fields
        self._searcher = searcher
        self._words = words
        # Making one of four letters compiles an automaton, and several tiers use the same.
        self._typos: dict[tuple[str, str], Query] = {}
        self._groups = [_groups_around(words, position) for position in range(len(words))]

    def written(self, names: Iterable[str]) -> list[Query]:
        """Per word: it stands in the name, alone or written together with its neighbours."""
        return [
            any_of(self._fields.term(field, spelling) for spelling in (word, *groups) for field in names)
            for word, groups in zip(self._words, self._groups, strict=True)
        ]

    def anywhere(self, names: Iterable[str]) -> list[Query]:
        """Per word: it stands in the name or in the company's town."""
        return [
            any_of((query, place)) for query, place in zip(self.written(names), self._places(), strict=True)
        ]

    def with_town(self, names: Iterable[str]) -> Query:
        """Every word stands in the name or in the town, at least one of them in the name."""
        return all_of([*self.anywhere(names), any_of(self.written(names))])

    def with_one_typo(self, names: Sequence[str]) -> list[Query]:
        """Return the ways to read the text with one typo: in a word, in a group of words, in the town."""
        written, anywhere = self.written(names), self.anywhere(names)
        ways: list[Query] = []
        unknown = self._unknown(names)
        for first, length in self._spans():
            spelling = "".join(self._words[first : first + length])
            if not may_be_mistaken(spelling) or not unknown.issubset(range(first, first + length)):
                continue
            others = anywhere[:first] + anywhere[first + length :]
            # A group is a typo of one word of the name; of several, each of its words would be one alone.
            in_name = (self._similar(field, spelling) for field in (names if length == 1 else names[:1]))
            ways.append(all_of([any_of(in_name), *others]))
            if length == 1 and others:
                in_others = any_of(written[:first] + written[first + 1 :])
                ways.append(all_of([self._similar("place", spelling), in_others, *others]))
        return ways

    def with_typos(self, names: Iterable[str]) -> Query:
        """Every word, with a typo each, stands in the name or the town, and not all of them in the town."""
        # "At least one in the name" would walk the dictionary of names twice; this walks that of towns only.
        words = list(dict.fromkeys(self._words))
        town = [self._similar("place", word) for word in words]
        both = [
            any_of((*(self._similar(field, word) for field in names), place))
            for word, place in zip(words, town, strict=True)
        ]
        return all_of(both, none_of=[all_of(town)])

    def _unknown(self, names: Sequence[str]) -> set[int]:
        """Return where the words stand that no name and no town holds, whether alone or in a group."""
        return {
            position
            for position, (word, groups) in enumerate(zip(self._words, self._groups, strict=True))
            if not holds(self._searcher, "place", word)
            and not any(
                holds(self._searcher, field, spelling) for spelling in (word, *groups) for field in names
            )
        }

    def _similar(self, field: str, spelling: str) -> Query:
        key = field, spelling
        if key not in self._typos:
            self._typos[key] = self._fields.similar(field, spelling)
        return self._typos[key]

    def _places(self) -> list[Query]:
        return [self._fields.term("place", word) for word in self._words]

    def _spans(self) -> list[tuple[int, int]]:
        """Return where each word and, in a short text, each group of neighbours begins, and its length."""
        count = len(self._words)
        longest = _LONGEST_GROUP if count <= _MOST_WORDS_REGROUPED else 1
        return [(first, length) for length in range(1, longest + 1) for first in range(count - length + 1)]


def _groups_around(words: Sequence[str], position: int) -> list[str]:
    """Return the pairs and triples of neighbouring words, written together, that hold one of the words."""
    return [
        "".join(words[first : first + length])
        for length in range(2, _LONGEST_GROUP + 1)
        for first in range(max(0, position - length + 1), position + 1)
        if first + length <= len(words)
    ]
