"""All registers live: a full cycle over the stand-in, a second one with nothing changed, requests meanwhile.

    python bench/live.py --companies 100000

The stand-in and the installation are in this machine, so figures of downloads say nothing of real lines; the
limits of the real registers are lifted. Latencies of requests are measured by a client of its own process.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TypeVar

import httpx
from sqlalchemy import select

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests import standin
from tests.standin import ares as standin_ares
from tests.support.installation import issue_key, open_installation
from tests.support.server import Server
from tests.worker.workshop import Workshop, change_log, codelists

from soupis.store.engine import reading
from soupis.store.tables import company
from soupis.synthetic import generate
from soupis.synthetic import standin as synthetic_standin
from soupis.worker import vat_source
from soupis.worker.sources import SYNCHRONISE

T = TypeVar("T")
_HINTED = 200
_REQUESTS = 2_000


def main() -> None:
    """Run the benchmark and print its figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--companies", type=int, default=100_000)
    companies = parser.parse_args().companies
    standin_ares._PER_MINUTE = (
        1_000_000  # the limit is held to by tests; here it would be all there is to see
    )
    vat_source.maintenance_left = _no_maintenance
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        _timed("made-up registers", lambda: _make(directory, companies))
        where = open_installation(directory / "data")
        where.prepare()
        with standin.start(directory / "standin") as source, Workshop(where, source) as shop:
            print(f"\nfirst cycle, {companies:,} companies")
            _cycle(shop)
            log = change_log(where)
            shop.context.queue.ask(_icos(shop, 10_000))
            _timed("queue of 10,000", lambda: shop.sync("vat"))
            print("\nsecond cycle, nothing changed")
            log = change_log(where)
            source.statistics.reset()
            _cycle(shop)
            requests = source.statistics.as_dict()["requests"]
            print(f"  changes published: {change_log(where) - log}, requests: {requests}")
            print("\ncompany detail over HTTP, one caller")
            key = issue_key(where, "bench@example.cz", "enterprise")
            icos = _icos(shop, 500)
            for label, faults in (("registers answer", ""), ("all registers hang", "*:hang=1@30")):
                source.faults.set(faults)
                with Server(where.directory, directory / "log", settings=source.settings) as server:
                    _latencies(label, server.url, key, icos)


def _no_maintenance(now: datetime) -> float:
    return 0.0


def _make(directory: Path, companies: int) -> None:
    generate(directory, companies, 1)
    codelists(synthetic_standin.write(directory, companies, 1))


def _cycle(shop: Workshop) -> None:
    for name in SYNCHRONISE:
        if name == "documents":
            shop.context.refresh_queue.ask(_icos(shop, _HINTED))
        _timed(name, partial(shop.sync, name))


def _icos(shop: Workshop, count: int) -> Sequence[int]:
    with reading(shop.context.engine) as connection:
        return connection.scalars(select(company.c.ico).where(company.c.ended.is_(False)).limit(count)).all()


def _latencies(label: str, url: str, key: str, icos: Sequence[int]) -> None:
    times = []
    with httpx.Client(base_url=url, headers={"Authorization": f"Bearer {key}"}) as client:
        for number in range(_REQUESTS):
            started = time.perf_counter()
            client.get(f"/api/v1/firma/{icos[number % len(icos)]:08d}").raise_for_status()
            times.append(time.perf_counter() - started)
    p99 = statistics.quantiles(times, n=100)[98]
    print(f"  {label}: median {statistics.median(times) * 1000:.2f} ms, p99 {p99 * 1000:.2f} ms")


def _timed(label: str, work: Callable[[], T]) -> T:
    started = time.perf_counter()
    result = work()
    print(f"  {label}: {time.perf_counter() - started:.1f} s", flush=True)
    return result


if __name__ == "__main__":
    os.environ.setdefault("SOUPIS_LOG_LEVEL", "WARNING")
    main()
