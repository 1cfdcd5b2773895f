"""Asking the index two things at once."""

from __future__ import annotations

from functools import partial
from threading import BoundedSemaphore, Event, current_thread

import pytest

from soupis.search import beside as module
from soupis.search.beside import Asked, beside, side_by_side

_LIMIT = 120


@pytest.fixture(params=[True, False], ids=["another thread", "none free"])
def another(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    monkeypatch.setattr(module, "_free", BoundedSemaphore(1) if request.param else None)
    return bool(request.param)


@pytest.mark.usefixtures("another")
def test_each_place_gets_its_own_answer_in_whichever_order_they_are_wanted() -> None:
    with side_by_side([partial(pow, n, 2) for n in range(50)]) as answer:
        assert [answer(place) for place in (7, 0, 49, 7)] == [49, 0, 2401, 49]


@pytest.mark.usefixtures("another")
def test_an_error_is_raised_where_its_answer_is_wanted() -> None:
    def fail() -> int:
        raise ValueError("damaged")

    with side_by_side([lambda: 1, fail, lambda: 3]) as answer:
        assert (answer(0), answer(2)) == (1, 3)
        with pytest.raises(ValueError, match="damaged"):
            answer(1)


def test_what_is_not_wanted_is_not_asked_without_another_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_free", None)
    asked: list[int] = []
    with side_by_side([partial(asked.append, n) for n in range(3)]) as answer:
        answer(0)
    assert asked == [0]


def test_while_one_answer_is_awaited_another_thread_asks_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_free", BoundedSemaphore(1))
    both = Event()
    names: list[str] = []

    def meet() -> bool:
        names.append(current_thread().name)
        if len(names) == 2:
            both.set()
        return both.wait(_LIMIT)

    with side_by_side([meet, meet]) as answer:
        assert answer(0)
        assert answer(1)
    assert len(set(names)) == 2


def test_a_busy_thread_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_free", BoundedSemaphore(1))
    go_on = Event()
    first = beside(lambda: go_on.wait(_LIMIT))
    assert first is not None
    assert beside(lambda: True) is None
    with side_by_side([lambda: current_thread().name] * 2) as answer:
        assert {answer(0), answer(1)} == {current_thread().name}
    go_on.set()
    assert first.result(_LIMIT)


def test_what_was_stopped_before_it_was_begun_can_be_asked_again() -> None:
    asked: Asked[str, int] = Asked()
    asked.plan({"one": lambda: 1}, ahead=False)
    asked.stop()
    asked.plan({"one": lambda: 2}, ahead=False)
    assert asked.answer("one") == 2
