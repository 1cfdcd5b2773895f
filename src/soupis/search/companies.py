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

from soupis.search import dictionary, phrases, queries
from soupis.search.analysis import analyse_searched, is_form_only, searched_words, without_unfinished_form
from soupis.search.beside import side_by_side
from soupis.search.equivalents import abbreviated_towns, number_terms, sound_key
from soupis.search.filters import filters, folded
from soupis.search.matching import FEW, Step, steps, with_ranks, word_prefix
from soupis.search.ordering import Order, ordered
from soupis.search.phrases import spelled
from soupis.search.queries import NOTHING, Fields, KnownTerms, Ways, all_of, any_of
from soupis.search.ranks import bigness, ico_of, is_living
from soupis.search.reader import Reader
from soupis.search.reading import number_in, read
from soupis.search.schema import INDEXED_DIGITS, START_LETTERS, company_schema, id_start, name_start
from soupis.search.statistics import NOBODY, Distribution, distribution

_EXPORT_AT_ONCE = 5_000
# Each time the index is asked again it passes over all hits.
_EXPORT_ASKED = 25_000
# So many hits of a step are told apart by their IDs.
_NAMED = 150
# Counting a million companies takes a tenth of a second; such counts may be a minute old.
_MANY = 50_000
_SECONDS_KEPT = 60.0
# Of a town so many letters are a beginning; fewer stand for too much.
_SHORTEST_TOWN = 3
# From so many letters on a suggestion bears a slip.
_SHORTEST_MISTAKEN = 4
# So many letters of an abbreviation are a beginning of it.
_SHORTEST_ALIAS = 3
# What beginning a name with the text counts for, in sizes: four classes of the number of employees.
_BEGUN = 48
_LOOKED_AT = 40  # so many companies are put in this order
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
    """Equally good hits: what they match, all of it, what better ones match, and the step that found them."""

    every: Sequence[Query | Ways]
    none_of: Sequence[Query]
    step: str

    @property
    def match(self) -> Query:
        """What matches these hits and no better ones."""
        return all_of(self.every, self.none_of)


class _Met(NamedTuple):
    """What matches hits that were found: a query, of what it wants all, and how many were found before.

    `holds` = the query of a step before, all of whose matches this one matches, too.
    """

    query: Query
    every: Sequence[Query | Ways]
    wanted: frozenset[Query | Ways]
    holds: Query | None
    before: int

    def is_held_by(self, wanted: frozenset[Query | Ways], holds: Query | None) -> bool:
        """Tell whether what wants all of that, and no more than this, matches all that this one does."""
        return wanted <= self.wanted or self.query is holds


