"""The queue of look-ups: each company once, patient with failures, safe against crashes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from sqlalchemy import inspect, select, text, update
from sqlalchemy.exc import SQLAlchemyError

from soupis.store import lookup_queue
from soupis.store.engine import open_engine, reading
from soupis.store.lookup_queue import MOST_ATTEMPTS, LookupQueue, Share
from soupis.store.tables import vat_queue

ALFA, BETA = 27074358, 45274649


@pytest.fixture
def queue(queue_url: str) -> Iterator[LookupQueue]:
    queue = LookupQueue(queue_url)
    yield queue
    queue.close()


def rewind(queue_url: str) -> None:
    """Let all delays have passed."""
    engine = open_engine(queue_url)
    with engine.begin() as connection:
        connection.execute(update(vat_queue).values(next_attempt="2026-01-01T00:00:00Z"))
    engine.dispose()


def delay(queue_url: str) -> timedelta:
    engine = open_engine(queue_url)
    with reading(engine) as connection:
        text = connection.scalars(select(vat_queue.c.next_attempt)).one()
    engine.dispose()
    return datetime.fromisoformat(text) - datetime.now(UTC)


def test_a_company_stands_in_the_queue_once_and_keeps_its_place(queue: LookupQueue, queue_url: str) -> None:
    queue.ask([ALFA])
    rewind(queue_url)
    queue.ask([BETA, ALFA, BETA])
    assert queue.due(10) == [ALFA, BETA]
    assert queue.counts() == (2, 2, 0)


def test_an_answered_company_leaves_the_queue(queue: LookupQueue) -> None:
    queue.ask([ALFA, BETA])
    queue.done([ALFA])
    assert queue.due(10) == [BETA]
    queue.done([])
    assert queue.due(1) == [BETA]


def test_failures_put_a_look_up_off_for_longer_each_time(queue: LookupQueue, queue_url: str) -> None:
    queue.ask([ALFA])
    delays = []
    for _ in range(MOST_ATTEMPTS - 1):
        queue.failed([ALFA], "ARES is away")
        assert queue.due(10) == []
        delays.append(delay(queue_url))
        rewind(queue_url)
    assert all(later >= earlier - timedelta(seconds=2) for earlier, later in pairwise(delays))
    assert delays[0] < timedelta(minutes=2) and delays[-1] > timedelta(hours=3)
    assert queue.counts() == (1, 1, 0)


def test_a_look_up_is_given_up_visibly(queue: LookupQueue, queue_url: str) -> None:
    queue.ask([ALFA])
    for _ in range(MOST_ATTEMPTS):
        queue.failed([ALFA], "ARES is away" * 100)
        rewind(queue_url)
    assert queue.due(10) == []
    assert queue.counts() == (0, 0, 1)


def test_what_settles_nothing_is_put_off_for_longer_each_time_and_never_given_up(
    queue: LookupQueue, queue_url: str
) -> None:
    queue.ask([ALFA])
    delays = []
    for _ in range(5 * MOST_ATTEMPTS):
        queue.put_off([ALFA], "the sources contradict each other")
        assert queue.due(10) == []
        queue.ask([ALFA])
        assert queue.due(10) == [], "who asks meanwhile changes nothing"
        delays.append(delay(queue_url))
        rewind(queue_url)
    assert all(later >= earlier - timedelta(seconds=2) for earlier, later in pairwise(delays))
    assert delays[0] < timedelta(minutes=2) and timedelta(hours=5) < delays[-1] < timedelta(hours=7)
    assert queue.counts() == (1, 1, 0)


def test_failing_something_that_is_not_asked_for_adds_nothing(queue: LookupQueue) -> None:
    queue.failed([ALFA], "late")
    assert queue.counts() == (0, 0, 0)


def test_many_at_once(queue: LookupQueue) -> None:
    queue.ask(range(1, 2_001))
    assert len(queue.due(5_000)) == 2_000
    queue.failed(range(1, 2_001), "away")
    queue.done(range(1, 2_001))
    assert queue.counts() == (0, 0, 0)


def test_several_processes_may_open_the_queue_at_once(queue_url: str) -> None:
    errors: list[BaseException] = []

    def start(number: int) -> None:
        try:
            queue = LookupQueue(queue_url)
            queue.ask([ALFA, number])
            queue.close()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=start, args=(number,)) for number in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    queue = LookupQueue(queue_url)
    assert queue.counts().waiting == 9
    queue.close()


def test_what_was_asked_for_survives_a_kill(queue_url: str) -> None:
    program = """
import itertools, sys
from soupis.store.lookup_queue import LookupQueue
queue = LookupQueue(sys.argv[1])
for number in itertools.count(1):
    queue.ask([number])
    print(number, flush=True)
