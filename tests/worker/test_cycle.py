"""The whole way: all registers over the network into documents, and again with nothing changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from soupis.installation import Installation
from soupis.registers.records import SourceError
from soupis.worker.sources import SyncRequest
from tests import standin
from tests.support.installation import open_installation
from tests.worker.conftest import MakeWorkshop
from tests.worker.workshop import COMPANIES, change_log, facts, published


def test_after_a_sync_of_everything_the_documents_show_what_all_registers_say(
    loaded: Installation, workshop: MakeWorkshop, registers: Path
) -> None:
    details = workshop(loaded).details()
    assert len(details) == COMPANIES
    insolvent = {
        int(row[0]) for row in facts(registers, "SELECT ico FROM proceeding WHERE state != 'MYLNÝ ZÁP.'")
    }
    assert insolvent and {ico for ico, item in details.items() if item["insolvence"]} >= insolvent
    filed = {int(row[0]) for row in facts(registers, "SELECT DISTINCT ico FROM filing")}
    visited = set(sorted(details)[:60]) & filed
    assert visited and all(details[ico]["listiny"]["pocet"] > 0 for ico in visited)
    payers = facts(
        registers,
        "SELECT vat.dic FROM vat JOIN ares ON ares.ico = vat.dic WHERE kind = 'PLATCE_DPH'"
        " AND reliability = 'NE' AND json_extract(subject, '$.dic') = 'CZ' || vat.dic",
    )
    assert payers and all(details[int(dic)]["dph"]["stav"] == "platce" for (dic,) in payers)
    assert any(item["statutarniOrgany"] for item in details.values())
    assert any(item["spisovaZnacka"] for item in details.values())


def test_a_second_sync_with_nothing_changed_parses_and_publishes_nothing(
    loaded: Installation, workshop: MakeWorkshop, source: standin.Standin
) -> None:
    shop = workshop(loaded)
    before, log = published(loaded), change_log(loaded)
    runs = {run.dataset: run for run in shop.everything()}
    files = ("res_data.csv", "res_pf_nace.csv", "sro-full-praha-2026", "unreliable")
    assert [runs[name].unchanged_file for name in files] == [True] * len(files)
    assert change_log(loaded) == log and published(loaded) == before
    asked = source.statistics.as_dict()["requests"]
    assert "ares" not in asked and "isir" not in asked and "documents" not in asked
    assert not list((loaded.directory / "downloads").iterdir())


@pytest.mark.parametrize("service", ["res", "public_register", "ares", "vat", "isir_events", "codelists"])
def test_a_source_that_is_down_fails_with_one_line_and_leaves_everything_as_it_was(
    loaded: Installation, workshop: MakeWorkshop, source: standin.Standin, service: str
) -> None:
    shop = workshop(loaded)
    source.faults.set(f"{service}:5xx=1")
    before, log = published(loaded), change_log(loaded)
    name = {"isir_events": "isir"}.get(service, service)
    if service == "ares":  # everybody was asked within the month, but for those who ask now
        shop.context.queue.ask([19])
        name = "vat"
    with pytest.raises(SourceError) as failure:
        shop.sync(name, SyncRequest(force=service == "vat"))
    assert "\n" not in str(failure.value)
    assert change_log(loaded) == log and published(loaded) == before


def test_both_databases_end_with_the_same_documents_and_empty_queues(
    loaded: Installation, loaded_installation: Path, workshop: MakeWorkshop
) -> None:
    shop = workshop(loaded)
    assert shop.context.queue.counts().waiting == shop.context.refresh_queue.counts().waiting == 0
    on_sqlite = open_installation(loaded_installation)
    expected, got = published(on_sqlite), published(loaded)
    on_sqlite.engine.dispose()
    assert set(got) == set(expected)
    for key in sorted(expected):
        assert got[key].split('"') == expected[key].split('"')