class _Taken:
    """What was taken of the tiers of a search so far: a page of hits, and how many there are.

    Behind the page tiers are counted last, see `all`. It is the `Progress` of the steps.
    """

    def __init__(self, fields: Fields, searcher: Searcher, start: int = 0, count: int = 0) -> None:
        self.searcher = searcher
        self.total = 0
        self.named = False
        self.hits: list[Hit] = []
        self.tiers: list[_Tier] = []  # disjoint, the best first; of those behind the page some may be empty
        self._fields = fields
        self._start = start
        self._count = count
        self._met: list[_Met] = []
        self._behind: list[_Met] = []
        self._empty: list[frozenset[Query | Ways]] = []  # what is wanted by steps that found nobody else
        self._all: int | None = None

    @property
    def better(self) -> list[Query]:
        """Queries that match all that was found, and nothing else."""
        return [met.query for met in (*self._met, *self._behind)]

    @property
    def is_full(self) -> bool:
        """Tell whether more hits change nothing but their number."""
        return self.total >= max(FEW, self._start + self._count)

    def all(self) -> int:
        """Return how many hits there are.

        Those of a tier behind the page, and of the last ones on it, are counted together with a later tier
        that matches them, too: "praha" holds "praha spol", where "spol" may be unfinished.
        """
        if self._all is None:
            found, total = list(self._met), self.total
            for place, met in enumerate(self._behind):
                if any(met.is_held_by(later.wanted, later.holds) for later in self._behind[place + 1 :]):
                    continue
                before = total
                while found and found[-1].is_held_by(met.wanted, met.holds):
                    before = found.pop().before
                if (better := _among(met.every, found)) is None:
                    continue
                together = before + queries.count(self.searcher, all_of(met.every, better))
                if together > before:
                    found.append(met._replace(before=before))
                total = together
            self._all = total
        return self._all

    def take(
        self,
        every: Sequence[Query | Ways],
        step: str,
        begun: queries.Found | None = None,
        none_of: Sequence[Query] = (),
    ) -> queries.Found:
        """Take the hits of a tier, of which the first may be known already; return those of the page."""
        tier = _Tier(every, none_of, step)
        start, wanted = max(0, self._start - self.total), self._count - len(self.hits)
        if begun and start + wanted <= len(begun.ranks):
            part = queries.Found(begun.total, begun.ranks[start : start + wanted])
        elif wanted <= 0:
            part = queries.Found(queries.count(self.searcher, tier.match), [])
        else:
            part = queries.first_companies(self.searcher, self._fields, every, wanted, start, none_of)
        self.add(tier, part.total, part.ranks)
        return part

    def take_counted(self, tier: _Tier, total: int, ranks: Sequence[int] | None) -> None:
        """Take the hits of a tier of which the number is known already, and the ranks where they are few."""
        start, wanted = max(0, self._start - self.total), self._count - len(self.hits)
        if ranks is None and wanted > 0:
            every, none_of = tier.every, tier.none_of
            ranks = queries.first_of(self.searcher, self._fields, every, total, wanted, start, none_of)
            start = 0
        self.add(tier, total, (ranks or ())[start : start + max(wanted, 0)])

    def take_these(self, ranks: Sequence[int], match: Query, step: str) -> None:
        """Take the hits of a tier that are known already, all of them, the best first."""
        first = max(0, self._start - self.total)
        page = ranks[first : first + self._count - len(self.hits)]
        self.add(_Tier([match], (), step), len(ranks), page)

    def take_step(self, step: Step) -> queries.Found | None:
        """Take the hits of a step that no better one matches; None = there are none, or they are behind."""
        every = step.parts or (step.query,)
        if step.query is NOTHING or (better := self.better_among(every)) is None:
            return None
        if self.is_full and not step.ends:
            self.tiers.append(_Tier(every, better, step.name))
            self._behind.append(_Met(step.query, every, frozenset(map(_alone, every)), step.holds, 0))
            return None
        found = self.take(every, step.name, none_of=better)
        if not found.total:
            self._empty.append(frozenset(map(_alone, every)))
            return found
        if (named := self.names(found)) is not None:
            self.leave_out(named, found.total)
        else:
            self.leave_out(step.query, found.total, every, step.holds)
        self.named = self.named or step.exact
        return found

    def leave_out(
        self, query: Query, total: int, every: Sequence[Query | Ways] = (), holds: Query | None = None
    ) -> None:
        """Leave what a query matches out of what is taken from now on; so many hits were just taken of it."""
        every = every or (query,)
        self._met.append(_Met(query, every, frozenset(map(_alone, every)), holds, self.total - total))

    def names(self, found: queries.Found) -> Query | None:
        """Name all hits by their IDs, where they are few and the page holds them."""
        named = found.total == len(found.ranks) <= FEW
        return with_ranks(self._fields, found.ranks) if named else None

    def wants(self, step: Step) -> bool:
        """Tell whether a step with a limit is tried: while less is found, and nothing by its exact name."""
        return step.below is not None and not self.named and self.total < step.below

    def better_among(self, every: Sequence[Query | Ways]) -> list[Query] | None:
        """Return what tells those that are better among the companies that match all of these queries.

        None = all of them are better, or there are none.
        """
        if self._empty:
            wanted = frozenset(map(_alone, every))
            if any(empty <= wanted for empty in self._empty):
                return None
        return _among(every, [*self._met, *self._behind])

    def icos(self) -> set[int]:
        """Return the IDs of what was found, where that is few."""
        if len(self.hits) == self.total:
            return {hit.ico for hit in self.hits}
        return set(map(ico_of, queries.ranked(self.searcher, any_of(self.better), FEW).ranks))

    def add(self, tier: _Tier, total: int, page: Sequence[int]) -> None:
        """Add a tier of so many hits, some of which are on the page."""
        if total:
            self.hits.extend(Hit(ico_of(rank), tier.step) for rank in page)
            self.total += total
            self.tiers.append(tier)


