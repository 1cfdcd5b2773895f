"""Transactions: one writer at a time, one state per reader, nobody kept waiting by staging."""

from __future__ import annotations

import threading
import time

import pytest
from sqlalchemy import Column, Integer, func, select

from soupis.store import bulk
from soupis.store.engine import reading, staging, writing, writing_connection
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
