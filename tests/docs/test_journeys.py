"""The steps of the journeys in docs/architecture.md name functions that are there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
STEP = re.compile(r"`([\w/]+\.py):(\w+)`")


def test_every_step_of_a_journey_names_a_function_of_its_file() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    steps = STEP.findall(page.split("## Journeys\n")[1].split("\n## ")[0])
    assert steps
    for file, function in steps:
        code = (ROOT / "src" / "soupis" / file).read_text(encoding="utf-8")
        assert re.search(rf"^ *(?:async )?def {function}\(", code, re.MULTILINE), f"{file}:{function}"
