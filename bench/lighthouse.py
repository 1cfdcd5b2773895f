"""Lighthouse's marks for the site's pages over the demo, on this machine: python -m bench.lighthouse

Wanted: performance of at least 95 on home, results, company and graph. A busy machine only takes marks away,
so the best of three runs counts. Lighthouse comes from npm, in a pinned version; without npm or a Chromium
nothing is measured.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.support.server import Server

from soupis import demo
from soupis.cli.synchronising import publish_pending
from soupis.installation import Installation
from soupis.progress import no_progress
from soupis.settings import Settings

DATA = Path("bench-data").absolute()
VERSION = "13.5.0"
WANTED = 95
_RUNS = 3
_PAGES = {
    "home": "/",
    "results": "/hledat?q=praha",
    "company": "/firma/00514152",
    "graph": "/firma/00514152/vazby",
}
_CATEGORIES = ("performance", "accessibility", "best-practices")


def main() -> None:
    """Print the marks of each page; exit 1 when a performance is below what is wanted."""
    npm, node = shutil.which("npm"), shutil.which("node")
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if not (npm and node and chromium):
        print("Needs npm, node and Chromium; nothing was measured.")
        return
    tool = DATA / "lighthouse"
    program = tool / "node_modules" / "lighthouse" / "cli" / "index.js"
    if not program.exists():
        tool.mkdir(parents=True, exist_ok=True)
        install = [npm, "install", "--prefix", str(tool), "--no-fund", "--no-audit", f"lighthouse@{VERSION}"]
        subprocess.run(install, check=True, capture_output=True)
    below = []
    settings = {"SOUPIS_PAGES_PER_MINUTE": "1000000"}
    with Server(_demo(), DATA / "lighthouse.log", settings=settings) as server:
        print(f"{'page':12}" + "".join(f"{name:>16}" for name in _CATEGORIES))
        for name, path in _PAGES.items():
            command = [node, str(program), server.url + path]
            marks = max(_marks(command, chromium) for _ in range(_RUNS))
            print(f"{name:12}" + "".join(f"{mark:16}" for mark in marks), flush=True)
            below += [name] if marks[0] < WANTED else []
    if below:
        sys.exit(f"performance below {WANTED}: {', '.join(below)}")


def _marks(command: list[str], chromium: str) -> tuple[int, ...]:
    """Return what one run gives a page in each category, performance first."""
    flags = [
        "--quiet",
        "--output=json",
        f"--only-categories={','.join(_CATEGORIES)}",
        "--chrome-flags=--headless=new --no-sandbox",
    ]
    environment = os.environ | {"CHROME_PATH": chromium}
    done = subprocess.run([*command, *flags], capture_output=True, env=environment)
    if done.returncode:  # the browser of a busy machine does not always start in time
        print(done.stderr.decode()[-300:], file=sys.stderr)
        return (0,) * len(_CATEGORIES)
    categories = json.loads(done.stdout)["categories"]
    return tuple(round(100 * categories[name]["score"]) for name in _CATEGORIES)


def _demo() -> Path:
    """Return a data directory with the demo; made once."""
    where = Installation(Settings(data_dir=DATA / "demo"))
    where.prepare()
    if demo.is_needed(where):
        demo.fill(where, no_progress)
    publish_pending(where, no_progress)
    return where.directory


if __name__ == "__main__":
    main()
