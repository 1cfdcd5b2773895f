"""Server time and size of the site's pages, without the network: python -m bench.pages [COMPANIES]

Wanted: a company page within 20 ms at p99 and 60 kB with everything it loads. The data is made up; besides
random companies the page of the biggest one is read, which is the worst case. On a busy machine the clock
counts waiting as well; the columns of the processor do not.
"""

from __future__ import annotations

import asyncio
import gc
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from soupis.app import Application
from soupis.cli.synchronising import publish_pending
from soupis.ingest.merge import public_register, statistical
from soupis.installation import Installation
from soupis.progress import no_progress
from soupis.settings import Settings
from soupis.store.engine import reading
from soupis.synthetic import generate

DATA = Path("bench-data")
_REPEATS = 400
_BIGGEST = "SELECT ico FROM company_document ORDER BY length(detail) DESC LIMIT 1"
_SOME = "SELECT ico FROM company_document"
_PERSONS = "SELECT key FROM person_document ORDER BY id LIMIT 5000"


def main(companies: int) -> None:
    """Print p50, p99 and compressed size of each kind of page."""
    where = _installation(companies)
    app = Application(where)
    app.open()
    with reading(where.engine) as connection:
        icos = [row[0] for row in connection.exec_driver_sql(_SOME)]
        biggest = int(connection.exec_driver_sql(_BIGGEST).scalar_one())
        keys = [row[0] for row in connection.exec_driver_sql(_PERSONS)]
    gc.collect()
    gc.freeze()  # as the server does when it starts
    draw = random.Random(1)
    kinds: dict[str, Callable[[], str]] = {
        "home": lambda: "/",
        "company": lambda: f"/firma/{draw.choice(icos):08d}",
        "biggest company": lambda: f"/firma/{biggest:08d}",
        "ties of a company": lambda: f"/firma/{draw.choice(icos):08d}/vazby",
        "person": lambda: f"/osoba/{draw.choice(keys)}",
        "results": lambda: f"/hledat?q={draw.choice(('praha', 'stavby', 'novak', 'trade', 'beta'))}",
        "status": lambda: "/stav",
    }
    print(f"{len(icos):,} companies; static files of a company page: {_static_size(app, biggest):,} B")
    print(f"{'page':20} {'p50 ms':>8} {'p99 ms':>8} {'of the processor':>17} {'largest B':>10}")
    try:
        for name, path in kinds.items():
            times, sizes = asyncio.run(_measure(app, path))
            clock, processor = (sorted(part) for part in zip(*times, strict=True))
            p50, p99 = (clock[int(len(clock) * share)] * 1e3 for share in (0.5, 0.99))
            c50, c99 = (processor[int(len(processor) * share)] * 1e3 for share in (0.5, 0.99))
            print(f"{name:20} {p50:8.2f} {p99:8.2f} {c50:8.2f} {c99:8.2f} {max(sizes):10,}")
    finally:
        app.close()


def _installation(companies: int) -> Installation:
    """Return a data directory with so many made-up companies; made once."""
    directory = DATA / f"site-{companies}"
    where = Installation(Settings(data_dir=directory, pages_per_minute=10**9))
    made = directory / "made"
    if not made.exists():
        where.prepare()
        source = DATA / f"files-{companies}"
        if not (source / "public_register.xml.gz").exists():
            source.mkdir(parents=True, exist_ok=True)
            generate(source, companies, 1, lambda _done: None)
        statistical.sync_subjects(where.engine, source / "res_data.csv", no_progress)
        statistical.sync_activities(where.engine, source / "res_pf_nace.csv", no_progress)
        register = source / "public_register.xml.gz"
        public_register.sync_file(where.engine, register, where.person_secret, no_progress)
        publish_pending(where, no_progress)
        made.touch()
    return where


async def _measure(app: Application, path: Callable[[], str]) -> tuple[list[tuple[float, float]], list[int]]:
    times, sizes = [], []
    for number in range(_REPEATS + 20):
        target, _, query = path().partition("?")
        scope: dict[str, Any] = {
            "type": "http", "method": "GET", "path": target, "raw_path": target.encode(), "root_path": "",
            "query_string": query.encode(), "scheme": "http", "http_version": "1.1", "state": {},
            "headers": [(b"host", b"example.cz"), (b"accept-encoding", b"gzip")],
            "client": ("192.0.2.1", 1), "server": ("example.cz", 80),
        }  # fmt: skip
        sent: list[Any] = []

        async def send(message: Any, sent: list[Any] = sent) -> None:
            sent.append(message)

        started, worked = time.perf_counter(), time.thread_time()
        await app(scope, _nothing, send)
        taken = (time.perf_counter() - started, time.thread_time() - worked)
        if number >= 20:  # the first ones fill caches
            times.append(taken)
            sizes.append(sum(len(message.get("body", b"")) for message in sent))
    return times, sizes


async def _nothing() -> Any:
    return {"type": "http.request", "body": b"", "more_body": False}


def _static_size(app: Application, ico: int) -> int:
    client = TestClient(app)
    page = client.get(f"/firma/{ico:08d}").text
    names = {part.split('"')[0] for part in page.split('"/static/')[1:]}
    return sum(int(client.get(f"/static/{name}").headers["content-length"]) for name in names)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
