"""A hundred processes killed at random moments: python bench/kills.py [KILLS] [--companies N] [--seed N]

Over every kind of process there is, with the registers' stand-in. Prints each kill, and at the end how the
installation differs from one that nobody disturbed; that it does not is the point. The same seed kills the
same kinds of processes after the same times.
"""

from __future__ import annotations

import argparse
import secrets
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.operation.storm import Storm, differences


def main() -> None:
    """Kill, compare, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kills", type=int, nargs="?", default=100)
    parser.add_argument("--companies", type=int, default=600)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(1_000_000))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    started = time.monotonic()
    with (
        tempfile.TemporaryDirectory() as name,
        Storm(Path(name), arguments.companies, arguments.seed) as storm,
    ):
        storm.run(arguments.kills, say=lambda line: print(line, flush=True))
        found, expected = storm.finish()
        wrong = differences(found, expected) + storm.leftovers()
    for kind, count in sorted(storm.kills.items()):
        print(f"{count:4} {kind} (over before it was killed: {storm.too_late[kind]})")
    print(
        f"answers to the client by status: {dict(storm.client.statuses)}; asked: {len(storm.asked)} companies"
    )
    print(f"{storm.kills.total()} kills in {time.monotonic() - started:.0f} s")
    print("\n".join(wrong) or "The end is that of the undisturbed installation, and nothing was left behind.")
    if wrong or 500 in storm.client.statuses:
        sys.exit(1)


if __name__ == "__main__":
    main()