def _among(every: Sequence[Query | Ways], met: Sequence[_Met]) -> list[Query] | None:
    """Return what tells those that are met already among the companies that match all of these queries.

    What all of them match need not be asked again: of "praha" and "spol" together only "spol" among those
    with "praha". Nor need what another one matches, too. None = all of them are met.
    """
    wanted = frozenset(map(_alone, every))
    among = []
    for place, one in enumerate(met):
        if one.wanted <= wanted:
            return None
        if any(one.is_held_by(later.wanted, later.holds) for later in met[place + 1 :]):
            continue
        others = [part for part in one.every if _alone(part) not in wanted]
        among.append(one.query if len(others) == len(one.every) else all_of(others))
    return among


class CompanySearch:
    """Searches the index of companies in a directory; synchronous, one object per process."""

    def __init__(self, directory: Path) -> None:
        schema = company_schema()
        self._reader = Reader(directory, "companies", schema, dictionary.NAME)
        self._fields = Fields(schema)
        self._counts: dict[CompanyQuery, tuple[float, Facets]] = {}
        self._walked: dict[CompanyQuery, _Taken] = {}
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
        taken = _Taken(self._fields, searcher, start, count)
        self._walk(searcher, query, taken)
        self._keep(query, taken)
        return Page(taken.all(), taken.hits)

    def export(self, query: CompanyQuery, limit: int) -> tuple[int, Iterator[list[int]]]:
        """Return the number of all hits and the IDs of the first `limit` ones, in the order of `search`.

        The IDs come from one state of the index, however long the reading takes, a few thousand in a list.
        """
        searcher = self._reader.searcher()
        taken = self._tiers(searcher, query)
        total, tiers = taken.all(), taken.tiers
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
        every = [self._fields.term("town", town)]
        ranks = queries.first_companies(searcher, self._fields, every, limit=1).ranks
        return ico_of(ranks[0]) if ranks else 0

    def suggest(self, text: str, limit: int = 8) -> list[int]:
        """Return the IDs of companies that a text being written may mean, living and big first.

        Fewer than two characters suggest nothing.
        """
        searcher = self._reader.searcher()
        icos: dict[int, None] = {}
        fields = KnownTerms(self._fields, searcher)
        reading = read(text)
        if reading.account:
            owners = queries.ranked(searcher, fields.term("account", reading.account.key), limit)
            if owners.ranks or reading.only_account:
                return list(map(ico_of, owners.ranks))
        words = without_unfinished_form(analyse_searched(text).words)
        for match in _suggestions(fields, text):
            total = queries.count(searcher, match)  # none or very many, as a rule: this counts fastest
            looked_at = max(limit, _LOOKED_AT) if len(words) == 1 else limit
            ranks = queries.first_of(searcher, fields, [match], total, looked_at)
            if total > 1 and len(words) == 1:
                ranks = _in_order(ranks, self._name_begun(searcher, fields, words[0], ranks, limit))
            icos.update((ico_of(rank), None) for rank in ranks)
            if len(icos) >= limit:
                break
        return list(icos)[:limit]

    def _name_begun(
        self, searcher: Searcher, fields: KnownTerms, word: str, ranks: list[int], limit: int
    ) -> list[int]:
        """Return those of some companies whose name begins with a word's first letters.

        Where these letters are all of the word, the first of all companies are asked, which costs no more.
        """
        begins = fields.term("start", name_start(word))
        if len(word) <= START_LETTERS:
            return queries.first_of(searcher, fields, [begins], fields.size((begins,)), limit)
        return queries.ranked(searcher, all_of([with_ranks(fields, ranks), begins]), len(ranks)).ranks

    def has_account(self, key: str) -> bool:
        """Tell whether any company has published an account (`bank_accounts.account_key`)."""
        searcher = self._reader.searcher()
        return queries.count(searcher, KnownTerms(self._fields, searcher).term("account", key)) > 0

    def counts(self, query: CompanyQuery) -> Facets:
        """Count the companies found by what filters choose from; big counts may be a minute old."""
        query = _unordered(query)
        kept = self._counts.get(query)
        if kept and time.monotonic() - kept[0] < _SECONDS_KEPT:
            return kept[1]
        searcher = self._reader.searcher()
        taken = self._tiers(searcher, query)
        matches = any_of(tier.match for tier in taken.tiers)
        facets = _facets(searcher.aggregate(matches, _BUCKETS)) if taken.tiers else Facets({}, {}, {}, {})
        if taken.all() > _MANY:
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
        taken = self._tiers(searcher, query)
        match = any_of(tier.match for tier in taken.tiers)
        spread = distribution(searcher, self._fields, match, taken.all()) if taken.tiers else NOBODY
        if len(self._distributions) >= _DISTRIBUTIONS_KEPT:
            self._distributions.clear()
        self._distributions[query] = time.monotonic(), searcher, spread
        return spread

    def _everything(self, searcher: tantivy.Searcher) -> queries.Found:
        if self._first[0] is not searcher:
            first = queries.first_companies(searcher, self._fields, [Query.all_query()], _FIRST_KEPT)
            self._first = searcher, first
        return self._first[1]

    def _in_order(self, searcher: Searcher, query: CompanyQuery, start: int, count: int) -> Page:
        """Return a page in an order that does not depend on the tiers."""
        if not query.text.strip():
            match = self._without_text(query)
            found = ordered(searcher, match, query.order, start, count)
            taken = _Taken(self._fields, searcher)
            taken.add(_Tier([match], (), ""), found.total, [])
            self._keep(query, taken)
            return Page(found.total, [Hit(ico_of(rank)) for rank in found.ranks])
        taken = self._tiers(searcher, query)
        if not taken.tiers:
            return Page(0, [])
        match = any_of(tier.match for tier in taken.tiers)
        icos = list(map(ico_of, ordered(searcher, match, query.order, start, count).ranks))
        these = any_of(self._fields.term("ico", ico) for ico in icos)
        step_of: dict[int, str] = {}
        for tier in taken.tiers if icos else ():
            ranks = queries.ranked(searcher, all_of([tier.match, these]), len(icos)).ranks
            step_of.update((ico_of(rank), tier.step) for rank in ranks)
        return Page(taken.all(), [Hit(ico, step_of[ico]) for ico in icos])

    def _tiers(self, searcher: tantivy.Searcher, query: CompanyQuery) -> _Taken:
        """Return what was taken of a search, in whose tiers all its hits are."""
        taken = self._walked.get(_unordered(query))
        if taken is None or taken.searcher is not searcher:
            taken = _Taken(self._fields, searcher)
            self._walk(searcher, query, taken)
            self._keep(query, taken)
        return taken

    def _keep(self, query: CompanyQuery, taken: _Taken) -> None:
        if len(self._walked) >= _WALKS_KEPT:
            self._walked.clear()
        self._walked[_unordered(query)] = taken

    def _walk(self, searcher: Searcher, query: CompanyQuery, taken: _Taken) -> None:
        """Take the tiers of a search, the best first and disjoint."""
        if not query.text.strip():
            taken.take([self._without_text(query)], "")
            return
        if narrowed := list(filters(self._fields, query)):
            # What a text means does not change by what is chosen of it, so the counts of filters hold.
            tiers = [
                # What a better tier leaves is often little, and then fast to pass through with the filters.
                _Tier([*((tier.match,) if tier.none_of else tier.every), *narrowed], (), tier.step)
                for tier in self._tiers(searcher, CompanyQuery(query.text)).tiers
            ]
            asks = [partial(queries.easily_ranked, searcher, tier.every) for tier in tiers]
            with side_by_side(asks) as answer:
                for place, tier in enumerate(tiers):
                    taken.take_counted(tier, *answer(place))
            return
        for together in steps(self._fields, searcher, query.text, taken):
            if together[0].below is not None:
                # So many are never too few for a later step, and making one costs.
                if taken.named or taken.total >= FEW:
                    break
                self._take_few(searcher, together, taken)
                continue
            for step in together:
                found = taken.take_step(step)
                if found and found.total and step.ends:
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
        ask = partial(queries.easily_ranked, searcher)
        asks = [partial(ask, step.parts or (step.query,), total=step.total) for step in steps]
        with side_by_side(asks) as answer:
            for place, step in enumerate(steps):
                if not taken.wants(step):
                    return
                total, ranks = answer(place)
                if ranks is None or total > _NAMED:  # which are never too few
                    self._take_many(step, taken, total, ranks, known)
                    return
                ranks = [rank for rank in ranks if ico_of(rank) not in known]
                known.update(map(ico_of, ranks))
                for match in step.first:
                    if len(ranks) < 2:
                        break
                    of_these = all_of([with_ranks(self._fields, ranks), match])
                    first = set(queries.ranked(searcher, of_these, len(ranks)).ranks)
                    self._take_these(step, [rank for rank in ranks if rank in first], taken)
                    ranks = [rank for rank in ranks if rank not in first]
                self._take_these(step, ranks, taken)

    def _take_these(self, step: Step, ranks: list[int], taken: _Taken) -> None:
        if ranks:
            these = with_ranks(self._fields, ranks)
            taken.take_these(ranks, these, step.name)
            taken.leave_out(these, len(ranks))

    def _take_many(
        self, step: Step, taken: _Taken, total: int, ranks: list[int] | None, known: Collection[int]
    ) -> None:
        """Take the hits of a step but those that are known, those that come first before the others.

        `total` = how many the step has with those that are known, `ranks` of them all where these were read.
        """
        every = step.parts or (step.query,)
        again = any_of(self._fields.term("ico", ico) for ico in known)
        left = total - queries.count(taken.searcher, all_of([again, *every]))
        for match in step.first:
            parts = [match] if step.within else [match, *every]
            first = taken.take(parts, step.name, none_of=taken.better)
            if first.total:
                taken.leave_out(taken.names(first) or all_of(parts), first.total)
                left, ranks = left - first.total, None
        others = ranks and [rank for rank in ranks if ico_of(rank) not in known]
        taken.take_counted(_Tier([step.query], taken.better, step.name), left, others)
        if left:
            taken.leave_out(step.query, left)

    def _without_text(self, query: CompanyQuery) -> Query:
        narrowed = list(filters(self._fields, query))
        return all_of(narrowed) if narrowed else Query.all_query()

    def _icos(self, searcher: tantivy.Searcher, parts: list[Query], limit: int) -> Iterator[list[int]]:
        left = limit
        for tier in parts:
            match = tier
            while left > 0:
                size = min(left, _EXPORT_ASKED)
                ranks = queries.ranked(searcher, match, size).ranks
                for first in range(0, len(ranks), _EXPORT_AT_ONCE):
                    yield list(map(ico_of, ranks[first : first + _EXPORT_AT_ONCE]))
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


