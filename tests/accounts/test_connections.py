"""Connections to accounts across the network."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest
from sqlalchemy.exc import DataError

from soupis.accounts import database as module
from soupis.accounts.database import Away, Database
from soupis.accounts.errors import UnavailableError
from soupis.store.postgresql import BoundedConnection
from tests.support.waiting import PATIENCE, wait_until


@pytest.mark.one_database("postgresql", "a file has no server that ends connections")
def test_a_connection_that_the_server_has_ended_is_replaced_before_anything_is_asked(
    url: str,
) -> None:
    database = Database(url)
    connection, other = database.connect(), Database(url)
    pid = {"pid": connection.run("SELECT pg_backend_pid()", {})[0][0]}
    other.connect().run("SELECT pg_terminate_backend(:pid)", pid)
    wait_until(lambda: not other.connect().run("SELECT 1 FROM pg_stat_activity WHERE pid = :pid", pid))
    assert connection.run("SELECT 7", {}) == [(7,)]
    for opened in (database, other):
        opened.close()


def test_statements_of_many_threads_get_their_own_answers(url: str) -> None:
    database = Database(url)
    connection = database.connect()
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda n: connection.run("SELECT :n + 0", {"n": n}), range(400)))
    assert answers == [[(n,)] for n in range(400)]
    database.close()


_across = pytest.mark.one_database("postgresql", "a file is never away")


def test_a_connection_found_broken_after_others_were_answered_does_not_make_the_database_away() -> None:
    away = Away()
    asked = away.check()
    away.note_answer()
    away.note_failure(asked)
    assert away.check()


def test_only_one_tries_at_a_time_whether_the_database_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_AWAY_SECONDS", 0.0)
    away = Away()
    away.note_failure(away.check())
    trying = away.check()
    with pytest.raises(UnavailableError, match="is away"):
        away.check()
    away.note_failure(trying)
    assert away.check()
    away.note_answer()
    assert away.check() and away.check()


@_across
def test_a_name_server_that_is_silent_is_waited_for_seconds_and_only_by_one(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = threading.Event()
    connect = BoundedConnection.connect

    def wait_for_the_name(*arguments: Any, **options: Any) -> BoundedConnection:
        answers.wait(PATIENCE)
        return connect(*arguments, **options)

    monkeypatch.setattr(BoundedConnection, "connect", wait_for_the_name)
    monkeypatch.setattr(module, "_AWAY_SECONDS", 0.0)
    database = Database(url)
    with pytest.raises(UnavailableError, match="nor the name server answers"):
        database.connect().run("SELECT 7", {})
    database.away.check()
    with pytest.raises(UnavailableError, match="is away"):
        database.connect().run("SELECT 7", {})
    answers.set()
    database.away.note_answer()
    assert database.connect().run("SELECT 7", {}) == [(7,)]
    database.close()


@_across
def test_a_statement_that_fails_by_itself_tells_that_the_database_is_back(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_AWAY_SECONDS", 0.0)
    database = Database(url)
    database.away.note_failure(time.monotonic())
    with pytest.raises(DataError, match="division by zero"):
        database.connect().run("SELECT 1 / 0", {})
    assert database.away.check() and database.away.check()
    database.close()


_TAKE_THE_LOCK = "SELECT pg_advisory_xact_lock(77)"


@_across
def test_a_process_that_stands_still_within_a_transaction_locks_others_out_for_seconds_only(
    url: str,
) -> None:
    still, other = Database(url), Database(url)

    def is_let_in() -> bool:
        with suppress(UnavailableError), other.connect().transaction() as run:
            return bool(run(_TAKE_THE_LOCK, {}))
        return False

    with pytest.raises(UnavailableError), still.connect().transaction() as run:
        run(_TAKE_THE_LOCK, {})
        wait_until(is_let_in)
    for opened in (still, other):
        opened.close()
