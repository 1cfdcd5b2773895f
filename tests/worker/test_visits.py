"""Visited companies: what is old is asked for, politely, and never at the cost of a request."""

from __future__ import annotations

from datetime import datetime, time, timedelta

import pytest

from soupis.ingest.source_states import read_states
from soupis.installation import Installation
from soupis.registers.errors import SourceUnavailable
from soupis.store.engine import reading, writing
from soupis.store.lookup_queue import MOST_WAITING, LookupQueue
from soupis.store.refresh_hints import RefreshHints
from soupis.store.tables import lookup, refresh_queue
from soupis.times import PRAGUE, prague_today, utc_now, utc_text
from soupis.worker.publisher import publish_and_index_all
from soupis.worker.sources import refresh_hinted
from tests import standin
from tests.support.waiting import eventually
from tests.worker.workshop import Workshop


def test_a_visited_company_gets_its_documents_and_insolvency(
    shop: Workshop, filed: list[int], source: standin.Standin
) -> None:
    shop.context.refresh_queue.ask(filed[:3])
    shop.sync("documents")
    details = shop.details()
    assert all(details[ico]["listiny"]["pocet"] > 0 for ico in filed[:3])
    asked = source.statistics.as_dict()["requests"]
    assert (asked["documents"], asked["isir"]) == (6, 3) and "ares" not in asked  # ARES was read just now
    assert shop.context.refresh_queue.counts().waiting == 0


def test_a_company_visited_again_within_a_week_is_not_asked_for_again(
    shop: Workshop, filed: list[int], source: standin.Standin
) -> None:
    for _ in range(2):
        shop.context.refresh_queue.ask(filed[:1])
        shop.sync("documents")
    assert source.statistics.as_dict()["requests"]["documents"] == 2
    with writing(shop.context.engine) as connection:
        connection.execute(lookup.update().values(retrieved="2020-01-01T00:00:00Z"))
    shop.context.refresh_queue.ask(filed[:1])
    shop.sync("documents")
    assert source.statistics.as_dict()["requests"]["documents"] == 4


def test_the_insolvency_register_is_asked_of_a_company_once_a_day(
    shop: Workshop, filed: list[int], source: standin.Standin
) -> None:
    def asked() -> int:
        shop.context.refresh_queue.ask(filed[:1])
        shop.sync("documents")
        return source.statistics.as_dict()["requests"]["isir"]

    midnight = datetime.combine(prague_today(), time.min, PRAGUE)
    assert asked() == 1
    for moment, expected in ((utc_now(), 1), (midnight - timedelta(seconds=1), 2)):
        with writing(shop.context.engine) as connection:
            connection.execute(lookup.update().values(retrieved=utc_text(moment)))
        assert asked() == expected


def test_an_id_that_no_source_knows_is_not_asked_for(shop: Workshop, source: standin.Standin) -> None:
    shop.context.refresh_queue.ask([99_999_994])
    shop.sync("documents")
    assert source.statistics.as_dict()["requests"] == {} and shop.context.refresh_queue.counts().waiting == 0


def test_a_source_that_is_down_is_left_alone_and_does_not_hold_up_the_others(
    shop: Workshop, filed: list[int], source: standin.Standin
) -> None:
    source.faults.set("documents:5xx=1")
    shop.context.refresh_queue.ask(filed[:5])
    visits = shop.visits()
    with pytest.raises(SourceUnavailable):
        refresh_hinted(visits)
    asked = source.statistics.as_dict()["requests"]
    assert asked["isir"] == 5 and asked["documents"] == 2, "one company, tried twice"
    counts = shop.context.refresh_queue.counts()
    assert (counts.waiting, counts.due) == (5, 0)


def test_a_failure_shows_in_the_state_of_the_source_and_a_success_clears_it(
    shop: Workshop, filed: list[int], source: standin.Standin
) -> None:
    def last_error() -> str | None:
        with reading(shop.context.engine) as connection:
            return read_states(connection)["documents"].last_error

    source.faults.set("documents:block=1")
    shop.context.refresh_queue.ask(filed[:1])
    with pytest.raises(SourceUnavailable):
        shop.sync("documents")
    assert last_error() == "SourceUnavailable"
    source.faults.set("")
    with writing(shop.context.coordination) as connection:
        connection.execute(refresh_queue.update().values(next_attempt="2000-01-01T00:00:00Z"))
    shop.sync("documents")
    assert last_error() is None


def test_a_list_that_cannot_be_had_again_stays_as_it_was(
    shop: Workshop, filed: list[int], source: standin.Standin
) -> None:
    shop.context.refresh_queue.ask(filed[:1])
    shop.sync("documents")
    before = shop.detail(filed[0])["listiny"]
    with writing(shop.context.engine) as connection:
        connection.execute(lookup.update().values(retrieved="2020-01-01T00:00:00Z"))
    for fault in ("html", "truncated", "block", "cut"):
        source.faults.set(f"documents:{fault}=1")
        shop.context.refresh_queue.ask(filed[:1])
        with pytest.raises(SourceUnavailable):
            refresh_hinted(shop.visits())
        with writing(shop.context.coordination) as connection:
            connection.execute(refresh_queue.delete())
        publish_and_index_all(shop.context)
        assert shop.detail(filed[0])["listiny"] == before


def test_notes_reach_the_queue_once_each_without_the_caller_waiting(installation: Installation) -> None:
    notes = RefreshHints(installation.queue_url)
    for _ in range(3):
        for ico in range(1, 51):
            notes.note(ico)
    notes.close()
    queue = LookupQueue(installation.queue_url, refresh_queue)
    assert queue.counts().waiting == 50
    queue.close()


def test_notes_are_handed_over_while_the_process_lives(installation: Installation) -> None:
    notes = RefreshHints(installation.queue_url)
    queue = LookupQueue(installation.queue_url, refresh_queue)
    notes.note(1)
    assert eventually(lambda: queue.counts().waiting == 1)
    queue.close()
    notes.close()


def test_a_crawler_cannot_make_the_queue_longer_than_it_may_be(installation: Installation) -> None:
    notes = RefreshHints(installation.queue_url)
    for ico in range(1, MOST_WAITING + 5_000):
        notes.note(ico)
    notes.close()
    queue = LookupQueue(installation.queue_url, refresh_queue)
    assert queue.counts().waiting == MOST_WAITING
    queue.close()


def test_a_locked_queue_does_not_make_a_note_wait(installation: Installation) -> None:
    notes = RefreshHints(installation.queue_url)
    queue = LookupQueue(installation.queue_url, refresh_queue)
    with writing(queue._engine):  # somebody writes for as long as notes are taken
        for ico in range(1, 1001):
            notes.note(ico)
    notes.close()
    assert queue.counts().waiting == 1000
    queue.close()
