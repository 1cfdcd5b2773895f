"""The dictionary: one walk through it meets what walks through the fields of companies would."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
import tantivy
from msgspec import structs

from soupis.search import dictionary, queries
from soupis.search.companies import CompanyQuery, CompanySearch
from soupis.search.entries import CompanyEntry
from soupis.search.hearing import heard
from soupis.search.indexer import damaged_files, follow, rebuild
from soupis.search.queries import Fields, KnownTerms, any_of, ranked
from soupis.search.reader import Reader, dictionary_of
from soupis.search.schema import company_schema
from soupis.store.generations import current_generation, read_state, write_state
from tests.search.store import company, open_store, publish, put_in_place

WORDS = "alfa beta gamma delta omega sigma lambda kappa pekarna pekarny praha prahy".split()
FIELDS = ("word", "joined", "lead", "core", "former", "place")


def some_companies(seed: int, first: int) -> list[CompanyEntry]:
    rng = random.Random(seed)

    def name() -> str:
        return " ".join(rng.sample(WORDS, rng.randint(1, 4)))

    return [
        company(ico, name(), former_names=[name()], places=[rng.choice(WORDS)])
        for ico in range(first, first + 60)
    ]


def opened(index: Path) -> tantivy.Searcher:
    return Reader(index, "companies", company_schema(), dictionary.NAME).searcher()


@pytest.fixture(scope="module")
def searcher(tmp_path_factory: pytest.TempPathFactory) -> tantivy.Searcher:
    directory: Path = tmp_path_factory.mktemp("dictionary")
    rebuild(open_store(directory, some_companies(1, 1)), directory / "index")
    return opened(directory / "index")


def slip(rng: random.Random, word: str) -> str:
    place = rng.randrange(len(word) - 1)
    changed = rng.choice((word[place + 1] + word[place], "", rng.choice("aeknt") + word[place + 1]))
    return word[:place] + changed + word[place + 2 :]


def test_it_holds_each_term_once_after_building_and_following(tmp_path: Path) -> None:
    engine = open_store(tmp_path, some_companies(1, 1))
    rebuild(engine, tmp_path / "index")
    publish(engine, [company(500, "Úplně Nová =Slova", former_names=["Žluťoučký"], places=["Jinde"])])
    publish(engine, some_companies(2, 30))
    follow(engine, tmp_path / "index")
    publish(engine, [company(501, "Úplně Jiná Slova")], withdrawn=[500])
    follow(engine, tmp_path / "index")
    searcher = opened(tmp_path / "index")
    known = dictionary_of(searcher)
    assert known is not None
    terms = {term for field in FIELDS for term, _ in searcher.terms_with_prefix(field, "")}
    assert {"uplnenova", "=zlutoucky", "jinde", "jinaslova"} <= terms
    assert {term: known.doc_freq("term", term) for term in terms} == dict.fromkeys(terms, 1)


@pytest.mark.parametrize("most", [queries._MOST_MET, 1])
def test_what_is_like_a_word_is_met_as_by_a_walk_through_the_field(
    searcher: tantivy.Searcher, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(queries, "_MOST_MET", most)
    rng = random.Random(4)
    walked, known = Fields(company_schema()), KnownTerms(Fields(company_schema()), searcher)
    met = 0
    for _ in range(80):
        words = rng.sample(WORDS, rng.randint(1, 2))
        word = slip(rng, "".join(words))
        for field in FIELDS:
            expected = ranked(searcher, walked.similar(field, word), 200)
            assert ranked(searcher, known.similar(field, word), 200) == expected
            met += expected.total
            if pattern := heard(word):
                expected = ranked(searcher, walked.spelled(field, pattern), 200)
                assert ranked(searcher, any_of(known.heard(field, pattern)), 200) == expected
    assert met > 500


def test_a_word_that_nobody_bore_is_met_with_a_slip_as_soon_as_somebody_does(tmp_path: Path) -> None:
    engine = open_store(tmp_path, [company(1, "Alfa")])
    rebuild(engine, tmp_path / "index")
    search = CompanySearch(tmp_path / "index")
    assert search.search(CompanyQuery("pneuservsi")).total == 0
    publish(engine, [company(2, "Pneuservis")])
    follow(engine, tmp_path / "index")
    search.reload()
    assert [hit.ico for hit in search.search(CompanyQuery("pneuservsi")).hits] == [2]


def test_companies_are_stored_after_their_terms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = open_store(tmp_path, [company(1, "Alfa")])
    rebuild(engine, tmp_path / "index")
    publish(engine, [company(2, "Pneuservis")])

    def fail(additions: dictionary.Additions) -> None:
        raise OSError("no room")

    with monkeypatch.context() as patched:
        patched.setattr(dictionary.Additions, "commit", fail)
        with pytest.raises(OSError, match="no room"):
            follow(engine, tmp_path / "index")
    assert CompanySearch(tmp_path / "index").search(CompanyQuery("pneuservis")).total == 0
    follow(engine, tmp_path / "index")
    assert CompanySearch(tmp_path / "index").search(CompanyQuery("pneuservsi")).total == 1


def test_damage_of_it_is_noticed_and_mended(tmp_path: Path) -> None:
    engine = open_store(tmp_path, [company(1, "Pneuservis")])
    rebuild(engine, tmp_path / "index")
    generation = current_generation(tmp_path / "index")
    assert generation is not None
    assert damaged_files(generation) == []
    put_in_place(next((generation / dictionary.NAME).glob("*.term")), b"no terms")
    assert [Path(name).suffix for name in damaged_files(generation)] == [".term"]
    follow(engine, tmp_path / "index")
    assert CompanySearch(tmp_path / "index").search(CompanyQuery("pneuservsi")).total == 1


def test_an_index_of_an_earlier_version_is_not_damaged_for_having_none(tmp_path: Path) -> None:
    rebuild(open_store(tmp_path, [company(1, "Alfa")]), tmp_path / "index")
    generation = current_generation(tmp_path / "index")
    assert generation is not None
    shutil.rmtree(generation / dictionary.NAME)
    assert damaged_files(generation) == [f"{dictionary.NAME}/meta.json"]
    state = read_state(generation)
    assert state is not None
    write_state(generation, structs.replace(state, version=16))
    assert damaged_files(generation) == []
