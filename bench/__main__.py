"""All benchmarks, one after the other, each beside what it is compared to: python -m bench [COMPANIES]

Compare figures of one run only: the same machine is twice as fast at another hour.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path


def main(companies: int) -> None:
    """Run all benchmarks with so many made-up companies; a failing one does not stop the others."""
    here = Path(__file__).parent
    steps: dict[str, list[str]] = {
        "load.py": [str(companies)],
        "search.py": ["--companies", str(companies), "--directory", "bench-data/search"],
        "search_worst.py": ["--companies", str(companies), "--directory", "bench-data/search"],
        "relevance.py": [],
        "assistants.py": [],
        "api.py": [],
        "heavy.py": [str(companies)],
        "pages.py": [],
        "lighthouse.py": [],
        "quota.py": [],
        "registers.py": [],
        "synthetic.py": [],
        "live.py": [],
    }
    failed = []
    for name, arguments in steps.items():
        if not (here / name).exists():
            continue
        print(f"\n== {name} ==", flush=True)
        started = time.monotonic()
        outcome = subprocess.run([sys.executable, str(here / name), *arguments])
        print(f"({name}: {time.monotonic() - started:.0f} s)", flush=True)
        if outcome.returncode:
            failed.append(name)
    if failed:
        raise SystemExit(f"failed: {', '.join(failed)}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
