"""What a text costs to search, whatever its characters are."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from soupis.folding import fold_words
from soupis.search.analysis import searched_words
from soupis.search.companies import CompanyQuery, CompanySearch
from soupis.search.entries import PersonEntry
from soupis.search.indexer import rebuild
from soupis.search.persons import PersonSearch
from tests.relevance import corpus
from tests.search.store import company, open_store

# A hundred characters each; folded, the first ones are 400 words and 1,800 letters.
_WORST = {
    "phrases in one character": "\ufdfa" * 100,
    "phrases between words": ("\ufdfa praha " * 100)[:100],
    "words in one character": "\u3300" * 100,
    "numbers in brackets": "\u2474" * 100,
    "single letters": "a s " * 25,
    "words that may be mistaken": "prah " * 20,
    "words everybody has": ("praha " * 20)[:100],
}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("bounds")
    people = [PersonEntry(n, "Jan", f"Novák {n % 50}", 1, 1) for n in range(1, 500)]
    rebuild(open_store(directory, [*corpus(), *people]), directory / "index")
    return directory / "index"


def _faces(index: Path) -> dict[str, Callable[[str], object]]:
    search, persons = CompanySearch(index), PersonSearch(index)
    return {
        "search": lambda text: search.search(CompanyQuery(text)),
        "counts": lambda text: search.counts(CompanyQuery(text)),
        "export": lambda text: list(search.export(CompanyQuery(text), 1_000)[1]),
        "town": lambda text: search.search(CompanyQuery("praha", town=text)),
        "suggest": search.suggest,
        "persons": persons.search,
    }


@pytest.mark.parametrize("text", _WORST.values(), ids=_WORST.keys())
def test_no_text_of_a_hundred_characters_takes_a_fifth_of_a_second(index: Path, text: str) -> None:
    assert len(text) <= 100
    for name in _faces(index):
        # The best of some, each of an index just opened: what else the processor does costs no search.
        assert any(_seconds(_faces(index)[name], text) < 0.2 for _ in range(3)), name


def _seconds(ask: Callable[[str], object], text: str) -> float:
    started = time.thread_time()
    ask(text)
    return time.thread_time() - started


def test_a_hundred_plain_characters_are_searched_whole() -> None:
    for text in ("a " * 50, "společenství vlastníků " * 4, "x" * 100, "ß" * 100):
        assert searched_words(text) == fold_words(text)


def test_what_single_characters_unfold_to_is_searched_within_bounds() -> None:
    words = searched_words("\ufdfa" * 100)
    assert 0 < len(words) <= 50
    assert sum(map(len, words)) <= 200


def test_a_long_name_with_a_typo_is_found(tmp_path: Path) -> None:
    name = "Společenství vlastníků jednotek domu čp. 1234 a 1235 v ulici Dlouhá v Praze 4 Nuslích"
    rebuild(open_store(tmp_path, [company(1, name), company(2, "Dlouhá s.r.o.")]), tmp_path / "index")
    search = CompanySearch(tmp_path / "index")
    assert [hit.ico for hit in search.search(CompanyQuery(name.replace("vlastníků", "vlasníků"))).hits] == [1]


def test_a_page_and_its_counts_agree_after_the_index_changed(index: Path) -> None:
    search = CompanySearch(index)
    query = CompanyQuery("praha")
    total = search.search(query).total
    regions = search.counts(query).regions
    search.reload()
    assert search.search(query).total == total
    assert CompanySearch(index).counts(query).regions == regions
