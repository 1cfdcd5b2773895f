"""What is published is read as it is now, by many threads, and keeps no writer waiting."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path

import pytest

from soupis.changes import Changes
from soupis.store.generations import new_generation, publish
from soupis.store.published_file import PublishedFile, changes_of
from soupis.store.replica import FILE
from tests.support.waiting import wait_until


class Store:
    """A file with one number."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.changes: Changes = changes_of(path)
        with self.writing() as connection:
            connection.execute("PRAGMA journal_mode = wal")
            connection.execute("CREATE TABLE number (value INTEGER)")
            connection.execute("INSERT INTO number VALUES (0)")
        self.file = PublishedFile(path)

    def writing(self) -> closing[sqlite3.Connection]:
        return closing(sqlite3.connect(self.path, isolation_level=None, timeout=10))

    def write(self, value: int) -> None:
        with self.writing() as connection:
            connection.execute("UPDATE number SET value = ?", (value,))

    def read(self) -> int:
        return int(self.file.rows("SELECT value FROM number")[0][0])

    def log_is_moved(self) -> bool:
        """Tell whether the log could be cut at once, which whoever reads prevents."""
        with self.writing() as connection:
            connection.execute("PRAGMA busy_timeout = 0")
            busy, _pages, _moved = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            return not busy


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "store.sqlite")
    yield store
    store.file.close()


def test_what_was_committed_is_seen_at_once_whether_it_was_announced_or_not(store: Store) -> None:
    for value in range(1, 50):
        store.write(value)
        assert store.read() == value


def test_a_read_is_over_with_its_query(store: Store) -> None:
    assert store.read() == 0
    store.write(1)
    assert store.log_is_moved()
    assert store.read() == 1


def test_queries_of_one_state_do_not_see_what_is_written_between_them(store: Store) -> None:
    with store.file.one_state() as connection:
        before = connection.execute("SELECT value FROM number").fetchall()
        store.write(1)
        assert store.read() == 1
        assert connection.execute("SELECT value FROM number").fetchall() == before == [(0,)]
    assert store.log_is_moved()


def test_who_reads_without_a_pause_does_not_keep_the_log(store: Store) -> None:
    ended = threading.Event()

    def ask() -> None:
        while not ended.is_set():
            store.read()

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        for value in range(1, 4):
            store.write(value)
            wait_until(store.log_is_moved)
    finally:
        ended.set()
        asking.join()


def test_no_thread_reads_what_is_older_than_was_announced(store: Store) -> None:
    announced = 0
    ended = threading.Event()

    def ask() -> tuple[int, int]:
        answers = older = 0
        while not ended.is_set():
            least = announced
            answers, older = answers + 1, older + (store.read() < least)
        return answers, older

    with ThreadPoolExecutor(4) as pool:
        asking = [pool.submit(ask) for _ in range(4)]
        try:
            for value in range(1, 400):
                store.write(value)
                store.changes.announce()
                announced = value
        finally:
            ended.set()
        assert all(answers > 0 == older for answers, older in (future.result() for future in asking))


def fill(directory: Path, value: int, *, announced: bool = True) -> Path:
    """Publish a copy that holds a number, as a follower does; return its directory."""
    generation = new_generation(directory)
    with closing(sqlite3.connect(generation / FILE)) as connection:
        connection.execute(f"CREATE TABLE number AS SELECT {value} AS value")
    publish(directory, generation)
    if announced:
        changes_of(directory).announce()
    return generation


def test_a_copy_that_was_deleted_and_made_anew_is_read_and_the_deleted_one_is_let_go(tmp_path: Path) -> None:
    generation = fill(tmp_path, 1)
    with closing(PublishedFile(tmp_path)) as file:

        def read() -> list[int]:
            query = "SELECT value FROM number"
            with ThreadPoolExecutor(2) as pool:  # each with a connection
                found = pool.map(file.rows, [query] * 20)
            return sorted({value for rows in found for (value,) in rows})

        assert read() == [1]
        shutil.rmtree(generation)
        assert file.rows("SELECT value FROM number") == [(1,)]
        fill(tmp_path, 2)
        assert read() == [2]
        assert not [name for name in open_files() if str(generation) in name]


def test_a_copy_that_was_replaced_but_not_announced_yet_is_found_by_a_new_connection(tmp_path: Path) -> None:
    fill(tmp_path, 1)
    with closing(PublishedFile(tmp_path)) as file, file.one_state():
        fill(tmp_path, 2, announced=False)
        assert file.rows("SELECT value FROM number") == [(2,)]


def open_files() -> list[str]:
    names = []
    for descriptor in Path("/proc/self/fd").iterdir():
        with suppress(OSError):  # closed meanwhile
            names.append(str(descriptor.readlink()))
    return names


def test_what_is_wrong_is_raised_and_does_not_last(store: Store) -> None:
    store.read()
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        store.file.rows("SELECT value FROM missing")
    assert store.read() == 0


def test_a_closed_file_is_not_read(store: Store) -> None:
    store.read()
    store.file.close()
    with pytest.raises(sqlite3.OperationalError, match="closed"):
        store.read()
    assert not [name for name in open_files() if name == str(store.path)]
