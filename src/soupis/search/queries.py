"""Small builders over tantivy's queries, so that matching rules read as rules."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import comb
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import tantivy
from tantivy import Occur, Query

from soupis.search.beside import Asked
from soupis.search.ranks import BIGGEST
from soupis.search.reader import dictionary_of
from soupis.search.schema import dictionary_schema

_SHORTEST_WITH_TYPO = 5
# Longer ones are no words; looking for slips in them costs as the square of their length.
_LONGEST_WITH_TYPO = 40
# In so many ways at most some of several queries are combined.
_MOST_WAYS = 70
# So many words that begin alike, of so many names, are asked for as terms; walking to them again and
# marking all names that hold them costs more.
_MOST_BEGUN = 250
_MOST_HOLD_BEGUN = 50_000
# Of a term that so many documents hold it is worth knowing which others hold nothing else.
_MANY_HOLD = 5_000
# The ranks of so many hits are read in no time, and of so many it is worth looking elsewhere first.
_EASILY_RANKED = 2_000
_MANY_RANKS = 10_000
# So many more hits than a page needs are expected among the biggest companies where it is looked for there.
_SURELY = 1.3


def may_be_mistaken(word: str) -> bool:
    """Tell whether a written word can be a typo: a word of five letters, or four of which one was lost."""
    return _SHORTEST_WITH_TYPO - 1 <= len(word) <= _LONGEST_WITH_TYPO and not word.isdigit()


HIGHEST_RANK = (1 << 63) - 1

# Matches no document. Whatever needs it is nothing itself, so that the index is not asked for it.
NOTHING = Query.empty_query()


Ways = tuple[Query, ...]
"""Queries of which any has to match. Ways put together are one flat union, which tantivy reads fastest."""


class Fields:
    """Builds queries on the fields of one schema; texts are taken as terms, never parsed."""

    def __init__(self, schema: tantivy.Schema) -> None:
        self._schema = schema

    def term(self, field: str, value: str | int) -> Query:
        """Match the documents that hold the term."""
        return Query.term_query(self._schema, field, value, "basic")

    def beginning(self, field: str, prefix: str) -> Query:
        """Match the documents that hold a term with the prefix."""
        return Query.fuzzy_term_query(self._schema, field, prefix, 0, True, True)

    def similar_beginning(self, field: str, prefix: str) -> Query:
        """Match the documents that hold a term whose beginning is at most one slip from the prefix."""
        return Query.fuzzy_term_query(self._schema, field, prefix, 1, True, True)

    def similar(self, field: str, word: str, slips: int = 1) -> Query:
        """Match the documents that hold the word, or one of five or more letters that the word is a typo of.

        A typo is one letter added, lost, changed or swapped with its neighbour. Shorter words have too many
        neighbours that are words themselves.
        """
        if not may_be_mistaken(word):
            return self.term(field, word)
        if len(word) < _SHORTEST_WITH_TYPO:
            # Four letters are a typo of five only by the loss of one.
            lost = (f"{word[:place]}[a-z0-9]{word[place:]}" for place in range(len(word) + 1))
            return Query.regex_query(self._schema, field, "|".join((word, *lost)))
        return Query.fuzzy_term_query(self._schema, field, word, slips, True, False)

    def similar_short(self, field: str, word: str) -> Query:
        """Match the documents that hold a word that is at most one slip from a short one."""
        return Query.fuzzy_term_query(self._schema, field, word, 1, True, False)

    def with_vowels(self, field: str, consonants: str) -> Query:
        """Match the documents that hold a word of these letters with any vowels between and around them."""
        vowels = "[aeiouy]*"
        return Query.regex_query(self._schema, field, vowels + vowels.join(consonants) + vowels)

    def with_lost_letters(self, field: str, word: str) -> Query:
        """Match the documents that hold the word with any letter in the place of each question mark."""
        return Query.regex_query(self._schema, field, word.replace("?", "[a-z0-9]"))

    def spelled(self, field: str, pattern: str) -> Query:
        """Match the documents that hold a word of which a regular expression is the pattern."""
        return Query.regex_query(self._schema, field, pattern)

    def icos(self, low: int, high: int) -> Query:
        """Match the companies whose ID is between two, both included."""
        return Query.range_query(self._schema, "ico", tantivy.FieldType.Integer, low, high)

    def between(self, column: str, first: int, last: int) -> Query:
        """Match the companies with a day between two, both included, as 20261122."""
        return Query.range_query(self._schema, column, tantivy.FieldType.Integer, first, last)

    def ranked_from(self, rank: int) -> Query:
        """Match the hit of that rank and those before it."""
        unsigned = tantivy.FieldType.Unsigned
        return Query.range_query(self._schema, "rank", unsigned, rank, HIGHEST_RANK)

    def ranked_below(self, rank: int) -> Query:
        """Match what comes after the hit of that rank."""
        unsigned = tantivy.FieldType.Unsigned
        return Query.range_query(self._schema, "rank", unsigned, 0, rank, include_upper=False)


_Term = tuple[str, str]
# More terms than these are asked for by a walk through their field.
_MOST_MET = 250
_Walk = Callable[[Fields, str, str], Query]
_of_dictionary = Fields(dictionary_schema())
# What is known of common terms in the state of a searcher.
_remembered: WeakKeyDictionary[tantivy.Searcher, dict[tuple[object, ...], array[int] | None]] = (
    WeakKeyDictionary()
)
_MOST_REMEMBERED = 20_000
# So many of these questions are asked in one search.
_MOST_ASKED = 4
# To learn who holds two words so many documents are listed in one search.
_MOST_LISTED = 150_000
# Of two words the companies that hold both are remembered by their IDs, where they are so many at most.
FEW_MEET = 100
# Terms that so many documents hold change from text to text: initials, words written together.
_CASUAL = 500


class KnownTerms(Fields):
    """Builds queries on the index of one searcher: a term that no document holds is NOTHING."""

    def __init__(self, fields: Fields, searcher: tantivy.Searcher) -> None:
        super().__init__(fields._schema)
        self._searcher = searcher
        self._documents: dict[tuple[str, str], int] = {}
        self._terms: dict[tuple[str, str | int], Query] = {}
        self._begun: dict[str, Query] = {}
        self._words_begun: dict[str, Ways | None] = {}
        self._asked = self._listed = 0
        self._dictionary = dictionary_of(searcher)
        self._like: dict[tuple[str, str], Ways] = {}
        self._walks: Asked[str, list[str] | None] = Asked()
        # Documents and terms of the queries above.
        self._sizes: dict[Query, int] = {NOTHING: 0}
        self._held: dict[Query, _Term] = {}

    def documents(self, field: str, term: str) -> int:
        """Return how many documents hold the term; those deleted lately may still count."""
        key = field, term
        documents = self._documents.get(key)
        if documents is None:
            documents = self._documents[key] = self._searcher.doc_freq(field, term)
        return documents

    def term(self, field: str, value: str | int) -> Query:
        """Match the documents that hold the term."""
        key = field, value
        query = self._terms.get(key)
        if query is None:
            documents = self.documents(field, value) if isinstance(value, str) else 1
            query = self._terms[key] = super().term(field, value) if documents else NOTHING
            if documents:
                self._sizes[query] = documents
                self._held[query] = field, str(value)
        return query

    def beginning(self, field: str, prefix: str) -> Query:
        """Match the documents that hold a term with the prefix."""
        if field != "word":
            begun = super().beginning(field, prefix)
            if self.documents("lead" if field == "core" else field, prefix) <= _MANY_HOLD:
                return begun
            # Where no other documents hold a term that begins so, thousands of terms need not be walked.
            whole = [self.term(one, prefix) for one in (("lead", "core") if field == "core" else (field,))]
            alone = self._are_none(("begun", field, prefix), lambda: all_of([begun], none_of=whole))
            return any_of(whole) if alone else begun
        if prefix not in self._begun:
            few = self.begun(prefix)
            self._begun[prefix] = super().beginning(field, prefix) if few is None else any_of(few)
        return self._begun[prefix]

    def begun(self, prefix: str) -> Ways | None:
        """Return the words of names that begin so; None where they are many."""
        if prefix not in self._words_begun:
            words = self._searcher.terms_with_prefix("word", prefix, limit=_MOST_BEGUN + 1)
            others = sum(documents for word, documents in words if word != prefix)
            few = len(words) <= _MOST_BEGUN and others <= _MOST_HOLD_BEGUN
            self._words_begun[prefix] = ways(self.term("word", word) for word, _ in words) if few else None
        return self._words_begun[prefix]

    def similar(self, field: str, word: str, slips: int = 1) -> Query:
        """Match the documents that hold the word, or one that it may be a typo of."""
        return any_of(self.like(field, word, slips))

    def like(self, field: str, word: str, slips: int = 1) -> Ways:
        """Return the ways in which the word is met, or one that it may be a typo of."""
        if slips > 1 or not may_be_mistaken(word):
            return ways([super().similar(field, word, slips)])
        return self._walked(Fields.similar, field, word)

    def heard(self, field: str, pattern: str) -> Ways:
        """Return the ways in which a word is met of which a regular expression is the pattern."""
        return self._walked(Fields.spelled, field, pattern)

    def _walked(self, walk: _Walk, field: str, text: str) -> Ways:
        """Match what a walk through the terms of a field would, by the terms that the dictionary knows."""
        if self._dictionary is None:
            return (walk(self, field, text),)
        key = field, text
        if key not in self._like:
            self._plan(walk, [text], ahead=False)
            met = self._walks.answer(text)
            like = [walk(self, field, text)] if met is None else (self.term(field, term) for term in met)
            self._like[key] = ways(like)
        return self._like[key]

    def look_ahead(self, words: Iterable[str]) -> None:
        """Begin to look in another thread, where one is free, for what is like some words."""
        self._plan(Fields.similar, filter(may_be_mistaken, words), ahead=True)

    def stop(self) -> None:
        """Look for nothing more in another thread."""
        self._walks.stop()

    def _plan(self, walk: _Walk, texts: Iterable[str], *, ahead: bool) -> None:
        if self._dictionary is not None:
            asks = {text: partial(_terms_met, self._dictionary, walk, text) for text in texts}
            self._walks.plan(asks, ahead=ahead)

    def begin(self, met: Ways, prefix: str) -> bool:
        """Tell whether all of these ways are words of the name that begin so."""
        held = (self._held.get(query, ("", "")) for query in met)
        return all(field == "word" and word.startswith(prefix) for field, word in held)

    def ways(self, queries: Iterable[Query | Ways]) -> Ways:
        """Put ways together without terms whose documents hold a common one of the others, too.

        Names that hold "sbor hasičů" written together hold "sbor". A single list is skipped through, a union
        of lists is read.
        """
        met = ways(queries)
        terms = [query for query in met if query in self._held]
        common = max(terms, key=self._sizes.__getitem__, default=NOTHING)
        if len(met) < 2 or self._sizes.get(common, 0) <= _MANY_HOLD:
            return met
        return tuple(query for query in met if query is common or not self._is_covered(query, common))

    def _is_covered(self, query: Query, common: Query) -> bool:
        term = self._held.get(query)
        return term is not None and self._are_none(
            ("covered", term, self._held[common]), lambda: all_of([query], none_of=[common])
        )

    def few_meet(self, met: Ways, others: Ways) -> set[int] | None:
        """Return the ranks of the documents that hold any of some terms and any of some others, if few.

        None = they are many, or it is not known. Common terms are remembered, the others are asked about.
        """
        every = [*met, *others]
        if not self._held.keys() >= set(every):
            return None
        common = [tuple(term for term in each if self._sizes[term] > _CASUAL) for each in (met, others)]
        casual = [tuple(term for term in each if self._sizes[term] <= _CASUAL) for each in (met, others)]
        terms = sorted(tuple(sorted(map(self._held.__getitem__, each))) for each in common)
        few = partial(all_ranks, self._searcher, most=FEW_MEET)

        def ask() -> list[int] | None:
            self._listed += self.size(every)
            return few(all_of(common))

        known = self._remember(("meet", *terms), ask, may_ask=self._listed < _MOST_LISTED)
        if known is None:
            return None
        more = few(any_of((all_of([casual[0], others]), all_of([met, casual[1]]))))
        return None if more is None else {*known, *more}

    def _are_none(self, key: tuple[object, ...], query: Callable[[], Query]) -> bool:
        """Tell whether it is known that nothing matches a query."""

        def ask() -> list[int] | None:
            self._asked += 1
            return None if count(self._searcher, query()) else []

        return self._remember(key, ask, may_ask=self._asked < _MOST_ASKED) is not None

    def _remember(
        self, key: tuple[object, ...], ask: Callable[[], list[int] | None], *, may_ask: bool
    ) -> array[int] | None:
        """Return the ranks of what is few, None where it is not known to be.

        Asked once in the state of a searcher, and a few in one search, so that none pays for all that follow.
        """
        known = _remembered.setdefault(self._searcher, {})
        if key not in known:
            if not may_ask:
                return None
            if len(known) >= _MOST_REMEMBERED:
                known.clear()
            ranks = ask()
            known[key] = few = None if ranks is None else array("Q", ranks)
            return few
        return known[key]

    def size(self, met: Iterable[Query]) -> int:
        """Return how many documents the ways hold together, those of terms, each as often as it is held."""
        return sum(self._sizes.get(query, 0) for query in met)


def any_of(queries: Iterable[Query | Ways], at_least: int = 1) -> Query:
    """Match what matches at least so many of the queries."""
    clauses: Sequence[Query]
    if at_least == 1:
        clauses = ways(queries)
    else:
        clauses = [query for query in map(_one, queries) if query is not NOTHING]
    if len(clauses) < at_least:
        return NOTHING
    if len(clauses) == at_least:
        return all_of(clauses)
    return Query.boolean_query([(Occur.Should, query) for query in clauses], at_least)


def ways(queries: Iterable[Query | Ways]) -> Ways:
    """Put ways together; what matches nothing, or stands there already, is left out."""
    flat: dict[Query, None] = {}
    for query in queries:
        if isinstance(query, tuple):
            flat.update(dict.fromkeys(query))
        else:
            flat[query] = None
    flat.pop(NOTHING, None)
    return tuple(flat)


def _one(query: Query | Ways) -> Query:
    return any_of(query) if isinstance(query, tuple) else query


def most_of(queries: Sequence[Query | Ways], at_least: int, within: Sequence[Query | Ways] = ()) -> Query:
    """Match what matches at least so many of the queries, given the rarest first, and all of those within.

    tantivy counts for every document that matches any of them; here the common ones are asked only about
    what rare ones match.
    """
    queries = [query for query in queries if query is not NOTHING and query != ()]
    unions = list(map(_one, queries))
    if not 1 <= at_least <= len(unions) or comb(len(unions), at_least) > _MOST_WAYS:
        return all_of([*within, any_of(unions, at_least)])

    def most_from(first: int, at_least: int, within: Sequence[Query | Ways]) -> Query:
        if at_least == 1:
            return all_of([*within, any_of(queries[first:])])
        if at_least == len(unions) - first:
            return all_of([*within, *unions[first:]])
        with_it = most_from(first + 1, at_least - 1, (*within, unions[first]))
        return any_of((with_it, most_from(first + 1, at_least, within)))

    return most_from(0, at_least, within)


def all_of(queries: Iterable[Query | Ways], none_of: Iterable[Query] = ()) -> Query:
    """Match what matches all of the first and none of the second queries."""
    clauses = []
    for query in map(_one, queries):
        if query is NOTHING:
            return NOTHING
        clauses.append((Occur.Must, query))
    clauses += [(Occur.MustNot, query) for query in none_of if query is not NOTHING]
    if len(clauses) == 1 and clauses[0][0] == Occur.Must:
        return clauses[0][1]
    return Query.boolean_query(clauses)


class Found(NamedTuple):
    """The number of all hits and the ranks of the asked ones, the highest first."""

    total: int
    ranks: list[int]


class FoundIds(NamedTuple):
    """The number of all hits, and the asked persons by the store's numbers, the highest rank first."""

    total: int
    ids: list[int]


