"""Looks into what is published, sharing a read or not: never older than announced, and in nobody's way."""

from __future__ import annotations

import shutil
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path

import pytest

from soupis.changes import Changes
from soupis.store.generations import new_generation, publish
from soupis.store.published_file import PublishedFile, changes_of
from soupis.store.replica import FILE
from soupis.store.shared_read import SharedRead
from tests.support.waiting import wait_until


class Store:
    """A file with one number, which is asked for by looks that share a read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.changes: Changes = changes_of(path)
        with self.writing() as connection:
            connection.execute("PRAGMA journal_mode = wal")
            connection.execute("CREATE TABLE number (value INTEGER)")
            connection.execute("INSERT INTO number VALUES (0)")
        self.file = PublishedFile(path)
        self.shared = SharedRead(self.file)

    def writing(self) -> closing[sqlite3.Connection]:
        return closing(sqlite3.connect(self.path, isolation_level=None, timeout=10))

    def write(self, value: int) -> None:
        with self.writing() as connection:
            connection.execute("UPDATE number SET value = ?", (value,))

    def read(self) -> int:
        rows = self.shared.rows(self.file.token(), time.monotonic(), "SELECT value FROM number")
        return int(rows[0][0])

    def read_alone(self) -> int:
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
    store.shared.close()
    store.file.close()


def test_looks_that_follow_each_other_share_a_read(store: Store) -> None:
    said: list[str] = []
    store.read()
    store.shared._connection.set_trace_callback(said.append)
    store.shared._until = time.monotonic() + 60  # on however slow a machine
    for _ in range(5):
        store.read()
    assert said == ["SELECT value FROM number"] * 5


def test_what_was_announced_is_seen_at_once(store: Store) -> None:
    for value in range(1, 50):
        store.write(value)
        store.changes.announce()
        assert store.read() == value


def test_what_nobody_announced_is_seen_soon(store: Store) -> None:
    assert store.read() == 0
    store.write(1)
    wait_until(lambda: store.read() == 1)


def test_a_read_that_nobody_goes_on_with_ends_by_itself(store: Store) -> None:
    for value in range(1, 4):
        assert store.read() == value - 1
        store.write(value)
        wait_until(store.log_is_moved)
        store.changes.announce()
    assert store.read() == 3


def test_who_asks_without_a_pause_does_not_keep_the_log(store: Store) -> None:
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


@pytest.mark.parametrize("shared", [True, False])
def test_no_thread_reads_what_is_older_than_was_announced(store: Store, *, shared: bool) -> None:
    read = store.read if shared else store.read_alone
    announced = 0
    ended = threading.Event()

    def ask() -> tuple[int, int]:
        answers = older = 0
        while not ended.is_set():
            least = announced
            answers, older = answers + 1, older + (read() < least)
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


def test_a_copy_that_was_deleted_and_made_anew_is_read_and_the_deleted_one_is_let_go(tmp_path: Path) -> None:
    def fill(value: int) -> Path:
        generation = new_generation(tmp_path)
        with closing(sqlite3.connect(generation / FILE)) as connection:
            connection.execute(f"CREATE TABLE number AS SELECT {value} AS value")
        publish(tmp_path, generation)
        changes_of(tmp_path).announce()
        return generation

    generation = fill(1)
    with closing(PublishedFile(tmp_path)) as file, closing(SharedRead(file)) as shared:

        def read() -> list[int]:
            query = "SELECT value FROM number"
            found = shared.rows(file.token(), time.monotonic(), query) + file.rows(query)
            return [value for (value,) in found]

        assert read() == [1, 1]
        shutil.rmtree(generation)
        assert read() == [1, 1]
        fill(2)
        assert read() == [2, 2]
        assert not [name for name in open_files() if str(generation) in name]


def open_files() -> list[str]:
    names = []
    for descriptor in Path("/proc/self/fd").iterdir():
        with suppress(OSError):  # closed meanwhile
            names.append(str(descriptor.readlink()))
    return names


def test_what_is_wrong_is_told_as_without_sharing_and_does_not_last(store: Store) -> None:
    store.read()
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        store.shared.rows(store.file.token(), time.monotonic(), "SELECT value FROM missing")
    assert store.read() == 0


def test_a_closed_one_leaves_no_thread(store: Store) -> None:
    store.read()
    store.shared.close()
    wait_until(lambda: all(thread is not store.shared._ender for thread in threading.enumerate()))
