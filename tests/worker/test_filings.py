"""Filed documents from two portals: the new one helps out while the legacy one fails, and spoils nothing."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from soupis.cli.synchronising import open_context
from soupis.ingest.runs import Run
from soupis.installation import Installation
from soupis.registers.errors import SourceUnavailable
from soupis.registers.records import SourceError
from soupis.store.engine import writing
from soupis.store.tables import filing, lookup, refresh_queue
from soupis.times import utc_now, utc_text
from soupis.worker.filings import ask_filings
from soupis.worker.publisher import publish_and_index_all
from soupis.worker.refresh_hints import HintRefresher
from soupis.worker.sources import refresh_hinted
from tests import standin
from tests.worker.workshop import Workshop, facts

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


def _note_portal(where: Workshop, moment: str) -> None:
    with writing(where.context.engine) as connection:
        connection.execute(
            lookup.update().where(lookup.c.source == "documents_portal").values(retrieved=moment)
        )


def asked(source: standin.Standin) -> tuple[int, int]:
    """Return how often each portal was asked: the legacy one, the new one."""
    requests = source.statistics.as_dict()["requests"]
    return requests.get("documents", 0), requests.get("portal", 0)


def links(shown: dict[str, Any] | None) -> set[str]:
    """Return to which portals the links of a list lead."""
    assert shown is not None
    return {"legacy" if "vypis-sl-detail" in item["url"] else "new" for item in shown["posledni"]}


@pytest.mark.parametrize("fault", FAULTS)
def test_while_the_legacy_portal_fails_the_new_one_gives_the_list_and_then_the_legacy_one_again(
    shop: Workshop,
    filed: list[int],
    source: standin.Standin,
    fault: str,
) -> None:
    source.faults.set(f"documents:{fault}=1")
    ico = filed[0]
    stopgap = visit(shop, ico)
    assert stopgap is not None and stopgap["pocet"] > 0 and links(stopgap) == {"new"}
    assert shop.context.refresh_queue.counts().waiting == 1, "the legacy portal is to be asked again"
    visit(shop, ico)
    assert asked(source)[1] == 1, "what the new portal said lately is not asked for again"
    _note_portal(shop, utc_text(utc_now() + timedelta(days=200)))
    visit(shop, ico)
    assert asked(source)[1] == 2, "what it said while the clock was ahead is"

    source.faults.set("")
    final = visit(shop, ico)
    assert final is not None and links(final) == {"legacy"}
    numbers = [[item["cislo"] for item in shown["posledni"]] for shown in (stopgap, final)]
    assert numbers[0] == numbers[1]
    assert shop.context.refresh_queue.counts().waiting == 0
    assert asked(source)[1] == 2


@pytest.mark.parametrize("fault", [*FAULTS, "hang"])
def test_while_the_new_portal_fails_nothing_is_different_for_it_is_not_asked(
    shop: Workshop,
    filed: list[int],
    source: standin.Standin,
    fault: str,
) -> None:
    source.faults.set(f"portal:{fault}=1")
    shown = visit(shop, filed[0])
    assert links(shown) == {"legacy"} and asked(source) == (2, 0)
    assert shop.context.refresh_queue.counts().waiting == 0


@pytest.mark.parametrize("fault", [*FAULTS, "malformed"])
def test_while_both_fail_the_list_stays_and_the_error_tells_of_both(
    shop: Workshop,
    filed: list[int],
    source: standin.Standin,
    fault: str,
) -> None:
    ico = filed[0]
    before = visit(shop, ico)
    source.faults.set(f"documents:5xx=1;portal:{fault}=1")
    with pytest.raises(SourceUnavailable, match=r"answered 503.* New portal: "):
        visit(shop, ico)
    assert shop.detail(ico)["listiny"] == before


def test_the_new_portal_adds_what_is_not_known_and_leaves_the_rest_alone(
    shop: Workshop,
    filed: list[int],
    source: standin.Standin,
) -> None:
    lists = ((ico, visit(shop, ico)) for ico in filed)
    ico, whole = next((ico, shown) for ico, shown in lists if shown and shown["pocet"] > 1)
    lost = whole["posledni"][0]["cislo"]
    extra = {"ico": ico, "number": "A 1/SL999/XXXX", "kinds": "ostatní", "retrieved": "2026-01-01T00:00:00Z"}
    with writing(shop.context.engine) as connection:
        connection.execute(filing.delete().where(filing.c.ico == ico, filing.c.number == lost))
        connection.execute(filing.insert().values(extra))
    source.faults.set("documents:html=1")
    shown = visit(shop, ico)
    assert shown is not None and shown["pocet"] == whole["pocet"] + 1
    by_number = {item["cislo"]: item for item in shown["posledni"]}
    assert "sbirka-listin" in by_number.pop(lost)["url"] and by_number.pop("A 1/SL999/XXXX")
    assert by_number == {item["cislo"]: item for item in whole["posledni"] if item["cislo"] != lost}


def test_a_company_that_the_new_portal_does_not_know_is_not_taken_to_have_filed_nothing(
    shop: Workshop,
    registers: Path,
    source: standin.Standin,
) -> None:
    source.faults.set("documents:5xx=1")
    known = {int(ico) for (ico,) in facts(registers, "SELECT ico FROM file")}
    ico = next(ico for ico, item in shop.details().items() if item["listiny"] is None and ico not in known)
    with pytest.raises(SourceUnavailable, match="New portal: does not know the company"):
        visit(shop, ico)
    assert shop.detail(ico)["listiny"] is None


def test_portals_that_are_down_are_left_alone_each_by_itself(
    shop: Workshop,
    filed: list[int],
    source: standin.Standin,
) -> None:
    visits = shop.visits()
    source.faults.set("documents:5xx=1")
    for ico in filed[:3]:
        visit(shop, ico, visits)
    assert asked(source) == (2, 3), "the legacy portal: one company, tried twice"
    source.faults.set("documents:5xx=1;portal:5xx=1")
    with pytest.raises(SourceError):
        visit(shop, filed[3], visits)
    before = asked(source)
    with pytest.raises(SourceError):
        visit(shop, filed[4], visits)
    assert asked(source) == before


def test_a_company_asked_for_by_its_id_is_told_of_only_when_no_portal_answers(
    shop: Workshop,
    filed: list[int],
    source: standin.Standin,
) -> None:
    source.faults.set("documents:block=1")
    run = Run("documents", "asked for")
    said = ask_filings(shop.context, filed[0], run)
    assert said is not None and "new portal" in said and run.rows_changed > 0
    source.faults.set("documents:block=1;portal:block=1")
    with pytest.raises(SourceUnavailable) as failure:
        ask_filings(shop.context, filed[1], run)
    assert failure.value.retry_after == 3600


def test_nobody_falls_back_on_the_real_portal_where_the_other_is_a_mirror(
    installation: Installation,
) -> None:
    with open_context(installation) as context:
        assert context.urls.documents_portal == "https://verejnerejstriky.msp.gov.cz"
    installation.settings.documents_url = "http://127.0.0.1:1"
    with open_context(installation) as context:
        assert context.urls.documents_portal == "http://127.0.0.1:1"
    installation.settings.documents_portal_url = "http://127.0.0.1:2"
    with open_context(installation) as context:
        assert context.urls.documents_portal == "http://127.0.0.1:2"