def ranked(
    searcher: tantivy.Searcher, query: Query, limit: int, offset: int = 0, column: str = "rank"
) -> Found:
    """Return `limit` hits from `offset` on in the order of their ranks, which a column holds."""
    if query is NOTHING:
        return Found(0, [])
    result: Any = searcher.search(query, limit=limit, offset=offset, order_by_field=column)
    return Found(result.count, [rank for rank, _ in result.hits])


def ranked_ids(
    searcher: tantivy.Searcher, query: Query, limit: int, offset: int = 0, column: str = "rank"
) -> FoundIds:
    """Return the persons of `limit` hits from `offset` on in the order of their ranks."""
    if query is NOTHING:
        return FoundIds(0, [])
    result: Any = searcher.search(query, limit=limit, offset=offset, order_by_field=column)
    ids: list[Any] = searcher.fast_field_values("id", [address for _, address in result.hits])
    return FoundIds(result.count, ids)


def all_ranks(searcher: tantivy.Searcher, query: Query, most: int) -> list[int] | None:
    """Return the ranks of all hits in no order, None where they are more than so many."""
    return counted(searcher, query, most)[1]


def counted(searcher: tantivy.Searcher, query: Query, most: int) -> tuple[int, list[int] | None]:
    """Return the number of all hits, and their ranks in no order, None where they are more than so many.

    Of many hits none of the ranks is read, which takes most of the time.
    """
    if query is NOTHING:
        return 0, []
    result: Any = searcher.search(Query.const_score_query(query, 1.0), limit=most)
    if result.count > most:
        return result.count, None
    if not result.count:
        return 0, []
    ranks: list[Any] = searcher.fast_field_values("rank", [address for _, address in result.hits])
    return result.count, ranks


