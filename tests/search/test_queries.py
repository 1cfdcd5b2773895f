"""Builders of queries: other ways to ask for the same."""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import pytest
import tantivy

from soupis.search import matching, queries
from soupis.search.companies import CompanyQuery, CompanySearch, _Taken
from soupis.search.indexer import rebuild
from soupis.search.queries import (
    NOTHING,
    Fields,
    KnownTerms,
    all_of,
    all_ranks,
    any_of,
    count,
    first_companies,
    most_of,
    ranked,
    ways,
)
from soupis.search.reader import Reader
from soupis.search.schema import company_schema
from tests.search.store import company, open_store

WORDS = "alfa beta gama delta omega sigma lambda kapa".split()


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rng = random.Random(3)
    entries = [
        company(number, " ".join(rng.sample(WORDS, rng.randint(1, len(WORDS)))), size=number * 7 % 100)
        for number in range(1, 120)
    ] + [company(number, WORDS[0], size=90, living=False) for number in range(200, 220)]
    entries.append(company(300, f"Zeta {WORDS[1]}", places=[WORDS[0]]))
    directory: Path = tmp_path_factory.mktemp("queries")
    rebuild(open_store(directory, entries), directory / "index")
    return directory / "index"


@pytest.fixture(scope="module")
def searcher(index: Path) -> tantivy.Searcher:
    return Reader(index, "companies", company_schema()).searcher()


@pytest.mark.parametrize("count", range(1, 9))
@pytest.mark.parametrize("within", [False, True])
def test_most_of_some_queries_is_the_same_however_it_is_asked(
    searcher: tantivy.Searcher, count: int, within: bool
) -> None:
    fields = Fields(company_schema())
    words = [fields.term("word", word) for word in WORDS[:count]]
    around = [fields.term("word", WORDS[-1])] if within else []
    for at_least in range(1, count + 1):
        expected = all_of([*around, any_of(words, at_least)])
        found = ranked(searcher, most_of(words, at_least, around), 200)
        assert found == ranked(searcher, expected, 200)


def test_what_needs_a_term_that_no_document_holds_is_not_asked_for(searcher: tantivy.Searcher) -> None:
    fields = KnownTerms(Fields(company_schema()), searcher)
    known, unknown = fields.term("word", "alfa"), fields.term("word", "nowhere")
    assert unknown is NOTHING
    assert all_of([known, unknown]) is NOTHING
    assert any_of([unknown, unknown]) is NOTHING
    assert any_of([known, unknown]) is known
    assert any_of([known, unknown], at_least=2) is NOTHING
    assert ranked(searcher, NOTHING, 5).total == 0


