"""Measures what an assistant has to read to answer real questions: python bench/assistants.py

The questions of tests/mcp_server/evals.toml are answered on the demo by the plans written down there, no
model needed. For each: how many calls, and how many characters of text they give; above them the budget of
both and what the list of tools costs before the first question.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.mcp_server.plans import EVALS, MOST_CALLS, MOST_CHARACTERS, Cost, run
from tests.support.installation import build_demo

from soupis.app import open_services
from soupis.mcp.tools import TOOLS


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="soupis-assistants-") as temporary:
        services = open_services(build_demo(Path(temporary)))
        try:
            costs = [asyncio.run(run(services, question)).cost for question in EVALS]
        finally:
            services.close()
    listed = [
        tool.describe().model_dump(mode="json", by_alias=True, exclude_none=True) for tool in TOOLS.values()
    ]
    sent = json.dumps(listed, ensure_ascii=False, separators=(",", ":"))
    print(f"the list of {len(listed)} tools: {len(sent):,} characters")
    print(f"a question's budget: {MOST_CALLS} calls, {MOST_CHARACTERS:,} characters\n")
    for question, cost in zip(EVALS, costs, strict=True):
        over = "" if cost.within else "  OVER"
        print(
            f"{cost.calls} calls {cost.characters:6,} characters  {question['who']:8} {question['ask']}{over}"
        )
    print(_summary(costs))
    if not all(cost.within for cost in costs):
        raise SystemExit("some questions cost more than their budget")


def _summary(costs: list[Cost]) -> str:
    characters = sorted(cost.characters for cost in costs)
    return (
        f"\n{len(costs)} questions, {sum(cost.calls for cost in costs)} calls; characters of a question: "
        f"median {characters[len(characters) // 2]:,}, largest {characters[-1]:,}"
    )


if __name__ == "__main__":
    main()
