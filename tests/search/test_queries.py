"""Builders of queries: other ways to ask for the same."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import tantivy

from soupis.search import matching
from soupis.search.companies import CompanyQuery, CompanySearch
from soupis.search.indexer import rebuild
from soupis.search.queries import (
    NOTHING,
    Fields,
    KnownTerms,
    all_of,
    all_ranks,
    any_of,
    count,
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
        company(number, " ".join(rng.sample(WORDS, rng.randint(1, len(WORDS))))) for number in range(1, 120)
    ]
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


@pytest.mark.parametrize(("candidates", "dearer", "much_dearer"), [(1, 0, 0), (1_000, 1_000, 1_000)])
def test_hits_are_the_same_in_whichever_way_the_index_is_asked(
    index: Path, monkeypatch: pytest.MonkeyPatch, candidates: int, dearer: int, much_dearer: int
) -> None:
    rng = random.Random(5)
    words = [*WORDS, "alfabeta", "sigmaomega", "dleta", "omeg", "nikde"]
    texts = [" ".join(rng.sample(words, rng.randint(2, 6))) for _ in range(60)]
    expected = [CompanySearch(index).search(CompanyQuery(text), 0, 50) for text in texts]
    assert len({hit.step for page in expected for hit in page.hits}) > 4
    monkeypatch.setattr(matching, "CANDIDATES", candidates)
    monkeypatch.setattr(matching, "_DEARER", dearer)
    monkeypatch.setattr(matching, "_MUCH_DEARER", much_dearer)
    assert [CompanySearch(index).search(CompanyQuery(text), 0, 50) for text in texts] == expected