def _in_order(ranks: list[int], begun: list[int]) -> list[int]:
    """Return companies in the order of their ranks, those whose name begins like the text as bigger ones."""
    size = {rank: bigness(rank) for rank in ranks} | {rank: bigness(rank) + _BEGUN for rank in begun}
    return sorted(size, key=lambda rank: (is_living(rank), size[rank], rank), reverse=True)


def _suggestions(fields: Fields, text: str) -> Iterator[Query]:
    """Yield the ways to understand a text that is being written; the later ones fill up the earlier."""
    number = number_in(text)
    if number and len(number) > 1:
        unknown = 10 ** (8 - len(number))
        # Passing over all IDs costs more than those that begin so.
        alike = fields.term("start", id_start(number[:INDEXED_DIGITS]))
        exactly = fields.icos(int(number) * unknown, (int(number) + 1) * unknown - 1)
        yield all_of([alike, exactly] if len(number) > INDEXED_DIGITS else [alike])
    words = analyse_searched(text).words
    if is_form_only(words):
        yield all_of(fields.term("word", form) for form in dict.fromkeys(words))
        return
    named = without_unfinished_form(words)
    yield from _with_last_letters(fields, searched_words(text), named)
    if sum(map(len, named)) >= 2:
        yield from _as_written(fields, named)


