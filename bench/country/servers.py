"""Servers of one process each, and the load that wrk puts on them with random keys."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.error import HTTPError
from urllib.request import urlopen

import psutil
from commands import own_memory

PORT = 18_451
CONNECTIONS = 32
_WARM_UP = 2

# Places in one long text of IDs, drawn by a generator that starts elsewhere in every round.
_RANDOM_KEYS = """
local file = io.open("%s"); local icos = file:read("*a"); file:close()
local count = #icos / 8
math.randomseed(%d)
request = function()
  local place = math.random(0, count - 1) * 8
  return wrk.format("GET", "%s" .. icos:sub(place + 1, place + 8) .. "%s")
end
"""


class Rate(NamedTuple):
    """Answers a second, microseconds of processor for one, and the server's memory."""

    answers: float
    processor: float
    memory: int


@contextmanager
def running(command: list[str], **settings: str) -> Iterator[psutil.Process]:
    """Run a server until the end of the block."""
    if _answers():
        raise SystemExit(f"port {PORT} is taken: something answers there already")
    process = psutil.Popen(
        command, env=os.environ | settings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        deadline = time.monotonic() + 180
        while not _answers():
            if time.monotonic() > deadline or process.poll() is not None:
                raise SystemExit(f"{' '.join(command[:6])} does not answer")
            time.sleep(0.1)
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(30)
        except psutil.TimeoutExpired:
            process.kill()
            process.wait()


def granian(application: str, interface: str = "asgi") -> list[str]:
    """Return the command of an application on the server that we use, too."""
    options = ["--interface", interface, "--host", "127.0.0.1", "--port", str(PORT), "--no-log"]
    return [sys.executable, "-m", "granian", *options, application]


def read_through(place: Path) -> None:
    """Read a file, or all below a directory, so that the system's cache is measured instead of the disk."""
    for file in [place] if place.is_file() else place.rglob("*"):
        if file.is_file():
            with file.open("rb", buffering=0) as content:
                while content.read(1 << 24):
                    pass


def load(
    servers: list[psutil.Process],
    icos: Path,
    seed: int,
    seconds: int,
    path: tuple[str, str],
    key: str | None = None,
) -> Rate:
    """Ask the first server for random companies, after a warm-up with others; all but 2xx is an error.

    The other servers are those that it asks itself, of which the processor is counted.
    """
    _wrk(icos, -seed, _WARM_UP, path, key)
    before = _processor(servers)
    told = _wrk(icos, seed, seconds, path, key)
    taken = spent(before, _processor(servers))
    rate, done = re.search(r"Requests/sec:\s*([\d.]+)", told), re.search(r"(\d+) requests in", told)
    if "Non-2xx" in told or rate is None or done is None:
        raise SystemExit(told)
    return Rate(float(rate[1]), taken / int(done[1]) * 1e6, _memory(servers[0]))


def _wrk(icos: Path, seed: int, seconds: int, path: tuple[str, str], key: str | None) -> str:
    script = icos.with_suffix(".lua")
    script.write_text(_RANDOM_KEYS % (icos, seed, *path))
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "-s", str(script)]
    if key:
        command += ["-H", f"Authorization: Bearer {key}"]
    command.append(f"http://127.0.0.1:{PORT}/")
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def _answers() -> bool:
    try:
        urlopen(f"http://127.0.0.1:{PORT}/", timeout=5).close()
    except HTTPError:
        return True
    except OSError:
        return False
    return True


def _tree(server: psutil.Process) -> list[psutil.Process]:
    return [server, *server.children(recursive=True)]


def _processor(servers: list[psutil.Process]) -> dict[int, float]:
    times = {process.pid: process.cpu_times() for server in servers for process in _tree(server)}
    return {pid: time.user + time.system for pid, time in times.items()}


def spent(before: dict[int, float], after: dict[int, float]) -> float:
    """Return what processes took that are there throughout: one that a server begins with ends meanwhile."""
    return sum(after[pid] - before[pid] for pid in before.keys() & after.keys())


def _memory(server: psutil.Process) -> int:
    return max(own_memory(process.pid) for process in _tree(server))  # those that answer, not who starts them
