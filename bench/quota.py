"""How fast units are counted: `python -m bench.quota [SECONDS]`.

Prints steps per second and the longest single step (milliseconds) of one process and of two at once, for
exact counting and with leases, in a fresh SQLite file; and what telling who asks costs.
"""

from __future__ import annotations

import multiprocessing
import sys
import tempfile
import time
from collections.abc import Callable
from ipaddress import ip_address
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier
from pathlib import Path

from soupis.accounts.callers import AccountCaller, Authenticator
from soupis.accounts.database import Database
from soupis.accounts.directory import Directory
from soupis.accounts.quota.background_tasks import BackgroundTasks
from soupis.accounts.quota.quota import Quota
from soupis.accounts.quota.tariffs import ENTERPRISE
from soupis.oauth.tables import metadata

Result = tuple[int, float]  # steps, longest step in seconds
_SPAWN = multiprocessing.get_context("spawn")
_SECRET = b"secret of the benchmark"
LEASED = AccountCaller(1, ENTERPRISE._replace(limit=10**12), None)
EXACT = LEASED._replace(tariff=LEASED.tariff._replace(lease=0))


def measure(step: Callable[[], object], seconds: float) -> Result:
    """Repeat a step for so long; return how often, and how long the slowest took."""
    clock = time.perf_counter
    steps, longest, now = 0, 0.0, clock()
    end = now + seconds
    while now < end:
        step()
        before, now = now, clock()
        longest = max(longest, now - before)
        steps += 1
    return steps, longest


def consume(url: str, caller: AccountCaller, seconds: float, start: Barrier, results: Queue[Result]) -> None:
    """Be one server process: consume in this thread, with its background tasks beside."""
    database = Database(url)
    quota = Quota(database)
    background = BackgroundTasks(database, [quota.tick])
    quota.take(caller, 1, "search")
    start.wait()
    background.start()
    result = measure(lambda: quota.take(caller, 1, "search"), seconds)
    background.close()
    quota.close()
    results.put(result)


def processes(count: int, url: str, caller: AccountCaller, seconds: float) -> Result:
    """Let so many processes consume at once; return all their steps and the longest one."""
    start, results = _SPAWN.Barrier(count), _SPAWN.Queue()
    workers = [
        _SPAWN.Process(target=consume, args=(url, caller, seconds, start, results)) for _ in range(count)
    ]
    for worker in workers:
        worker.start()
    found = [results.get() for _ in workers]
    for worker in workers:
        worker.join()
    return sum(steps for steps, _ in found), max(longest for _, longest in found)


def authentication(url: str, seconds: float) -> Result:
    """Tell whose key it is, over and over."""
    database = Database(url)
    directory = Directory(database)
    directory.create("bench@example.com")
    header = [f"Bearer {directory.issue_key('bench@example.com', 'bench').key}"]
    address = ip_address("192.0.2.1")
    authenticator = Authenticator(database, _SECRET)
    result = measure(lambda: authenticator.authenticate(header, lambda: address), seconds)
    authenticator.close()
    database.close()
    return result


def report(name: str, result: Result, seconds: float) -> None:
    """Print one line."""
    steps, longest = result
    print(f"{name:34} {steps / seconds:12,.0f} /s   longest {longest * 1e3:8.1f} ms")


def main() -> None:
    """Run everything."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    with tempfile.TemporaryDirectory() as directory:
        url = f"sqlite:///{Path(directory) / 'accounts.sqlite'}"
        database = Database(url)
        metadata.create_all(database.engine)
        database.close()
        for count in (1, 2):
            for name, caller in (("exact", EXACT), ("leased", LEASED)):
                result = processes(count, url, caller, seconds)
                report(f"consume, {name}, {count} process(es)", result, seconds)
        report("authenticate by key", authentication(url, seconds), seconds)


if __name__ == "__main__":
    main()
