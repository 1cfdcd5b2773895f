"""The groups of the status page: one per source, what failed before everything else."""

from __future__ import annotations

from soupis.store.source_states import SourceRun
from soupis.web.sources import group_runs


def _run(
    source: str, dataset: str, state: str = "done", started: str = "2026-11-20T01:00:00Z", rows: int = 1
) -> SourceRun:
    success = started if state == "done" else None
    return SourceRun(source, dataset, state, started, None, rows, None, None, success)


def test_sources_come_in_a_fixed_order_and_unknown_ones_last() -> None:
    runs = [_run("novy", "a"), _run("vat", "a"), _run("res", "a"), _run("vat", "b")]
    assert [group.source for group in group_runs(runs)] == ["res", "vat", "novy"]


def test_failed_data_sets_come_first_and_then_the_newest() -> None:
    (group,) = group_runs(
        [
            _run("vat", "old", started="2026-11-18T01:00:00Z"),
            _run("vat", "new", started="2026-11-20T01:00:00Z"),
            _run("vat", "broken", "failed", started="2026-11-17T01:00:00Z"),
        ]
    )
    assert [run.dataset for run in group.runs] == ["broken", "new", "old"]
    assert (group.state, group.failed, group.rows) == ("failed", 1, 3)
    assert group.last_success == "2026-11-20T01:00:00Z"


def test_a_source_that_is_being_read_is_neither_done_nor_failed() -> None:
    (group,) = group_runs([_run("res", "a"), _run("res", "b", "running")])
    assert group.state == "running"


def test_a_source_without_a_success_has_none() -> None:
    (group,) = group_runs([_run("isir", "events", "failed")])
    assert group.last_success is None
    assert group_runs([]) == []
