"""After an upgrade a server answers from the documents of before, while they are made anew beside it."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from sqlalchemy import select, update

from soupis.cli.serving import TOO_OLD
from soupis.cli.synchronising import publish_pending
from soupis.ingest.publish import publish
from soupis.ingest.publish.publish import DOCUMENT_RULES, OLDEST_SERVED_RULES, republish_all
from soupis.ingest.stored_state import load_state, save_state
from soupis.installation import Installation
from soupis.search import indexer, schema
from soupis.store.change_log import newest
from soupis.store.engine import reading, writing
from soupis.store.generations import current_generation
from soupis.store.republishing import REPUBLISHING, Republishing
from soupis.store.tables import company_document
from soupis.worker import publisher
from tests.support.callers import fresh_address
from tests.support.installation import copy_of
from tests.support.publishing import nobody_publishes
from tests.support.server import Server
from tests.support.waiting import PATIENCE, wait_until

CEZ = "/api/v1/firma/45274649"
_NAME, _BEFORE = "ČEZ, a. s.", "As it was before"


@pytest.fixture
def upgraded(demo_installation: Installation, tmp_path: Path) -> Iterator[Installation]:
    """An installation as a version before left it: its documents, and an index that cannot be searched."""
    where = copy_of(demo_installation, tmp_path / "data")
    save_state(where.engine, "document_rules", DOCUMENT_RULES - 1)
    with writing(where.engine) as connection:
        mine = company_document.c.ico == 45274649
        detail = connection.execute(select(company_document.c.detail).where(mine)).scalar_one()
        before = detail.replace(_NAME.encode(), _BEFORE.encode())
        connection.execute(update(company_document).values(version=1))
        connection.execute(update(company_document).where(mine).values(detail=before))
    generation = current_generation(where.index_directory)
    assert generation
    state = json.loads((generation / "state.json").read_bytes())
    (generation / "state.json").write_text(json.dumps(state | {"version": schema.VERSION - 1}))
    yield where
    where.engine.dispose()


def _get(server: Server, path: str) -> httpx.Response:
    headers = {"X-Forwarded-For": fresh_address(), "Accept-Language": "en"}
    return httpx.get(server.url + path, headers=headers, timeout=PATIENCE)


def test_a_server_answers_from_the_documents_of_before_until_they_are_made_anew(
    upgraded: Installation, tmp_path: Path
) -> None:
    republish_all(upgraded.engine)
    state = load_state(upgraded.engine, REPUBLISHING, Republishing)
    assert state is not None
    told = {"hotovo": 0, "celkem": state.total}
    with Server(upgraded.directory, tmp_path / "log") as server:
        with nobody_publishes(upgraded):
            assert _get(server, "/api/health").json()["obnovaDokumentu"] == told
            assert "hotovo 0 %" in _get(server, "/stav").text
            assert _get(server, CEZ).json()["data"]["obchodniJmeno"] == _BEFORE
            # What cannot be searched is not told to hold nothing.
            assert _get(server, "/api/v1/vyhledavani?q=budvar").status_code == 502
            assert "search index" in _get(server, "/api/ready").json()["chyba"]["zprava"]
            wait_until(lambda: bool(server.beside()))
            killed = server.beside()
            for process in killed:
                process.kill()
            wait_until(lambda: bool(set(server.beside()) - set(killed)))
        wait_until(lambda: "obnovaDokumentu" not in _get(server, "/api/health").json())
        wait_until(lambda: _get(server, "/api/ready").json() == {"ok": True, "data": {"stav": "pripraveno"}})
        assert _get(server, CEZ).json()["data"]["obchodniJmeno"] == _NAME
        assert _get(server, "/api/v1/vyhledavani?q=budvar").json()["data"]["pocetCelkem"] > 0
    assert "documents_made_anew" in (tmp_path / "log").read_text()


def test_documents_that_may_not_be_served_are_made_anew_before_a_server_listens(
    upgraded: Installation, tmp_path: Path
) -> None:
    save_state(upgraded.engine, "document_rules", OLDEST_SERVED_RULES - 1)
    log = tmp_path / "log"
    starting = Server(upgraded.directory, log)

    def let_it_when_told() -> None:
        with nobody_publishes(upgraded):
            begun.set()
            wait_until(lambda: log.exists() and TOO_OLD in log.read_text())
            with socket.socket() as probe:
                refused.append(probe.connect_ex(("127.0.0.1", starting.port)))

    begun, refused = threading.Event(), list[int]()
    holder = threading.Thread(target=let_it_when_told)
    holder.start()
    assert begun.wait(PATIENCE)
    with starting as server:
        holder.join()
        assert refused and refused[0] != 0
        assert _get(server, CEZ).json()["data"]["obchodniJmeno"] == _NAME


def test_the_index_follows_while_much_is_published(
    upgraded: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publisher, "_INDEX_BEHIND_SECONDS", 0.0)
    monkeypatch.setattr(publish, "_BATCH", 500)
    behind: list[int] = []

    def progress(stage: str, _done: int, _total: int | None) -> None:
        if stage.startswith("publishing"):
            state = indexer.index_state(upgraded.index_directory)
            with reading(upgraded.engine) as connection:
                behind.append(newest(connection).seq - (state.seq if state else 0))

    publish_pending(upgraded, progress)
    assert len(behind) > 3
    # Each batch is indexed before the next one is stored.
    assert max(behind) <= 500
    assert indexer.can_continue(upgraded.engine, upgraded.index_directory)
