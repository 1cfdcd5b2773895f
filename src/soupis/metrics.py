"""Figures of the servers for Prometheus: requests and their time, whatever process answered them.

Each server process counts in a part of its own of one small file that all map into memory; any of them can
tell the sums. Counting takes no call and no lock, because requests pay for it.
"""

from __future__ import annotations

import fcntl
import mmap
import os
import secrets
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from soupis.queries import readiness
from soupis.queries.measurements import BOUNDS, Answers
from soupis.queries.services import Provider, Services

# Classes of addresses; the first prefix that fits counts.
_ROUTES = (
    ("/api/v1/firma/", "company"),  # by far the most frequent
    ("/api/v1/firmy/dph", "vat_batch"),
    ("/api/v1/osoba/", "person"),
    ("/api/v1/vyhledavani/export", "export"),
    ("/hledat.csv", "export"),
    ("/en/hledat.csv", "export"),
    ("/api/v1/vyhledavani", "search"),
    ("/api/v1/osoby", "person_search"),
    ("/api/v1/zmeny", "changes"),  # which may wait: their times would say nothing of the others
    ("/api/suggest", "suggest"),
    ("/api/health", "health"),
    ("/api/ready", "health"),
    ("/api/", "api_other"),
    ("/mcp", "mcp"),
    ("/oauth/", "oauth"),
    ("/.well-known/", "metadata"),
    ("/static/", "static"),
    ("/metrics", "metrics"),
    ("/", "page"),
)
_NAMES = tuple(dict.fromkeys(name for _, name in _ROUTES))
_STATUSES = (
    200, 201, 202, 204, 206, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 405, 406, 408, 409, 410, 411,
    412, 413, 414, 415, 416, 422, 429, 431, 500, 501, 502, 503, 504, 0,
)  # fmt: skip
_OTHER = len(_STATUSES) - 1  # other statuses, and answers that were broken off before they had one
# Per class: one cell a status, one a bucket (the last one without a bound), one for the seconds.
_BUCKETS_AT = len(_STATUSES)
_SECONDS_AT = _BUCKETS_AT + len(BOUNDS) + 1
_CELLS = _SECONDS_AT + 1
_PART = len(_NAMES) * _CELLS * 8
_PLACES = tuple((prefix, _NAMES.index(name) * _CELLS) for prefix, name in _ROUTES)
_FILE = "SOUPIS_REQUEST_COUNTS"  # says to the server processes where the file is


@contextmanager
def shared_counts(processes: int) -> Iterator[None]:
    """Make the file in which the server processes of this one count, until the end of the block.

    It lies in memory and has no name but that of this process, so nothing of it outlives a kill.
    """
    descriptor = os.memfd_create("soupis-counts")
    # Twice as many parts: a process that is replaced may still be at its last answers.
    os.ftruncate(descriptor, 2 * processes * _PART)
    os.environ[_FILE] = f"/proc/{os.getpid()}/fd/{descriptor}"
    try:
        yield
    finally:
        del os.environ[_FILE]
        os.close(descriptor)


