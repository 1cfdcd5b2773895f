"""Schedules: usual intervals, an operator's own, and when a source is due."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from soupis.ingest.source_states import INTERRUPTED
from soupis.sources import SYNCHRONISED
from soupis.store.source_states import SourceState
from soupis.worker.schedule import RETRY, USUAL, next_run, parse_schedule

NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


def text(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def test_every_source_has_a_usual_interval() -> None:
    assert set(USUAL) == set(SYNCHRONISED) and parse_schedule("") == USUAL


def test_an_operator_sets_intervals_and_turns_sources_off() -> None:
    schedule = parse_schedule(" res=6h, public-register=2d,isir=90s ,documents=off,vat=30m")
    assert schedule["res"] == 6 * HOUR and schedule["public_register"] == 48 * HOUR
    assert schedule["isir"] == timedelta(seconds=90) and schedule["vat"] == HOUR / 2
    assert "documents" not in schedule and schedule["ares"] == USUAL["ares"]
    assert parse_schedule("off") == {}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [("ares2=1h", "sources are res"), ("res=often", "res=12h"), ("res", "res=12h"), ("res=0h", "res=12h")],
)
def test_a_wrong_schedule_says_what_would_be_right(wrong: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        parse_schedule(wrong)


def test_a_source_never_tried_is_due_at_once() -> None:
    assert next_run(SourceState("res"), 12 * HOUR, NOW) == NOW


def test_after_a_success_the_interval_passes() -> None:
    state = SourceState("res", text(NOW - HOUR), text(NOW - HOUR))
    assert next_run(state, 12 * HOUR, NOW) == NOW + 11 * HOUR


def test_after_a_failure_a_source_is_tried_again_soon_but_not_sooner_than_usual() -> None:
    state = SourceState("res", text(NOW), text(NOW - HOUR), last_error="SourceUnavailable")
    assert next_run(state, 12 * HOUR, NOW) == NOW + RETRY
    assert next_run(state, timedelta(minutes=5), NOW) == NOW + timedelta(minutes=5)


def test_a_run_that_was_cut_off_is_made_again_at_once() -> None:
    state = SourceState("res", text(NOW - HOUR), text(NOW - 30 * HOUR))
    assert next_run(state, 12 * HOUR, NOW) <= NOW
    state.last_error = INTERRUPTED  # it was cut off before, too
    assert next_run(state, 12 * HOUR, NOW) <= NOW


def test_the_vat_register_is_not_due_during_its_nightly_maintenance() -> None:
    midnight = datetime(2026, 11, 20, 23, 0, tzinfo=UTC)
    state = SourceState("vat", text(midnight - HOUR), text(midnight - HOUR))
    assert next_run(state, HOUR, midnight - HOUR) == midnight + timedelta(minutes=10)
