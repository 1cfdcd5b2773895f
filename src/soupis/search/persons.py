"""Searching natural persons by first name, surname or both."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tantivy import Query

from soupis.search import queries
from soupis.search.analysis import searched_words
from soupis.search.queries import Fields, all_of, may_be_mistaken
from soupis.search.ranks import person_id_of
from soupis.search.reader import Reader
from soupis.search.schema import person_schema

_SHORTEST_PREFIX = 2
# Below so many hits the search also tries typos.
_FEW = 20


class PersonPage(NamedTuple):
    """A part of a result, by the store's numbers of persons, and the exact number of all hits."""

    total: int
    ids: list[int]


def is_heavy(text: str) -> bool:
    """Tell whether a search may take longer than the way to a thread is worth: one of several words."""
    return len(searched_words(text)) > 1


class PersonSearch:
    """Searches the index of persons in a directory; synchronous, one object per process."""

    def __init__(self, directory: Path) -> None:
        schema = person_schema()
        self._reader = Reader(directory, "persons", schema)
        self._fields = Fields(schema)

    def reload(self) -> None:
        """See the newest commit now; without it, that happens within a second."""
        self._reader.reload()

    def search(self, text: str, start: int = 0, count: int = 20) -> PersonPage:
        """Return `count` persons from `start` on: whole words, then beginnings of words, then typos.

        Every word has to be in the name, in any order. Within each step those with more companies are first.
        """
        searcher = self._reader.searcher()
        ids: list[int] = []
        total = 0
        better: list[Query] = []
        for tier, only_when_few in self._tiers(searched_words(text)):
            if only_when_few and total >= _FEW:
                break
            part = queries.part(searcher, all_of([tier], none_of=better), start - total, count - len(ids))
            ids.extend(map(person_id_of, part.ranks))
            if part.total:
                better.append(tier)
            total += part.total
        return PersonPage(total, ids)

    def _tiers(self, words: list[str]) -> Iterator[tuple[Query, bool]]:
        """Yield the tiers, best first, and whether each is tried only while there are few hits."""
        if not words:
            return
        words = list(dict.fromkeys(words))
        yield all_of(self._fields.term("word", word) for word in words), False
        yield all_of(map(self._beginning, words)), False
        yield all_of(map(self._similar, words)), True

    def _beginning(self, word: str) -> Query:
        if len(word) < _SHORTEST_PREFIX:
            return self._fields.term("word", word)
        return self._fields.beginning("word", word)

    def _similar(self, word: str) -> Query:
        if may_be_mistaken(word):
            return self._fields.similar("word", word)
        return self._beginning(word)
