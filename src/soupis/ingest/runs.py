"""Runs of sources: what was read when, how much of it changed, and what could not be read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import file_digest
from pathlib import Path

import msgspec
import xxhash
from sqlalchemy import Engine, insert, select, update

from soupis.ingest.privacy import redact
from soupis.registers.records import Rejected, SourceError
from soupis.store.engine import reading, writing
from soupis.store.tables import source_run
from soupis.times import now_text

# How many rejected rows a run remembers word for word; all of them are counted.
_SAMPLE = 20
_LONGEST_SHOWN = 200
_NAMED_ICO = re.compile(r"IČO (\d{1,8})\b")


@dataclass
class Run:
    """Outcome of reading one data set of one source."""

    source: str
    dataset: str
    id: int = 0
    started: str = field(default_factory=now_text)
    rows_read: int = 0
    rows_changed: int = 0
    rows_rejected: int = 0
    missing: int = 0
    unchanged_file: bool = False
    fingerprint: str | None = None
    rejected: list[Rejected] = field(default_factory=list)
    unreadable: set[int] = field(default_factory=set)  # IDs that rejected rows were about, where they said
    rows_unplaced: int = 0  # rejected rows that did not say so
    unknown_facts: Counter[str] = field(default_factory=Counter)  # kinds that this version does not know
    unread_texts: Counter[str] = field(default_factory=Counter)  # of known facts, by kind and path

    def reject(self, rejected: Rejected) -> None:
        """Count a row that could not be read; the first few are kept with place and reason."""
        self.rows_rejected += 1
        if named := _NAMED_ICO.search(rejected.place):
            self.unreadable.add(int(named[1]))
        else:
            self.rows_unplaced += 1
        if len(self.rejected) < _SAMPLE:
            # A reason quotes what could not be read, which may be anything.
            self.rejected.append(Rejected(_shown(rejected.place), _shown(rejected.reason)))

    def add(self, part: Run) -> None:
        """Add the counts of a part that was read side by side with others."""
        self.rows_read += part.rows_read
        self.rows_changed += part.rows_changed
        for rejected in part.rejected:
            self.reject(rejected)
        self.rows_rejected += part.rows_rejected - len(part.rejected)


def _shown(text: str) -> str:
    """Return a text without what is private, and short; cut before, it may not be known for what it is."""
    shown = redact(text)
    return shown if len(shown) <= _LONGEST_SHOWN else f"{shown[:_LONGEST_SHOWN]}…"


@contextmanager
def recorded_run(engine: Engine, source: str, dataset: str) -> Iterator[Run]:
    """Record a run in `source_run`: running, then done, or failed with the error's one line."""
    run = Run(source, dataset)
    with writing(engine) as connection:
        statement = insert(source_run).values(
            source=source, dataset=dataset, started=run.started, state="running"
        )
        run.id = connection.execute(statement.returning(source_run.c.id)).scalar_one()
    try:
        yield run
    except BaseException as error:
        reason = redact(str(error)) if isinstance(error, SourceError) else type(error).__name__
        _close(engine, run, state="failed", error=reason)
        raise
    _close(engine, run, state="done", error=None)


def _close(engine: Engine, run: Run, state: str, error: str | None) -> None:
    sample = msgspec.json.encode(run.rejected).decode()
    with writing(engine) as connection:
        connection.execute(
            update(source_run)
            .where(source_run.c.id == run.id)
            .values(
                finished=now_text(),
                state=state,
                error=error,
                fingerprint=run.fingerprint,
                rows_read=run.rows_read,
                rows_changed=run.rows_changed,
                rows_rejected=run.rows_rejected,
                rejected_sample=sample,
            )
        )


def is_unchanged(engine: Engine, run: Run, path: Path, *, reader_version: int, force: bool = False) -> bool:
    """Note the file of a run; tell whether its data set was last made from the same one, whole.

    Another version of a reader reads other things of the same file. After a run that failed or was killed no
    file counts as the same: that run may have taken over a part of another one.
    """
    if not path.is_file():
        raise SourceError(f"{path}: no such file; give the path of a downloaded file.")
    with path.open("rb") as file:
        run.fingerprint = f"{reader_version}:{file_digest(file, xxhash.xxh3_128).hexdigest()}"
    query = (
        select(source_run.c.state, source_run.c.fingerprint)
        .where(
            source_run.c.source == run.source, source_run.c.dataset == run.dataset, source_run.c.id < run.id
        )
        .order_by(source_run.c.id.desc())
        .limit(1)
    )
    with reading(engine) as connection:
        last = connection.execute(query).first()
    run.unchanged_file = not force and last is not None and tuple(last) == ("done", run.fingerprint)
    return run.unchanged_file
