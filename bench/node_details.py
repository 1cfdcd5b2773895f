"""Details of a node beside those of a single machine: python bench/node_details.py [ROUNDS] [SECONDS].

    --apart            the server on one processor, PostgreSQL and the caller on the others
    --other DIRECTORY  another version's `src`, whose node is asked too
    --in DIRECTORY     where data lies, PostgreSQL's too; without it, in memory (/dev/shm)
    --companies N      made-up companies (10,000)

Starts a PostgreSQL of its own, loads both with the same companies, and asks one server process of each for
the same details by turns, over 32 connections, with a key of the largest tariff. Prints of each turn, and as
medians: details a second, what one costs the server and PostgreSQL of a processor, how many came from one
filling of a lease, and how much of the processors others took meanwhile; then a node's shares of the single
machine's figures. The load comes from wrk (`apt-get install wrk`).
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

import psutil
from sqlalchemy import Engine, text

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.support.server import free_port

from api import DETAILS_BY_TURNS
from nodes import following, postgresql, run, running, wait
from soupis.search.indexer import index_state
from soupis.store.documents import Documents
from soupis.store.engine import reading

_CONNECTIONS = 32
_COMPANIES_ASKED = 2_000
_ALONE = {"SOUPIS_DATABASE_URL": ""}
_UPDATES = "SELECT n_tup_upd FROM pg_stat_user_tables WHERE relname = 'quota_usage'"


class Turn(NamedTuple):
    """What was measured while one server was asked; seconds of processors for a request."""

    rate: float
    server: float
    postgresql: float
    switches: float  # of the server's threads, for a request
    units: float  # requests for a filling
    others: float  # share of all processors that nobody of these took, though somebody did


class Server(NamedTuple):
    """A running server."""

    name: str
    process: psutil.Process
    port: int
    key: str
    turns: list[Turn]


def main(options: argparse.Namespace, directory: Path) -> None:
    """Measure and print."""
    everywhere = sorted(os.sched_getaffinity(0))
    here, beside = ([everywhere[0]], everywhere[1:]) if options.apart else (everywhere, everywhere)
    with postgresql(directory) as (record, postmaster), ExitStack() as servers:
        single, node = directory / "single", directory / "node"
        _fill(options.companies, directory, single, node)
        with Documents(single / "registry.sqlite") as documents:
            icos = documents.icos(0, 10**8, _COMPANIES_ASKED)
        script = directory / "details.lua"
        script.write_text(DETAILS_BY_TURNS % ",".join(f'"{ico:08}"' for ico in icos))
        wanted = [("single machine", single, _ALONE), ("node", node, {})]
        if options.other:
            wanted.insert(1, ("node, other version", node, {"PYTHONPATH": str(options.other.absolute())}))
        asked = [
            servers.enter_context(_server(name, data, settings, here)) for name, data, settings in wanted
        ]
        _keep_on(postmaster, beside)
        for number in range(options.rounds + 1):
            for server in asked if number % 2 else asked[::-1]:
                turn = _turn(server, script, options.seconds if number else 2, record, postmaster, beside)
                if number:  # the first one warms up
                    server.turns.append(turn)
                    print(f"{server.name:20} {_told(turn)}", flush=True)
    for server in asked:
        median = Turn(*map(statistics.median, zip(*server.turns, strict=True)))
        print(f"median: {server.name:20} {_told(median)}")
    for server in asked[1:]:
        pairs = list(zip(server.turns, asked[0].turns, strict=True))
        by_rate = [100 * mine.rate / alone.rate for mine, alone in pairs]
        by_processor = [100 * alone.server / mine.server for mine, alone in pairs]
        for what, shares in (("rate", by_rate), ("processor", by_processor)):
            print(
                f"{server.name} of a single machine by {what}: {statistics.median(shares):.1f} % "
                f"({min(shares):.1f} to {max(shares):.1f}, mean {statistics.mean(shares):.1f})"
            )


def _told(turn: Turn) -> str:
    return (
        f"{turn.rate:8,.0f}/s, server {turn.server * 1e6:6.2f} µs, "
        f"PostgreSQL {turn.postgresql * 1e6:5.2f} µs, {turn.switches:.3f} switches, "
        f"{turn.units:.1f} of a filling, others {turn.others:.0%}"
    )


def _fill(companies: int, directory: Path, single: Path, node: Path) -> None:
    files = directory / "files"
    run("generate", "--companies", str(companies), "--out", str(files))
    res = ("--file", str(files / "res_data.csv"), "--file", str(files / "res_pf_nace.csv"))
    register = ("--file", str(files / "public_register.xml.gz"))
    for data, settings in ((directory / "worker", {}), (single, _ALONE)):
        run("sync", "res", *res, "--data", str(data), **settings)
        run("sync", "public-register", *register, "--data", str(data), **settings)
    with following(node):
        wait(lambda: (node / "index").exists() and index_state(node / "index") is not None)


@contextmanager
def _server(name: str, data: Path, settings: dict[str, str], processors: list[int]) -> Iterator[Server]:
    """Run a server with an account of its own."""
    email, there = f"{name.replace(' ', '-').replace(',', '')}@example.cz", ("--data", str(data))
    run("account", "create", email, "--tariff", "enterprise", *there, **settings)
    issue = [sys.executable, "-m", "soupis", "key", "issue", email, "--name", "bench", "--json", *there]
    key = json.loads(subprocess.run(issue, check=True, capture_output=True, env=os.environ | settings).stdout)
    port = free_port()
    with running("serve", *there, "--port", str(port), "--workers", "1", **settings) as process:
        wait(lambda: _answers(port))
        main_process = psutil.Process(process.pid)
        for each in (main_process, *main_process.children(recursive=True)):
            _keep_on(each, processors)
        yield Server(name, main_process, port, key["key"], [])


def _answers(port: int) -> bool:
    command = ["curl", "-sf", "-o", "/dev/null", f"http://127.0.0.1:{port}/api/health"]
    return subprocess.run(command, check=False).returncode == 0


def _keep_on(process: psutil.Process, processors: list[int]) -> None:
    """Keep all threads of a process and its children on some processors; those to come follow them."""
    for each in (process, *process.children(recursive=True)):
        for thread in each.threads():
            os.sched_setaffinity(thread.id, processors)


def _turn(
    server: Server,
    script: Path,
    seconds: float,
    record: Engine,
    postmaster: psutil.Process,
    beside: list[int],
) -> Turn:
    command = ["wrk", "-t1", f"-c{_CONNECTIONS}", f"-d{seconds:g}s", "-s", str(script)]
    command += ["-H", f"Authorization: Bearer {server.key}", f"http://127.0.0.1:{server.port}"]
    before = _counts(server, record, postmaster)
    there = partial(os.sched_setaffinity, 0, beside)
    told = subprocess.run(command, check=True, capture_output=True, text=True, preexec_fn=there).stdout
    after = _counts(server, record, postmaster)
    if "Non-2xx" in told:
        raise RuntimeError(told)
    done = int(_found(r"(\d+) requests in", told))
    spent, store, switches, fillings, asking, all_of_it, elapsed = (
        b - a for a, b in zip(before, after, strict=True)
    )
    return Turn(
        float(_found(r"Requests/sec:\s*([\d.]+)", told)),
        spent / done,
        store / done,
        switches / done,
        done / fillings if fillings > 1 else 0,
        max(0, all_of_it - spent - store - asking) / elapsed / (os.cpu_count() or 1),
    )


def _counts(server: Server, record: Engine, postmaster: psutil.Process) -> Sequence[float]:
    own, every = os.times(), psutil.cpu_times()
    return (
        _spent(server.process),
        _spent(postmaster),
        _switches(server.process),
        _fillings(record),
        own.user + own.system + own.children_user + own.children_system,
        sum(every) - every.idle - every.iowait - every.guest - every.guest_nice,
        time.monotonic(),
    )


def _found(pattern: str, told: str) -> str:
    found = re.search(pattern, told)
    assert found, told
    return found[1]


def _spent(process: psutil.Process) -> float:
    """Return the seconds of processors of a process, its children, and those that have ended."""
    own = process.cpu_times()
    times = [own, *(each.cpu_times() for each in process.children(recursive=True))]
    return sum(each.user + each.system for each in times) + own.children_user + own.children_system


def _switches(process: psutil.Process) -> float:
    """Return how often the threads of a process and its children were switched from and to."""
    count = 0
    for each in (process, *process.children(recursive=True)):
        for task in Path(f"/proc/{each.pid}/task").iterdir():
            count += sum(map(int, re.findall(r"ctxt_switches:\s*(\d+)", (task / "status").read_text())))
    return count


def _fillings(record: Engine) -> float:
    with reading(record) as connection:
        return float(connection.scalar(text(_UPDATES)) or 0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("rounds", nargs="?", type=int, default=12)
    parser.add_argument("seconds", nargs="?", type=float, default=5)
    parser.add_argument("--apart", action="store_true")
    parser.add_argument("--other", type=Path)
    parser.add_argument("--in", type=Path, dest="directory")
    parser.add_argument("--companies", type=int, default=10_000)
    given = parser.parse_args()
    if given.directory:
        given.directory.mkdir(parents=True, exist_ok=True)
        main(given, given.directory.absolute())
    else:
        with tempfile.TemporaryDirectory(dir="/dev/shm", prefix="soupis-node-") as name:
            main(given, Path(name))
