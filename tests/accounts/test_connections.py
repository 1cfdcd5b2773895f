"""Connections to accounts across the network."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import psycopg
import pytest

from soupis.accounts import database as module
from soupis.accounts.database import Database
from soupis.accounts.errors import UnavailableError
from soupis.store import short_statements
from tests.support.waiting import wait_until


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


@_across
def test_a_connection_found_broken_after_others_were_answered_does_not_make_the_database_away(
    url: str,
) -> None:
    database, other = Database(url), Database(url)
    passing, connection = database.connect_passing(), database.connect()
    assert passing
    answers: list[Any] = []
    wait_until(lambda: passing.ask("SELECT pg_sleep(600)", [], answers.append))
    end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(600)'"
    wait_until(lambda: bool(other.connect().run(end, {})))

    def finds_it_broken() -> bool:
        assert connection.run("SELECT 1", {})
        passing.look()
        return bool(answers)

    wait_until(finds_it_broken)
    assert answers == [None]
    assert not database.away.noted
    for opened in (database, other):
        opened.close()


@_across
def test_a_statement_that_fails_by_itself_tells_that_the_database_is_back(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_AWAY_SECONDS", 0.0)
    database = Database(url)
    database.away.note_failure(time.monotonic())
    with pytest.raises(psycopg.errors.DivisionByZero):
        database.connect().run("SELECT 1 / 0", {})
    assert not database.away.noted
    database.close()


_TAKE_THE_LOCK = "SELECT pg_advisory_xact_lock(77)"


@_across
def test_a_process_that_stands_still_within_a_transaction_locks_others_out_for_seconds_only(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(short_statements, "_LONGEST_PAUSE_SECONDS", 0.5)
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
