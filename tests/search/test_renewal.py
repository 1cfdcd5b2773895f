"""An index that was followed for long is built anew beside itself, and nobody notices but by the speed."""

from __future__ import annotations

import shutil
from collections import namedtuple
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from soupis.search import indexer
from soupis.search.companies import CompanyQuery, CompanySearch
from soupis.search.entries import PersonEntry
from soupis.search.persons import PersonSearch
from soupis.search.segments import Shape
from soupis.store.engine import reading
from soupis.store.generations import DirectoryBusyError, current_generation, writer_lock
from tests.search.store import company, open_store, publish


@pytest.fixture
def followed(tmp_path: Path) -> Iterator[Engine]:
    """A record whose index, in `tmp_path / "index"`, has followed three changes of each kind."""
    engine = open_store(tmp_path, [company(n, f"Alfa {n}") for n in range(1, 6)])
    indexer.rebuild(engine, tmp_path / "index")
    for n in (1, 2, 3):
        publish(engine, [company(n, f"Beta {n}"), PersonEntry(n, "Jan", "Malý", n, n)])
        indexer.follow(engine, tmp_path / "index")
    yield engine
    engine.dispose()


def totals(directory: Path) -> tuple[int, ...]:
    """Return how many companies are named Alfa, Beta and Gama, and how many persons are Jan."""
    search = CompanySearch(directory)
    names = [search.search(CompanyQuery(text)).total for text in ("alfa", "beta", "gama")]
    return (*names, PersonSearch(directory).search("jan").total)


def segments(directory: Path) -> tuple[int, int]:
    wear = indexer.wear(directory)
    assert wear
    return len(wear.companies.segments), len(wear.persons.segments)


def problems(engine: Engine, directory: Path) -> list[str]:
    with reading(engine) as connection:
        return indexer.check(connection, directory)


@pytest.mark.parametrize(
    ("sizes", "deleted", "worn"),
    [
        ((3_500_000,), 0, False),
        ((900_000, 900_000, 900_000, 900_000), 0, False),
        ((900_000, 900_000, 900_000, 100_000, 100_000), 0, True),
        ((3_500_000, *[10_000] * 7), 0, False),  # what came within days lies in segments that cost nothing
        ((20_000,) * 4, 60_000, False),  # in a small index nothing costs much
        ((3_500_000, 10_000), 800_000, False),
        ((3_500_000, 10_000), 900_000, True),
        ((), 0, False),
    ],
)
def test_an_index_is_worn_by_many_large_segments_or_by_a_quarter_of_deleted_entries(
    sizes: tuple[int, ...], deleted: int, worn: bool
) -> None:
    assert Shape(sizes, deleted).is_worn == worn


def test_the_new_index_is_of_one_segment_and_says_the_same(tmp_path: Path, followed: Engine) -> None:
    index = tmp_path / "index"
    before = totals(index)
    assert segments(index) == (4, 3)
    assert indexer.renew(followed, index)
    assert segments(index) == (1, 1)
    assert totals(index) == before == (2, 3, 0, 3)
    assert not problems(followed, index)
    assert not list((index / "renewal").glob("generation-*"))


def test_what_is_published_meanwhile_is_found_at_once_and_in_the_new_index(
    tmp_path: Path, followed: Engine
) -> None:
    index = tmp_path / "index"
    seen: list[tuple[int, ...]] = []
    former = current_generation(index)

    def meanwhile(_stage: str, _done: int, _total: int | None) -> None:
        if len(seen) == 2:
            return  # each is an entry more to build
        n = 10 + len(seen)
        publish(followed, [company(n, f"Gama {n}"), PersonEntry(n, "Jan", "Malý", n, n)], withdrawn=[5])
        indexer.follow(followed, index)
        assert current_generation(index) == former
        seen.append(totals(index))

    assert indexer.renew(followed, index, meanwhile)
    assert seen == [(1, 3, 1, 4), (1, 3, 2, 5)]
    assert current_generation(index) != former
    assert totals(index) == seen[-1]
    assert not problems(followed, index)


def test_what_was_built_otherwise_meanwhile_stays(tmp_path: Path, followed: Engine) -> None:
    index = tmp_path / "index"

    def meanwhile(_stage: str, _done: int, _total: int | None) -> None:
        indexer.rebuild(followed, index)

    assert not indexer.renew(followed, index, meanwhile)
    assert not problems(followed, index)
    assert not list((index / "renewal").glob("generation-*"))


def test_two_never_build_at_once_and_what_a_killed_one_left_is_removed(
    tmp_path: Path, followed: Engine
) -> None:
    index = tmp_path / "index"
    with writer_lock(index / "renewal"), pytest.raises(DirectoryBusyError):
        indexer.renew(followed, index)
    left = index / "renewal" / "generation-1"
    left.mkdir()
    with writer_lock(index / "renewal"):
        indexer.forget_draft(index)
        assert left.exists()  # somebody is at it
    indexer.forget_draft(index)
    assert not left.exists()


def test_room_for_three_indexes_is_wanted(
    tmp_path: Path, followed: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = tmp_path / "index"
    generation = current_generation(index)
    assert generation
    size = sum(path.stat().st_size for path in generation.glob("*/*"))
    disk = namedtuple("disk", "free")
    for free, enough in ((3 * size, False), (3 * size + 1, True)):
        monkeypatch.setattr(shutil, "disk_usage", lambda _path, free=free: disk(free))
        assert indexer.has_room_to_renew(index) == enough