def _with_last_letters(fields: Fields, written: list[str], named: list[str]) -> Iterator[Query]:
    """Yield how a text is understood whose last word is taken for a legal form, and may begin a word.

    "město k" is rather Město Kolín than a "k. s."; `named` are the words without the form.
    """
    if len(written) != len(named) + 1 or not named:
        return
    yield fields.term("core", "".join(named))
    yield from _words_begun(fields, written)
    yield all_of([*_met_anyhow(fields, written), word_prefix(fields, written[-1])])


def _words_begun(fields: Fields, words: list[str]) -> Iterator[Query]:
    """Yield what names have whose last word is unfinished, those that begin with the first word before."""
    *before, last = words
    whole = [*(fields.term("word", word) for word in dict.fromkeys(before)), word_prefix(fields, last)]
    if before:
        yield all_of([fields.term("start", name_start(words[0])), *whole])
    yield all_of(whole)


def _as_written(fields: Fields, words: list[str]) -> Iterator[Query]:
    *before, last = words
    written = "".join(words)
    yield fields.term("alias", written)
    yield from _words_begun(fields, words)
    if len(written) > 3:
        yield fields.beginning("core", written)
        yield fields.beginning("former", written)
    if before:
        begun = word_prefix(fields, last)
        known = (any_of((fields.term("word", word), *_spelled_out(fields, word))) for word in before)
        yield all_of([*known, begun])
        others = _met_anyhow(fields, words)
        yield all_of([*others, begun])
        # The first word is of the name, each of the others may be of the town.
        anywhere = [any_of((name, *_towns(fields, word))) for name, word in zip(others, before, strict=True)]
        in_town = any_of((begun, *_towns(fields, last)))
        yield all_of([others[0], *anywhere[1:], in_town])
    yield fields.term("equal", written)
    if len(written) >= _SHORTEST_ALIAS:
        yield fields.beginning("alias", written)
    if len(written) >= _SHORTEST_MISTAKEN:
        # Names whose beginnings are alike are many, so that words are asked first where there is one.
        if not before:
            similar = fields.similar_beginning("word", last)
            yield all_of([fields.term("start", name_start(last[0])), similar])
            yield similar
        yield fields.similar_beginning("core", written)
        if before and len(last) >= _SHORTEST_MISTAKEN:
            whole = [fields.term("word", word) for word in dict.fromkeys(before)]
            yield all_of([*whole, fields.similar_beginning("word", last)])


