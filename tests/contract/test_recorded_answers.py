"""Recorded answers of all registers go the whole way: taken over from files, merged, published, served."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from soupis.cli.synchronising import publish_pending
from soupis.ingest.merge import ares, lookups, statistical, vat_register
from soupis.progress import no_progress
from soupis.registers.filings import parse_list
from soupis.registers.isir import Proceeding
from soupis.registers.records import SourceError
from soupis.store.engine import writing
from soupis.store.packing import unpack
from soupis.synthetic import standin_schema
from tests import standin
from tests.standin.reply import Reply
from tests.support.callers import Caller
from tests.support.installation import open_installation
from tests.support.registry import Registry
from tests.support.server import Server
from tests.support.sources import res_file, res_row
from tests.worker.workshop import Workshop

pytestmark = pytest.mark.slow

FIXTURES = Path(__file__).parents[1] / "fixtures"
CEZ, BUDVAR, SEZNAM, BANKRUPT = "45274649", "00514152", "01673408", "25083325"
# Answers that do not name their company: whose they are stands in the name of the file.
NAMED = {"isir/isir_cuzk_empty_WS2.xml": f"isir_{SEZNAM}.xml"}
# Answers of the insolvency register about natural persons, to questions for the IDs of companies.
NATURAL_PERSONS = (
    "isir/isir_cuzk_natural_person_oddluzeni_anonymised.xml",
    "isir/isir_cuzk_nevyrizena_anonymised.xml",
)
ASKED, KNOWN = ("00000604", "00000701"), "00000809"
NOTE = "<u><osoba><druhRoleVRizeni>DLUŽNÍK</druhRoleVRizeni><ic>{}</ic></osoba></u>"
RES = ("res_data", "res_pf_nace")
LIST = FIXTURES / "documents" / "documents_list_00514152.html"
TWO_PAGES = ("documents/documents_company_search_00514152.html", "documents/documents_list_00514152.html")
# What the others are: requests of ours, errors and blocks that tell nothing of a company, a page that nothing
# is read from, and code lists.
NO_ANSWERS = ("_request", "_error_", "_block_", "documents_detail_", "codelist_")


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
    known = directory / "ares.json"
    known.write_text(json.dumps({"ico": BANKRUPT, "obchodniJmeno": "Alfa s.r.o.", "pravniForma": "112"}))
    ares.sync_file(where.engine, known, where.person_secret)
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
    accounts = company["dph"]["zverejneneUctyPodrobne"]
    assert [account["ucet"] for account in accounts] == company["dph"]["zverejneneUcty"]
    assert {account["zverejnenoOd"] for account in accounts} == {"2013-04-01", "2013-07-26", "2013-08-12"}
    assert {account["banka"]["kod"] for account in accounts} == {"0100", "0300", "2600"}
    states = {item["registr"]["kod"]: item["stav"]["kod"] for item in company["seznamRegistraci"]}
    assert len(states) == 16 and (states["vr"], states["sd"]) == ("AKTIVNI", "ZANIKLY")
    # No extract of the public register was read, and nobody asked for insolvency.
    assert company["statutarniOrgany"] is company["insolvence"] is company["listiny"] is None
    assert company["czNace"]


def test_an_extract_and_the_list_of_documents_are_served(recorded: Caller) -> None:
    company = detail(recorded, BUDVAR)
    assert company["statutarniOrgany"] and company["drivejsiJmena"]
    assert company["listiny"]["pocet"] > 20
    assert sources(company) >= {"verejnyRejstrik", "sbirkaListin"}


def test_a_recorded_bankruptcy_is_served_with_its_senate_and_tells_the_state(recorded: Caller) -> None:
    company = detail(recorded, BANKRUPT)
    (proceeding,) = company["insolvence"]
    assert (proceeding["cisloSenatu"], proceeding["spisovaZnacka"]) == (95, "INS 12575/2022")
    assert proceeding["probiha"] and company["stavPodrobne"]["kod"] == "konkurs"


def test_an_empty_answer_is_served_as_none(recorded: Caller) -> None:
    company = detail(recorded, SEZNAM)
    assert company["insolvence"] == []
    assert "insolvencniRejstrik" in sources(company)


def test_every_subject_of_the_statistical_file_is_served(recorded: Caller) -> None:
    rows = (FIXTURES / "res" / "res_data_synthetic.csv").read_text(encoding="utf-8").splitlines()[1:]
    served = [detail(recorded, row.split(",", 1)[0]) for row in rows]
    assert len(served) == len(rows) > 0
    assert all("res" in sources(company) for company in served)


def replayed(name: str) -> Reply:
    """Return a recorded answer as the register sends it."""
    kind = "text/html" if name.endswith(".html") else "text/xml"
    return Reply(200, (FIXTURES / name).read_bytes(), f"{kind}; charset=utf-8")


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Caller, Path]]:
    """An installation that asked registers which answered what was recorded."""
    directory = tmp_path_factory.mktemp("followed")
    with closing(standin_schema.create(directory / "registers")) as facts, facts:
        for number, ico in enumerate(ASKED, start=1):
            event = number, "2026-10-01T08:00:00.000+02:00", f"INS {number}/2026", 1, "Změna osoby"
            facts.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?)", (*event, NOTE.format(ico)))
        known = int(KNOWN), 1, 2008, "Krajský soud v Brně", "Alfa", "KONKURS", "2008-01-02", None
        facts.execute(
            "INSERT INTO proceeding VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (f"{known[0]:08d}", *known[1:])
        )
    where = open_installation(directory / "data")
    where.prepare()
    companies = [res_row(int(ico), f"Firma {ico}") for ico in (*ASKED, KNOWN, BUDVAR)]
    statistical.sync_subjects(where.engine, res_file(directory / "res_data.csv", companies), no_progress)
    before = Proceeding(int(KNOWN), "INS 1/2008", "Krajský soud v Brně", "NEVYRIZENA", "2008-01-02")
    with writing(where.engine) as connection:
        lookups.merge_proceedings(connection, int(KNOWN), [before], "2026-10-01T08:00:00Z")
    with standin.start(directory / "registers") as source, Workshop(where, source) as shop:
        source.replay("isir", *map(replayed, NATURAL_PERSONS))
        shop.sync("isir")
        source.replay("isir_events", replayed("isir/isir_public_response_sample.xml"))
        shop.sync("isir")
        shop.context.refresh_queue.ask([int(BUDVAR)])
        source.replay("documents", *map(replayed, TWO_PAGES))
        shop.sync("documents")
        left = [service for service in ("isir", "isir_events", "documents") if source.recorded(service)]
    assert left == []
    with Server(where.directory, directory / "log") as running:
        yield Caller(running.url), where.directory


def test_events_lead_to_the_company_whose_file_mark_they_name(followed: tuple[Caller, Path]) -> None:
    (proceeding,) = detail(followed[0], KNOWN)["insolvence"]
    # The event told of the file only; its state is that of the look-up it led to.
    assert (proceeding["spisovaZnacka"], proceeding["stav"]) == ("INS 1/2008", "KONKURS")


def test_proceedings_of_natural_persons_are_nobodys_and_nothing_of_them_is_kept(
    followed: tuple[Caller, Path],
) -> None:
    caller, directory = followed
    assert [detail(caller, ico)["insolvence"] for ico in ASKED] == [[], []]
    stored = b"".join(path.read_bytes() for path in directory.rglob("*") if path.is_file())
    with closing(sqlite3.connect(directory / "registry.sqlite")) as registry:  # where documents are packed
        documents = registry.execute("SELECT detail FROM company_document").fetchall()
    stored += b"".join(unpack(document) for row in documents for document in row)
    for secret in ("Nováková", "1980-01-01", "XXXXXX/XXXX", "Vzorová"):
        assert secret.encode() not in stored, secret


@pytest.mark.parametrize("name", NATURAL_PERSONS)
def test_a_recorded_answer_about_a_natural_person_is_refused(registry: Registry, name: str) -> None:
    with pytest.raises(SourceError, match=r"names no company|found by a company ID"):
        registry.isir(FIXTURES / name)


def test_both_recorded_steps_lead_to_the_list(followed: tuple[Caller, Path]) -> None:
    listing = detail(followed[0], BUDVAR)["listiny"]
    recorded_numbers = {item.number for item in parse_list(LIST.read_bytes()).filings}
    assert listing["pocet"] == len(recorded_numbers) > 20
    assert {item["cislo"] for item in listing["posledni"]} <= recorded_numbers
    assert all(item["url"].startswith("http://127.0.0.1") for item in listing["posledni"])


def test_every_recorded_answer_goes_the_whole_way_or_is_named_with_the_reason() -> None:
    taken = {f"{source}/{path.name}" for source in ("ares", "vat") for path in (FIXTURES / source).iterdir()}
    taken -= {name for name in taken if "_error_" in name or "_request" in name}
    taken |= {*NAMED, *NATURAL_PERSONS, *TWO_PAGES, "isir/isir_public_response_sample.xml"}
    taken |= {
        "isir/isir_cuzk_25083325_konkurs.xml",
        "res/res_data_synthetic.csv",
        "res/res_pf_nace_synthetic.csv",
    }
    files = {f"{path.parent.name}/{path.name}" for path in FIXTURES.glob("*/*")}
    left = {name for name in files - taken if not any(word in name for word in NO_ANSWERS)}
    assert taken <= files and left == set()


def test_coverage_counts_what_was_read(recorded: Caller) -> None:
    states = {item["zdroj"]: item for item in recorded.get("/api/v1/zdroje").json()["data"]["zdroje"]}
    assert states["insolvencniRejstrik"]["pokryti"]["precteno"] >= 1
    assert states["sbirkaListin"]["pokryti"]["precteno"] == 1
    assert states["registrDph"]["pokryti"]["firem"] >= states["registrDph"]["pokryti"]["precteno"] >= 2
    assert states["res"]["pokryti"] is None
