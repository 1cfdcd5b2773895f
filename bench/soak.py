"""Fifteen minutes at 80 % of the peak, one request in fifty hostile: python bench/soak.py [SECONDS]

Two server processes, and a worker at the stand-in of the registers, which looks up who is asked for,
publishes and follows meanwhile. The load comes from wrk (`apt-get install wrk`): details, searches,
suggestions, batches, persons and pages, most with a key, some from many addresses. The hostile requests are
those of the fuzzers (tests/contract/test_fuzzing.py), the dearest searches that are known,
and broken HTTP over sockets of their own. Wanted: no 5xx, and memory and open files of the last minute
within 5 % of the second one. Memory is what the system gives to all server processes, each shared page
counted once: forked processes share with their parent what they have not written to yet, so their private
memory starts small and shows less than the machine gives.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import secrets
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote
from urllib.request import urlopen

import httpx
import psutil

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests import standin
from tests.contract.test_fuzzing import HOSTILE, PATHS
from tests.worker.workshop import AT_ANY_HOUR, Workshop, codelists

from soupis.accounts.database import Database
from soupis.accounts.directory import Directory
from soupis.installation import Installation
from soupis.settings import Settings
from soupis.store.documents import Documents
from soupis.synthetic import generate
from soupis.synthetic import standin as synthetic_standin
from soupis.worker.schedule import USUAL

PORT = 18_431
_DATA = Path("bench-data") / "soak"
_COMPANIES = 20_000
_PEAK_SECONDS = 10
_CONNECTIONS = 64
_PACED = 256  # connections that send at a rate; many, so that what an answer takes hardly matters
_REQUESTS = 6_000  # made beforehand, sent in turn
_SHARE = 0.8
_HOSTILE = 0.02
_DRIFT = 0.05
_EVERY = 5.0  # seconds between two looks at the servers
_ONLY_VAT = ",".join(f"{name.replace('_', '-')}=off" for name in USUAL if name != "vat")
_DEAREST = (
    "1 5 kralove 5 5 5 5 5 nisou kralove 5 5 hasicu mlada havirov 5",
    "krejci krejci krejci krejci krejci krejci s krejci krejci krejci krejci krejci krejci labem P",
    "\ufdfa" * 100,
)
_BROKEN = (
    b"GET / HTTP/1.1\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"POST /api/v1/firmy/dph HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"b" * 100_000 + b"\r\n\r\n",
    b"POST /api/v1/firmy/dph HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{",
    b"GET / HTTP/9.9\r\nHost: a\r\n\r\n",
    b"",  # says nothing until it is let go
)
_SCRIPT = """
local requests, threads, at = {%s}, {}, 0
statuses = {}
function setup(thread) table.insert(threads, thread) end
function request() at = at %% #requests + 1; return requests[at] end
function response(status) statuses[status] = (statuses[status] or 0) + 1 end
%s
function done(summary, latency)
  local all = {}
  for _, thread in ipairs(threads) do
    for status, count in pairs(thread:get("statuses")) do all[status] = (all[status] or 0) + count end
  end
  local parts = {}
  for status, count in pairs(all) do table.insert(parts, string.format('"%%d": %%d', status, count)) end
  local errors = summary.errors
  io.write(string.format(
    '\\nRESULT {"statuses": {%%s}, "seconds": %%f, "p50": %%f, "p99": %%f, "broken": %%d}\\n',
    table.concat(parts, ", "), summary.duration / 1e6, latency:percentile(50) / 1e3,
    latency:percentile(99) / 1e3, errors.connect + errors.read + errors.write + errors.timeout))
end
"""


class Load(NamedTuple):
    """What wrk tells: answers by status, seconds, milliseconds of answers, connections that broke."""

    statuses: dict[str, int]
    seconds: float
    p50: float
    p99: float
    broken: int

    @property
    def rate(self) -> float:
        """Answers a second."""
        return sum(self.statuses.values()) / self.seconds


class Look(NamedTuple):
    """The servers at one moment: bytes in all, private and resident ones, open files, bytes of their logs."""

    memory: int
    private: int
    resident: int
    files: int
    logs: int


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


def new_key(where: Installation) -> str:
    database = Database(where.settings.accounts_url)
    directory = Directory(database)
    email = f"bench-{secrets.token_hex(4)}@example.cz"
    directory.create(email, "enterprise")
    key = directory.issue_key(email, "bench").key
    database.close()
    return key


def main() -> None:
    """Measure the peak, soak, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seconds", type=int, nargs="?", default=900)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(1_000_000))
    arguments = parser.parse_args()
    print(
        f"seed {arguments.seed}, {os.cpu_count()} processors, load before {os.getloadavg()[0]:.1f}",
        flush=True,
    )
    chance = random.Random(arguments.seed)
    registers = _registers()
    where = _installation(registers)
    requests = _requests(chance, where)
    command = [sys.executable, "-c", AT_ANY_HOUR]
    serve = [*command, "serve", "--data", str(where.directory), "--port", str(PORT), "--workers", "2"]
    settings = {"SOUPIS_PAGES_PER_MINUTE": "10000000", "SOUPIS_TRUSTED_PROXIES": "127.0.0.1"}
    with standin.start(registers) as source, running(serve, **settings) as server:
        worker = subprocess.Popen(
            [*command, "worker", "--data", str(where.directory)],
            env=os.environ
            | source.settings
            | {"SOUPIS_SYNC_SCHEDULE": _ONLY_VAT, "SOUPIS_LOG_LEVEL": "WARNING"},
        )
        try:
            _wrk(requests, 5)
            peak = _wrk(requests, _PEAK_SECONDS)
            print(f"peak: {_told(peak)}", flush=True)
            load, looks, broken = _soak(where, requests, arguments.seconds, _SHARE * peak.rate, server)
        finally:
            worker.terminate()
            worker.wait(60)
    print(f"soak of {load.seconds:.0f} s at {load.rate / peak.rate:.0%} of the peak: {_told(load)}")
    print(f"broken HTTP beside it, by what it was answered with: {dict(broken)}")
    failed = [line for line in _drifts(looks) if line.endswith("!")]
    faults = sum(count for status, count in load.statuses.items() if status >= "500")
    if failed or faults:
        sys.exit(f"{faults} answers were 5xx; {len(failed)} figures were not flat")


