"""The feed of published changes: every one once, in order, and no silence about what is forgotten."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import insert

from soupis.store import change_feed
from soupis.store.change_feed import ChangeFeed, FeedPage, LinesForgottenError
from soupis.store.change_log import forget_before
from soupis.store.engine import reading, writing
from soupis.store.generations import is_noted_as_damaged, new_generation, publish
from soupis.store.replica import FILE
from soupis.store.tables import EVENT_CEASED, EVENT_NEW, KIND_COMPANY, KIND_PERSON, change
from tests.support.databases import ReadModel
from tests.support.registry import Registry

OLD, NEW = "2026-01-01T00:00:00Z", "2026-06-01T00:00:00Z"


Write = Callable[..., None]


@pytest.fixture
def log(registry: Registry, read_model: ReadModel) -> Write:
    """Write lines of kind, key, moment, event and sections, for readers to find."""
    names = ("kind", "key", "at", "event", "sections")

    def write(*lines: tuple[int, int, str, int, str | None]) -> None:
        with writing(registry.engine) as connection:
            connection.execute(insert(change), [dict(zip(names, line, strict=True)) for line in lines])
        read_model.follow()

    return write


@pytest.fixture
def feed(read_model: ReadModel) -> Iterator[ChangeFeed]:
    reader = ChangeFeed(read_model.path)
    yield reader
    reader.close()


def test_an_empty_log_has_nothing_yet(feed: ChangeFeed) -> None:
    assert feed.after(None, 10) == feed.after(0, 10) == FeedPage([], 0, 0, is_last=True)
    assert feed.newest() == 0


def test_changes_come_in_order_a_page_at_a_time(feed: ChangeFeed, log: Write) -> None:
    log(*((KIND_COMPANY, ico, NEW, EVENT_NEW, "") for ico in (5, 3, 8, 3)))
    first = feed.after(0, 3)
    assert [item.ico for item in first.changes] == [5, 3, 8]
    rest = feed.after(first.next, 3)
    assert [(item.number, item.ico, item.event, item.sections) for item in rest.changes] == [
        (4, 3, "new", [])
    ]
    assert (first.is_last, rest.is_last) == (False, True)
    assert feed.after(rest.next, 3) == FeedPage([], 4, 0, is_last=True)


def test_persons_are_passed_over(feed: ChangeFeed, log: Write) -> None:
    persons = [(KIND_PERSON, number, NEW, 2, None) for number in range(50)]
    log(*persons, (KIND_COMPANY, 7, NEW, EVENT_CEASED, "stav dph"), *persons)
    page = feed.after(0, 10)
    assert [(item.ico, item.event, item.sections) for item in page.changes] == [
        (7, "ceased", ["stav", "dph"])
    ]
    assert page.next == 101  # and need not be passed over again


def _pages_of(feed: ChangeFeed, only: set[int], most: int) -> list[FeedPage]:
    pages = [feed.after(0, most, only)]
    while not pages[-1].is_last:
        pages.append(feed.after(pages[-1].next, most, only))
    return pages


@pytest.mark.parametrize("max_scanned", [1, 7, 1_000])
@pytest.mark.parametrize("max_indexed", [0, 1_000])
@pytest.mark.parametrize("most", [1, 4, 1_000])
def test_pages_of_chosen_companies_hold_all_their_changes_in_order_whatever_the_bounds(
    feed: ChangeFeed,
    log: Write,
    monkeypatch: pytest.MonkeyPatch,
    max_scanned: int,
    max_indexed: int,
    most: int,
) -> None:
    log(*((KIND_COMPANY, ico % 11, NEW, 2, "dph") for ico in range(100)))
    monkeypatch.setattr(change_feed, "MAX_SCANNED_LINES", max_scanned)
    monkeypatch.setattr(change_feed, "MAX_INDEXED_COMPANIES", max_indexed)
    pages = _pages_of(feed, {3, 5, 99}, most)
    found = [item for page in pages for item in page.changes]
    assert [(item.number, item.ico) for item in found] == [
        (ico + 1, ico % 11) for ico in range(100) if ico % 11 in (3, 5)
    ]
    assert pages[-1].next == 100
    assert all(len(page.changes) <= most for page in pages)


def test_changes_of_a_few_companies_take_one_page_of_a_long_log(feed: ChangeFeed, log: Write) -> None:
    others = [(KIND_COMPANY, 7, NEW, 2, "dph")] * 15_000
    log((KIND_COMPANY, 5, NEW, 2, "dph"), *others, (KIND_COMPANY, 5, NEW, 2, "dph"), *others)
    (page,) = _pages_of(feed, {5}, 100)
    assert [item.number for item in page.changes] == [1, 15_002]


def test_a_page_for_very_many_companies_reads_a_bounded_part_of_the_log(feed: ChangeFeed, log: Write) -> None:
    log(*[(KIND_COMPANY, 7, NEW, 2, "dph")] * 25_000)
    pages = _pages_of(feed, set(range(100, 10_000)), 100)
    assert [(page.changes, page.next) for page in pages] == [([], 10_000), ([], 20_000), ([], 25_000)]


def test_what_an_older_version_logged_has_unknown_sections(
    feed: ChangeFeed, registry: Registry, read_model: ReadModel
) -> None:
    with writing(registry.engine) as connection:
        connection.execute(insert(change).values(kind=KIND_COMPANY, key=7, at=NEW))
    read_model.follow()
    (item,) = feed.after(0, 10).changes
    assert (item.event, item.sections) == ("changed", None)


def test_a_number_that_was_never_given_out_is_refused_but_by_a_copy_that_may_be_behind(
    feed: ChangeFeed, log: Write, read_model: ReadModel
) -> None:
    log((KIND_COMPANY, 7, NEW, EVENT_NEW, ""))
    if read_model.is_copy:
        assert feed.after(2, 10) == FeedPage([], 2, 0, is_last=True)
        return
    with pytest.raises(LinesForgottenError) as caught:
        feed.after(2, 10)
    assert caught.value.oldest == 0


def test_a_number_whose_changes_are_forgotten_is_refused(
    feed: ChangeFeed, log: Write, registry: Registry, read_model: ReadModel
) -> None:
    log(*((KIND_COMPANY, 7, moment, 2, "dph") for moment in (OLD, OLD, NEW, NEW)))
    with writing(registry.engine) as connection:
        assert forget_before(connection, NEW, followed=4) == 2
    read_model.follow()
    with pytest.raises(LinesForgottenError) as caught:
        feed.after(1, 10)
    assert caught.value.oldest == 2
    assert [item.number for item in feed.after(2, 10).changes] == [3, 4]
    assert feed.after(None, 10) == feed.after(2, 10)


@pytest.mark.parametrize(("followed", "left"), [(9, [4]), (2, [3, 4]), (0, [1, 2, 3, 4])])
def test_the_newest_line_and_what_the_index_has_not_followed_are_kept(
    log: Write, registry: Registry, followed: int, left: list[int]
) -> None:
    log(*((KIND_COMPANY, 7, OLD, 2, "dph") for _ in range(4)))
    with writing(registry.engine) as connection:
        while forget_before(connection, NEW, followed, most=2):
            pass
    with reading(registry.engine) as connection:
        assert list(connection.scalars(change.select().order_by(change.c.seq))) == left


def test_a_line_that_is_young_keeps_those_after_it(log: Write, registry: Registry) -> None:
    log(*((KIND_COMPANY, 7, moment, 2, "dph") for moment in (NEW, OLD, OLD)))
    with writing(registry.engine) as connection:
        assert forget_before(connection, NEW, followed=3) == 0


def test_damage_is_told_as_that_the_file_is_away_and_noted(tmp_path: Path) -> None:
    generation = new_generation(tmp_path)
    publish(tmp_path, generation)
    with closing(sqlite3.connect(generation / FILE)) as connection:
        connection.execute("CREATE TABLE change (seq INTEGER)")
    with closing(ChangeFeed(tmp_path)) as feed:
        (generation / FILE).write_bytes(b"no database " * 1_000)
        with pytest.raises(sqlite3.OperationalError, match="not a database"):
            feed.after(None, 10)
    assert is_noted_as_damaged(generation)
