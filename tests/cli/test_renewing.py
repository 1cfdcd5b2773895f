"""The index is built anew at a quiet time only, in a process of its own, once a night."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from soupis.cli import renewing
from soupis.cli.renewing import Renewal, is_due
from soupis.installation import Installation
from soupis.processes import run_until
from soupis.search import indexer, segments
from soupis.store.engine import reading
from soupis.store.generations import current_generation
from soupis.store.locks import locks_of
from soupis.times import Hours, parse_hours
from tests.support.installation import copy_of

ALWAYS = Hours(0, 0)
NOON = datetime(2026, 11, 22, 11, tzinfo=UTC)


@pytest.fixture
def worn(demo_installation: Installation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Installation:
    """An installation of the demo, whose index counts as one with too many segments."""
    monkeypatch.setattr(segments.Shape, "is_worn", True)
    return copy_of(demo_installation, tmp_path / "data")


@pytest.mark.parametrize(
    ("text", "hours"),
    [("1-5", {1, 2, 3, 4}), ("22-2", {22, 23, 0, 1}), ("20-24", {20, 21, 22, 23}), ("0-24", set(range(24)))],
)
def test_hours_begin_and_end_on_the_hour_in_prague(text: str, hours: set[int]) -> None:
    read = parse_hours(text)
    assert read
    moments = [datetime(2026, 1, 10, hour, 59, tzinfo=UTC) for hour in range(24)]  # an hour behind Prague
    assert {(moment.hour + 1) % 24 for moment in moments if read.hold(moment)} == hours


@pytest.mark.parametrize("text", ["", "5", "1-25", "1-5-7", "night"])
def test_what_are_no_hours_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="1-5"):
        parse_hours(text)


def test_it_is_due_at_a_quiet_hour_of_a_machine_with_little_to_do_where_nothing_is_loaded(
    worn: Installation,
) -> None:
    half = (os.cpu_count() or 1) / 2
    assert is_due(worn, ALWAYS, NOON, half)
    assert not is_due(worn, ALWAYS, NOON, half + 0.1)
    assert not is_due(worn, Hours(1, 5), NOON, 0.0)
    with closing(locks_of(worn.engine)) as locks, locks.exclusive("res"):
        assert not is_due(worn, ALWAYS, NOON, 0.0)
    assert is_due(worn, ALWAYS, NOON, 0.0)


def test_an_index_in_few_segments_is_left(demo_installation: Installation) -> None:
    assert not is_due(demo_installation, ALWAYS, NOON, 0.0)


def look_three_times(where: Installation) -> None:
    renewal = Renewal(where, ALWAYS)
    for _ in range(3):
        renewal.look(threading.Event())


def test_it_is_built_by_a_process_of_its_own_once_a_night(
    worn: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "getloadavg", lambda: (0.0, 0.0, 0.0))
    monkeypatch.setenv("SOUPIS_DATA_DIR", str(worn.directory))
    begun = []

    def run_noted(over: threading.Event, task: Callable[[], None]) -> int | None:
        begun.append(task)
        return run_until(over, task)

    monkeypatch.setattr(renewing, "run_until", run_noted)
    before = current_generation(worn.index_directory)
    with capture_logs() as lines:
        look_three_times(worn)
    assert len(begun) == 1
    assert current_generation(worn.index_directory) != before
    assert not lines
    with reading(worn.engine) as connection:
        assert not indexer.check(connection, worn.index_directory)
    assert not list(worn.index_directory.glob("renewal/generation-*"))


def test_without_room_on_the_disk_it_is_said_once_a_night(
    worn: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "getloadavg", lambda: (0.0, 0.0, 0.0))
    monkeypatch.setattr(indexer, "has_room_to_renew", lambda _directory: False)
    with capture_logs() as lines:
        look_three_times(worn)
    assert [line["event"] for line in lines] == ["index_not_renewed"]


def test_off_never_looks(worn: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worn.settings, "quiet_hours", "off")
    before = threading.active_count()
    with renewing.renewing(worn):
        assert threading.active_count() == before