"""
    process = subprocess.Popen([sys.executable, "-c", program, queue_url], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    for _ in range(50):
        process.stdout.readline()
    os.kill(process.pid, signal.SIGKILL)
    said = [50, *map(int, process.stdout.read().split())]
    process.wait()
    process.stdout.close()
    queue = LookupQueue(queue_url)
    assert set(range(1, max(said) + 1)) <= set(queue.due(100_000))
    queue.close()


def test_a_look_up_put_off_while_the_clock_was_ahead_is_due(queue_url: str, queue: LookupQueue) -> None:
    queue.ask([ALFA])
    engine = open_engine(queue_url)
    with engine.begin() as connection:
        connection.execute(update(vat_queue).values(next_attempt="2126-01-01T00:00:00Z"))
    engine.dispose()
    assert queue.due(10) == [ALFA]
    assert queue.counts().due == 1


def test_two_who_ask_for_the_same_companies_in_other_orders_never_lock_each_other_out(queue_url: str) -> None:
    with (
        closing(LookupQueue(queue_url)) as one,
        closing(LookupQueue(queue_url)) as other,
        ThreadPoolExecutor(2) as pool,
    ):
        for start in range(0, 4_000, 400):
            icos = list(range(start, start + 400))
            list(pool.map(lambda asked: asked[0].ask(asked[1]), ((one, icos), (other, icos[::-1]))))
        assert one.counts().waiting == 4_000


def test_a_queue_that_cannot_be_read_fails_in_the_terms_of_sqlalchemy(
    queue: LookupQueue, queue_url: str
) -> None:
    queue.ask([ALFA])
    engine = open_engine(queue_url)
    vat_queue.drop(engine)
    try:
        with pytest.raises(SQLAlchemyError):
            queue.ask([BETA])
    finally:
        vat_queue.create(engine)  # the database is that of other tests, too
        engine.dispose()


def test_only_those_are_not_waiting_whose_place_would_change(queue: LookupQueue, queue_url: str) -> None:
    queue.ask([ALFA])
    assert queue.not_waiting([BETA, ALFA, BETA], Share.ACCOUNTS, lambda _ico: True) == [BETA, BETA]
    engine = open_engine(queue_url)
    with engine.begin() as connection:
        connection.execute(update(vat_queue).values(given_up=True, next_attempt="2000-01-01T00:00:00Z"))
    engine.dispose()
    assert queue.not_waiting([ALFA], Share.ACCOUNTS, lambda _ico: True) == [ALFA]
    assert queue.not_waiting([ALFA], Share.ACCOUNTS, lambda _ico: False) == []


# --- shares ---

_VISITED, _WATCHED, _ASKED = range(1_000, 1_300), range(2_000, 2_005), range(3_000, 3_005)


def test_shares_take_turns_however_many_wait_in_one_and_however_long(
    queue: LookupQueue, queue_url: str
) -> None:
    queue.ask(_VISITED, Share.ANONYMOUS)
    rewind(queue_url)
    queue.ask(_WATCHED, Share.WATCHED)
    queue.ask(_ASKED, Share.ACCOUNTS)
    due = queue.due(9)
    assert [sum(ico in share for ico in due) for share in (_ASKED, _WATCHED, _VISITED)] == [3, 3, 3]
    due = queue.due(100)  # what two shares leave, the third one may use
    assert [sum(ico in share for ico in due) for share in (_ASKED, _WATCHED, _VISITED)] == [5, 5, 90]


def test_a_company_that_several_ask_for_is_in_the_first_of_their_shares(queue: LookupQueue) -> None:
    queue.ask([ALFA], Share.ANONYMOUS)
    queue.ask(_VISITED, Share.ANONYMOUS)
    queue.ask([ALFA], Share.WATCHED)
    queue.ask([ALFA], Share.ANONYMOUS)
    assert ALFA in queue.due(2)
    assert queue.not_waiting([ALFA], Share.ANONYMOUS, lambda _ico: True) == []
    assert queue.not_waiting([ALFA], Share.ACCOUNTS, lambda _ico: True) == [ALFA]


def test_only_the_share_of_accounts_grows_without_a_bound(
    queue: LookupQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookup_queue, "MOST_WAITING", 10)
    queue.ask(_VISITED, Share.ANONYMOUS)
    assert (queue.counts().waiting, queue.room(Share.ANONYMOUS), queue.room(Share.WATCHED)) == (10, 0, 10)
    queue.ask(_WATCHED, Share.WATCHED)
    queue.ask(range(3_000, 3_050), Share.ACCOUNTS)
    assert queue.counts().waiting == 10 + 5 + 50
    queue.done(_VISITED)
    assert queue.room(Share.ANONYMOUS) == 10


def test_a_queue_file_of_an_older_version_keeps_who_waits(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'queue.sqlite'}"
    with closing(LookupQueue(url)) as queue:
        queue.ask([ALFA])
    engine = open_engine(url)
    with engine.begin() as connection:  # as it was before there were shares
        connection.execute(text("DROP INDEX vat_queue_next"))
        connection.execute(text("ALTER TABLE vat_queue DROP COLUMN share"))
        connection.execute(text("CREATE INDEX vat_queue_next ON vat_queue (given_up, next_attempt)"))
    with closing(LookupQueue(url)) as queue:
        queue.ask([BETA], Share.WATCHED)
        assert queue.due(9) == [ALFA, BETA]
    (index,) = inspect(engine).get_indexes("vat_queue")
    engine.dispose()
    assert index["column_names"] == ["given_up", "share", "next_attempt"]
