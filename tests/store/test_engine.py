"""Transactions: one writer at a time, one state per reader, nobody kept waiting by staging."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from sqlalchemy import Column, Integer, func, select
from sqlalchemy.exc import InternalError, OperationalError

from soupis.cli.failures import one_line
from soupis.store import bulk
from soupis.store.engine import (
    driver_cursor,
    is_away,
    is_sqlite,
    reading,
    staging,
    writing,
    writing_connection,
)
from soupis.store.lookup_queue import LookupQueue
from soupis.store.tables import setting
from tests.support.registry import Registry
from tests.support.waiting import PATIENCE


def add_one(registry: Registry, times: int) -> None:
    """Read a number, think, and write the next one: lost unless writers take turns."""
    for _ in range(times):
        with writing(registry.engine) as connection:
            value = int(connection.scalar(select(setting.c.value).where(setting.c.name == "counter")) or "0")
            time.sleep(0.001)
            bulk.upsert_rows(connection, setting, [{"name": "counter", "value": str(value + 1)}])


def test_writers_take_turns(registry: Registry) -> None:
    threads = [threading.Thread(target=add_one, args=(registry, 20)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert registry.value(select(setting.c.value).where(setting.c.name == "counter")) == "80"


def test_sqlite_takes_every_kind_of_value_without_looking_for_what_adapts_it() -> None:
    values = (7, "text", b"\0bytes", None, True)
    adapted = {kind for kind, _ in sqlite3.adapters}  # numbers and texts are known to the module itself
    assert adapted.issuperset({bytes, type(None), bool})
    assert sqlite3.connect(":memory:").execute("SELECT ?, ?, ?, ?, ?", values).fetchall() == [
        (7, "text", b"\0bytes", None, 1)
    ]


def test_a_write_that_fails_leaves_nothing(registry: Registry) -> None:
    def fail() -> None:
        with writing(registry.engine) as connection:
            bulk.upsert_rows(connection, setting, [{"name": "half", "value": "1"}])
            raise ValueError("in the middle")

    with pytest.raises(ValueError, match="in the middle"):
        fail()
    assert registry.value(select(setting.c.value).where(setting.c.name == "half")) is None


def test_a_reader_sees_one_state_throughout(registry: Registry) -> None:
    query = select(func.count()).select_from(setting)
    before = registry.value(query)
    with reading(registry.engine) as connection:
        assert connection.scalar(query) == before
        add_one(registry, 1)
        assert connection.scalar(query) == before
    assert registry.value(query) == before + 1


def test_staging_keeps_no_writer_waiting(registry: Registry) -> None:
    with writing_connection(registry.engine) as connection:
        with staging(connection):
            stage = bulk.create_empty(connection, bulk.working_table("stage_test", Column("ico", Integer)))
            bulk.insert_rows(connection, stage, ("ico",), [(1,), (2,)])
            worker = threading.Thread(target=add_one, args=(registry, 1))
            worker.start()
            worker.join(timeout=PATIENCE)
            assert registry.value(select(setting.c.value).where(setting.c.name == "counter")) == "1"
        with connection.begin():  # what was staged is there for the write that follows
            assert connection.scalar(select(func.count()).select_from(stage)) == 2


def test_a_working_table_of_many_batches_stays_as_small_as_that_of_one(registry: Registry) -> None:
    with writing_connection(registry.engine) as connection:
        size = "PRAGMA temp.page_count" if is_sqlite(connection) else "SELECT pg_relation_size('batch_keys')"
        sizes: set[int | None] = set()
        for _ in range(20):
            with connection.begin():
                bulk.keys_table(connection, range(1_000))
                sizes.add(connection.exec_driver_sql(size).scalar())
    assert len(sizes) == 1


def test_a_working_table_is_empty_when_it_is_made_again(registry: Registry) -> None:
    stage = bulk.working_table("stage_test", Column("ico", Integer))
    with writing_connection(registry.engine) as connection:
        for _ in range(2):
            with connection.begin():
                bulk.insert_rows(connection, bulk.create_empty(connection, stage), ("ico",), [(1,), (2,)])
                assert connection.scalar(select(func.count()).select_from(stage)) == 2


_END_IT = "SELECT pg_terminate_backend(pg_backend_pid())"


@pytest.mark.one_database("postgresql", "a file has no server that ends connections")
def test_who_uses_the_driver_itself_learns_that_the_database_is_away_as_others_do(
    postgresql_registry: Registry,
) -> None:
    with (
        pytest.raises(OperationalError) as broken,
        reading(postgresql_registry.engine) as connection,
        driver_cursor(connection) as cursor,
    ):
        cursor.execute(_END_IT)
    assert is_away(broken.value)

    def rows() -> Iterator[tuple[str, str]]:
        with reading(postgresql_registry.engine) as other:
            other.exec_driver_sql(f"SELECT pg_terminate_backend({pid}, 60000)")
        yield "name", "value"

    with pytest.raises(OperationalError) as broken, writing(postgresql_registry.engine) as connection:
        pid = connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
        bulk.insert_rows(connection, setting, ("name", "value"), rows())
    assert is_away(broken.value)


@pytest.mark.one_database("postgresql", "a file is never told to take nothing")
def test_a_database_that_takes_nothing_is_away_for_who_writes(postgresql_registry: Registry) -> None:
    with pytest.raises(InternalError) as refused, writing(postgresql_registry.engine) as connection:
        connection.exec_driver_sql("SET TRANSACTION READ ONLY")
        connection.execute(setting.delete())
    assert is_away(refused.value)
    assert one_line(refused.value) == (
        "The database cannot be used: cannot execute DELETE in a read-only transaction"
    )


def test_what_was_being_stored_is_not_told_with_the_reason_why_it_failed() -> None:
    class Ended(psycopg.OperationalError):
        diag: Any = SimpleNamespace(message_primary="terminating connection")

    error = OperationalError(None, None, Ended('terminating connection\nCONTEXT:  COPY person: "Jana"'))
    assert one_line(error) == "The database cannot be used: terminating connection"


@pytest.mark.one_database("postgresql", "on SQLite the queue is a file that no import is in")
def test_a_request_that_asks_for_a_look_up_does_not_wait_for_an_import(postgresql_registry: Registry) -> None:
    queue = LookupQueue(postgresql_registry.engine.url.render_as_string(hide_password=False))
    with writing(postgresql_registry.engine):
        asking = threading.Thread(target=queue.ask, args=([27074358],))
        asking.start()
        asking.join(timeout=PATIENCE)
        assert not asking.is_alive()
    assert queue.due(10) == [27074358]
    queue.close()