def _met_anyhow(fields: Fields, words: list[str]) -> list[Query]:
    """Return how each word before the last one is met: begun, abbreviated, as a number."""
    return [any_of(_beginnings_of_name(fields, words, place)) for place in range(len(words) - 1)]


def _spelled_out(fields: Fields, word: str) -> Iterator[Query]:
    """Yield what matches the names in which a known abbreviation is spelled out: "MŠ" is a mateřská škola."""
    for meant in spelled(word):
        yield all_of(fields.term("equal", sound_key(part) or part) for part in meant)


def _beginnings_of_name(fields: Fields, words: list[str], place: int) -> Iterator[Query]:
    """Yield the ways in which a word before the last one is met: begun, abbreviated, as a number."""
    yield word_prefix(fields, words[place])
    yield fields.term("equal", words[place])
    for number in number_terms(words, place):
        yield fields.term("equal", number)


def _towns(fields: Fields, word: str) -> Iterator[Query]:
    """Yield the ways in which a word of a text being written is met in the town."""
    for town in (*abbreviated_towns(word), *([f"{word}."] if len(word) == 1 else [])):
        yield fields.term("where", town)
    if len(word) >= _SHORTEST_TOWN:
        yield fields.beginning("place", word)


def _alone(part: Query | Ways) -> Query | Ways:
    """Return the query that is the only way to match a part."""
    return part[0] if isinstance(part, tuple) and len(part) == 1 else part


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
