"""Budgets of requests: never more than a source allows in any window, whatever restarts meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine

from soupis.store.engine import open_engine, writing
from soupis.store.request_budget import RequestBudget
from soupis.store.tables import request_count


class Clock:
    """A clock that a test sets."""

    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def engine(queue_url: str) -> Iterator[Engine]:
    """A database of either kind without counts."""
    opened = open_engine(queue_url, one_writer=False)
    with writing(opened) as connection:
        request_count.create(connection, checkfirst=True)
    yield opened
    opened.dispose()


def test_a_used_up_budget_says_when_there_is_a_request_again_and_it_is_so(engine: Engine) -> None:
    clock = Clock()
    budget = RequestBudget(engine, "vat", ((3, 3600.0),), clock)
    assert [budget.take() for _ in range(3)] == [0.0, 0.0, 0.0]
    wait = budget.take()
    assert 3540 <= wait <= 3660 and budget.wait() == wait
    clock.now += wait - 1
    assert budget.take() > 0
    clock.now += 1
    assert budget.take() == 0.0


def test_counts_outlive_a_restart_and_hold_for_each_source(engine: Engine) -> None:
    clock = Clock()
    RequestBudget(engine, "vat", ((1, 3600.0),), clock).take()
    assert RequestBudget(engine, "vat", ((1, 3600.0),), clock).take() > 0
    assert RequestBudget(engine, "ares", ((1, 3600.0),), clock).take() == 0.0


def test_takers_at_once_never_get_more_than_there_is(engine: Engine) -> None:
    budgets = [RequestBudget(engine, "vat", ((50, 3600.0),)) for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        taken = list(pool.map(lambda number: budgets[number % 8].take(), range(120)))
    assert taken.count(0.0) == 50


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(steps=st.lists(st.floats(0.0, 400.0), min_size=20, max_size=60))
def test_in_no_window_are_there_more_requests_than_allowed(
    tmp_path_factory: pytest.TempPathFactory, steps: list[float]
) -> None:
    path = tmp_path_factory.mktemp("budget") / "queue.sqlite"
    engine = open_engine(f"sqlite:///{path}", one_writer=False)
    clock = Clock()
    budget = RequestBudget(engine, "vat", ((4, 300.0), (10, 1800.0)), clock)
    sent: list[float] = []
    for step in steps:
        clock.now += step
        if budget.take() == 0.0:
            sent.append(clock.now)
    for seconds, count in ((300.0, 4), (1800.0, 10)):
        for moment in sent:
            assert sum(moment - seconds < other <= moment for other in sent) <= count
    with writing(engine) as connection:
        kept = len(connection.execute(request_count.select()).all())
    assert kept <= 32, "counts that no window needs any more are removed"
    engine.dispose()