# tantivy hands documents to an aggregation in blocks, to the collector of a search one by one.
_EVERYTHING = {"found": {"filter": "*"}}


def count(searcher: tantivy.Searcher, query: Query) -> int:
    """Return the number of all hits."""
    if query is NOTHING:
        return 0
    result: Any = searcher.aggregate(query, _EVERYTHING)
    return int(result["found"]["doc_count"])


def _terms_met(dictionary: tantivy.Searcher, walk: _Walk, text: str) -> list[str] | None:
    """Return the terms of a dictionary that a walk meets, None where they are many."""
    query = Query.const_score_query(walk(_of_dictionary, "term", text), 1.0)
    result: Any = dictionary.search(query, limit=_MOST_MET)
    if result.count > _MOST_MET:
        return None
    return [dictionary.doc(address)["term"][0] for _, address in result.hits]


def holds(searcher: tantivy.Searcher, field: str, term: str) -> bool:
    """Tell whether any document holds the term; one that was deleted lately may still count."""
    return searcher.doc_freq(field, term) > 0


def part(searcher: tantivy.Searcher, query: Query, start: int, wanted: int) -> FoundIds:
    """Return the persons from `start` on, none when none is wanted, and in any case the number of all."""
    if wanted <= 0:
        return FoundIds(count(searcher, query), [])
    return ranked_ids(searcher, query, wanted, max(start, 0))


