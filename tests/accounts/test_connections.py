"""Connections to accounts across the network."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from soupis.accounts.database import Database
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
