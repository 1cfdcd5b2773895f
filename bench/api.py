"""How fast the REST API answers over HTTP: `python -m bench.api [DIRECTORY] [SECONDS]`.

DIRECTORY is a data directory with 50,000 companies or more; without one, 60,000 made-up ones are put into
bench-data/api first, which takes minutes.

Prints, for one server process and 32 connections: requests per second of a bare ASGI application with a body
of the same size (the ceiling of server and load generator), of the company detail for an enterprise key (of
one company, and of many by turns) and without accounts, and their ratios; then the time of VAT batches of
100, and of an export with details asked meanwhile. The load comes from wrk (`apt-get install wrk`). Accounts
that it makes are named bench-….
"""

from __future__ import annotations

import http.client
import json
import os
import re
import secrets
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import urlopen

import psutil

from soupis.accounts.callers import Anonymous, Authenticator
from soupis.accounts.database import Database
from soupis.accounts.directory import Directory
from soupis.accounts.quota.counters import Decision
from soupis.accounts.quota.quota import Quota
from soupis.app import Application, create_app
from soupis.cli.synchronising import publish_pending
from soupis.ingest.merge import public_register, statistical
from soupis.installation import Installation
from soupis.progress import no_progress
from soupis.settings import Settings
from soupis.store.documents import Documents
from soupis.store.packing import unpack
from soupis.synthetic import generate

_DATA = Path("bench-data") / "api"
PORT = 18_431
_CONNECTIONS = 32
_ROUNDS = 5
_SIZE = "SOUPIS_BENCH_BODY"

DETAILS_BY_TURNS = """
local icos, next = {%s}, 0
request = function()
  next = next %% #icos + 1
  return wrk.format("GET", "/api/v1/firma/" .. icos[next])
end
"""
_UNMETERED = f"""
from granian import Granian
from granian.constants import Interfaces
if __name__ == "__main__":
    options = dict(address="127.0.0.1", port={PORT}, interface=Interfaces.ASGI, log_enabled=False)
    Granian("bench.api:unmetered", factory=True, **options).serve()
"""
_CEILING = f"""
from granian import Granian
from granian.constants import Interfaces
if __name__ == "__main__":
    options = dict(address="127.0.0.1", port={PORT}, interface=Interfaces.ASGI, log_enabled=False)
    Granian("bench.api:bare", **options).serve()
"""


async def bare(scope: Any, receive: Any, send: Any) -> None:
    """ASGI application that does nothing but send a body."""
    if scope["type"] != "http":
        while (await receive())["type"] != "lifespan.shutdown":
            await send({"type": "lifespan.startup.complete"})
        return
    body = _body()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _body(kept: list[bytes] = []) -> bytes:  # noqa: B006 - made once a process
    if not kept:
        kept.append(b"x" * int(os.environ[_SIZE]))
    return kept[0]


def unmetered() -> Application:
    """Return the service without accounts: who asks is not looked up, and nothing is counted."""
    caller = Anonymous("everybody")
    decision = Decision(True, 30, 29, 3_600, None, 1, "2026-01-01")
    Authenticator.authenticate = lambda *_: caller  # type: ignore[method-assign]
    Quota.take = lambda *_: decision  # type: ignore[method-assign]
    return create_app()


@contextmanager
def running(command: list[str], **settings: str) -> Iterator[int]:
    """Run a server until the end of the block; yields its process's number."""
    process = subprocess.Popen(
        command, env=os.environ | settings, stdout=subprocess.DEVNULL, start_new_session=True
    )
    try:
        deadline = time.monotonic() + 120
        while True:
            try:
                urlopen(f"http://127.0.0.1:{PORT}/api/health", timeout=5).close()
                break
            except OSError:
                if time.monotonic() > deadline or process.poll() is not None:
                    raise
                time.sleep(0.1)
        yield process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


class Rate(NamedTuple):
    """Requests per second, and what one costs the server in microseconds of a processor."""

    requests: float
    processor: float


