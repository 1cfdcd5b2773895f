"""Recorded answers of all registers go the whole way: taken over from files, merged, published, served."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from soupis.cli.synchronising import publish_pending
from soupis.ingest.merge import ares, lookups, statistical, vat_register
from soupis.ingest.runs import no_progress
from tests.support.callers import Caller
from tests.support.installation import open_installation
from tests.support.server import Server

FIXTURES = Path(__file__).parents[1] / "fixtures"
CEZ, BUDVAR, SEZNAM = "45274649", "00514152", "01673408"
# Answers that do not name their company: whose they are stands in the name of the file.
NAMED = {
    "isir/isir_cuzk_empty_WS2.xml": f"isir_{SEZNAM}.xml",
    "documents/documents_new_portal_sample.json": f"documents_{SEZNAM}.json",
}


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Caller]:
    directory = tmp_path_factory.mktemp("recorded")
    where = open_installation(directory / "data")
    where.prepare()
    files = {source: sorted((FIXTURES / source).iterdir()) for source in ("ares", "vat")}
    statistical.sync_subjects(where.engine, FIXTURES / "res" / "res_data_synthetic.csv", no_progress)
    statistical.sync_activities(where.engine, FIXTURES / "res" / "res_pf_nace_synthetic.csv", no_progress)
    for path in files["ares"]:
        if "_error_" not in path.name:
            assert ares.sync_file(where.engine, path, where.person_secret).rows_rejected == 0, path.name
    for path in files["vat"]:
        if "request" not in path.name:
            assert vat_register.sync_file(where.engine, path).rows_rejected == 0, path.name
    assert lookups.sync_proceedings_file(
        where.engine, FIXTURES / "isir/isir_cuzk_25083325_konkurs.xml"
    ).rows_read
    assert lookups.sync_filings_file(
        where.engine, FIXTURES / "documents/documents_list_00514152.html"
    ).rows_read
    for name, copy in NAMED.items():
        path = Path(shutil.copy(FIXTURES / name, directory / copy))
        take = lookups.sync_proceedings_file if name.startswith("isir") else lookups.sync_filings_file
        assert take(where.engine, path).rows_rejected == 0, name
    publish_pending(where, no_progress)
    with Server(where.directory, directory / "log") as running:
        yield Caller(running.url)


def detail(caller: Caller, ico: str) -> dict[str, Any]:
    answer = caller.get(f"/api/v1/firma/{ico}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()["data"]
    return found


def sources(company: dict[str, Any]) -> set[str]:
    return {source["zdroj"] for source in company["zdroje"]}


def test_what_ares_and_the_vat_register_said_is_served(recorded: Caller) -> None:
    company = detail(recorded, CEZ)
    assert (company["obchodniJmeno"], company["dic"]) == ("ČEZ, a. s.", "CZ45274649")
    assert company["dph"]["stav"] == "platce" and company["dph"]["zverejneneUcty"]
    assert sources(company) >= {"ares", "registrDph"}
    # No extract of the public register was read, and nobody asked for insolvency.
    assert company["statutarniOrgany"] is company["insolvence"] is company["listiny"] is None
    assert company["czNace"]


def test_an_extract_and_the_list_of_the_legacy_portal_are_served(recorded: Caller) -> None:
    company = detail(recorded, BUDVAR)
    assert company["statutarniOrgany"] and company["drivejsiJmena"]
    assert company["listiny"]["pocet"] > 20
    assert sources(company) >= {"verejnyRejstrik", "sbirkaListin"}


def test_an_empty_answer_is_served_as_none_and_the_new_portals_list_as_documents(recorded: Caller) -> None:
    company = detail(recorded, SEZNAM)
    assert company["insolvence"] == []
    assert company["listiny"]["pocet"] > 0
    assert sources(company) >= {"insolvencniRejstrik", "sbirkaListin"}


def test_every_subject_of_the_statistical_file_is_served(recorded: Caller) -> None:
    rows = (FIXTURES / "res" / "res_data_synthetic.csv").read_text(encoding="utf-8").splitlines()[1:]
    served = [detail(recorded, row.split(",", 1)[0]) for row in rows]
    assert len(served) == len(rows) > 0
    assert all("res" in sources(company) for company in served)


def test_coverage_counts_what_was_read(recorded: Caller) -> None:
    states = {item["zdroj"]: item for item in recorded.get("/api/v1/zdroje").json()["data"]["zdroje"]}
    assert states["insolvencniRejstrik"]["pokryti"]["precteno"] >= 1
    assert states["sbirkaListin"]["pokryti"]["precteno"] == 2
    assert states["registrDph"]["pokryti"]["firem"] >= states["registrDph"]["pokryti"]["precteno"] >= 2
    assert states["res"]["pokryti"] is None
