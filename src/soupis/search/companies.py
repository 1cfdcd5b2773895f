"""Searching companies: pages, suggestions, exports and counts for filters."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec
import tantivy
from tantivy import Query, Searcher

from soupis.search import phrases, queries
from soupis.search.analysis import analyse_searched, is_form_only, searched_words, without_unfinished_form
from soupis.search.beside import side_by_side
from soupis.search.equivalents import abbreviated_towns, number_terms
from soupis.search.filters import filters, folded
from soupis.search.matching import FEW, Progress, Step, steps, with_ranks, word_prefix
from soupis.search.ordering import Order, ordered
from soupis.search.queries import NOTHING, Fields, all_of, any_of
from soupis.search.ranks import ico_of
from soupis.search.reader import Reader
from soupis.search.reading import number_in
from soupis.search.schema import INDEXED_DIGITS, company_schema, id_start
from soupis.search.statistics import NOBODY, Distribution, distribution

_EXPORT_AT_ONCE = 5_000
# So many hits of a step are told apart by their IDs.
_NAMED = 150
# Counting a million companies takes a tenth of a second; such counts may be a minute old.
_MANY = 50_000
_SECONDS_KEPT = 60.0
# Of a town so many letters are a beginning; fewer stand for too much.
_SHORTEST_TOWN = 3
# From so many letters on a suggestion bears a slip.
_SHORTEST_MISTAKEN = 4
_COUNTS_KEPT = 1_000
_DISTRIBUTIONS_KEPT = 64
# A page shows counts beside its hits, and both are made of the same tiers.
_WALKS_KEPT = 64
# The hits of a search for everything, which needs a pass over all companies, as far as pages reach.
_FIRST_KEPT = 10_100
_CODE_FIELDS = {"forma": "form", "nace": "nace", "velikost": "headcount"}
_BUCKETS = {
    "regions": {"terms": {"field": "region", "size": 100}},
    "legal_forms": {"terms": {"field": "form_code", "size": 1000}},
    "nace_divisions": {"terms": {"field": "division", "size": 100}},
    "living": {"terms": {"field": "living", "size": 2}},
}


class CompanyQuery(msgspec.Struct, frozen=True):
    """What is searched for; everything given has to hold. Nothing given = all companies.

    `text` is a name or an ID as a person writes it. `region` is a RÚIAN code, `town` the whole name of a
    municipality, its part or a city district. `legal_forms` are codes of list 56 or 149, any of them;
    `nace` are codes of activities, any of them, each with everything below it. `headcount` are codes of list
    579, any of them. `vat` is a state of VAT as it is indexed, `insolvency` "yes" or "no", both also
    `schema.UNKNOWN`. Companies are founded on days between `founded_from` and `founded_to` (20261122), and
    have ended between `ended_from` and `ended_to`.
    `address` are words and numbers of one address.
    """

    text: str = ""
    region: int | None = None
    town: str | None = None
    legal_forms: tuple[str, ...] = ()
    nace: tuple[str, ...] = ()
    living: bool | None = None
    vat: str | None = None
    insolvency: str | None = None
    founded_from: int | None = None
    founded_to: int | None = None
    ended_from: int | None = None
    ended_to: int | None = None
    headcount: tuple[str, ...] = ()
    address: str | None = None
    order: Order = Order.RELEVANCE


class Hit(NamedTuple):
    """A company found and the step that found it (`matching.Step.name`), empty where no text was given."""

    ico: int
    step: str = ""


class Page(NamedTuple):
    """A part of a result and the exact number of all hits."""

    total: int
    hits: list[Hit]


class Facets(NamedTuple):
    """How many of the companies found there are per region, legal form (three digits) and NACE division.

    `living` tells how many are living (True) and how many have ceased (False).
    """

    regions: dict[int, int]
    legal_forms: dict[str, int]
    nace_divisions: dict[str, int]
    living: dict[bool, int]


def is_heavy(query: CompanyQuery) -> bool:
    """Tell whether a search may take longer than the way to a thread is worth.

    Several words are read in many ways; one word or one value of a filter is a list that is ready. The
    filters that most companies pass are not counted: they are always worth it, and so is another order.
    """
    wide = (query.living is not None, query.vat, query.insolvency, query.founded_from, query.founded_to)
    ended = query.ended_from or query.ended_to
    if any(wide) or ended or query.address or query.order is not Order.RELEVANCE:
        return True
    lists = len(query.legal_forms) + len(query.nace) + len(query.headcount)
    values = lists + (query.region is not None) + (query.town is not None)
    words = 0 if number_in(query.text) else len(searched_words(query.text))
    return words > 1 or values > 1


class _Tier(NamedTuple):
    """Equally good hits that no better tier holds, and the name of the step that found them."""

    match: Query
    step: str


class _Walked(NamedTuple):
    """The disjoint tiers of a search that have hits, the best first, in one state of the index."""

    searcher: Searcher
    total: int
    nonempty: list[_Tier]


class _Taken(Progress):
    """What was taken of the tiers of a search so far: a page of hits, and how many there are."""

    def __init__(self, searcher: Searcher, start: int = 0, count: int = 0) -> None:
        super().__init__()
        self._searcher = searcher
        self._start = start
        self._count = count
        self.hits: list[Hit] = []
        self.nonempty: list[_Tier] = []

    def walked(self) -> _Walked:
        """Return the tiers that were taken."""
        return _Walked(self._searcher, self.total, self.nonempty)

    def take(self, match: Query, step: str, begun: queries.Found | None = None) -> queries.Found:
        """Take the hits of a tier, of which the first may be known already; return those of the page."""
        start, wanted = max(0, self._start - self.total), self._count - len(self.hits)
        if begun and start + wanted <= len(begun.ranks):
            part = queries.Found(begun.total, begun.ranks[start : start + wanted])
        else:
            part = queries.part(self._searcher, match, start, wanted)
        self._add(_Tier(match, step), part.total, part.ranks)
        return part

    def take_these(self, ranks: Sequence[int], match: Query, step: str) -> None:
        """Take the hits of a tier that are known already, all of them, the best first."""
        first = max(0, self._start - self.total)
        self._add(_Tier(match, step), len(ranks), ranks[first : first + self._count - len(self.hits)])

    def wants(self, step: Step) -> bool:
        """Tell whether a step with a limit is tried: while less is found, and nothing by its exact name."""
        return step.below is not None and not self.named and self.total < step.below

    def icos(self) -> set[int]:
        """Return the IDs of what was found, where that is few."""
        if len(self.hits) == self.total:
            return {hit.ico for hit in self.hits}
        return set(map(ico_of, queries.ranked(self._searcher, any_of(self.better), FEW).ranks))

    def _add(self, tier: _Tier, total: int, page: Sequence[int]) -> None:
        if total:
            self.hits.extend(Hit(ico_of(rank), tier.step) for rank in page)
            self.total += total
            self.nonempty.append(tier)


class CompanySearch:
    """Searches the index of companies in a directory; synchronous, one object per process."""

    def __init__(self, directory: Path) -> None:
        schema = company_schema()
        self._reader = Reader(directory, "companies", schema)
        self._fields = Fields(schema)
        self._counts: dict[CompanyQuery, tuple[float, Facets]] = {}
        self._walked: dict[CompanyQuery, _Walked] = {}
        self._distributions: dict[CompanyQuery, tuple[float, Searcher, Distribution]] = {}
        phrases.load()
        self._first: tuple[Searcher | None, queries.Found] = (None, queries.Found(0, []))

    def reload(self) -> None:
        """See the newest commit now; without it, that happens within a second."""
        self._reader.reload()

    def applied_change(self) -> int | None:
        """Return the last change of the log that the index holds, None where there is no index."""
        return self._reader.applied_change()

    def held_change(self) -> int:
        """Return a change of the log up to which all answers from now on hold it."""
        return self._reader.held_change()

    def search(self, query: CompanyQuery, start: int = 0, count: int = 20) -> Page:
        """Return `count` hits from `start` on, in the order described in docs/search.md."""
        searcher = self._reader.searcher()
        if query.order is not Order.RELEVANCE:
            return self._in_order(searcher, query, start, count)
        if start + count <= _FIRST_KEPT and not query.text.strip() and not any(filters(self._fields, query)):
            total, ranks = self._everything(searcher)
            return Page(total, [Hit(ico_of(rank)) for rank in ranks[start : start + count]])
        taken = _Taken(searcher, start, count)
        self._walk(searcher, query, taken)
        self._keep(query, taken.walked())
        return Page(taken.total, taken.hits)

    def export(self, query: CompanyQuery, limit: int) -> tuple[int, Iterator[list[int]]]:
        """Return the number of all hits and the IDs of the first `limit` ones, in the order of `search`.

        The IDs come from one state of the index, however long the reading takes, a few thousand in a list.
        """
        searcher = self._reader.searcher()
        total, tiers = self._tiers(searcher, query)
        if query.order is not Order.RELEVANCE:
            return total, self._icos_in_order(searcher, tiers, query.order, min(limit, total))
        return total, self._icos(searcher, [tier.match for tier in tiers], limit)

    def town(self, text: str) -> str | None:
        """Return the town that a text means: a whole name, or the beginning of one and of no other town.

        A name whose towns lie in another one of the same beginning is no other: "prah" is Praha with Praha 1
        to 22. None where the index knows no such town, or several.
        """
        searcher = self._reader.searcher()
        written = folded(text)
        if not searcher.num_docs or queries.holds(searcher, "town", written):
            return written
        if len(written) < _SHORTEST_TOWN:
            return None
        towns = searcher.terms_with_prefix("town", written, limit=2)
        if not towns:
            return None
        most = towns[0][0]
        every = queries.count(searcher, self._fields.beginning("town", written))
        return most if every == queries.count(searcher, self._fields.term("town", most)) else None

    def towns_like(self, text: str, limit: int = 8) -> dict[str, int]:
        """Return towns that begin like a text, as far as any does, each with the ID of a company there.

        The towns are folded, those with the most companies first.
        """
        searcher = self._reader.searcher()
        written = folded(text)
        for length in range(len(written), 0, -1):
            if towns := searcher.terms_with_prefix("town", written[:length], limit=limit):
                return {town: self._biggest_in(searcher, town) for town, _ in towns}
        return {}

    def has_code(self, code_list: Literal["forma", "nace", "velikost"], code: str) -> bool:
        """Tell whether any company has a legal form, a headcount, or an activity at or below a code."""
        return queries.holds(self._reader.searcher(), _CODE_FIELDS[code_list], folded(code))

    def _biggest_in(self, searcher: Searcher, town: str) -> int:
        ranks = queries.ranked(searcher, self._fields.term("town", town), limit=1).ranks
        return ico_of(ranks[0]) if ranks else 0

    def suggest(self, text: str, limit: int = 8) -> list[int]:
        """Return the IDs of companies that a text being written may mean, living and big first.

        Fewer than two characters suggest nothing.
        """
        searcher = self._reader.searcher()
        icos: dict[int, None] = {}
        for match in self._suggestions(text):
            icos.update((ico_of(rank), None) for rank in queries.ranked(searcher, match, limit).ranks)
            if len(icos) >= limit:
                break
        return list(icos)[:limit]

    def counts(self, query: CompanyQuery) -> Facets:
        """Count the companies found by what filters choose from; big counts may be a minute old."""
        query = _unordered(query)
        kept = self._counts.get(query)
        if kept and time.monotonic() - kept[0] < _SECONDS_KEPT:
            return kept[1]
        searcher = self._reader.searcher()
        total, tiers = self._tiers(searcher, query)
        matches = any_of(tier.match for tier in tiers)
        facets = _facets(searcher.aggregate(matches, _BUCKETS)) if tiers else Facets({}, {}, {}, {})
        if total > _MANY:
            if len(self._counts) >= _COUNTS_KEPT:
                self._counts.clear()
            self._counts[query] = (time.monotonic(), facets)
        return facets

    def distribution(self, query: CompanyQuery) -> Distribution:
        """Return how the companies found are spread; that of many may be a minute old."""
        query = _unordered(query)
        searcher = self._reader.searcher()
        if kept := self._distributions.get(query):
            counted, of, spread = kept
            if of is searcher or (spread.total > _MANY and time.monotonic() - counted < _SECONDS_KEPT):
                return spread
        total, tiers = self._tiers(searcher, query)
        match = any_of(tier.match for tier in tiers)
        spread = distribution(searcher, self._fields, match, total) if tiers else NOBODY
        if len(self._distributions) >= _DISTRIBUTIONS_KEPT:
            self._distributions.clear()
        self._distributions[query] = time.monotonic(), searcher, spread
        return spread

    def _everything(self, searcher: tantivy.Searcher) -> queries.Found:
        if self._first[0] is not searcher:
            self._first = searcher, queries.ranked(searcher, Query.all_query(), _FIRST_KEPT)
        return self._first[1]

    def _in_order(self, searcher: Searcher, query: CompanyQuery, start: int, count: int) -> Page:
        """Return a page in an order that does not depend on the tiers."""
        if not query.text.strip():
            match = self._without_text(query)
            found = ordered(searcher, match, query.order, start, count)
            everything = [_Tier(match, "")] if found.total else []
            self._keep(query, _Walked(searcher, found.total, everything))
            return Page(found.total, [Hit(ico_of(rank)) for rank in found.ranks])
        total, tiers = self._tiers(searcher, query)
        if not tiers:
            return Page(0, [])
        ranks = ordered(searcher, any_of(tier.match for tier in tiers), query.order, start, count).ranks
        icos = list(map(ico_of, ranks))
        these = any_of(self._fields.term("ico", ico) for ico in icos)
        step_of: dict[int, str] = {}
        for tier in tiers if icos else ():
            ranks = queries.ranked(searcher, all_of([tier.match, these]), len(icos)).ranks
            step_of.update((ico_of(rank), tier.step) for rank in ranks)
        return Page(total, [Hit(ico, step_of[ico]) for ico in icos])

    def _tiers(self, searcher: tantivy.Searcher, query: CompanyQuery) -> tuple[int, list[_Tier]]:
        """Return the number of all hits and the disjoint tiers that have any, best first."""
        kept = self._walked.get(_unordered(query))
        if kept and kept.searcher is searcher:
            return kept.total, kept.nonempty
        taken = _Taken(searcher)
        self._walk(searcher, query, taken)
        self._keep(query, taken.walked())
        return taken.total, taken.nonempty

    def _keep(self, query: CompanyQuery, walked: _Walked) -> None:
        if len(self._walked) >= _WALKS_KEPT:
            self._walked.clear()
        self._walked[_unordered(query)] = walked

    def _walk(self, searcher: Searcher, query: CompanyQuery, taken: _Taken) -> None:
        """Take the tiers of a search, the best first and disjoint."""
        if not query.text.strip():
            taken.take(self._without_text(query), "")
            return
        if narrowed := list(filters(self._fields, query)):
            # What a text means does not change by what is chosen of it, so the counts of filters hold.
            _, tiers = self._tiers(searcher, CompanyQuery(query.text))
            for tier in tiers:
                taken.take(all_of([tier.match, *narrowed]), tier.step)
            return
        for together in steps(self._fields, searcher, query.text, taken):
            if together[0].below is not None:
                # So many are never too few for a later step, and making one costs.
                if taken.named or taken.total >= FEW:
                    break
                self._take_few(searcher, together, taken)
                continue
            for step in together:
                found = taken.take(all_of([step.query], none_of=taken.better), step.name)
                if found.total:
                    named = found.total == len(found.ranks) <= FEW
                    taken.better.append(with_ranks(self._fields, found.ranks) if named else step.query)
                    taken.named = taken.named or step.exact
                    if step.ends:
                        return

    def _take_few(self, searcher: Searcher, steps: Sequence[Step], taken: _Taken) -> None:
        """Take the hits of steps of which few are expected, one after the other while there are too few.

        What is found already is told apart by the IDs, so that no step waits for the one before; and few hits
        are named by their IDs from then on: a slip is a walk through a dictionary.
        """
        steps = [step for step in steps if taken.wants(step) and step.query is not NOTHING]
        if not steps:
            return
        known = taken.icos()
        asks = [partial(queries.ranked, searcher, step.query, _NAMED) for step in steps]
        with side_by_side(asks) as answer:
            for place, step in enumerate(steps):
                if not taken.wants(step):
                    return
                found = answer(place)
                if found.total > _NAMED:  # which are never too few
                    new = None if step.first else self._without(searcher, found, step.query, known)
                    self._take_many(step, taken, new)
                    return
                ranks = [rank for rank in found.ranks if ico_of(rank) not in known]
                known.update(map(ico_of, ranks))
                for match in step.first:
                    if len(ranks) < 2:
                        break
                    of_these = all_of([with_ranks(self._fields, ranks), match])
                    first = set(queries.ranked(searcher, of_these, len(ranks)).ranks)
                    self._take_these(step, [rank for rank in ranks if rank in first], taken)
                    ranks = [rank for rank in ranks if rank not in first]
                self._take_these(step, ranks, taken)

    def _without(
        self, searcher: Searcher, found: queries.Found, query: Query, known: Collection[int]
    ) -> queries.Found:
        """Return how the hits of a query begin without those that are known, which are few."""
        again = any_of(self._fields.term("ico", ico) for ico in known)
        twice = queries.count(searcher, all_of([again, query]))
        return queries.Found(found.total - twice, [rank for rank in found.ranks if ico_of(rank) not in known])

    def _take_these(self, step: Step, ranks: list[int], taken: _Taken) -> None:
        if ranks:
            these = with_ranks(self._fields, ranks)
            taken.take_these(ranks, these, step.name)
            taken.better.append(these)

    def _take_many(self, step: Step, taken: _Taken, found: queries.Found | None) -> None:
        """Take the hits of a step, those that come first before the others; `found` = how it begins."""
        for match in (*step.first, step.query):
            if taken.take(all_of([match], none_of=taken.better), step.name, found).total:
                taken.better.append(match)

    def _without_text(self, query: CompanyQuery) -> Query:
        narrowed = list(filters(self._fields, query))
        return all_of(narrowed) if narrowed else Query.all_query()

    def _suggestions(self, text: str) -> Iterator[Query]:
        """Yield the ways to understand a text that is being written; the later ones fill up the earlier."""
        number = number_in(text)
        if number and len(number) > 1:
            unknown = 10 ** (8 - len(number))
            # Passing over all IDs costs more than those that begin so.
            alike = self._fields.term("start", id_start(number[:INDEXED_DIGITS]))
            exactly = self._fields.icos(int(number) * unknown, (int(number) + 1) * unknown - 1)
            yield all_of([alike, exactly] if len(number) > INDEXED_DIGITS else [alike])
        words = without_unfinished_form(analyse_searched(text).words)
        if is_form_only(words):
            yield all_of(self._fields.term("word", form) for form in dict.fromkeys(words))
            return
        if sum(map(len, words)) < 2:
            return
        *before, last = words
        whole = [self._fields.term("word", word) for word in dict.fromkeys(before)]
        yield self._fields.term("alias", "".join(words))
        yield all_of([*whole, word_prefix(self._fields, last)])
        written = "".join(words)
        if len(written) > 3:
            yield self._fields.beginning("lead", written)
            yield self._fields.beginning("former", written)
        if before:
            others = [any_of(self._beginnings_of_name(words, place)) for place in range(len(before))]
            yield all_of([*others, word_prefix(self._fields, last)])
            # The first word is of the name, each of the others may be of the town.
            anywhere = [any_of((name, *self._towns(word))) for name, word in zip(others, before, strict=True)]
            in_town = any_of((word_prefix(self._fields, last), *self._towns(last)))
            yield all_of([others[0], *anywhere[1:], in_town])
        yield self._fields.term("equal", written)
        if len(written) >= _SHORTEST_MISTAKEN:
            yield self._fields.similar_beginning("lead", written)
            if before and len(last) >= _SHORTEST_MISTAKEN:
                yield all_of([*whole, self._fields.similar_beginning("word", last)])
            elif not before:
                yield self._fields.similar_beginning("word", last)

    def _beginnings_of_name(self, words: list[str], place: int) -> Iterator[Query]:
        """Yield the ways in which a word before the last one is met: begun, abbreviated, as a number."""
        yield word_prefix(self._fields, words[place])
        yield self._fields.term("equal", words[place])
        for number in number_terms(words, place):
            yield self._fields.term("equal", number)

    def _towns(self, word: str) -> Iterator[Query]:
        """Yield the ways in which a word of a text being written is met in the town."""
        for town in (*abbreviated_towns(word), *([f"{word}."] if len(word) == 1 else [])):
            yield self._fields.term("where", town)
        if len(word) >= _SHORTEST_TOWN:
            yield self._fields.beginning("place", word)

    def _icos(self, searcher: tantivy.Searcher, parts: list[Query], limit: int) -> Iterator[list[int]]:
        left = limit
        for tier in parts:
            match = tier
            while left > 0:
                size = min(left, _EXPORT_AT_ONCE)
                ranks = queries.ranked(searcher, match, size).ranks
                if ranks:
                    yield [ico_of(rank) for rank in ranks]
                left -= len(ranks)
                if len(ranks) < size:
                    break
                match = all_of([tier, self._fields.ranked_below(ranks[-1])])

    def _icos_in_order(
        self, searcher: Searcher, tiers: list[_Tier], order: Order, count: int
    ) -> Iterator[list[int]]:
        match = any_of(tier.match for tier in tiers)
        for start in range(0, count, _EXPORT_AT_ONCE):
            size = min(_EXPORT_AT_ONCE, count - start)
            yield list(map(ico_of, ordered(searcher, match, order, start, size).ranks))


def _unordered(query: CompanyQuery) -> CompanyQuery:
    return (
        msgspec.structs.replace(query, order=Order.RELEVANCE) if query.order is not Order.RELEVANCE else query
    )


def _facets(buckets: dict[str, dict[str, list[dict[str, int]]]]) -> Facets:
    regions, forms, divisions, living = (
        {int(bucket["key"]): int(bucket["doc_count"]) for bucket in buckets[name]["buckets"]}
        for name in _BUCKETS
    )
    return Facets(
        regions,
        {f"{code:03d}": count for code, count in forms.items()},
        {f"{division:02d}": count for division, count in divisions.items()},
        {bool(alive): count for alive, count in living.items()},
    )