def _told(load: Load) -> str:
    return (
        f"{load.rate:,.0f} answers a second, p50 {load.p50:.1f} ms, p99 {load.p99:.1f} ms, "
        f"by status {dict(sorted(load.statuses.items()))}, connections closed {load.broken}"
    )


def _soak(
    where: Installation, requests: list[bytes], seconds: int, rate: float, server: int
) -> tuple[Load, list[Look], Counter[str]]:
    """Send requests at a rate; return how they fared, what the servers were like, how broken ones fared."""
    looks: list[Look] = []
    broken: Counter[str] = Counter()
    ended = threading.Event()

    def watch() -> None:
        while not ended.wait(_EVERY):
            looks.append(_look(where, server))
            if len(looks) % 12 == 0:
                print(f"{len(looks) * _EVERY:5.0f} s: {looks[-1]}", flush=True)

    def be_rude() -> None:
        turn = 0
        while not ended.wait(0.2):
            turn += 1
            broken[_send_broken(_BROKEN[turn % len(_BROKEN)])] += 1

    def ask() -> None:
        with Documents(where.documents_file) as documents:
            unknown = documents.icos(0, 10**8, _COMPANIES)
        key = new_key(where)
        with httpx.Client(
            base_url=f"http://127.0.0.1:{PORT}", headers={"Authorization": f"Bearer {key}"}
        ) as http:
            while not ended.wait(1.0) and unknown:
                part, unknown = unknown[:20], unknown[20:]
                with suppress(httpx.TransportError):
                    http.post("/api/v1/firmy/dph", json={"ico": [f"{ico:08d}" for ico in part]})

    threads = [threading.Thread(target=work) for work in (watch, be_rude, ask)]
    for thread in threads:
        thread.start()
    load = _wrk(requests, seconds, _wait(requests, rate))
    ended.set()
    for thread in threads:
        thread.join()
    return load, looks, broken


def _wait(requests: list[bytes], rate: float) -> float:
    """Return how long each connection has to wait after an answer for a rate, found by trying."""
    wait = _PACED / rate
    for _ in range(2):
        wait += _PACED / rate - _PACED / _wrk(requests, _PEAK_SECONDS, wait).rate
    return max(0.0, wait)


