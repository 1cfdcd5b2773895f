"""Questions of accountants, lawyers and journalists are answered, each within its budget."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.mcp_server.conftest import Site
from tests.mcp_server.plans import EVALS, run

pytestmark = pytest.mark.anyio


def test_sixty_questions_of_three_trades_take_more_than_one_step() -> None:
    assert len({item["ask"] for item in EVALS}) >= 60
    assert set(Counter(item["who"] for item in EVALS)) == {"ucetni", "pravnik", "novinar"}
    assert sum(len(item["calls"]) > 1 for item in EVALS) >= 60
    assert all(item["facts"] for item in EVALS)


@pytest.mark.parametrize("item", EVALS, ids=[item["ask"] for item in EVALS])
async def test_the_facts_are_found_within_the_budget(site: Site, item: dict[str, Any]) -> None:
    done = await run(site.services, item)
    assert done.lacking(item["facts"]) == []
    assert done.cost.within, done.cost
