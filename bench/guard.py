"""What the hot paths cost, counted instead of timed: python bench/guard.py [--renew] [--answers]

Counted are instructions of Python, calls (of Python and of C), statements of SQL and the memory taken at
most: the same on every machine, however busy, as long as Python is the same. Compared with
`bench/guard.json`, which `--renew` writes; what differs by more than 5 % ends it with an error, cheaper or
dearer: a gain is written down, so that it cannot get lost again. What is counted: a company's detail,
suggestions and a page of a search, each asked of the whole application with a key, and the merge of 10,000
rows of the statistical register, which `--answers` leaves out. Nothing is kept from one answer to the next
but the read that look-ups share, and the clock of quotas stands still.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import sqlite3
import statistics
import sys
import tempfile
import threading
import tracemalloc
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from copy import copy
from itertools import count as counting
from pathlib import Path
from types import FrameType
from typing import Any

from soupis.app import Application
from soupis.cli.synchronising import publish_pending
from soupis.ingest.merge import statistical
from soupis.installation import Installation
from soupis.progress import no_progress
from soupis.search import beside
from soupis.settings import Settings
from soupis.synthetic import generate

FIGURES = Path(__file__).with_name("guard.json")
TOLERANCE = 0.05
_ROWS = 10_000
_COMPANIES = 1_000
_NOW = 1_800_000_000.0  # seconds since 1970
_ROUNDS = 9
_WARM = 60
_VERSION = f"{sys.version_info[0]}.{sys.version_info[1]}"
# Of little, 5 % are less than what one more look at a clock costs.
_LEAST = {"instructions": 40, "calls": 4, "statements": 0, "kilobytes": 4}

Counts = dict[str, float]


class Counter:
    """Counts what happens inside its blocks; statements in all connections.

    Counted are this thread and those that begin inside `threads`: a search has one of its own.
    """

    def __init__(self) -> None:
        self.statements = 0
        # One step of these is one instruction of Python's own, so that threads lose none.
        self._instructions, self._calls = counting(), counting()
        self._instructing = self._calling = False
        self._connect = sqlite3.connect
        for module in (sqlite3, sqlite3.dbapi2):
            setattr(module, "connect", self._connect_counted)  # noqa: B010 - its type has many forms

    def _connect_counted(self, *arguments: Any, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = self._connect(*arguments, **options)
        connection.set_trace_callback(self._note)
        return connection

    def _note(self, _statement: str) -> None:
        self.statements += 1

    @contextmanager
    def statements_and_memory(self, into: Counts) -> Iterator[None]:
        """Count what disturbs nothing, and takes little time."""
        gc.collect()
        tracemalloc.start()
        before = self.statements
        try:
            yield
        finally:
            into["kilobytes"] = tracemalloc.get_traced_memory()[1] / 1024
            into["statements"] = self.statements - before
            tracemalloc.stop()

    @contextmanager
    def threads(self) -> Iterator[None]:
        """Count in threads, too, that begin inside the block."""
        threading.setprofile(self._call)
        threading.settrace(self._enter)
        try:
            yield
        finally:
            threading.setprofile(None)
            threading.settrace(None)

    @contextmanager
    def calling(self, into: Counts) -> Iterator[None]:
        """Count calls."""
        before, self._calling = next(copy(self._calls)), True
        sys.setprofile(self._call)
        try:
            yield
        finally:
            sys.setprofile(None)
            self._calling = False
            into["calls"] = next(copy(self._calls)) - before

    @contextmanager
    def instructing(self, into: Counts) -> Iterator[None]:
        """Count instructions."""
        before, self._instructing = next(copy(self._instructions)), True
        sys.settrace(self._enter)
        try:
            yield
        finally:
            sys.settrace(None)
            self._instructing = False
            into["instructions"] = next(copy(self._instructions)) - before

    def _call(self, _frame: FrameType, event: str, _argument: Any) -> None:
        if self._calling and event in ("call", "c_call"):
            next(self._calls)

    def _enter(self, frame: FrameType, _event: str, _argument: Any) -> Any:
        if not self._instructing:
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        return self._instruct

    def _instruct(self, _frame: FrameType, event: str, _argument: Any) -> Any:
        if self._instructing and event == "opcode":
            next(self._instructions)
        return self._instruct


def count(*, merges: bool = True) -> dict[str, Counts]:
    """Return what each path costs."""
    counter = Counter()
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        files = directory / "files"
        generate(files, _COMPANIES, 1)
        where = _installation(directory / "data")
        statistical.sync_files(where.engine, [files / "res_data.csv", files / "res_pf_nace.csv"], no_progress)
        publish_pending(where, no_progress)
        counts = asyncio.run(_answers(counter, where))
        if merges:
            generate(files, _ROWS, 1)
            first, second = _installation(directory / "merge"), _installation(directory / "another")
            counts[f"merge of {_ROWS:,} rows"] = _merge(counter, first, second, files / "res_data.csv")
        return counts


def _installation(directory: Path) -> Installation:
    where = Installation(Settings(data_dir=directory))
    where.prepare()
    return where


def _merge(counter: Counter, first: Installation, second: Installation, path: Path) -> Counts:
    counts: Counts = {}
    with counter.statements_and_memory(counts), counter.calling(counts):
        statistical.sync_subjects(first.engine, path, no_progress)
    with counter.instructing(counts):
        statistical.sync_subjects(second.engine, path, no_progress)
    return counts


async def _answers(counter: Counter, where: Installation) -> dict[str, Counts]:
    from soak import new_key

    with sqlite3.connect(where.documents_file) as file:
        [(ico,)] = file.execute("SELECT ico FROM company_document ORDER BY ico LIMIT 1 OFFSET 500")
    file.close()
    paths = {
        "detail": (f"/api/v1/firma/{ico:08d}", b""),
        "suggest": ("/api/suggest", b"q=stavby"),
        "search": ("/api/v1/vyhledavani", b"q=stavby+praha"),
    }
    key = new_key(where)
    app = Application(where, lambda: _NOW)
    beside._free = None  # as on one processor: what another thread asks ahead differs each time
    with counter.threads():
        app.open()
        try:
            return {what: await _of(counter, _asking(app, key, *path)) for what, path in paths.items()}
        finally:
            app.close()


async def _of(counter: Counter, ask: Callable[[], Awaitable[None]]) -> Counts:
    """Return the medians of what an answer costs: once in a while one writes down what was noted.

    Of statements the fewest: on a busy machine those of other threads fall into many rounds.
    """
    for _ in range(_WARM):
        await ask()
    rounds: list[Counts] = []
    for _ in range(_ROUNDS):
        counts: Counts = {}
        for count in (counter.statements_and_memory, counter.calling, counter.instructing):
            with count(counts):
                await ask()
        rounds.append(counts)
    return {
        name: (min if name == "statements" else statistics.median)(counts[name] for counts in rounds)
        for name in rounds[0]
    }


def _asking(app: Application, key: str, path: str, query: bytes) -> Callable[[], Awaitable[None]]:
    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start" and message["status"] != 200:
            raise SystemExit(f"{path}: {message['status']}")

    async def ask() -> None:
        headers = [(b"host", b"127.0.0.1"), (b"authorization", f"Bearer {key}".encode())]
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http",
            "method": "GET", "path": path, "raw_path": path.encode(), "root_path": "", "query_string": query,
            "headers": headers, "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 2), "state": {},
        }  # fmt: skip
        await app(scope, receive, send)

    return ask


def differences(now: dict[str, Counts], stored: dict[str, Counts]) -> list[str]:
    """Return in words what differs from the stored figures by more than the tolerance."""
    told = []
    for what, counts in now.items():
        for name, new in counts.items():
            old = stored.get(what, {}).get(name)
            if old is None:
                told.append(f"{what}: {name} is new: {new:,.0f}")
            elif abs(new - old) > max(old * TOLERANCE, _LEAST[name]):
                told.append(f"{what}: {name} {old:,.0f} → {new:,.0f} ({new / max(old, 1) - 1:+.0%})")
    return told


def main(arguments: list[str]) -> int:
    """Count and compare, or renew; return the exit code."""
    kept = json.loads(FIGURES.read_text()) if FIGURES.exists() else {}
    now = count(merges="--answers" not in arguments)
    for what, counts in now.items():
        print(what + ": " + ", ".join(f"{value:,.0f} {name}" for name, value in counts.items()))
    if "--renew" in arguments and "--answers" not in arguments:
        rounded = {
            what: {name: round(value) for name, value in counts.items()} for what, counts in now.items()
        }
        FIGURES.write_text(json.dumps(kept | {_VERSION: rounded}, indent=1, ensure_ascii=False) + "\n")
        return 0
    if _VERSION not in kept:
        print(f"no figures for Python {_VERSION}: make guard RENEW=--renew")
        return 0
    found = differences(now, kept[_VERSION])
    for line in found:
        print(line, file=sys.stderr)
    if found:
        print("wanted so? then: make guard RENEW=--renew", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":  # the order of sets decides what is looked at first
        os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | {"PYTHONHASHSEED": "0"})
    sys.exit(main(sys.argv[1:]))
