"""What is gathered while it is published makes the index that would be built of it afterwards."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
import tantivy
from sqlalchemy import Engine

from soupis.search import gathering, indexer, parts
from soupis.search.companies import CompanyQuery, CompanySearch
from soupis.search.gathering import Gatherer, Gathering
from soupis.search.indexer import IndexState, check, follow, index_state, rebuild
from soupis.search.persons import PersonSearch
from soupis.store.engine import reading
from soupis.store.entries import CompanyEntry, PersonEntry, encode_entry
from soupis.store.generations import current_generation, writer_lock
from soupis.store.tables import KIND_COMPANY, KIND_PERSON
from tests.search.store import company, open_store, publish

_MANY = 1_000
_INDEXES = ("companies", "persons", "dictionary")


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "_FIT_IN_PART", 20)
    monkeypatch.setattr(gathering, "PARALLEL", 500)


@contextmanager
def gathered(gatherer: Gatherer, kind: int, total: int = _MANY) -> Iterator[Gathering]:
    found = gatherer.gather(kind, total)
    assert found
    with ThreadPoolExecutor(2) as pool, found.working(pool):
        yield found


def store(
    engine: Engine,
    to: Gathering,
    entries: Sequence[CompanyEntry | PersonEntry],
    withdrawn: Sequence[int] = (),
) -> None:
    """Publish a batch and tell of it, as who publishes does."""
    publish(engine, entries, withdrawn)
    keys = ((entry.ico if isinstance(entry, CompanyEntry) else entry.id, entry) for entry in entries)
    to.take([(key, encode_entry(entry)) for key, entry in keys], withdrawn)


def gathering_into(engine: Engine, index: Path) -> Gatherer:
    return Gatherer(engine, index, lambda _done, _total: None)


def named(icos: Sequence[int], name: str) -> list[CompanyEntry]:
    return [company(ico, f"{name} {ico % 7}", places=["Brno"]) for ico in icos]


def people(numbers: Sequence[int]) -> list[PersonEntry]:
    return [PersonEntry(number, "Jan", f"Malý {number}", 1, 1) for number in numbers]


def terms(directory: Path) -> dict[tuple[str, str], list[tuple[str, int]]]:
    """Return all terms of the fields of an index, with the number of entries that have each."""
    generation = current_generation(directory)
    assert generation
    found = {}
    for name in _INDEXES:
        fields = json.loads((generation / name / "meta.json").read_bytes())["schema"]
        searcher = tantivy.Index.open(str(generation / name)).searcher()
        for field in (item["name"] for item in fields if item["type"] == "text"):
            found[name, field] = searcher.terms_with_prefix(field, "")
    return found


def shape(directory: Path) -> list[tuple[int, int]]:
    generation = current_generation(directory)
    assert generation
    searchers = [tantivy.Index.open(str(generation / name)).searcher() for name in _INDEXES]
    assert {path.name for path in generation.iterdir()} == {*_INDEXES, "state.json"}
    return [(searcher.num_segments, searcher.num_docs) for searcher in searchers[:2]]


def agrees(engine: Engine, directory: Path) -> bool:
    with reading(engine) as connection:
        return check(connection, directory) == []


def test_of_the_first_load_it_makes_the_index_that_a_build_makes(tmp_path: Path) -> None:
    engine = open_store(tmp_path)
    index = tmp_path / "index"
    with gathering_into(engine, index) as gatherer:
        with gathered(gatherer, KIND_COMPANY) as taking:
            for start in range(1, _MANY, 100):
                store(engine, taking, named(range(start, start + 100), "Alfa"))
                assert index_state(index) is None
        with gathered(gatherer, KIND_PERSON, 300) as taking:
            store(engine, taking, people(range(1, 301)))
        gatherer.show()
    assert index_state(index) == IndexState(_MANY + 300, _MANY, 300)
    rebuild(engine, tmp_path / "built")
    assert terms(index) == terms(tmp_path / "built")
    assert shape(index) == [(1, _MANY), (1, 300)]
    assert agrees(engine, index)
    assert indexer.wear(index) is not None and follow(engine, index) == 0


def test_it_replaces_what_an_index_holds_and_leaves_the_rest(tmp_path: Path) -> None:
    engine = open_store(tmp_path, [*named(range(1, 201), "Alfa"), *people(range(1, 31))])
    index = tmp_path / "index"
    rebuild(engine, index)
    search = CompanySearch(index)
    with gathering_into(engine, index) as gatherer:
        with gathered(gatherer, KIND_COMPANY) as taking:
            store(engine, taking, named(range(101, 151), "Pneuservis"), withdrawn=[160])
            store(engine, taking, named(range(171, 301), "Gama"))
            search.reload()
            assert search.search(CompanyQuery("alfa")).total == 200
        with gathered(gatherer, KIND_PERSON) as taking:
            store(engine, taking, people(range(21, 81)))
        gatherer.show()
    search.reload()
    found = [search.search(CompanyQuery(name)).total for name in ("alfa", "gama", "pneuservis", "pneuservsi")]
    assert found == [119, 130, 50, 50]  # the last one by a slip: the dictionary knows new words
    assert PersonSearch(index).search("jan").total == 80
    assert agrees(engine, index)
    assert follow(engine, index) == 0


@pytest.mark.parametrize(("indexed", "seconds"), [(False, 60.0), (True, 60.0), (True, 0.0), (True, 0.3)])
def test_whatever_others_publish_meanwhile_is_followed(
    tmp_path: Path, indexed: bool, seconds: float, monkeypatch: pytest.MonkeyPatch, chance: random.Random
) -> None:
    monkeypatch.setattr(gathering, "_SECONDS_UNSEEN", seconds)
    engine = open_store(tmp_path, named(range(1, 60), "Alfa") if indexed else ())
    index = tmp_path / "index"
    if indexed:
        rebuild(engine, index)
        publish(engine, named(range(40, 70), "Dříve"))  # not followed yet
    with gathering_into(engine, index) as gatherer:
        for _ in range(2):  # the second time all of it is known already
            with gathered(gatherer, KIND_COMPANY) as taking:
                for start in range(1, 400, 20):
                    icos = [ico for ico in range(start, start + 20) if chance.random() < 0.8]
                    gone = [ico for ico in icos if chance.random() < 0.1]
                    name = chance.choice(["Beta", "Gama", "Delta"])
                    if chance.random() < 0.3:
                        publish(engine, named([chance.randrange(1, 400)], "Epsilon"))
                    store(engine, taking, named([ico for ico in icos if ico not in gone], name), gone)
                    if chance.random() < 0.3:
                        publish(engine, named([chance.randrange(1, 400)], "Zeta"), [chance.randrange(1, 400)])
        publish(engine, [*named([7], "Naposled"), *people([1])])
        gatherer.show()
    assert agrees(engine, index)
    rebuild(engine, tmp_path / "built")
    for text in ("alfa", "beta", "gama", "delta", "epsilon", "zeta", "dříve", "naposled", "btea"):
        found, expected = (
            CompanySearch(place).search(CompanyQuery(text), 0, 500) for place in (index, tmp_path / "built")
        )
        assert found == expected, text
    assert PersonSearch(index).search("jan").total == 1


def test_the_dictionary_still_holds_each_term_once(tmp_path: Path) -> None:
    engine = open_store(tmp_path, named(range(1, 100), "Alfa"))
    index = tmp_path / "index"
    rebuild(engine, index)
    with gathering_into(engine, index) as gatherer:
        with gathered(gatherer, KIND_COMPANY) as taking:
            store(engine, taking, named(range(50, 200), "Nová beta"))
        publish(engine, named([3], "Úplně jiná"))
        gatherer.show()
    found = terms(index)
    held = dict(found["dictionary", "term"])
    assert set(held.values()) == {1}
    searched = ("word", "former", "place", "joined", "lead", "core")
    assert set(held) >= {term for field in searched for term, _ in found["companies", field]}


def test_where_more_is_published_than_indexed_nothing_is_gathered(tmp_path: Path) -> None:
    engine = open_store(tmp_path, named(range(1, 10), "Alfa"))
    with gathering_into(engine, tmp_path / "index") as gatherer:
        assert gatherer.gather(KIND_COMPANY, _MANY) is None
        gatherer.show()
    assert index_state(tmp_path / "index") is None


def test_beside_another_writer_nothing_is_gathered(tmp_path: Path) -> None:
    engine = open_store(tmp_path)
    with writer_lock(tmp_path / "index"), gathering_into(engine, tmp_path / "index") as gatherer:
        assert gatherer.gather(KIND_COMPANY, _MANY) is None


@pytest.mark.parametrize("indexed", [False, True])
def test_what_is_broken_off_leaves_nothing_and_is_followed_or_built(tmp_path: Path, indexed: bool) -> None:
    engine = open_store(tmp_path, named(range(1, 100), "Alfa") if indexed else ())
    index = tmp_path / "index"
    if indexed:
        rebuild(engine, index)
    with (
        pytest.raises(KeyboardInterrupt),
        gathering_into(engine, index) as gatherer,
        gathered(gatherer, KIND_COMPANY) as taking,
    ):
        store(engine, taking, named(range(90, 300), "Beta"))
        raise KeyboardInterrupt
    assert len(list(index.glob("generation-*"))) == indexed
    (index / "generation-7").mkdir()  # what a kill leaves
    follow(engine, index)
    assert len(list(index.glob("generation-*"))) == 1
    assert agrees(engine, index)
    assert CompanySearch(index).search(CompanyQuery("beta")).total == 210


def test_an_index_found_damaged_is_built_anew_by_who_follows(tmp_path: Path) -> None:
    engine = open_store(tmp_path, named(range(1, 100), "Alfa"))
    index = tmp_path / "index"
    rebuild(engine, index)
    follow(engine, index)  # its files are not looked at again for an hour
    with gathering_into(engine, index) as gatherer:
        with gathered(gatherer, KIND_COMPANY) as taking:
            store(engine, taking, named(range(50, 150), "Beta"))
        generation = current_generation(index)
        assert generation
        for path in (generation / "companies").glob("*.term"):
            path.write_bytes(b"")
        with pytest.raises(BaseException, match=r"."):
            gatherer.show()
    follow(engine, index)
    assert agrees(engine, index)
    assert CompanySearch(index).search(CompanyQuery("beta")).total == 100
