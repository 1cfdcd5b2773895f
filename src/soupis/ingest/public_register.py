"""Take over files of the public register: unchanged pieces are skipped, the rest is parsed side by side."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from msgspec import structs
from sqlalchemy import Engine, select

from soupis.ingest import extracts
from soupis.ingest.identity import Identifier, PersonRow
from soupis.ingest.merging import Merge
from soupis.ingest.precedence import PUBLIC_REGISTER
from soupis.ingest.runs import Progress, Run, file_fingerprint, is_same_file, recorded_run
from soupis.registers import public_register
from soupis.registers.records import Rejected, SourceError
from soupis.store.engine import reading, writing_connection
from soupis.store.tables import extract

# Bytes of XML parsed by one task of a worker process.
_BATCH_BYTES = 2_000_000
_PROCESSES = 2
_ICO = re.compile(rb"<ico>\s*(\d{1,8})\s*</ico>")


class Parsed:
    """What a worker process makes of a batch of pieces."""

    def __init__(self) -> None:
        self.subjects: list[tuple[Any, ...]] = []
        self.rows: dict[str, list[extracts.Row]] = {}
        self.people: dict[bytes, PersonRow] = {}
        self.rejected: list[Rejected] = []
        self.notes: dict[str, int] = {}


def dataset_name(path: Path) -> str:
    """Return the data set's name of a file: its own name without endings and year."""
    return re.sub(r"-\d{4}$", "", path.name.split(".", 1)[0])


def sync_file(
    engine: Engine, path: Path, person_secret: bytes, progress: Progress, *, force: bool = False
) -> Run:
    """Merge one file (plain or gz); nothing changes unless the file is whole."""
    with recorded_run(engine, PUBLIC_REGISTER, dataset_name(path)) as run:
        if not path.is_file():
            raise SourceError(f"{path}: no such file; give the path of a downloaded file.")
        run.fingerprint = file_fingerprint(path)
        if not force and is_same_file(engine, run):
            run.unchanged_file = True
            return run
        size = path.stat().st_size
        public_register.check(path, lambda done: progress("checking", done, size))
        with reading(engine) as connection:
            query = select(extract.c.fingerprint, extract.c.ico).where(extract.c.source == PUBLIC_REGISTER)
            known = {row.fingerprint: row.ico for row in connection.execute(query)}
            first_id = extracts.first_free_id(connection)
        batches = _new_pieces(path, known, run, lambda done: progress("merging", done, size))
        first_batch = next(batches, None)
        if first_batch is not None:  # worker processes are not worth starting for nothing
            with _parsed(first_batch, batches, first_id, person_secret) as results:
                _write_all(engine, run, results, Identifier(person_secret))
        progress("merging", size, size)
    return run


Batch = list[tuple[bytes, bytes]]  # fingerprint and piece


def _new_pieces(path: Path, known: dict[bytes, int], run: Run, progress: Any) -> Iterator[Batch]:
    batch: Batch = []
    size = 0
    seen: set[int] = set()
    for piece in public_register.iter_pieces(path, progress):
        run.rows_read += 1
        fingerprint = public_register.fingerprint(piece)
        ico = known.get(fingerprint) or _ico(piece)
        if ico in seen:
            run.reject(Rejected(f"IČO {ico:08d}", "the ID stands in the file a second time"))
            continue
        if ico:
            seen.add(ico)
        if fingerprint in known:
            continue
        batch.append((fingerprint, piece))
        size += len(piece)
        if size >= _BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _ico(piece: bytes) -> int:
    """Return the ID of a piece at a glance, 0 if it is not where it usually is."""
    match = _ICO.search(piece, 0, 2_000)
    return int(match[1]) if match else 0


@contextmanager
def _parsed(first: Batch, rest: Iterator[Batch], first_id: int, secret: bytes) -> Iterator[Iterator[Parsed]]:
    """Parse batches in worker processes, at most a few ahead, and give the results in order."""
    # Forking a process that holds open databases is unsafe; a fresh interpreter costs half a second.
    with ProcessPoolExecutor(_PROCESSES, mp_context=get_context("spawn")) as pool:

        def results() -> Iterator[Parsed]:
            waiting: deque[Future[Parsed]] = deque()
            base = first_id
            for batch in _chain(first, rest):
                waiting.append(pool.submit(parse_batch, batch, base, secret))
                # A piece makes fewer bodies and engagements than it has bytes: ranges never overlap.
                base += sum(len(piece) for _, piece in batch) // 8
                if len(waiting) > _PROCESSES + 1:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()

        try:
            yield results()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _chain(first: Batch, rest: Iterator[Batch]) -> Iterator[Batch]:
    yield first
    yield from rest


def parse_batch(batch: Batch, first_id: int, secret: bytes) -> Parsed:
    """Parse pieces into rows (runs in a worker process)."""
    parsed = Parsed()
    flat = extracts.Flat(PUBLIC_REGISTER, first_id, Identifier(secret))
    for fingerprint, piece in batch:
        record = public_register.parse_piece(piece)
        if isinstance(record, Rejected):
            parsed.rejected.append(record)
            continue
        for fact in record.unknown_facts:
            parsed.notes[fact] = parsed.notes.get(fact, 0) + 1
        parsed.subjects.append(structs.astuple(record.subject))
        flat.add(record, fingerprint)
    parsed.rows, parsed.people = flat.rows, flat.people
    return parsed


def _write_all(engine: Engine, run: Run, results: Iterator[Parsed], identifier: Identifier) -> None:
    with writing_connection(engine) as connection:
        with connection.begin():
            merge = Merge(connection, PUBLIC_REGISTER, run.dataset, run.started)
        for parsed in results:
            for rejected in parsed.rejected:
                run.reject(rejected)
            for fact, count in parsed.notes.items():
                run.notes[fact] = run.notes.get(fact, 0) + count
            # The fingerprint goes in with the rows: after a crash a piece is there whole or parsed again.
            with connection.begin():
                merge.stage_rows(parsed.subjects)
                merge.merge_all()
                extracts.write(connection, parsed.rows, parsed.people, identifier)
                merge.mark_staged_dirty()
                merge.clear()
            run.rows_changed += len(parsed.subjects)
