"""Loading of source files: both files of the statistical register and the public register, from zero.

The floor is `sqlite3 .import`, which only copies the rows of the two CSV files into untyped tables. Ours
reads, checks, merges, publishes documents, and builds the search index. Usage: python -m bench.load [N]
"""

from __future__ import annotations

import gzip
import shutil
import subprocess
import sys
import time
from pathlib import Path
from threading import Event, Thread
from xml.parsers import expat

import psutil

DATA = Path("bench-data")


def main(companies: int) -> None:
    """Print how long loading takes and how much memory it needs."""
    files = source_files(companies)
    work = DATA / "load"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    floor = _import_seconds(files, work)
    print(f"sqlite3 .import of both CSV files, {companies:,} companies: {floor:.1f} s")

    started = time.monotonic()
    peak = _run(
        "sync", "res", "--data", str(work / "data"),
        "--file", str(files / "res_data.csv"), "--file", str(files / "res_pf_nace.csv"),
    )  # fmt: skip
    taken = time.monotonic() - started
    print(
        f"loaded, merged, published, indexed: {taken:.1f} s = {taken / floor:.1f} × .import (wanted ≤ 10), "
        f"peak memory of all processes {peak / 2**20:,.0f} MB (wanted ≤ 1,536)"
    )
    _public_register(files, work)


def source_files(companies: int) -> Path:
    """Return a directory with made-up source files of so many companies; made once."""
    directory = DATA / f"files-{companies}"
    if not (directory / "public_register.xml.gz").exists():
        _run("generate", "--companies", str(companies), "--out", str(directory), "--seed", "1")
    return directory


def _import_seconds(files: Path, work: Path) -> float:
    script = f".mode csv\n.import {files / 'res_data.csv'} a\n.import {files / 'res_pf_nace.csv'} b\n"
    started = time.monotonic()
    subprocess.run(["sqlite3", str(work / "import.db")], input=script, text=True, check=True)
    (work / "import.db").unlink()
    return time.monotonic() - started


def _bare_parse(path: Path, size: int) -> float:
    """Return the MB/s at which expat alone, on one core, walks through the file: what the machine allows."""
    parser = expat.ParserCreate()
    started = time.monotonic()
    with gzip.open(path) as file:
        parser.ParseFile(file)
    return size / 1e6 / (time.monotonic() - started)


def _public_register(files: Path, work: Path) -> None:
    size = _unpacked(files / "public_register.xml.gz")
    code = (
        "import gc,sys,time; from pathlib import Path; from soupis.installation import Installation; "
        "from soupis.settings import Settings; from soupis.ingest.merge import public_register; "
        "from soupis.progress import no_progress\n"
        "if __name__ == '__main__':\n"
        "    gc.set_threshold(100_000, 20, 50)  # as the command does\n"
        "    where = Installation(Settings(data_dir=Path(sys.argv[1]))); where.prepare()\n"
        "    started = time.monotonic()\n"
        "    public_register.sync_file(where.engine, Path(sys.argv[2]), where.person_secret, no_progress,"
        " force=True)\n"
        "    print(time.monotonic() - started)\n"
    )
    bare = _bare_parse(files / "public_register.xml.gz", size)
    print(f"expat alone, one core, nothing kept: {bare:.0f} MB/s of the same file")
    script = work / "register.py"
    script.write_text(code)
    for what, wanted in (("first run", 20), ("nothing changed", 150)):
        answer = subprocess.run(
            [sys.executable, str(script), str(work / "data"), str(files / "public_register.xml.gz")],
            check=True, capture_output=True, text=True,
        )  # fmt: skip
        taken = float(answer.stdout)
        rate = size / 1e6 / taken
        print(
            f"public register, {what}: {rate:.0f} MB/s of XML (wanted ≥ {wanted}), {taken:.1f} s, "
            f"{rate / bare:.0%} of expat alone"
        )


def _unpacked(path: Path) -> int:
    from soupis.registers.files import read_blocks

    return sum(len(block) for block in read_blocks(path, 1 << 20))


def _run(*arguments: str) -> int:
    """Run a command of ours; return the peak memory of its process tree (proportional share), in bytes."""
    process = psutil.Popen([sys.executable, "-m", "soupis", *arguments], stdout=subprocess.DEVNULL)
    peak = [0]
    over = Event()

    def watch() -> None:
        while not over.wait(0.5):
            peak[0] = max(peak[0], _tree_memory(process))

    watcher = Thread(target=watch)
    watcher.start()
    code = process.wait()
    over.set()
    watcher.join()
    if code:
        raise SystemExit(f"soupis {arguments[0]} failed")
    return peak[0]


def _tree_memory(process: psutil.Process) -> int:
    """Return the memory of a process and its children, without file pages that the system may drop."""
    total = 0
    for part in [process, *process.children(recursive=True)]:
        try:
            info = part.memory_info()
            total += info.rss - info.shared
        except psutil.Error:
            continue  # it has just ended
    return total


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
