"""The state of every source: its newest runs in one group, so that a page can say it in one line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from soupis.queries.freshness import SourceRun
from soupis.sources import TITLES

# As the state of sources lists them everywhere; sources that are not named there come after these.
_PLACES = {name: place for place, name in enumerate(TITLES)}


class SourceRuns(NamedTuple):
    """The newest runs of all data sets of one source, failed ones first, then the newest."""

    source: str
    runs: list[SourceRun]

    @property
    def failed(self) -> int:
        """How many data sets could not be read the last time."""
        return sum(run.state == "failed" for run in self.runs)

    @property
    def state(self) -> Literal["done", "running", "failed"]:
        """The state that matters most."""
        if self.failed:
            return "failed"
        return "running" if any(run.state != "done" for run in self.runs) else "done"

    @property
    def last_success(self) -> str | None:
        """When any of its data sets was read well for the last time."""
        return max((run.last_success for run in self.runs if run.last_success), default=None)

    @property
    def rows(self) -> int:
        """How many rows the newest runs read."""
        return sum(run.rows or 0 for run in self.runs)

    @property
    def rejected(self) -> int:
        """How many rows of them could not be used."""
        return sum(run.rejected or 0 for run in self.runs)


def group_runs(runs: Iterable[SourceRun]) -> list[SourceRuns]:
    """Return the state of every source that was ever read."""
    groups: dict[str, list[SourceRun]] = {}
    for run in sorted(runs, key=lambda run: run.started, reverse=True):
        groups.setdefault(run.source, []).append(run)
    return [
        SourceRuns(name, sorted(groups[name], key=lambda run: run.state != "failed"))
        for name in sorted(groups, key=lambda name: (_PLACES.get(name, len(_PLACES)), name))
    ]