def rate(server: int, path: str, seconds: int, key: str | None = None, script: Path | None = None) -> Rate:
    """Load the server for so long; anything but 2xx is an error of the benchmark."""
    wrk = shutil.which("wrk")
    if wrk is None:
        raise SystemExit("wrk is missing: apt-get install wrk")
    command = [wrk, "-t1", f"-c{_CONNECTIONS}", f"-d{seconds}s", f"http://127.0.0.1:{PORT}{path}"]
    if script:
        command[1:1] = ["-s", str(script)]
    if key:
        command[1:1] = ["-H", f"Authorization: Bearer {key}"]
    before = _processor(server)
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    spent = _processor(server) - before
    if "Non-2xx" in text:
        raise SystemExit(text)
    found, done = re.search(r"Requests/sec:\s*([\d.]+)", text), re.search(r"(\d+) requests in", text)
    assert found
    assert done
    return Rate(float(found[1]), spent / int(done[1]) * 1e6)


def _processor(server: int) -> float:
    """Return the seconds of processors that a server's processes have used."""
    parent = psutil.Process(server)
    times = [process.cpu_times() for process in (parent, *parent.children(recursive=True))]
    return sum(time.user + time.system for time in times)


class Client:
    """One connection that is kept."""

    def __init__(self, key: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=60)
        self._headers = {"Authorization": f"Bearer {key}"}

    def ask(self, path: str, body: bytes | None = None) -> tuple[float, bytes]:
        """Ask and read the whole answer; return seconds and body."""
        begun = time.perf_counter()
        self._connection.request("POST" if body else "GET", path, body, self._headers)
        answer = self._connection.getresponse()
        content = answer.read()
        if answer.status != 200:
            raise SystemExit(f"{path}: {answer.status} {content[:300]!r}")
        return time.perf_counter() - begun, content


def percentile_99(times: list[float]) -> float:
    """Return the 99th percentile in milliseconds."""
    return statistics.quantiles(times, n=100)[98] * 1_000


