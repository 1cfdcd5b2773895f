"""Insolvency: the stream of events is followed without a gap, and leads to the companies it is about."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from soupis.ingest.merge import statistical
from soupis.ingest.stored_state import load_state
from soupis.progress import no_progress
from soupis.registers.records import SourceError
from soupis.synthetic import standin_schema
from soupis.worker.insolvency import Stream
from soupis.worker.sources import SyncRequest
from tests import standin
from tests.support.sources import res_file, res_row
from tests.worker.conftest import MakeWorkshop
from tests.worker.workshop import Workshop

DEBTOR, OTHER, STRANGER = 101, 102, 999
NOTE = "<u><osoba><druhRoleVRizeni>DLUŽNÍK</druhRoleVRizeni><ic>{:08d}</ic></osoba></u>"


@pytest.fixture
def register(tmp_path: Path) -> Path:
    """A register in which one company of ours and a stranger are debtors."""
    directory = tmp_path / "isir"
    with closing(standin_schema.create(directory)) as facts, facts:
        for number, ico in enumerate((DEBTOR, STRANGER), start=1):
            _event(facts, number, f"INS {number}/2026", NOTE.format(ico))
            _proceeding(facts, ico, number, "KONKURS")
    return directory


@pytest.fixture
def shop(register: Path, workshop: MakeWorkshop, tmp_path: Path) -> Iterator[Workshop]:
    """An installation with two companies, over that register."""
    with standin.start(register) as source:
        made = workshop(registers=source)
        file = res_file(tmp_path / "res_data.csv", [res_row(ico, f"Firma {ico}") for ico in (DEBTOR, OTHER)])
        statistical.sync_subjects(made.where.engine, file, no_progress)
        yield made


def _event(facts: sqlite3.Connection, number: int, mark: str, note: str | None) -> None:
    row = (number, "2026-10-01T08:00:00.000+02:00", mark, 1, "Změna osoby", note)
    facts.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?)", row)


def _proceeding(facts: sqlite3.Connection, ico: int, number: int, state: str) -> None:
    row = (f"{ico:08d}", number, 2026, "Krajský soud v Brně", "Firma", state, "2026-01-02", None)
    facts.execute("INSERT INTO proceeding VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)


def _stream(shop: Workshop) -> Stream:
    found = load_state(shop.context.engine, "isir_stream", Stream)
    assert found is not None
    return found


def _shown(shop: Workshop, ico: int) -> list[str] | None:
    """Return the states of a company's proceedings as they are shown; None = never asked for."""
    details = shop.details()
    found = details[ico]["insolvence"] if details else None
    return None if found is None else [item["stav"] for item in found]


def test_an_event_leads_to_the_proceedings_of_the_debtor_and_to_nobody_elses(shop: Workshop) -> None:
    shop.sync("isir")
    assert (_shown(shop, DEBTOR), _shown(shop, OTHER)) == (["KONKURS"], None)
    assert shop.source.statistics.as_dict()["requests"]["isir"] == 1, "the stranger was not asked for"


def test_only_new_events_are_read(shop: Workshop, register: Path) -> None:
    shop.sync("isir")
    shop.sync("isir")
    assert shop.source.statistics.as_dict()["requests"]["isir"] == 1
    with sqlite3.connect(register / standin_schema.FACTS) as facts:
        _event(facts, 7, "INS 7/2026", NOTE.format(OTHER))
        _proceeding(facts, OTHER, 7, "ÚPADEK")
    facts.close()
    shop.sync("isir")
    assert _stream(shop).last_id == 7 and _shown(shop, OTHER) == ["ÚPADEK"]
    assert shop.source.statistics.as_dict()["requests"]["isir"] == 2


def test_an_event_that_names_no_debtor_is_matched_by_the_file_mark(shop: Workshop, register: Path) -> None:
    shop.sync("isir")
    with sqlite3.connect(register / standin_schema.FACTS) as facts:
        facts.execute("UPDATE proceeding SET state = 'PRAVOMOCNA', ended = '2026-11-01' WHERE number = 1")
        _event(facts, 8, "INS 1/2026", None)
    facts.close()
    shop.sync("isir")
    assert _shown(shop, DEBTOR) == ["PRAVOMOCNA"]


def test_who_could_not_be_looked_up_is_looked_up_by_the_next_run(shop: Workshop) -> None:
    shop.source.faults.set("isir:5xx=1")
    with pytest.raises(SourceError):
        shop.sync("isir")
    assert _stream(shop) == Stream(2, [DEBTOR])
    assert _shown(shop, DEBTOR) is None
    shop.source.faults.set("")
    shop.sync("isir")
    assert _stream(shop) == Stream(2, []) and _shown(shop, DEBTOR) == ["KONKURS"]


def test_the_place_in_the_stream_moves_only_with_what_was_read(shop: Workshop) -> None:
    shop.source.faults.set("isir_events:malformed=1")
    with pytest.raises(SourceError):
        shop.sync("isir")
    assert load_state(shop.context.engine, "isir_stream", Stream) is None


def test_without_companies_no_event_is_read_for_nothing(workshop: MakeWorkshop, register: Path) -> None:
    with standin.start(register) as source:
        empty = workshop(registers=source)
        with pytest.raises(SourceError, match="soupis sync res"):
            empty.sync("isir")
        assert source.statistics.as_dict()["requests"] == {}


def test_one_company_is_asked_for_by_its_id(shop: Workshop) -> None:
    shop.sync("isir", SyncRequest(icos=(DEBTOR,)))
    assert _shown(shop, DEBTOR) == ["KONKURS"]
