"""Searching natural persons by name, year of birth, and the companies and towns where they sit."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from tantivy import Query, Searcher

from soupis.folding import fold_words
from soupis.search import queries
from soupis.search.analysis import analyse, analyse_searched, searched_words
from soupis.search.equivalents import (
    SURNAME_KINDS,
    diminished_keys,
    kinds_of_form,
    name_key,
    other_layouts,
    other_surname_keys,
    place_key,
    same_given_names,
    sound_key,
    surname_key,
)
from soupis.search.hearing import heard
from soupis.search.person_reading import PersonReading, is_year, read_person
from soupis.search.phrases import spelled
from soupis.search.queries import NOTHING, Fields, KnownTerms, all_of, any_of, may_be_mistaken
from soupis.search.ranks import living_rank
from soupis.search.reader import Reader
from soupis.search.schema import UNDATED, glued, person_schema

_SHORTEST_PREFIX = 2
_SHORTEST_SUGGESTED = 3
# Below so many hits the search also tries other ways of writing.
_FEW = 20
# A diminutive is borne so many times less often than the given name itself.
_RARER = 10
# In a text of so many words names are heard that are written otherwise, none in a shorter word.
_MOST_HEARD = 3
_SHORTEST_HEARD = 4
# In a word of so many letters two slips are borne.
_LONG_WORD = 8
# So many words are read; each further one would multiply the ways in which a text can be met.
_MOST_WORDS = 20


class PersonPage(NamedTuple):
    """A part of a result, by the store's numbers of persons, and the exact number of all hits.

    `whole` = some are found by whole words of their names, a year of birth included; `steps` = by which step
    each was found (`PersonStep.name`).
    """

    total: int
    ids: list[int]
    whole: bool = False
    steps: Sequence[str] = ()
    left_out: Mapping[int, Sequence[str]] = MappingProxyType({})


class PersonOrder(Enum):
    """In which order persons found come; a value is the column. Unknown years of birth are last in both."""

    RELEVANCE = ""
    MOST_COMPANIES = "rank"
    OLDEST = "oldest"
    YOUNGEST = "youngest"


class Namesakes(NamedTuple):
    """Whom a person may be: others of the whole name `text`; `year` = of birth, None where it is not known.

    `companies` and `towns` are where the person sits.
    """

    text: str
    year: int | None
    companies: tuple[str, ...]
    towns: tuple[str, ...]


class PersonStep(NamedTuple):
    """Equally good matches; `name` tells how they were found, as it is served.

    `below` = tried only while fewer persons than that are found, None = always. `whole` = by whole words of
    the name.
    """

    name: str
    query: Query
    below: int | None = None
    whole: bool = False


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

    def search(
        self,
        text: str,
        start: int = 0,
        count: int = 20,
        year: int | None = None,
        company: str | None = None,
        only: Collection[int] | None = None,
        *,
        town: str | None = None,
        only_current: bool = False,
        order: PersonOrder = PersonOrder.RELEVANCE,
    ) -> PersonPage:
        """Return `count` persons from `start` on, by relevance in the order described in docs/search.md.

        Within each step those with more companies are first. `year` is that of birth; who has none known is
        not found by it. `company` are words of the name of one of their companies, `only` the
        store's numbers of those among whom is searched, `town` the seat of one of their companies;
        `only_current` leaves out those who are in none now.
        """
        in_town = fold_words(town or "")
        if (only is not None and not only) or (town and not in_town):
            return PersonPage(0, [])
        searcher = self._reader.searcher()
        ids: list[int] = []
        steps: list[str] = []
        total = 0
        whole = False
        better: list[Query] = []
        narrowed = [] if year is None else [self._fields.term("birth_year", year)]
        narrowed += [self._of_company(word) for word in analyse_searched(company or "").words]
        narrowed += [self._of_town(word) for word in in_town]
        if only is not None:
            narrowed.append(self._with_ids(only))
        if only_current:
            narrowed.append(self._fields.ranked_from(living_rank()))
        by_relevance = order is PersonOrder.RELEVANCE
        names: list[str] = []
        fields, reading = KnownTerms(self._fields, searcher), read_person(text)
        for step in self._steps(fields, reading):
            if step.below is not None and total >= step.below:
                continue
            match = all_of([step.query, *narrowed], none_of=better)
            part = queries.part(searcher, match, start - total, count - len(ids) if by_relevance else 0)
            ids.extend(part.ids)
            steps.extend(step.name for _ in part.ids)
            if part.total:
                better.append(step.query)
                names.append(step.name)
                whole = whole or step.whole
            total += part.total
        if not by_relevance and start < total and count > 0:
            match = all_of([any_of(better), *narrowed])
            ids = queries.ranked_ids(searcher, match, count, start, order.value).ids
            steps = self._steps_of(searcher, ids, zip(names, better, strict=True))
        partly = [number for number, step in zip(ids, steps, strict=True) if step == "castecne"]
        left_out = self._left_out(searcher, _NameWords(fields, reading.rest), partly) if partly else {}
        return PersonPage(total, ids, whole, steps, left_out)

    def _left_out(
        self, searcher: Searcher, words: _NameWords, ids: Sequence[int]
    ) -> dict[int, Sequence[str]]:
        """Return the words by which each of the persons is met in no way."""
        left_out: dict[int, list[str]] = {number: [] for number in ids}
        these = self._with_ids(ids)
        for word, way in words.anyhow():
            met = queries.ranked_ids(searcher, all_of([way, these]), limit=len(ids)).ids
            for number in left_out.keys() - set(met):
                left_out[number].append(word)
        return {**left_out}

    def _steps_of(
        self, searcher: Searcher, ids: Sequence[int], steps: Iterable[tuple[str, Query]]
    ) -> list[str]:
        """Return by which step each of the persons was found, the best one."""
        found: dict[int, str] = {}
        for name, query in steps:
            of_step = queries.ranked_ids(searcher, all_of([query, self._with_ids(ids)]), limit=len(ids))
            found.update((number, name) for number in of_step.ids if number not in found)
        return [found[number] for number in ids]

    def _with_ids(self, ids: Iterable[int]) -> Query:
        return any_of(self._fields.term("id", number) for number in ids)

    def _of_town(self, word: str) -> Query:
        keys = [word, *filter(None, [place_key(word)])]
        return any_of(self._fields.term("town", key) for key in keys)

    def namesakes(self, persons: Iterable[Namesakes], most: int) -> list[int] | None:
        """Return those who may be one of the persons, by the store's numbers; the likeliest are not left out.

        They have all words of the name. Of somebody whose year of birth is known it is those of whom it is
        not, and those of the same year. Where they are more than `most`, it is those with most companies, and
        as many in the same companies and towns; None = the index holds nobody yet.
        """
        searcher = self._reader.searcher()
        if not searcher.num_docs:
            return None
        named = [
            (person, self._of_whole_name(person, words))
            for person in dict.fromkeys(persons)
            if (words := searched_words(person.text))
        ]
        if not named:
            return []
        found = queries.part(searcher, any_of(match for _, match in named), 0, most)
        ids = found.ids
        if found.total > most:
            beside = [all_of([match, self._beside(person)]) for person, match in named]
            ids = [*queries.part(searcher, any_of(beside), 0, most).ids, *ids]
        return list(dict.fromkeys(ids))

    def _of_whole_name(self, person: Namesakes, words: Iterable[str]) -> Query:
        match = [self._fields.term("word", word) for word in words]
        if person.year is not None:
            match.append(any_of(self._fields.term("birth_year", year) for year in (UNDATED, person.year)))
        return all_of(match)

    def _beside(self, person: Namesakes) -> Query:
        """Whoever sits in one of the person's companies or towns."""
        companies = [self._all_words("company", analyse(name).words) for name in person.companies]
        towns = [self._all_words("town", fold_words(town)) for town in person.towns]
        return any_of([*companies, *towns])

    def _all_words(self, field: str, words: Iterable[str]) -> Query:
        return all_of(self._fields.term(field, word) for word in dict.fromkeys(words))

    def suggest(self, text: str, limit: int) -> list[int]:
        """Return persons whose names have all words of a text that is being written, or begin with them."""
        reading = read_person(text)
        if sum(map(len, reading.rest)) < _SHORTEST_SUGGESTED or len(reading.rest) > _MOST_WORDS:
            return []
        searcher = self._reader.searcher()
        words = _NameWords(KnownTerms(self._fields, searcher), reading.rest)
        ids: dict[int, None] = {}
        for match in (words.written(), words.beginnings()):
            if len(ids) < limit:
                found = queries.ranked_ids(searcher, all_of([match, *self._born(reading)]), limit)
                ids.update((number, None) for number in found.ids)
        return list(ids)[:limit]

    def _steps(self, fields: KnownTerms, reading: PersonReading) -> Iterator[PersonStep]:
        """Yield the steps, the best first: the text as it stands, then as it was meant."""
        if reading.words:
            written = all_of(
                any_of(fields.term("word", one) for one in (word, glued(word)))
                for word in dict.fromkeys(reading.words)
            )
            yield PersonStep("jmeno", written, whole=True)
        if not reading.rest or len(reading.rest) > _MOST_WORDS:
            return
        words = _NameWords(fields, reading.rest)
        spoken = _NameWords(fields, reading.spoken) if reading.spoken != reading.rest else None
        for step in self._of_names(words, spoken):
            yield step._replace(query=all_of([step.query, *self._born(reading)]))
        if reading.years:  # nobody is known to be born then
            undated = self._fields.term("birth_year", UNDATED)
            for query in (words.written(), words.with_company()):
                yield PersonStep("castecne", all_of([query, undated]), below=1)

    def _born(self, reading: PersonReading) -> list[Query]:
        return (
            [any_of(self._fields.term("birth_year", year) for year in reading.years)] if reading.years else []
        )

    def _of_company(self, word: str) -> Query:
        terms = [self._fields.term("company", word)]
        if key := sound_key(word):
            terms.append(self._fields.term("company", key))
        return any_of(terms)

    def _of_names(self, words: _NameWords, spoken: _NameWords | None) -> Iterator[PersonStep]:
        yield PersonStep("jmeno", words.written(), whole=True)
        yield PersonStep(
            "zacatkySlov", all_of([words.beginnings()], none_of=words.others_forms(finished=False))
        )
        yield PersonStep("jmenoAFirma", words.with_company(), below=_FEW)
        if spoken:  # before a declined surname a letter is a preposition rather than an initial
            yield PersonStep("jinyZapis", spoken.alike(), below=1)
        yield PersonStep("jinyZapis", words.alike(same_names=False), below=_FEW)
        yield PersonStep("jinyZapis", words.alike(), below=_FEW)
        yield PersonStep("jinyZapis", words.by_ear(), below=1)
        yield PersonStep("preklep", words.mistaken(alike=False), below=_FEW)
        yield PersonStep("preklep", words.mistaken(alike=True), below=_FEW)
        yield PersonStep("jinyZapis", words.diminished(), below=1)
        # A woman's surname is another one than a man's, but nearer than a company's name.
        yield PersonStep("jinyZapis", words.alike(same_names=False, of_anybody=True), below=1)
        yield PersonStep("jinyZapis", words.alike(of_anybody=True), below=1)
        yield PersonStep("jinyZapis", words.alike_with_company(), below=1)
        yield PersonStep("preklep", words.mistaken_with_company(), below=1)
        yield PersonStep("preklep", words.mistaken_short(), below=1)
        yield PersonStep("preklepy", words.mistaken_twice(), below=1)
        for without in (words.without_one(), words.without_towns()):
            if without:
                yield PersonStep("castecne", without, below=1)


