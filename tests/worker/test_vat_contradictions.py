"""Contradictions of ARES and the VAT register: looked up again until they end, without spinning the queue."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from soupis.installation import Installation
from soupis.progress import no_progress
from soupis.store.engine import writing
from soupis.store.tables import company, company_claim, vat_answer, vat_queue
from soupis.synthetic import standin_schema
from soupis.worker import vat_lookups, vat_reverification
from soupis.worker.publisher import publish_and_index_all
from tests import standin
from tests.worker.workshop import Workshop

ICO = 101
REGISTERS = "registers"
LONG_AGO = "2026-10-01T10:00:00Z"


@pytest.fixture
def registers(tmp_path: Path) -> Iterator[standin.Standin]:
    """Registers of one company: ARES shows its registration, the VAT register does not know it."""
    directory = tmp_path / REGISTERS
    directory.mkdir()
    subject = {
        "ico": f"{ICO:08d}",
        "obchodniJmeno": "Rozporná s.r.o.",
        "pravniForma": "112",
        "dic": f"CZ{ICO:08d}",
        "seznamRegistraci": {"stavZdrojeDph": "AKTIVNI"},
    }
    with closing(standin_schema.create(directory)) as facts, facts:
        body = json.dumps(subject)
        facts.execute("INSERT INTO ares VALUES (?, ?, ?, NULL, NULL)", (subject["ico"], "Rozporná", body))
    with standin.start(directory) as running:
        yield running


@pytest.fixture
def shop(installation: Installation, registers: standin.Standin) -> Iterator[Workshop]:
    with Workshop(installation, registers) as opened:
        yield opened


def asked(shop: Workshop) -> dict[str, int]:
    requests = shop.source.statistics.as_dict()["requests"]
    return {name: requests.get(name, 0) for name in ("ares", "vat")}


def rewind(shop: Workshop) -> None:
    """Let the delay in the queue have passed."""
    with writing(shop.context.coordination) as connection:
        connection.execute(vat_queue.update().values(next_attempt=LONG_AGO))


def let_a_day_pass(shop: Workshop) -> None:
    """Make all answers those of a day before."""
    with writing(shop.context.engine) as connection:
        connection.execute(vat_answer.update().values(answered=LONG_AGO))
        connection.execute(company_claim.update().values(retrieved=LONG_AGO))


def register(directory: Path) -> None:
    """Let the VAT register know the company."""
    row = (f"{ICO:08d}", "PLATCE_DPH", "NE", None, "13", "ROZPORNÁ", "[]")
    with closing(sqlite3.connect(directory / standin_schema.FACTS)) as facts, facts:
        facts.execute("INSERT INTO vat VALUES (?, ?, ?, ?, ?, ?, ?)", row)


def drain(shop: Workshop) -> None:
    vat_lookups.drain_queue(shop.context, no_progress)
    publish_and_index_all(shop.context)


def test_a_contradiction_stays_in_the_queue_with_a_growing_delay_and_asks_no_source_twice_a_day(
    shop: Workshop,
) -> None:
    shop.context.queue.ask([ICO])
    delays = []
    for _ in range(14):
        before = datetime.now(UTC)
        drain(shop)
        entry = shop.context.queue.entry(ICO)
        assert entry is not None and not entry.given_up
        assert shop.context.queue.due(1) == []
        delays.append(round((datetime.fromisoformat(entry.next_attempt) - before).total_seconds() / 60))
        rewind(shop)
    assert asked(shop) == {"ares": 1, "vat": 1}
    assert delays[:4] == [1, 2, 4, 8] and delays[-3:] == [360] * 3
    detail = shop.detail(ICO)
    assert (detail["dph"], detail["dphRozpor"]["ares"]) == (None, "trva")


def test_with_the_data_of_the_next_day_both_sources_are_asked_again_and_the_queue_empties(
    shop: Workshop, tmp_path: Path
) -> None:
    shop.context.queue.ask([ICO])
    drain(shop)
    let_a_day_pass(shop)
    register(tmp_path / REGISTERS)
    rewind(shop)
    drain(shop)
    assert asked(shop) == {"ares": 2, "vat": 2}
    assert shop.context.queue.entry(ICO) is None
    detail: dict[str, Any] = shop.detail(ICO)
    assert (detail["dph"]["stav"], detail["dphRozpor"]) == ("platce", None)


def test_a_contradiction_that_nobody_asked_for_is_reverified_once_for_each_days_data(
    shop: Workshop, tmp_path: Path
) -> None:
    shop.context.queue.ask([ICO])
    drain(shop)
    shop.context.queue.done([ICO])
    assert not vat_reverification.has_work(shop.context), "both answers are of today"
    for known in (False, True):
        let_a_day_pass(shop)
        if known:
            register(tmp_path / REGISTERS)
        assert vat_reverification.has_work(shop.context)
        vat_reverification.reverify(shop.context, no_progress)
        assert not vat_reverification.has_work(shop.context)
    publish_and_index_all(shop.context)
    assert shop.detail(ICO)["dph"]["stav"] == "platce"
    assert asked(shop) == {"ares": 3, "vat": 3}


def test_who_agrees_with_the_vat_register_is_not_reverified(shop: Workshop) -> None:
    shop.context.queue.ask([ICO])
    drain(shop)
    shop.context.queue.done([ICO])
    let_a_day_pass(shop)
    for registration in ("ZANIKLY", None):
        with writing(shop.context.engine) as connection:
            for table in (company_claim, company):
                connection.execute(table.update().values(vat_registration=registration))
        assert not vat_reverification.has_work(shop.context)