class RequestCounts:
    """What this process counts, and the sums of all."""

    def __init__(self) -> None:
        name = os.environ.get(_FILE)
        self._descriptor = os.open(name, os.O_RDWR) if name and Path(name).exists() else None
        if self._descriptor is None:  # nobody shares: a server started by something else
            self._all: memoryview[float] = memoryview(bytearray(_PART)).cast("d")
            self._own = self._all
        else:
            self._all = memoryview(mmap.mmap(self._descriptor, 0)).cast("d")
            self._own = self._take_part(self._descriptor)
        self._status_at = {status: place for place, status in enumerate(_STATUSES)}

    def note(self, path: str, status: int, seconds: float) -> None:
        """Count an answer; status 0 = it was broken off before it had one."""
        own, at = self._own, _place(path)
        # Threads count side by side: none hands the interpreter over between reading a cell and writing it.
        own[at + self._status_at.get(status, _OTHER)] += 1
        own[at + _BUCKETS_AT + bisect_left(BOUNDS, seconds)] += 1
        own[at + _SECONDS_AT] += seconds

    def own(self) -> dict[str, Answers]:
        """Return what stands in the part of this process, whoever counted there before it, by class."""
        failed = [place for place, status in enumerate(_STATUSES) if status >= 500]
        found = {}
        for number, name in enumerate(_NAMES):
            at = number * _CELLS
            buckets = self._own[at + _BUCKETS_AT : at + _SECONDS_AT]
            found[name] = Answers(
                tuple(map(int, buckets)), sum(int(self._own[at + place]) for place in failed)
            )
        return found

    def metrics(self) -> Iterator[Metric]:
        """Yield the sums of all processes."""
        requests = CounterMetricFamily(
            "soupis_http_requests", "Answers by class of address and status (0: broken off).",
            labels=("route", "status"),
        )  # fmt: skip
        refused = CounterMetricFamily(
            "soupis_quota_refusals", "Answers 429: quota, pages of an address, a second export.",
            labels=("route",),
        )  # fmt: skip
        times = HistogramMetricFamily(
            "soupis_http_request_duration_seconds", "Time of answers by class of address.", labels=("route",)
        )
        for number, name in enumerate(_NAMES):
            cells = self._sums(number * _CELLS)
            for status, count in zip(_STATUSES, cells, strict=False):
                if count:
                    requests.add_metric((name, str(status)), count)
            refused.add_metric((name,), cells[_STATUSES.index(429)])
            total, buckets = 0.0, []
            for bound, count in zip((*map(str, BOUNDS), "+Inf"), cells[_BUCKETS_AT:_SECONDS_AT], strict=True):
                total += count
                buckets.append((bound, total))
            times.add_metric((name,), buckets, cells[_SECONDS_AT])
        yield from (requests, refused, times)

    def _sums(self, start: int) -> list[float]:
        part = _PART // 8
        parts = range(0, len(self._all), part)
        return [sum(self._all[at + start + cell] for at in parts) for cell in range(_CELLS)]

    def _take_part(self, descriptor: int) -> memoryview[float]:
        """Take a part that no living process counts in; what a dead one counted there goes on from there."""
        for place in range(0, len(self._all) * 8, _PART):
            try:
                # The system lets go of the lock when this process ends, however it ends.
                fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
            except OSError:
                continue
            return self._all[place // 8 : (place + _PART) // 8]
        return memoryview(bytearray(_PART)).cast("d")


class ServerCollector(Collector):
    """All figures of the servers on one data directory, read when they are asked for."""

    def __init__(self, counts: RequestCounts, services: Services) -> None:
        self._counts = counts
        self._services = services

    def collect(self) -> Iterator[Metric]:
        """Yield all figures."""
        yield from self._counts.metrics()
        state = readiness.look(self._services)
        yield _single("ready", "1 while /api/ready says so.", float(not state.reasons))
        if state.index_behind is not None:
            yield _single(
                "index_age_seconds", "Age of the oldest change that the index lacks.", state.index_behind
            )
        queue = self._services.lookups.counts()
        waiting = GaugeMetricFamily(
            "soupis_server_queue_waiting", "Companies that wait for a look-up.", labels=("queue",)
        )
        waiting.add_metric(("vat",), queue.waiting)
        yield waiting


def metrics_routes(services: Provider, counts: RequestCounts, token: bytes | None) -> list[Route]:
    """Return the address of the figures; without a token there is none."""
    if token is None:
        return []

    async def answer(request: Request) -> Response:
        credential = request.headers.get("authorization", "").removeprefix("Bearer ").encode()
        if not secrets.compare_digest(credential, token):
            return PlainTextResponse("unauthorized\n", 401, {"WWW-Authenticate": 'Bearer realm="metrics"'})
        registry = CollectorRegistry()
        registry.register(ServerCollector(counts, services()))
        text = await run_in_threadpool(generate_latest, registry)
        return Response(text, media_type=CONTENT_TYPE_LATEST, headers={"Cache-Control": "no-store"})

    return [Route("/metrics", answer)]


def _single(name: str, documentation: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"soupis_{name}", documentation, value=value)


def _place(path: str) -> int:
    """Return the first cell of the class of a path."""
    for prefix, place in _PLACES:
        if path.startswith(prefix):
            return place
    return _PLACES[-1][1]
