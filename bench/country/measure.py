"""A made-up country loaded, read and searched, beside peers: python bench/country/measure.py [OPTIONS]

    --companies N (3,500,000)  --rounds N (5)  --seconds N (5)  --only loads,floors,reads,searches
    --charts DIR

Every peer has the same rows and is asked by turns with ours in the same run. Keys are random over all
companies, so that no set fits a cache. Needs wrk and sqlite3 (apt-get install wrk sqlite3) and the packages
of `requirements-bench.lock`; a peer that is not installed is left out. Writes results.json and results.md to
bench-data/country-N.

Example, what the parts of a load take alone:
    python bench/country/measure.py --companies 100000 --only loads,floors
"""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import floors
import loads
import reads
import searches
from charts import bars
from commands import end_as_interrupted
from machine import load_average, machine
from results import Figure, markdown
from world import World

_STEPS: dict[str, Callable[[World], list[Figure]]] = {
    "loads": loads.measure,
    "floors": floors.measure,
    "reads": reads.measure,
    "searches": searches.measure,
}


def main() -> None:
    """Measure step by step; what is done is written even if a later step fails."""
    parser = argparse.ArgumentParser(
        prog="measure.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--companies", type=int, default=3_500_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--only", default=",".join(_STEPS), help="steps, with commas between")
    parser.add_argument("--charts", type=Path, help="where to write charts (SVG)")
    given = parser.parse_args()
    end_as_interrupted()
    world = World(
        Path("bench-data") / f"country-{given.companies}", given.companies, given.rounds, given.seconds
    )
    world.directory.mkdir(parents=True, exist_ok=True)
    facts = machine()
    figures: list[Figure] = []
    steps: list[str] = []
    try:
        for name in given.only.split(","):
            print(f"== {name}", flush=True)
            for figure in _STEPS[name](world):
                print(figure.line(), flush=True)
                figures.append(figure)
            steps.append(name)
    finally:
        facts |= {
            "postgresql": world.postgresql_version(),
            "load average after": load_average(),
            "steps": f"{', '.join(steps) or 'none'} of {given.only.replace(',', ', ')}",
            "left out, not installed": ", ".join(world.left_out) or "nobody",
        }
        world.close()
        if figures:
            _write(world, facts, figures)
    if given.charts:
        given.charts.mkdir(parents=True, exist_ok=True)
        for name in sorted({figure.chart for figure in figures if figure.chart}):
            drawn = [figure for figure in figures if figure.chart == name]
            (given.charts / f"country-{name}.svg").write_text(bars(drawn), encoding="utf-8")


def _write(world: World, machine: dict[str, str], figures: list[Figure]) -> None:
    facts = {
        "machine": machine,
        "companies": world.companies,
        "rounds": world.rounds,
        "seconds": world.seconds,
        "figures": [figure.facts() for figure in figures],
    }
    (world.directory / "results.json").write_text(json.dumps(facts, indent=1, ensure_ascii=False))
    asked = {"rounds": f"{world.rounds}, servers asked for {world.seconds} s in each"}
    text = markdown(machine | asked, world.companies, figures)
    (world.directory / "results.md").write_text(text, encoding="utf-8")
    print(f"written: {world.directory / 'results.md'}")


if __name__ == "__main__":
    if shutil.which("wrk") is None or shutil.which("sqlite3") is None:
        raise SystemExit("wrk or sqlite3 is missing: apt-get install wrk sqlite3")
    main()