def test_a_step_that_wants_more_than_one_that_found_nobody_is_not_asked(
    searcher: tantivy.Searcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    fields = Fields(company_schema())
    zeta, omega, alfa = (fields.term("word", word) for word in ("zeta", "omega", "alfa"))
    taken = _Taken(fields, searcher, 0, 10)
    found = taken.take_step(matching._met("slova", [zeta, omega]))
    assert found and not found.total
    asked = taken.take_step(matching._met("slova", [zeta, alfa]))
    monkeypatch.setattr(queries, "first_companies", None)
    assert taken.take_step(matching._met("slova", [alfa, omega, zeta])) is None
    assert asked and asked.total == taken.all()


def test_the_first_are_looked_for_among_the_big_though_none_is_very_big(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = [("Jan", 90)] * 20 + [("Petr", 50)] * 40 + [("Petr", 10)] * 40
    entries = [company(number, name, size=size) for number, (name, size) in enumerate(sizes, 1)]
    rebuild(open_store(tmp_path, entries), tmp_path / "index")
    searcher = Reader(tmp_path / "index", "companies", company_schema()).searcher()
    fields, looked = Fields(company_schema()), []

    def ranked_and_noted(*arguments: Any) -> queries.Found:
        found = ranked(*arguments)
        looked.append(found.total)
        return found

    monkeypatch.setattr(queries, "_MANY_RANKS", 0)
    monkeypatch.setattr(queries, "ranked", ranked_and_noted)
    petr = fields.term("word", "petr")
    assert queries.first_of(searcher, fields, [petr], 80, 1) == ranked(searcher, petr, 1).ranks
    assert looked == [0, 40]


def test_ways_put_together_are_one_flat_union(searcher: tantivy.Searcher) -> None:
    fields = KnownTerms(Fields(company_schema()), searcher)
    alfa, beta, gama = (fields.term("word", word) for word in ("alfa", "beta", "gama"))
    assert ways([(alfa, beta), NOTHING, beta, (gama,)]) == (alfa, beta, gama)
    assert any_of([(alfa,), (), alfa]) is alfa
    assert all_of([(alfa, beta), ()]) is NOTHING


def test_hits_are_counted_and_told_the_same_in_every_way(searcher: tantivy.Searcher) -> None:
    fields = Fields(company_schema())
    for query in (
        fields.similar("word", "delat"),
        fields.term("word", "alfa"),
        fields.term("word", "nowhere"),
    ):
        total, ranks = ranked(searcher, query, 1_000)
        assert count(searcher, query) == total == len(ranks)
        assert sorted(all_ranks(searcher, query, max(total, 1)) or [], reverse=True) == ranks
        if total > 1:
            assert all_ranks(searcher, query, total - 1) is None


@pytest.mark.parametrize(
    ("candidates", "dearer", "much_dearer", "easy"), [(1, 0, 0, 0), (1_000, 1_000, 1_000, 1_000)]
)
def test_hits_are_the_same_in_whichever_way_the_index_is_asked(
    index: Path, monkeypatch: pytest.MonkeyPatch, candidates: int, dearer: int, much_dearer: int, easy: int
) -> None:
    rng = random.Random(5)
    words = [*WORDS, "alfabeta", "sigmaomega", "dleta", "omeg", "nikde"]
    texts = [" ".join(rng.sample(words, rng.randint(2, 6))) for _ in range(60)]
    texts += [" ".join(rng.sample(words[:-1], rng.randint(6, 8))) for _ in range(60)]
    expected = [CompanySearch(index).search(CompanyQuery(text), 0, 50) for text in texts]
    assert len({hit.step for page in expected for hit in page.hits}) > 4
    monkeypatch.setattr(matching, "CANDIDATES", candidates)
    monkeypatch.setattr(matching, "_DEARER", dearer)
    monkeypatch.setattr(matching, "_MUCH_DEARER", much_dearer)
    monkeypatch.setattr(matching, "_EASY", easy)
    monkeypatch.setattr(queries, "_CASUAL", easy)
    assert [CompanySearch(index).search(CompanyQuery(text), 0, 50) for text in texts] == expected


@pytest.mark.parametrize("many", [1, 1_000])
def test_words_left_out_of_common_ones_are_the_same_however_they_are_asked_for(
    searcher: tantivy.Searcher, monkeypatch: pytest.MonkeyPatch, many: int
) -> None:
    monkeypatch.setattr(matching, "_EASY", 0)
    monkeypatch.setattr(matching, "_DEARER", 0)
    monkeypatch.setattr(matching, "CANDIDATES", many)
    monkeypatch.setattr(matching, "_DEAR_CANDIDATES", many)
    fields = KnownTerms(Fields(company_schema()), searcher)
    for length, at_least in ((3, 2), (6, 4), (7, 5), (8, 6)):
        for words in combinations(["zeta", *WORDS], length):
            matched = matching._Words(fields, searcher, words)
            telling = matched._telling(matched.otherwise(sounds=True), range(length))
            expected = all_of([any_of(matched.anyhow(sounds=True), at_least), telling])
            without = matched.without_one()
            assert without is not None
            assert ranked(searcher, without, 200) == ranked(searcher, expected, 200)


@pytest.mark.parametrize("offset", [0, 3, 30, 200])
@pytest.mark.parametrize("word", WORDS[:2])
def test_the_first_of_many_are_the_same_whether_looked_for_among_the_biggest_or_among_all(
    searcher: tantivy.Searcher, word: str, offset: int
) -> None:
    fields = Fields(company_schema())
    match = fields.term("word", word)
    for limit in (1, 7, 40):
        found = first_companies(searcher, fields, [match], limit, offset)
        assert found == ranked(searcher, match, limit, offset)


def test_what_is_remembered_of_common_terms_leaves_out_no_document(
    searcher: tantivy.Searcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queries, "_MANY_HOLD", 0)
    monkeypatch.setattr(queries, "_MOST_ASKED", 1_000)
    known = KnownTerms(Fields(company_schema()), searcher)
    terms = [known.term(field, word) for word in WORDS for field in ("word", "lead", "core")]
    terms = [term for term in terms if term is not NOTHING]
    for met in zip(terms, terms[1:], terms[2:], strict=False):
        fewer = known.ways(met)
        assert set(fewer) <= set(ways(met))
        assert count(searcher, any_of(fewer)) == count(searcher, any_of(met))
    for word in ("alfa", "al", "beta"):
        begun = known.begun(word)
        assert begun is not None
        same = Fields(company_schema()).beginning("word", word)
        assert ranked(searcher, any_of(begun), 200) == ranked(searcher, same, 200)
        former = Fields(company_schema()).beginning("core", word)
        assert ranked(searcher, known.beginning("core", word), 200) == ranked(searcher, former, 200)


@pytest.mark.parametrize("casual", [0, 60, 1_000])
@pytest.mark.parametrize("few", [1, 50, 1_000])
def test_who_holds_two_words_is_known_where_they_are_few_whatever_is_remembered(
    searcher: tantivy.Searcher, monkeypatch: pytest.MonkeyPatch, casual: int, few: int
) -> None:
    monkeypatch.setattr(queries, "_MOST_LISTED", 1_000_000_000)
    monkeypatch.setattr(queries, "_remembered", WeakKeyDictionary())
    monkeypatch.setattr(queries, "FEW_MEET", few)
    monkeypatch.setattr(queries, "_CASUAL", casual)
    known = KnownTerms(Fields(company_schema()), searcher)
    words = [known.term("word", word) for word in WORDS]
    leads = [known.term("lead", word) for word in reversed(WORDS)]
    pairs = [(ways(pair), ways(other)) for pair in zip(words, leads, strict=True) for other in zip(leads)]
    for met, others in [*pairs, *((others, met) for met, others in pairs)]:
        ranks = all_ranks(searcher, all_of([met, others]), 1_000) or []
        together = known.few_meet(met, others)
        assert together == set(ranks) or (together is None and len(ranks) > few)
        assert known.few_meet(met, (all_of(words),)) is None  # it is no term
