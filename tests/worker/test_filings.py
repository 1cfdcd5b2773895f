"""Filed documents: a failure of the register changes nothing and is asked about again."""

from __future__ import annotations

from typing import Any

import pytest

from soupis.ingest.runs import Run
from soupis.registers.errors import SourceError, SourceUnavailable
from soupis.store.engine import writing
from soupis.store.tables import lookup, refresh_queue
from soupis.worker.filings import ask_filings
from soupis.worker.publisher import publish_and_index_all
from soupis.worker.refresh_hints import HintRefresher
from soupis.worker.sources import refresh_hinted
from tests import standin
from tests.worker.workshop import Workshop

_ON_SQLITE = pytest.mark.one_database("sqlite", "to PostgreSQL one fault is as another")
_OTHER_FAULTS = ("cut", "5xx", "429", "block", "truncated", "encoding")
FAULTS = ["refuse", "html", *(pytest.param(fault, marks=_ON_SQLITE) for fault in _OTHER_FAULTS)]


def visit(where: Workshop, ico: int, visits: HintRefresher | None = None) -> dict[str, Any] | None:
    """Visit a company whose list is old, and return what is shown then."""
    with writing(where.context.engine) as connection:
        connection.execute(
            lookup.update().where(lookup.c.source == "documents").values(retrieved="2020-01-01T00:00:00Z")
        )
    where.context.refresh_queue.ask([ico])
    with writing(where.context.coordination) as connection:
        connection.execute(refresh_queue.update().values(next_attempt="2000-01-01T00:00:00Z"))
    try:
        refresh_hinted(visits or where.visits())
    finally:
        publish_and_index_all(where.context)
    shown: dict[str, Any] | None = where.detail(ico)["listiny"]
    return shown


@pytest.mark.parametrize("fault", FAULTS)
def test_while_the_register_fails_the_list_stays_and_the_company_waits_until_it_answers(
    shop: Workshop, filed: list[int], source: standin.Standin, fault: str
) -> None:
    ico = filed[0]
    before = visit(shop, ico)
    assert before is not None and before["pocet"] > 0
    assert shop.context.refresh_queue.counts().waiting == 0
    source.faults.set(f"documents:{fault}=1")
    with pytest.raises(SourceError):
        visit(shop, ico)
    assert shop.detail(ico)["listiny"] == before
    assert shop.context.refresh_queue.counts().waiting == 1
    source.faults.set("")
    assert visit(shop, ico) == before
    assert shop.context.refresh_queue.counts().waiting == 0


def test_a_block_page_says_after_what_time_to_ask_again(
    shop: Workshop, filed: list[int], source: standin.Standin
) -> None:
    source.faults.set("documents:block=1")
    with pytest.raises(SourceUnavailable) as failure:
        ask_filings(shop.context, filed[1], Run("documents", "asked for"))
    assert failure.value.retry_after == 3600
