"""Writing the files of a made-up country: same seed, same bytes."""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import IO

import msgspec
from msgspec import Struct

from soupis.processes import in_order, worker_pool
from soupis.synthetic import register, statistical
from soupis.synthetic.companies import World
from soupis.synthetic.register import RegisterEntries
from soupis.synthetic.statistical import StatisticalRows
from soupis.synthetic.truth import Truth

SUBJECTS_FILE = "res_data.csv"
ACTIVITIES_FILE = "res_pf_nace.csv"
REGISTER_FILE = "public_register.xml.gz"
TRUTH_FILE = "truth.jsonl"
_CHUNK = 2000
# From so many chunks on, processes pay for their start.
_PARALLEL = 5


class Summary(Struct, frozen=True):
    """What was written; counts of rows and entries without headers."""

    seed: int
    companies: int
    ceased: int
    natural_persons: int
    activities: int
    newcomers: int  # not among `companies`: the public register alone knows them yet
    register_entries: int
    register_entries_without_ico: int
    register_xml_bytes: int


class Piece(Struct):
    """What is written of some companies: the bytes of each file, and counts as in `Summary`."""

    subjects: bytes
    activities: bytes
    register: bytes
    truths: bytes
    ceased: int = 0
    natural_persons: int = 0
    register_entries: int = 0
    register_entries_without_ico: int = 0


class Writer:
    """Makes pieces of one made-up country; what it makes of a company does not depend on the others."""

    def __init__(self, companies: int, seed: int, *, truth: bool) -> None:
        self._world = World(seed, companies)
        self._truth = truth
        self._rows, self._entries = StatisticalRows(self._world), RegisterEntries(self._world)

    def piece(self, numbers: range) -> Piece:
        """Return what is written of the companies of these numbers."""
        subjects, activities, entries, truths = [], [], [], []
        piece = Piece(b"", b"", b"", b"")
        for index in numbers:
            company = self._world.company(index)
            noted = Truth(company.ico)
            if index < self._world.companies:
                subject, rows = self._rows.rows(company, noted)
                subjects.append(subject)
                activities.append(rows)
                piece.ceased += company.ceased > 0
                piece.natural_persons += company.form.natural
            if entry := self._entries.entry(company, noted):
                entries.append(entry)
                piece.register_entries_without_ico += noted.register is None
                if noted.register and (branch := self._entries.branch(company)):
                    # Either may come first: nothing orders the subjects of a file.
                    entries.insert(len(entries) - index % 2, branch)
            if self._truth:
                truths.append(msgspec.json.encode(noted) + b"\n")
        piece.register_entries = len(entries)
        piece.subjects, piece.activities = "".join(subjects).encode(), "".join(activities).encode()
        piece.register, piece.truths = "".join(entries).encode(), b"".join(truths)
        return piece


def generate(
    out: Path,
    companies: int,
    seed: int,
    progress: Callable[[int], None] | None = None,
    *,
    truth: bool = False,
    processes: int | None = None,
) -> Summary:
    """Write `res_data.csv`, `res_pf_nace.csv` and `public_register.xml.gz` into a directory.

    With `truth` also `truth.jsonl`, what a service has to say of each company. The directory is made when
    it is missing; files of these names are replaced once the new ones are complete. `progress` is called
    with the number of companies written so far. Memory use does not grow with the number of companies.
    `processes`: how many make companies side by side, as many as there are processors unless told; the
    bytes are the same.
    Raises ValueError when the number is out of range, OSError when the directory cannot be written.
    """
    world = World(seed, companies)
    out.mkdir(parents=True, exist_ok=True)
    ceased = natural = activities = in_register = without_ico = xml_bytes = 0
    with ExitStack() as stack:
        subjects_file = stack.enter_context(_replacing(out / SUBJECTS_FILE))
        activities_file = stack.enter_context(_replacing(out / ACTIVITIES_FILE))
        register_file = stack.enter_context(_replacing(out / REGISTER_FILE))
        # Neither name nor time in the header: they would differ from run to run.
        packed = stack.enter_context(gzip.GzipFile("", "wb", compresslevel=1, fileobj=register_file, mtime=0))
        truth_file = stack.enter_context(_replacing(out / TRUTH_FILE)) if truth else None
        subjects_file.write(statistical.SUBJECTS_HEADER.encode())
        activities_file.write(statistical.ACTIVITIES_HEADER.encode())
        xml_bytes += packed.write(register.HEADER.encode())
        numbers = [range(first, min(first + _CHUNK, companies)) for first in range(0, companies, _CHUNK)]
        # Those whom the public register alone knows follow with the last ones.
        numbers[-1] = range(numbers[-1].start, companies + world.newcomers)
        make = stack.enter_context(_making(companies, seed, truth, len(numbers), processes))
        for chunk, piece in zip(numbers, make(numbers), strict=True):
            ceased += piece.ceased
            natural += piece.natural_persons
            activities += piece.activities.count(b"\n")
            in_register += piece.register_entries
            without_ico += piece.register_entries_without_ico
            subjects_file.write(piece.subjects)
            activities_file.write(piece.activities)
            xml_bytes += packed.write(piece.register)
            if truth_file is not None:
                truth_file.write(piece.truths)
            if progress is not None:
                progress(min(chunk.stop, companies))
        xml_bytes += packed.write(register.FOOTER.encode())
    newcomers = world.newcomers
    return Summary(
        seed, companies, ceased, natural, activities, newcomers, in_register, without_ico, xml_bytes
    )


Make = Callable[[list[range]], Iterator[Piece]]


@contextmanager
def _making(companies: int, seed: int, truth: bool, chunks: int, processes: int | None) -> Iterator[Make]:
    """Give what makes pieces, in their order: here, or in processes where that is worth their start."""
    count = processes or len(os.sched_getaffinity(0))
    if count == 1 or (processes is None and chunks < _PARALLEL):
        yield partial(map, Writer(companies, seed, truth=truth).piece)
        return
    pool = worker_pool(count, _open_writer, companies, seed, truth)
    try:
        yield partial(in_order, pool, _make_piece, ahead=count + 1)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


_writers: list[Writer] = []


def _open_writer(companies: int, seed: int, truth: bool) -> None:
    _writers.append(Writer(companies, seed, truth=truth))


def _make_piece(numbers: range) -> Piece:
    return _writers[0].piece(numbers)


@contextmanager
def _replacing(path: Path) -> Iterator[IO[bytes]]:
    """Open a file that takes its name only when it was written to the end."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with unfinished.open("wb") as file:
            yield file
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