class _NameWords:
    """The words of a text and the ways in which persons are met by them."""

    def __init__(self, fields: KnownTerms, words: Sequence[str]) -> None:
        self._fields = fields
        self._words = words

    def written(self) -> Query:
        """Every word is one of the name, a single letter the initial of a first name."""
        return all_of(map(self._word, self._words))

    def beginnings(self) -> Query:
        """Every word begins one of the name."""
        return all_of(map(self._beginning, self._words))

    def with_company(self) -> Query:
        """Every word is of the name, of a company or of a town; one at least is a whole word of the name."""
        names = [self._fields.term("word", word) for word in self._words if len(word) > 1]
        if not names:
            return NOTHING
        return all_of([*map(self._word_or_company, self._words), any_of(names)])

    def alike(self, *, same_names: bool = True, of_anybody: bool = False) -> Query:
        """Every word sounds like one of the name, or is another form of it ("Novákovi", "Svobodou").

        `same_names` = or a familiar or foreign form of the given name; `of_anybody` = or a form of a woman's
        surname for a man's, and the other way round.
        """
        return all_of(
            any_of(
                (
                    self._word(word),
                    *self._forms(word, SURNAME_KINDS if of_anybody else kinds_of_form(word)),
                    *(self._same_names(word) if same_names else ()),
                )
            )
            for word in self._words
        )

    def diminished(self) -> Query:
        """Every word is one of the name, in any form, or a diminutive of its given name ("Lukášek")."""
        diminutives = [self._diminished(word) for word in self._words]
        if len(self._words) < 2 or not any(diminutives):
            return NOTHING
        return all_of(
            any_of((self._word(word), *self._alike(word), *given))
            for word, given in zip(self._words, diminutives, strict=True)
        )

    def by_ear(self) -> Query:
        """Every word is one of the name, in any form, or is heard in one ("Cimrman": Zimmermann)."""
        if len(self._words) > _MOST_HEARD:
            return NOTHING
        return all_of(
            any_of((self._word(word), *self._alike(word), *self._heard(word))) for word in self._words
        )

    def _heard(self, word: str) -> list[Query]:
        pattern = heard(word) if len(word) >= _SHORTEST_HEARD else None
        return [self._fields.spelled("word", pattern)] if pattern else []

    def others_forms(self, *, finished: bool) -> list[Query]:
        """Per word: the surname is the one of the other sex ("Nováková" for Novák).

        A word that stands in no name may be the beginning of one ("novakov"), unless it is `finished`.
        """
        return [
            self._fields.term("sound", key)
            for word in self._words
            if finished or self._fields.term("word", word) is not NOTHING
            for kind in sorted(SURNAME_KINDS.difference(kinds_of_form(word)))
            if (key := surname_key(word, kind))
        ]

    def alike_with_company(self) -> Query:
        """Every word is of the name, in any form, of a company or of a town; two at least of the name.

        Of two words it is one.
        """
        if len(self._words) < 2:
            return NOTHING
        names = [any_of((self._word(word), *self._alike(word))) for word in self._words]
        both = [
            any_of((name, self._word_or_company(word))) for name, word in zip(names, self._words, strict=True)
        ]
        return all_of([*both, any_of(names, at_least=min(2, len(names) - 1))])

    def mistaken(self, *, alike: bool) -> Query:
        """Every word is one of the name, with a typo; `alike` = or another form of one."""
        ways = [
            any_of((*self._similar(word), *(self._alike(word) if alike else ())))
            if may_be_mistaken(word)
            else self._beginning(word)
            for word in self._words
        ]
        # A surname alone may be a slip of any.
        return all_of(ways, none_of=self.others_forms(finished=True) if len(ways) > 1 else ())

    def mistaken_with_company(self) -> Query:
        """Every word is of the name, of a company or of a town; one is a slip in a word of the name.

        Of three and more words it may be one in the name of a company, too.
        """
        if len(self._words) < 2:
            return NOTHING
        slips = [self._similar(word) if may_be_mistaken(word) else [] for word in self._words]
        if len(self._words) > 2:
            for word, slip in zip(self._words, slips, strict=True):
                if slip and self._is_stranger(word):
                    slip.append(self._fields.similar("company", word))
        both = [
            any_of((self._word_or_company(word), *slip))
            for word, slip in zip(self._words, slips, strict=True)
        ]
        return all_of([*both, any_of(itertools.chain(*slips))])

    def mistaken_twice(self) -> Query:
        """Every word is one of the name, in any form, a long one with two slips."""
        if len(self._words) != 2:
            return NOTHING
        return all_of(
            any_of((self._word(word), *self._alike(word), *self._two_slips(word))) for word in self._words
        )

    def _two_slips(self, word: str) -> list[Query]:
        is_long = len(word) >= _LONG_WORD and may_be_mistaken(word)
        return [self._fields.similar("word", word, 2)] if is_long else []

    def mistaken_short(self) -> Query:
        """One of two words is of the name, the other one a slip in a surname of three or four letters."""
        if len(self._words) != 2:
            return NOTHING
        return any_of(
            all_of((self._fields.term("word", given), self._fields.similar_short("word", short)))
            for given, short in (self._words, self._words[::-1])
            if len(given) > 2 and len(short) in (3, 4) and short.isalpha() and not same_given_names(short)
        )

    def _is_stranger(self, word: str) -> bool:
        return not any(self._fields.documents(field, word) for field in ("word", "company", "town"))

    def _similar(self, word: str) -> list[Query]:
        written = (word, glued(word)) if len(self._words) == 1 else (word,)
        return [self._fields.similar("word", spelling) for spelling in written]

    def without_one(self) -> Query | None:
        """All words but one are met, two at least as words of the name; None for less than three words.

        A year is never the one left out.
        """
        if len(self._words) < 3:
            return None
        ways = [way for _, way in self.anyhow()]
        names = [self._fields.term("word", word) for word in self._words if len(word) > 1]
        if len(names) < 2:
            return None
        years = [way for word, way in zip(self._words, ways, strict=True) if is_year(word)]
        return all_of([any_of(ways, at_least=len(ways) - 1), any_of(names, at_least=2), *years])

    def without_towns(self) -> Query | None:
        """All words are met in the name but those that are rather of a town, where nobody of the name is.

        None without any. One word left is enough where it is rather a surname than a given name.
        """
        kept = [word for word in self._words if not self._is_rather_of_town(word)]
        if len(kept) == len(self._words) or (len(kept) == 1 and not self._is_rather_surname(kept[0])):
            return None
        return all_of(any_of((self._word(word), *self._alike(word))) for word in kept) if kept else None

    def _is_rather_of_town(self, word: str) -> bool:
        towns = (self._fields.documents("town", key) for key in (word, place_key(word)) if key)
        names = self._fields.documents("word", word), self._given_names(word), self._surnames(word)
        return len(word) > 1 and max(towns) > max(names)

    def _is_rather_surname(self, word: str) -> bool:
        return self._surnames(word) > self._given_names(word)

    def _surnames(self, word: str) -> int:
        keys = (surname_key(word, kind) for kind in kinds_of_form(word))
        return sum(self._fields.documents("sound", key) for key in keys if key)

    def _given_names(self, word: str) -> int:
        return self._fields.documents("sound", name_key(word) or "")

    def anyhow(self) -> Iterator[tuple[str, Query]]:
        """Yield each word with the query that meets it in the name, in any form, a company or a town."""
        for word in self._words:
            yield word, any_of((self._word_or_company(word), *self._alike(word)))

    def _word(self, word: str) -> Query:
        written = (word, glued(word), *other_layouts(word))
        spellings = [self._fields.term("word", spelling) for spelling in written]
        if len(word) == 1:
            spellings.append(self._fields.term("initial", word))
        return any_of(spellings)

    def _word_or_company(self, word: str) -> Query:
        ways = [self._word(word), self._fields.term("company", word), self._fields.term("town", word)]
        if key := sound_key(word):
            ways.append(self._fields.term("company", key))
        if key := place_key(word):
            ways.append(self._fields.term("town", key))
        ways += [all_of(self._fields.term("company", one) for one in words) for words in spelled(word)]
        return any_of(ways)

    def _beginning(self, word: str) -> Query:
        if len(word) < _SHORTEST_PREFIX:
            return self._word(word)
        return self._fields.beginning("word", word)

    def _alike(self, word: str) -> list[Query]:
        return [*self._forms(word, kinds_of_form(word)), *self._same_names(word)]

    def _forms(self, word: str, kinds: Iterable[str]) -> list[Query]:
        keys = [name_key(word), *(surname_key(word, kind) for kind in sorted(kinds))]
        keys += other_surname_keys(word)
        return [self._fields.term("sound", key) for key in keys if key]

    def _diminished(self, word: str) -> list[Query]:
        """Return given names of which a word is a diminutive; one that is borne often is none (Marek)."""
        own = self._fields.documents("sound", name_key(word) or "")
        return [
            self._fields.term("sound", key)
            for key in diminished_keys(word)
            if own * _RARER <= self._fields.documents("sound", key)
        ]

    def _same_names(self, word: str) -> list[Query]:
        return [self._fields.term("word", name) for name in sorted(same_given_names(word))]
