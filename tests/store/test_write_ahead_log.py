"""The write-ahead logs of all SQLite files stay short, however long the service runs."""

from __future__ import annotations

import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from soupis.accounts.database import Database
from soupis.accounts.errors import LockedError
from soupis.ingest.merge import extracts, public_register, statistical
from soupis.oauth.tables import metadata
from soupis.progress import no_progress
from soupis.registers import csv_frames
from soupis.search import indexer
from soupis.search.indexer import rebuild
from soupis.store import engine as store_engine
from soupis.store.engine import open_engine, reading, start_log_over, writing, writing_connection
from soupis.store.lookup_queue import LookupQueue
from tests.search.store import company, open_store, publish
from tests.support.sources import activities_file, register_file, res_file, res_row, subject
from tests.support.waiting import PATIENCE

_MB = 1_000_000


def log_of(path: Path) -> int:
    """Return the bytes of a database's write-ahead log."""
    return path.with_name(path.name + "-wal").stat().st_size


def test_the_log_of_the_queue_starts_over_after_a_few_megabytes(tmp_path: Path) -> None:
    path = tmp_path / "queue.sqlite"
    queue = LookupQueue(f"sqlite:///{path}")
    for _ in range(400):
        queue.ask([1])
        queue.done([1])
    assert log_of(path) < 5 * _MB
    queue.close()


def test_the_log_of_the_accounts_starts_over_although_somebody_writes_all_the_time(tmp_path: Path) -> None:
    path = tmp_path / "accounts.sqlite"
    database = Database(f"sqlite:///{path}")
    metadata.create_all(database.engine)
    writer, background = database.connect(), database.connect()
    ended = threading.Event()

    def move() -> None:
        while not ended.is_set():
            with suppress(LockedError):
                background.checkpoint()

    longest = 0
    end = time.monotonic() + PATIENCE
    with ThreadPoolExecutor(1) as beside:
        moving = beside.submit(move)
        try:
            # However busy the machine is: nobody stops writing until the log has become shorter, not even
            # where the file is locked for longer than a writer waits.
            while (length := log_of(path)) >= longest and time.monotonic() < end and not moving.done():
                longest = length
                with suppress(LockedError), writer.transaction() as run:
                    run(
                        "WITH RECURSIVE step (n) AS "
                        "(SELECT 1 UNION ALL SELECT n + 1 FROM step WHERE n < 2000) "
                        "INSERT INTO quota_usage (period, bucket, used) "
                        "SELECT :period, hex(randomblob(32)), n FROM step",
                        {"period": str(longest)},
                    )
        finally:
            ended.set()
        moving.result()
    assert length < longest
    writer.close()
    background.close()
    database.close()


def test_what_is_written_during_a_rebuild_of_the_index_leaves_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(indexer, "_FIT_IN_PART", 1_000)
    engine = open_store(tmp_path, [company(number, "Alfa") for number in range(1, 5_003)])
    left: list[int] = []

    def write_and_move(_stage: str, _done: int, _total: int | None) -> None:
        publish(engine, [company(1, f"Alfa {len(left)}")])
        with sqlite3.connect(tmp_path / "store.sqlite", isolation_level=None) as connection:
            _busy, pages, moved = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        left.append(pages - moved)

    rebuild(engine, tmp_path / "index", write_and_move)
    assert len(left) > 1
    assert not any(left)
    engine.dispose()


def test_the_log_starts_over_although_readers_take_turns_without_a_pause(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path / 'store.sqlite'}")
    with writing(engine) as connection:
        connection.exec_driver_sql("CREATE TABLE noise (bytes BLOB)")
        connection.exec_driver_sql("INSERT INTO noise VALUES (zeroblob(10))")
    ended = threading.Event()
    both_read = threading.Barrier(2)

    def read() -> None:
        # Each begins to read before the other one ends.
        while not ended.is_set():
            with reading(engine) as connection:
                connection.exec_driver_sql("SELECT * FROM noise LIMIT 1").fetchone()
                with suppress(threading.BrokenBarrierError):
                    both_read.wait(timeout=0.05)

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    longest = 0
    try:
        with writing_connection(engine) as connection:
            for _ in range(40):
                with connection.begin():
                    connection.exec_driver_sql("INSERT INTO noise VALUES (randomblob(10000000))")
                start_log_over(connection)
                longest = max(longest, log_of(tmp_path / "store.sqlite"))
    finally:
        ended.set()
        for reader in readers:
            reader.join()
    assert longest < 100 * _MB
    engine.dispose()


def test_the_log_starts_over_while_a_file_is_merged_range_by_range(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_engine, "_LONG_LOG_BYTES", 1)
    monkeypatch.setattr(statistical, "BATCH", 10)
    monkeypatch.setattr(csv_frames, "_BLOCK_BYTES", 1_000)
    engine = open_store(tmp_path, [])
    lengths: list[int] = []

    def look(stage: str, done: int, total: int | None) -> None:
        if stage.startswith("merging") and total and 0 < done < total:
            lengths.append(log_of(tmp_path / "store.sqlite"))

    rows = [res_row(ico, f"Firma {ico}") for ico in range(1, 36)]
    codes = [(ico, 80004, "62010") for ico in range(1, 36)]
    statistical.sync_subjects(engine, res_file(tmp_path / "res_data.csv", rows), look)
    statistical.sync_activities(engine, activities_file(tmp_path / "res_pf_nace.csv", codes), look)
    assert len(lengths) > 3 and not any(lengths)
    engine.dispose()


def test_the_log_starts_over_after_each_batch_of_extracts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_engine, "_LONG_LOG_BYTES", 1)
    monkeypatch.setattr(public_register, "BATCH_BYTES", 1)
    engine = open_store(tmp_path, [])
    lengths: list[int] = []
    write = extracts.write

    def look(*arguments: Any) -> Any:
        lengths.append(log_of(tmp_path / "store.sqlite"))
        return write(*arguments)

    monkeypatch.setattr(extracts, "write", look)
    subjects = [subject(ico, f"Firma {ico}") for ico in range(1, 6)]
    file = register_file(tmp_path / "sro-full-brno-2026.xml", *subjects)
    public_register.sync_file(engine, file, b"s" * 32, no_progress)
    assert len(lengths) == 5 and not any(lengths[1:])
    engine.dispose()


def test_who_reads_for_long_keeps_the_log_and_no_writer_waits_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_engine, "_WAIT_FOR_READERS_MILLISECONDS", 10)
    engine = open_engine(f"sqlite:///{tmp_path / 'store.sqlite'}")
    with writing(engine) as connection:
        connection.exec_driver_sql("CREATE TABLE noise (bytes BLOB)")
    with writing_connection(engine) as writer:
        with reading(engine) as reader:
            assert reader.exec_driver_sql("SELECT count(*) FROM noise").scalar_one() == 0
            for _ in range(5):
                with writer.begin():
                    writer.exec_driver_sql("INSERT INTO noise VALUES (randomblob(10000000))")
                start_log_over(writer)
            assert reader.exec_driver_sql("SELECT count(*) FROM noise").scalar_one() == 0
            assert log_of(tmp_path / "store.sqlite") > 40 * _MB
        start_log_over(writer)
        assert log_of(tmp_path / "store.sqlite") == 0
        with writer.begin():
            assert writer.exec_driver_sql("SELECT count(*) FROM noise").scalar_one() == 5
            assert writer.exec_driver_sql("PRAGMA busy_timeout").scalar_one() == 30_000
    engine.dispose()