def main() -> None:
    """Measure and print."""
    where = _installation(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
    seconds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    icos, size = _sample(where)
    path = f"/api/v1/firma/{icos[0]:08d}"
    serve = [sys.executable, "-c", "from soupis.cli import main; main()", "serve"]
    serve += ["--data", str(where.directory), "--port", str(PORT), "--workers", "1"]
    print(f"detail of {size:,} bytes, {_CONNECTIONS} connections, {_ROUNDS} rounds of {seconds} s")
    one: list[float] = []
    free: list[float] = []
    many: list[float] = []
    script = where.directory / "bench-many.lua"
    script.write_text(DETAILS_BY_TURNS % ",".join(f'"{ico:08d}"' for ico in icos))
    for number in range(_ROUNDS):  # by turns, so that a busy machine slows both
        with running([sys.executable, "-c", _CEILING], **{_SIZE: str(size + 30)}) as server:
            ceiling, ceiling_many = rate(server, path, seconds), rate(server, path, seconds, script=script)
        with running(serve) as server:
            key = new_key(where)
            keyed = rate(server, path, seconds, key)
            keyed_many = rate(server, path, seconds, key, script)
        with running([sys.executable, "-c", _UNMETERED], SOUPIS_DATA_DIR=str(where.directory)) as server:
            free.append(rate(server, path, seconds, script=script).requests / ceiling_many.requests)
        one.append(keyed.requests / ceiling.requests)
        many.append(keyed_many.requests / ceiling_many.requests)
        print(
            f"round {number + 1}: bare {ceiling.requests:,.0f}/s ({ceiling.processor:.1f} µs of processor), "
            f"detail with key {keyed.requests:,.0f}/s ({keyed.processor:.1f} µs) = {one[-1]:.0%}; "
            f"{len(icos):,} companies by turns: bare {ceiling_many.requests:,.0f}/s, "
            f"detail {keyed_many.requests:,.0f}/s ({keyed_many.processor:.1f} µs) = {many[-1]:.0%}, "
            f"without accounts {free[-1]:.0%}"
        )
    print(
        f"detail with key and quota, share of the bare server (median): {statistics.median(one):.0%} for one "
        f"company, {statistics.median(many):.0%} for {len(icos):,} by turns (wanted ≥ 40 %); "
        f"without accounts {statistics.median(free):.0%} (wanted ≥ 45 %)"
    )
    with running(serve) as server:
        _batches(where, icos)
        _export(where, path, server)


def _batches(where: Installation, icos: list[int]) -> None:
    client = Client(new_key(where))
    known = json.dumps({"ico": [f"{ico:08d}" for ico in icos[:100]]}).encode()
    client.ask("/api/v1/firmy/dph", known)
    times = [client.ask("/api/v1/firmy/dph", known)[0] for _ in range(300)]
    _print_times("batch of 100, asked before", times)
    times = []
    for start in range(100, 10_100, 100):
        fresh = json.dumps({"ico": [f"{ico:08d}" for ico in icos[start : start + 100]]}).encode()
        times.append(client.ask("/api/v1/firmy/dph", fresh)[0])
    _print_times("batch of 100, all queued anew", times)


def _print_times(what: str, times: list[float]) -> None:
    print(f"{what}: median {statistics.median(times) * 1_000:.1f} ms, p99 {percentile_99(times):.1f} ms")


def _export(where: Installation, path: str, server: int) -> None:
    exporter, asker = Client(new_key(where)), Client(new_key(where))
    forms = "101,112,121,706,145,736,331,325,205,105,107,111,117,141,161,301,521,601,711,801"
    times: list[float] = []
    ended = threading.Event()
    idle = _memory(server)
    peak = [idle]

    def ask() -> None:
        while not ended.is_set():
            times.append(asker.ask(path)[0])

    def watch() -> None:
        while not ended.wait(0.02):
            peak[0] = max(peak[0], _memory(server))

    threads = [threading.Thread(target=work) for work in (ask, watch)]
    for thread in threads:
        thread.start()
    took, content = exporter.ask(f"/api/v1/vyhledavani/export?forma={forms}")
    ended.set()
    for thread in threads:
        thread.join()
    rows = content.count(b"\r\n") - 1
    print(
        f"export of {rows:,} rows: {took:.2f} s; details meanwhile: {len(times)}, "
        f"p99 {percentile_99(times):.1f} ms, longest {max(times) * 1_000:.1f} ms; "
        f"memory at most {(peak[0] - idle) / 2**20:.0f} MB above idle (wanted ≤ 100)"
    )


def _memory(server: int) -> int:
    """Return the resident bytes of a server's processes, pages of files included."""
    parent = psutil.Process(server)
    return sum(process.memory_info().rss for process in (parent, *parent.children(recursive=True)))


def _installation(directory: Path | None) -> Installation:
    where = Installation(Settings(data_dir=directory or _DATA))
    where.prepare()
    if directory is None and not list(where.index_directory.glob("*")):
        with tempfile.TemporaryDirectory() as name:
            files = Path(name)
            generate(files, 60_000, 1, lambda _done: None)
            statistical.sync_subjects(where.engine, files / "res_data.csv", no_progress)
            statistical.sync_activities(where.engine, files / "res_pf_nace.csv", no_progress)
            register = files / "public_register.xml.gz"
            public_register.sync_file(where.engine, register, where.person_secret, no_progress)
    publish_pending(where, no_progress)
    return where


def new_key(where: Installation) -> str:
    database = Database(where.settings.accounts_url)
    directory = Directory(database)
    email = f"bench-{secrets.token_hex(4)}@example.cz"
    directory.create(email, "enterprise")
    key = directory.issue_key(email, "bench").key
    database.close()
    return key


def _sample(where: Installation) -> tuple[list[int], int]:
    """Return 10,100 companies, the first of them with a detail of middling size, and that size."""
    with Documents(where.documents_file) as documents:
        stored = documents._rows("SELECT ico, detail FROM company_document LIMIT 20000")
        rows = [(ico, len(unpack(detail))) for ico, detail in stored]
    rows.sort(key=lambda row: abs(row[1] - 1_300))
    return [row[0] for row in rows[:10_100]], rows[0][1]


if __name__ == "__main__":
    main()