def first_companies(
    searcher: tantivy.Searcher,
    fields: Fields,
    every: Sequence[Query | Ways],
    limit: int,
    offset: int = 0,
    none_of: Sequence[Query] = (),
    total: int | None = None,
) -> Found:
    """Return companies that match all of these queries as `ranked` does; `total` = so many, if known."""
    total, ranks = easily_ranked(searcher, every, none_of, total)
    if ranks is not None:
        return Found(total, ranks[offset : offset + limit])
    return Found(total, first_of(searcher, fields, every, total, limit, offset, none_of))


def easily_ranked(
    searcher: tantivy.Searcher,
    every: Sequence[Query | Ways],
    none_of: Sequence[Query] = (),
    total: int | None = None,
) -> tuple[int, list[int] | None]:
    """Return the number of all hits, and their ranks in order, None where they are many.

    `total` = so many, if known.
    """
    if total is not None and total > _EASILY_RANKED:
        return total, None
    total, ranks = counted(searcher, all_of(every, none_of), _EASILY_RANKED)
    return total, ranks and sorted(ranks, reverse=True)


def first_of(
    searcher: tantivy.Searcher,
    fields: Fields,
    every: Sequence[Query | Ways],
    total: int,
    limit: int,
    offset: int = 0,
    none_of: Sequence[Query] = (),
) -> list[int]:
    """Return the ranks of the first of so many companies that match all of these queries.

    Of many the page is looked for among the biggest: the ranks of all others are lower, and none of them has
    to be read, which takes most of the time.
    """
    if not total:
        return []
    end, share = limit + offset, total / searcher.num_docs
    for size in BIGGEST if total > _MANY_RANKS else ():
        held = searcher.doc_freq("biggest", str(size))
        if share * held < _SURELY * end:
            continue
        # Beside the others, not around them: tantivy begins with what the fewest documents hold.
        among = all_of([fields.term("biggest", str(size)), *every], none_of)
        found = ranked(searcher, among, limit, offset)
        if found.total >= end:
            return found.ranks
        # One more than were found: none of the very biggest need not be few of the big.
        share = (found.total + 1) / held
    return ranked(searcher, all_of(every, none_of), limit, offset).ranks