def _wrk(requests: list[bytes], seconds: int, wait: float | None = None) -> Load:
    """Send the requests in turn over all connections, as fast as answers come or with waits in between."""
    connections = _CONNECTIONS if wait is None else _PACED
    delay = f"function delay() return {wait * 1_000:.0f} end" if wait is not None else ""
    literals = ",".join('"' + "".join(f"\\{byte:03d}" for byte in request) + '"' for request in requests)
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        script.write(_SCRIPT % (literals, delay))
        script.flush()
        program = shutil.which("wrk")
        if program is None:
            sys.exit("wrk is missing: apt-get install wrk")
        command = [
            program,
            "-t",
            "1",
            "-c",
            str(connections),
            "-d",
            f"{seconds}s",
            "--timeout",
            "30s",
            "--latency",
        ]
        told = subprocess.run(
            [*command, "-s", script.name, f"http://127.0.0.1:{PORT}"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    return Load(**json.loads(told.rsplit("RESULT ", 1)[1]))


def _look(where: Installation, server: int) -> Look:
    parent = psutil.Process(server)
    total = private = resident = files = 0
    for process in (parent, *parent.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):
            memory = process.memory_full_info()
            total, private = total + memory.pss, private + memory.uss
            resident, files = resident + memory.rss, files + process.num_fds()
    logs = sum(path.stat().st_size for path in where.directory.glob("*-wal"))
    return Look(total, private, resident, files, logs)


def _drifts(looks: list[Look]) -> list[str]:
    """Print each figure of the second minute and the last; return the lines, those not flat with a !"""
    minute = round(60 / _EVERY)
    lines = []
    for name in ("memory", "private", "resident", "files"):
        first, last = (
            statistics.median(getattr(look, name) for look in part)
            for part in (looks[minute : 2 * minute], looks[-minute:])
        )
        bad = name in ("memory", "files") and abs(last / first - 1) > _DRIFT
        shown = (f"{value:,.0f}" if name == "files" else f"{value / 1e6:,.0f} MB" for value in (first, last))
        lines.append(f"{name}: {' -> '.join(shown)} ({last / first - 1:+.1%}){' !' if bad else ''}")
        print(lines[-1])
    print(f"write-ahead logs: at most {max(look.logs for look in looks) / 1e6:.0f} MB")
    return lines


def _send_broken(request: bytes) -> str:
    """Send something broken; return the status of the answer, or how it ended without one."""
    try:
        with socket.create_connection(("127.0.0.1", PORT), timeout=0.5) as connection:
            connection.sendall(request)
            answer = connection.recv(100)
            return answer.split()[1].decode() if answer.startswith(b"HTTP/") else "closed"
    except TimeoutError:
        return "no answer in 0.5 s"
    except OSError:
        return "reset"


def _requests(chance: random.Random, where: Installation) -> list[bytes]:
    """Return the requests of a mix, each as its bytes."""
    keys = [new_key(where) for _ in range(4)]
    with Documents(where.documents_file) as documents:
        icos = chance.sample(documents.icos(0, 10**8, _COMPANIES), 2_000)
        rows = documents._rows("SELECT key FROM person_document LIMIT 500")
    persons = [row[0] for row in rows]
    words = ("stavby", "alfa", "novak", "praha servis", "s.r.o.", "obchod", "kovo", "dum", "nova", "agro")

    def batch() -> bytes:
        return json.dumps({"ico": [f"{ico:08d}" for ico in chance.sample(icos, 20)]}).encode()

    def usual() -> bytes:
        what = chance.random()
        if what < 0.60:
            return _get(f"/api/v1/firma/{chance.choice(icos):08d}", chance, keys)
        if what < 0.75:
            return _get(f"/api/v1/vyhledavani?q={quote(chance.choice(words))}&pocet=20", chance, keys)
        if what < 0.82:
            return _get(f"/api/suggest?q={quote(chance.choice(words)[:4])}", chance, keys)
        if what < 0.88:
            return _post("/api/v1/firmy/dph", batch(), chance.choice(keys))
        if what < 0.93:
            return _get(f"/api/v1/osoba/{quote(chance.choice(persons))}", chance, keys)
        if what < 0.97:
            return _get(f"/firma/{chance.choice(icos):08d}", chance, keys)
        return _get(f"/hledat?q={quote(chance.choice(words))}", chance, keys)

    def hostile() -> bytes:
        what = chance.random()
        if what < 0.6:
            return _get(chance.choice(PATHS).format(quote(chance.choice(HOSTILE), safe="")), chance, keys)
        if what < 0.8:
            text = "".join(f"%{byte:02x}" for byte in chance.randbytes(chance.randrange(60)))
            return _get(f"/api/v1/vyhledavani?{text}", chance, keys)
        if what < 0.95:
            return _post("/api/v1/firmy/dph", chance.randbytes(chance.randrange(200)), chance.choice(keys))
        return _get(f"/api/v1/vyhledavani?q={quote(chance.choice(_DEAREST))}", chance, keys)

    return [hostile() if chance.random() < _HOSTILE else usual() for _ in range(_REQUESTS)]


def _get(path: str, chance: random.Random, keys: list[str]) -> bytes:
    # One in ten without a key, from an address of its own.
    who = f"Authorization: Bearer {chance.choice(keys)}"
    if chance.random() < 0.1:
        who = f"X-Forwarded-For: 2001:db8:{chance.randrange(65_536):x}:{chance.randrange(65_536):x}::1"
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{PORT}\r\n{who}\r\n\r\n".encode()


def _post(path: str, body: bytes, key: str) -> bytes:
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{PORT}\r\nAuthorization: Bearer {key}\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def _registers() -> Path:
    """Return the stand-in's data, made where they are missing."""
    files = _DATA / "files"
    if not (files / "done").exists():
        shutil.rmtree(files, ignore_errors=True)
        generate(files, _COMPANIES, 1)
        codelists(synthetic_standin.write(files, _COMPANIES, 1))
        (files / "done").touch()
    return files / synthetic_standin.DIRECTORY


def _installation(registers: Path) -> Installation:
    """Return a copy of an installation into which files and ARES were read; made where it is missing."""
    filled, data = _DATA / "filled", _DATA / "data"
    if not (filled / "done").exists():
        shutil.rmtree(filled, ignore_errors=True)
        where = Installation(Settings(data_dir=filled))
        where.prepare()
        with standin.start(registers) as source, Workshop(where, source) as shop:
            for name in ("codelists", "res", "public_register", "ares", "isir"):
                shop.sync(name)
        (filled / "done").touch()
    shutil.rmtree(data, ignore_errors=True)
    shutil.copytree(filled, data)
    where = Installation(Settings(data_dir=data))
    where.prepare()
    return where


if __name__ == "__main__":
    main()
