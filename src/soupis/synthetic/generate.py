"""Writing the files of a made-up country: same seed, same bytes."""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

import msgspec
from msgspec import Struct

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


def generate(
    out: Path,
    companies: int,
    seed: int,
    progress: Callable[[int], None] | None = None,
    *,
    truth: bool = False,
) -> Summary:
    """Write `res_data.csv`, `res_pf_nace.csv` and `public_register.xml.gz` into a directory.

    With `truth` also `truth.jsonl`, what a service has to say of each company. The directory is made when
    it is missing; files of these names are replaced once the new ones are complete. `progress` is called
    with the number of companies written so far. Memory use does not grow with the number of companies.
    Raises ValueError when the number is out of range, OSError when the directory cannot be written.
    """
    world = World(seed, companies)
    out.mkdir(parents=True, exist_ok=True)
    subject_rows, entries = StatisticalRows(world), RegisterEntries(world)
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
        for first in range(0, companies, _CHUNK):
            subjects, activity_rows, pieces, truths = [], [], [], []
            last = min(first + _CHUNK, companies)
            for index in range(first, last + (world.newcomers if last == companies else 0)):
                company = world.company(index)
                noted = Truth(company.ico)
                if index < companies:
                    subject, rows = subject_rows.rows(company, noted)
                    subjects.append(subject)
                    activity_rows.append(rows)
                    ceased += company.ceased > 0
                    natural += company.form.natural
                if piece := entries.entry(company, noted):
                    pieces.append(piece)
                    without_ico += noted.register is None
                    if noted.register and (branch := entries.branch(company)):
                        # Either may come first: nothing orders the subjects of a file.
                        pieces.insert(len(pieces) - index % 2, branch)
                truths.append(noted)
            activities_text = "".join(activity_rows)
            activities += activities_text.count("\n")
            in_register += len(pieces)
            subjects_file.write("".join(subjects).encode())
            activities_file.write(activities_text.encode())
            xml_bytes += packed.write("".join(pieces).encode())
            if truth_file is not None:
                truth_file.write(b"".join(msgspec.json.encode(noted) + b"\n" for noted in truths))
            if progress is not None:
                progress(last)
        xml_bytes += packed.write(register.FOOTER.encode())
    newcomers = world.newcomers
    return Summary(
        seed, companies, ceased, natural, activities, newcomers, in_register, without_ico, xml_bytes
    )


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
