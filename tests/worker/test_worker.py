"""The worker as a process of its own: it keeps its schedule, stands by, stops when asked, tells figures."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from sqlalchemy import select

from soupis.identifiers import check_digit
from soupis.ingest.source_states import read_states
from soupis.installation import Installation
from soupis.store.engine import reading
from soupis.store.lookup_queue import LookupQueue
from soupis.store.tables import company, company_document
from soupis.wire.derived import name_and_vat_of
from tests import standin
from tests.support.callers import Caller
from tests.support.commands import Command, start
from tests.support.installation import environment_of
from tests.support.server import Server, free_port
from tests.support.waiting import PATIENCE, eventually
from tests.worker.workshop import AT_ANY_HOUR


class Processes:
    """Worker processes of one installation over a stand-in."""

    def __init__(self, where: Installation, source: standin.Standin, directory: Path) -> None:
        self._where = where
        self.log = directory / "worker.log"
        self.metrics_port = free_port()
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith("SOUPIS_")}
        self.environment |= (
            source.settings
            | environment_of(where)
            | {
                "SOUPIS_CODELISTS_URL": source.origin,
                "SOUPIS_METRICS_PORT": str(self.metrics_port),
                "SOUPIS_PERSON_KEY_SECRET": where.person_secret.decode(),
                "SOUPIS_LOG_FORMAT": "json",
            }
        )
        self._started: list[Command] = []

    def start(self, **settings: str) -> Command:
        """Start a worker."""
        with self.log.open("ab") as log:
            arguments = ["worker", "--data", str(self._where.directory)]
            environment = self.environment | settings
            process = start(arguments, log, environment, self.log.parent, program=AT_ANY_HOUR)
        self._started.append(process)
        return process

    def says(self, words: str) -> bool:
        """Tell whether the log holds some words."""
        return words in self.log.read_text()

    def close(self) -> None:
        """End what still runs."""
        for process in self._started:
            if process.poll() is None:
                process.kill()
            process.wait()


@pytest.fixture
def processes(installation: Installation, source: standin.Standin, tmp_path: Path) -> Iterator[Processes]:
    """Worker processes of this test."""
    made = Processes(installation, source, tmp_path)
    yield made
    made.close()


def test_a_worker_fills_an_empty_installation_answers_the_queue_and_stops_when_asked(
    processes: Processes, installation: Installation, tmp_path: Path
) -> None:
    worker = processes.start()

    def has_read(source: str) -> bool:
        with reading(installation.engine) as connection:
            return read_states(connection)[source].last_success is not None

    for source in ("codelists", "res", "public_register", "ares", "isir", "vat"):
        assert eventually(lambda name=source: has_read(name)), processes.log.read_text()  # type: ignore[misc]
    figures = httpx.get(f"http://127.0.0.1:{processes.metrics_port}/metrics", timeout=30).text
    assert 'soupis_source_records{source="res"} 1200.0' in figures
    assert 'soupis_queue_waiting{queue="vat"}' in figures and "soupis_unpublished" in figures

    standing_by = processes.start(SOUPIS_METRICS_PORT="0")
    assert eventually(lambda: processes.says("worker_standing_by"))
    queue = LookupQueue(installation.queue_url)
    database = environment_of(installation)
    options = ("--follow",) if database else ()
    log = tmp_path / "server.log"
    with Server(installation.directory, log, settings=database, options=options) as server:
        caller = Caller(server.url)
        ico = _unverified(installation)
        assert eventually(lambda: Caller(server.url).get(f"/api/v1/firma/{ico}").status_code == 200)
        batch = caller.post("/api/v1/firmy/dph", json={"ico": [ico]}).json()["data"]
        assert batch["neovereno"] == [ico]
        assert caller.get(f"/api/v1/firma/{ico}").status_code == 200
        assert eventually(lambda: queue.counts().waiting == 0), processes.log.read_text()

        def is_verified() -> bool:
            answer: list[str] = Caller(server.url).batch(ico).json()["data"]["neovereno"]
            return answer == []

        assert eventually(is_verified), processes.log.read_text()

        def has_filings() -> bool:
            detail = Caller(server.url).get(f"/api/v1/firma/{ico}")  # a new caller has its quota whole
            zdroje = detail.json()["data"]["zdroje"]
            return "sbirkaListin" in {item["zdroj"] for item in zdroje}

        assert eventually(has_filings), processes.log.read_text()
        freshness = caller.get("/api/v1/zdroje")
        assert "X-RateLimit-Remaining" in freshness.headers
        states = {item["zdroj"]: item for item in freshness.json()["data"]["zdroje"]}
        assert states["res"]["pocetZaznamu"] == 1200 and states["res"]["dalsiBeh"] is not None
        assert states["res"]["stariSekund"] >= 0 and states["res"]["posledniChyba"] is None
    queue.close()

    worker.send_signal(signal.SIGTERM)
    assert worker.wait(PATIENCE) == 0
    assert eventually(lambda: processes.log.read_text().count("worker_started") == 2), "the other takes over"
    standing_by.send_signal(signal.SIGTERM)
    assert standing_by.wait(PATIENCE) == 0
    assert processes.says("worker_stopped") and not processes.says("Traceback")


def _unverified(where: Installation) -> str:
    """Return a company whose VAT is not known though the register can be asked for it."""
    with reading(where.engine) as connection:
        rows = connection.execute(
            select(company.c.ico, company_document.c.detail)
            .join(company_document, company_document.c.ico == company.c.ico)
            .where(company.c.legal_form == "112", company.c.file_mark.is_not(None), ~company.c.ended)
            .order_by(company.c.ico)
        ).all()
    ico = next(row.ico for row in rows if name_and_vat_of(row.detail)[1] is None)
    return f"{ico:08d}"


def test_sources_that_are_off_are_not_asked(
    processes: Processes, installation: Installation, source: standin.Standin
) -> None:
    worker = processes.start(SOUPIS_SYNC_SCHEDULE="off", SOUPIS_METRICS_PORT="0")
    LookupQueue(installation.queue_url).ask([19])
    assert eventually(lambda: processes.says("worker_started"))
    worker.send_signal(signal.SIGINT)
    assert worker.wait(PATIENCE) == 0
    assert source.statistics.as_dict()["requests"] == {}


def test_a_wrong_schedule_is_one_line_and_exit_2(processes: Processes) -> None:
    worker = processes.start(SOUPIS_SYNC_SCHEDULE="res=now and then")
    assert worker.wait(PATIENCE) == 2
    assert "SOUPIS_SYNC_SCHEDULE" in processes.log.read_text()
    assert len(processes.log.read_text().strip().splitlines()) == 1


@pytest.mark.one_database("sqlite", "servers of nodes ask no register either; tests/nodes has them at work")
def test_with_all_registers_hanging_requests_are_answered_all_the_same(
    processes: Processes, loaded: Installation, source: standin.Standin, tmp_path: Path
) -> None:
    source.faults.set("*:hang=1@60")
    processes._where = loaded
    worker = processes.start(SOUPIS_METRICS_PORT="0")
    with Server(loaded.directory, tmp_path / "server.log", settings=source.settings) as server:
        caller = Caller(server.url)
        unknown = [f"{ico * 10 + check_digit(ico):08d}" for ico in range(5_000_000, 5_000_004)]
        assert caller.http.post("/api/v1/firmy/dph", json={"ico": unknown}, timeout=30).status_code == 200
        assert eventually(lambda: "ares" in source.statistics.as_dict()["requests"]), "the queue is worked on"
        for ico in _icos(loaded, 25):
            # A register would keep a request for a minute; nothing of it may reach whoever asks.
            assert caller.http.get(f"/api/v1/firma/{ico:08d}", timeout=30).status_code == 200
        assert caller.http.get("/api/v1/zdroje", timeout=30).status_code == 200
    worker.send_signal(signal.SIGTERM)
    # In the middle of an answer that never comes it stops all the same.
    assert worker.wait(PATIENCE) == 0


def _icos(where: Installation, count: int) -> list[int]:
    with reading(where.engine) as connection:
        return list(connection.scalars(select(company_document.c.ico).limit(count)))
