"""Take over files of the public register: unchanged elements are skipped, the rest is parsed side by side."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, select

from soupis.ingest.merge import extracts
from soupis.ingest.merge.identity import Identifier
from soupis.ingest.merge.merging import Merge
from soupis.ingest.plausibility import refuse_loss, refuse_unreadable
from soupis.ingest.privacy import redact
from soupis.ingest.runs import Run, is_unchanged, recorded_run
from soupis.processes import in_order, set_memory, worker_pool
from soupis.progress import Progress
from soupis.registers import public_register
from soupis.registers.records import Rejected
from soupis.sources import PUBLIC_REGISTER
from soupis.store.engine import keeping_pages, reading, start_log_over, writing_connection
from soupis.store.tables import extract

# Bytes of XML parsed by one task; a file with more that is new is worth worker processes.
BATCH_BYTES = 4_000_000
_PROCESSES = 2
_ICO = re.compile(rb"<ico>\s*(\d{1,8})\s*</ico>")


def dataset_name(path: Path) -> str:
    """Return the data set's name of a file, the catalogue's: "sro-full-praha-2026"."""
    return path.name.split(".", 1)[0]


def _data_set_of_the_year_before(dataset: str) -> str | None:
    """Return "sro-full-praha-2026" for "sro-full-praha-2027": both hold all that are alive."""
    stem, _, year = dataset.rpartition("-")
    return f"{stem}-{int(year) - 1}" if re.fullmatch(r"\d{4}", year) else None


def sync_file(
    engine: Engine, path: Path, person_secret: bytes, progress: Progress, *, force: bool = False
) -> Run:
    """Merge one file (plain or gz); nothing changes unless the file is whole."""
    with recorded_run(engine, PUBLIC_REGISTER, dataset_name(path)) as run:
        version = public_register.READER_VERSION
        if is_unchanged(engine, run, path, reader_version=version, force=force):
            return run
        size = path.stat().st_size
        known = _Known(engine, run.dataset)
        with ExitStack() as processes:
            parse_one = partial(parse_batch, run.dataset, person_secret)
            checked, parse = _check(
                path, known, parse_one, lambda done: progress("checking", done, size), processes
            )
            unreadable = checked.unreadable + checked.repeated
            refuse_unreadable(run, unreadable, checked.elements, estimated=checked.new > _EACH, force=force)
            before = _data_set_of_the_year_before(run.dataset)
            run.rows_read = checked.elements - checked.repeated
            refuse_loss(engine, run, run.rows_read, predecessor=before, force=force)
            elements = checked.kept or _elements(path, known, lambda done: progress("merging", done, size))
            batches = _new_elements(elements, known, run)
            _write_all(engine, run, known, parse(batches), Identifier(person_secret))
        progress("merging", size, size)
    return run


class _Known:
    """What is stored already: elements by fingerprint, and the entries that a better file has told of."""

    def __init__(self, engine: Engine, dataset: str) -> None:
        self.entries: dict[bytes, int] = {}
        self.settled: set[int] = set()
        self.met: set[int] = set()  # of the file that is being read
        rank = extracts.rank_of(dataset)
        query = select(extract.c.fingerprint, extract.c.ico, extract.c.mark, extract.c.dataset)
        with reading(engine) as connection:
            for fingerprint, ico, mark, name in connection.execute(
                query.where(extract.c.source == PUBLIC_REGISTER)
            ):
                self.entries[fingerprint] = extracts.entry_number(ico, mark)
                if name is not None and extracts.rank_of(name) > rank:
                    self.settled.add(self.entries[fingerprint])

    def is_settled(self, element: bytes) -> bool:
        """Tell whether a better file has told of the entry that an element is."""
        if not self.settled:
            return False
        ico = _ico(element)
        marks = [mark.text for mark in public_register.file_marks_of(element)] or [""]
        return any(extracts.entry_number(ico, mark) in self.settled for mark in marks)


NewElement = tuple[bytes, bytes]
"""A subject of a file as its fingerprint and its XML."""

SubjectElements = list[NewElement]


ParseOne = Callable[[SubjectElements], extracts.Batch]
Parse = Callable[[Iterator[SubjectElements]], Iterator[extracts.Batch]]


# So many new elements are all looked at before anything is written, then one of many speaks for all:
# whether a tenth cannot be read shows as surely, and every element is parsed once anyway when it is merged.
_EACH = 2_000
_EVERY = 64
# So much of what is new is kept in memory, so that a file of which little has changed is read once.
_KEPT_BATCHES = 12


@dataclass
class Checked:
    """What a file turned out to hold when it was read to its end."""

    elements: int = 0
    unreadable: int = 0  # of a large file an estimate
    repeated: int = 0  # elements that stood in it before
    new: int = 0  # elements that are not stored yet
    new_bytes: int = 0
    kept: list[int | NewElement] | None = field(default_factory=list)  # as `_elements` yields them


def _check(
    path: Path, known: _Known, parse_one: ParseOne, progress: Any, processes: ExitStack
) -> tuple[Checked, Parse]:
    """Read a file to its end, so that nothing is taken from one that is not whole or largely unreadable.

    Return what it holds and how to parse what is new of it: where that is much, by worker processes, which
    are started meanwhile and ready when the file is checked.
    """
    checked = Checked()
    parse: Parse | None = None
    met: set[int | bytes] = set()
    for item in _elements(path, known, progress):
        checked.elements += 1
        key = item if isinstance(item, int) else item[0]
        is_repeated = key in met
        checked.repeated += is_repeated
        met.add(key)
        if checked.kept is not None:
            checked.kept.append(item)
        if isinstance(item, int):
            continue
        element = item[1]
        checked.new += 1
        checked.new_bytes += len(element)
        speaks_for = 1 if checked.new <= _EACH else _EVERY if checked.new % _EVERY == 0 else 0
        if speaks_for and not is_repeated and not public_register.is_readable(element):
            checked.unreadable += speaks_for
        if checked.new_bytes > _KEPT_BATCHES * BATCH_BYTES:
            checked.kept = None
        if parse is None and checked.new_bytes >= BATCH_BYTES:
            parse = processes.enter_context(_in_processes(parse_one))
    return checked, parse or partial(map, parse_one)


def _elements(path: Path, known: _Known, progress: Any) -> Iterator[int | NewElement]:
    """Yield all elements of a file: of one that is stored the number of its entry, any other as it stands."""
    for element in public_register.iter_subject_elements(path, progress):
        fingerprint = public_register.fingerprint(element)
        number = known.entries.get(fingerprint)
        yield (fingerprint, element) if number is None else number


def _new_elements(elements: Iterable[int | NewElement], known: _Known, run: Run) -> Iterator[SubjectElements]:
    batch: SubjectElements = []
    size = 0
    for item in elements:
        if isinstance(item, int):
            if item in known.met:
                run.reject(_repeated(extracts.ico_of_entry(item)))
            known.met.add(item)
            continue
        element = item[1]
        if known.is_settled(element):
            continue
        batch.append(item)
        size += len(element)
        if size >= BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _repeated(ico: int) -> Rejected:
    return Rejected(f"IČO {ico:08d}", "the ID stands in the file a second time with the same file mark")


def _ico(element: bytes) -> int:
    """Return the ID of an element by a quick look, 0 if it is not where it usually is."""
    match = _ICO.search(element, 0, 2_000)
    return int(match[1]) if match else 0


@contextmanager
def _in_processes(parse_one: ParseOne) -> Iterator[Parse]:
    """Give what parses batches in worker processes, a few ahead, with the results in order."""
    with worker_pool(_PROCESSES, partial(set_memory, keep_freed=True)) as pool:
        try:
            yield partial(in_order, pool, parse_one, ahead=_PROCESSES + 1)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def parse_batch(dataset: str, secret: bytes, elements: SubjectElements) -> extracts.Batch:
    """Parse elements into extracts to be stored (runs in a worker process)."""
    identifier = Identifier(secret)
    batch = extracts.Batch(PUBLIC_REGISTER, dataset)
    for fingerprint, element in elements:
        record = public_register.parse_subject_element(element)
        if isinstance(record, Rejected):
            batch.rejected.append(record)
        else:
            batch.add(record, fingerprint, extracts.mark_of(record), identifier)
    return batch


def _add_counts(total: Counter[str], counts: Counter[str]) -> None:
    """Add counts of kinds and paths, which are words of the file and so may be anything."""
    for name, count in counts.items():
        total[redact(name)] += count


def _write_all(
    engine: Engine, run: Run, known: _Known, batches: Iterator[extracts.Batch], identifier: Identifier
) -> None:
    with (
        writing_connection(engine) as connection,
        # Persons come in no order; nothing else does.
        keeping_pages(connection),
    ):
        with connection.begin():
            merge = Merge(connection, PUBLIC_REGISTER, run.dataset, run.started)
        for batch in batches:
            for rejected in batch.rejected:
                run.reject(rejected)
            _add_counts(run.unknown_facts, batch.unknown_facts)
            _add_counts(run.unread_texts, batch.unread_texts)
            # The fingerprint goes in with the rows: after a crash an element is there whole or parsed again.
            with connection.begin():
                outcome = extracts.write(connection, batch, identifier, known.met)
                merge.stage_rows(outcome.claims)
                merge.merge_all()
                merge.mark_staged_dirty()
                merge.clear()
            start_log_over(connection)
            for ico in outcome.repeated:
                run.reject(_repeated(ico))
            run.rows_changed += outcome.stored
