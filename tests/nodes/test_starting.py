"""What is started while PostgreSQL is away waits for it, and a node serves meanwhile what it holds."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from sqlalchemy.exc import OperationalError

from soupis import installation
from soupis.cli import following
from soupis.cli.synchronising import open_context
from soupis.installation import Installation
from soupis.progress import no_progress
from soupis.store import locks
from soupis.store.engine import open_engine
from soupis.store.generations import writer_lock
from soupis.store.locks import locks_of
from soupis.worker.schedule import parse_schedule
from soupis.worker.worker import Worker
from tests.nodes.conftest import MakeNode, follow
from tests.nodes.test_following import change_documents
from tests.support.callers import Caller
from tests.support.commands import Command, start
from tests.support.cut import Cuttable
from tests.support.installation import issue_key
from tests.support.server import Server
from tests.support.waiting import PATIENCE, wait_until

CEZ = "/api/v1/firma/45274649"


@contextmanager
def running(command: str, where: Installation, across: str, log: Path, **settings: str) -> Iterator[Command]:
    """Run a command of a node to which the record is across the network."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SOUPIS_")}
    environment |= {"SOUPIS_DATABASE_URL": across, "SOUPIS_SYNC_SCHEDULE": "off"} | settings
    with log.open("wb") as said:
        process = start([command, "--data", str(where.directory)], said, environment, log.parent)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def test_worker_and_follower_started_while_postgresql_is_away_wait_for_it(
    make_node: MakeNode, across: str, network: Cuttable, tmp_path: Path
) -> None:
    node, log = make_node("one"), {name: tmp_path / f"{name}.log" for name in ("worker", "follow")}
    network.cut()
    with (
        running("worker", node, across, log["worker"]) as worker,
        running("follow", node, across, log["follow"]) as follower,
    ):
        for name in log:
            wait_until(lambda name=name: "SOUPIS_DATABASE_URL" in log[name].read_text())  # type: ignore[misc]
        network.join()
        wait_until(node.holds_documents)
        wait_until(lambda: "worker_started" in log["worker"].read_text())
        assert worker.poll() is follower.poll() is None


def test_a_node_started_while_postgresql_is_away_serves_what_it_holds_and_goes_on_when_it_is_back(
    make_node: MakeNode, across: str, network: Cuttable, tmp_path: Path
) -> None:
    node = make_node("one")
    follow(node)
    key = issue_key(node, "known@example.cz", "standard")
    network.cut()
    with Server(node.directory, tmp_path / "log", settings={"SOUPIS_DATABASE_URL": across}) as server:
        assert Caller(server.url).get(CEZ).status_code == 200
        assert Caller(server.url, key=key).get(CEZ).status_code == 502
        for path in ("/api/suggest?q=cez", "/firma/45274649", "/", "/api/ready"):
            assert httpx.get(server.url + path, timeout=PATIENCE).status_code == 200, path
        network.join()
        wait_until(lambda: Caller(server.url, key=key).get(CEZ).status_code == 200)


def test_a_node_of_another_secret_ends_when_postgresql_is_back_and_says_so(
    make_node: MakeNode, across: str, network: Cuttable, tmp_path: Path
) -> None:
    node = make_node("one")
    follow(node)
    (node.directory / "secret_key.secret").write_text("another secret, which nobody was ever told of")
    network.cut()
    with Server(node.directory, tmp_path / "log", settings={"SOUPIS_DATABASE_URL": across}) as server:
        network.join()
        wait_until(lambda: server.ended() == 2)
        assert "another secret than the one" in server.log.read_text()


def test_a_follower_does_not_wait_without_end_for_a_network_that_swallows_what_is_sent(
    make_node: MakeNode, across: str, network: Cuttable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installation, "_BATCH_SECONDS", 0.5)
    node = make_node("one", database_url=across)
    with closing(node.follower()) as follower:

        def goes_on() -> bool:
            with suppress(OperationalError):
                return follower.follow(no_progress) == 1
            return False

        follower.follow(no_progress)
        change_documents(node.engine, [45274649], b'{"changed":true}')
        network.swallow()
        with pytest.raises(OperationalError):
            follower.follow(no_progress)
        network.join()
        wait_until(goes_on)


def test_a_server_says_that_nobody_follows_where_that_is_so(
    make_node: MakeNode, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(following, "_GRACE_SECONDS", 0.01)
    node = make_node("one")
    assert node.node.documents is not None

    def said_beside_the_server() -> str:
        with following.attended(node, prepared=True, publish=False, follow=False):
            wait_until(lambda: not any(thread.name == "attendant" for thread in threading.enumerate()))
        return capsys.readouterr().err

    assert "run soupis follow beside the server" in said_beside_the_server()
    with writer_lock(node.node.documents):
        assert said_beside_the_server() == ""


@pytest.mark.parametrize("lost", [Cuttable.cut, Cuttable.swallow], ids=["away", "swallowed"])
def test_a_worker_that_is_told_to_stop_while_postgresql_is_away_says_so_in_a_line_and_ends_well(
    make_node: MakeNode, across: str, network: Cuttable, tmp_path: Path, lost: Callable[[Cuttable], None]
) -> None:
    log = tmp_path / "log"
    nobody = "http://127.0.0.1:9"
    settings = {
        "SOUPIS_SYNC_SCHEDULE": "ares=30d,isir=30d,documents=1d",
        "SOUPIS_ARES_URL": nobody,
        "SOUPIS_ISIR_PUBLIC_URL": nobody,
        "SOUPIS_ISIR_URL": nobody,
    }
    with running("worker", make_node("one"), across, log, **settings) as worker:
        wait_until(lambda: "worker_started" in log.read_text())
        lost(network)
        wait_until(lambda: "database_away" in log.read_text())
        worker.terminate()
        assert worker.wait() == 0
    said = log.read_text()
    assert "Traceback" not in said and said.count("database_away") == 1


def test_a_worker_waits_for_a_postgresql_that_takes_nothing(
    make_node: MakeNode, record: str, across: str, tmp_path: Path
) -> None:
    node, log, direct = make_node("one"), tmp_path / "log", open_engine(record, one_writer=False)
    setting = f"ALTER DATABASE {direct.url.database} SET default_transaction_read_only"

    def takes(nothing: str) -> None:
        with direct.begin() as connection:
            connection.exec_driver_sql("SET LOCAL transaction_read_only = off")
            connection.exec_driver_sql(f"{setting} = {nothing}")

    takes("on")
    with running("worker", node, across, log) as worker:
        wait_until(lambda: "database_away" in log.read_text() or worker.poll() is not None)
        takes("off")
        wait_until(lambda: "worker_started" in log.read_text() or worker.poll() is not None)
        assert worker.poll() is None, log.read_text()
    direct.dispose()


def test_a_worker_goes_on_when_postgresql_is_back(
    make_node: MakeNode, record: str, across: str, network: Cuttable, monkeypatch: pytest.MonkeyPatch
) -> None:
    node, direct = make_node("one", database_url=across), open_engine(record, one_writer=False)
    seen = locks_of(direct)
    monkeypatch.setattr(locks, "_CHECK_SECONDS", 0.0)
    with open_context(node) as context:
        worker = threading.Thread(target=Worker(context, parse_schedule("documents=1d")).run)
        worker.start()
        try:
            wait_until(lambda: seen.is_held("worker"))
            network.cut()
            wait_until(lambda: not seen.is_held("worker"))
            network.join()
            wait_until(lambda: seen.is_held("worker"))
            assert worker.is_alive()
        finally:
            context.stop.set()
            worker.join()
    direct.dispose()
