"""While PostgreSQL is away, a node answers whom it knows, and goes on by itself when it is back."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import psutil
import pytest
from sqlalchemy import create_engine, make_url, text

from soupis.accounts.database import Database
from soupis.accounts.directory import Directory
from soupis.accounts.quota.quota import AWAY_UNITS
from soupis.installation import Installation
from tests.nodes.conftest import MakeNode, follow
from tests.support.callers import Caller
from tests.support.cut import Cuttable
from tests.support.installation import issue_key
from tests.support.server import Server
from tests.support.waiting import PATIENCE, wait_until

CEZ = "/api/v1/firma/45274649"


@pytest.fixture
def node(make_node: MakeNode) -> Installation:
    node = make_node("one")
    follow(node)
    return node


@pytest.fixture
def server(node: Installation, across: str, tmp_path: Path) -> Iterator[Server]:
    """A server of the node, to which the record is across that network."""
    settings = {"SOUPIS_DATABASE_URL": across}
    with Server(node.directory, tmp_path / "log", settings=settings) as server:
        yield server


def test_known_callers_go_on_within_their_allowance_and_all_of_it_is_counted_afterwards(
    server: Server, node: Installation, network: Cuttable
) -> None:
    known = Caller(server.url, key=issue_key(node, "known@example.cz", "standard"))
    unknown = Caller(server.url, key=issue_key(node, "unknown@example.cz", "standard"))
    somebody = Caller(server.url)
    before = known.get(CEZ)
    assert before.status_code == somebody.get(CEZ).status_code == 200
    network.cut()
    for _ in range(50):
        answer = known.get(CEZ)
        assert (answer.status_code, answer.content) == (200, before.content)
    used_up = known.get(CEZ)
    assert (used_up.status_code, used_up.headers["retry-after"]) == (502, "5")
    assert [somebody.get(CEZ).status_code for _ in range(AWAY_UNITS + 1)] == [200] * AWAY_UNITS + [502]
    network_of_12 = [Caller(server.url, address=f"2001:db8:5:{number}::1") for number in range(12)]
    counted = [caller.get(CEZ).status_code for caller in network_of_12 for _ in range(AWAY_UNITS)]
    assert counted.count(200) == 10 * AWAY_UNITS and set(counted) == {200, 502}
    assert unknown.get(CEZ).status_code == 502
    for path in ("/api/suggest?q=cez", "/firma/45274649", "/", "/api/ready"):
        assert httpx.get(server.url + path, timeout=PATIENCE).status_code == 200, path
    network.join()
    wait_until(lambda: unknown.get(CEZ).status_code == 200)
    wait_until(lambda: known.remaining() == 50_000 - 51)
    wait_until(lambda: somebody.remaining() == 30 - 1 - AWAY_UNITS)


@contextmanager
def stopped_postgresql(record: str) -> Iterator[None]:
    """Stop all processes of PostgreSQL where they are for a block; connections stay open, new ones queue."""
    engine = create_engine(record)
    with engine.connect() as connection:
        directory = connection.scalar(text("SHOW data_directory"))
    engine.dispose()
    server = psutil.Process(int((Path(directory) / "postmaster.pid").read_text().split()[0]))
    server.send_signal(signal.SIGSTOP)  # the first, so that it starts no others
    stopped = [server, *server.children(recursive=True)]
    try:
        for process in stopped[1:]:
            process.send_signal(signal.SIGSTOP)
        yield
    finally:
        for process in reversed(stopped):
            process.send_signal(signal.SIGCONT)


def test_nobody_waits_for_a_database_that_hangs_with_its_connections_open(
    server: Server, node: Installation, record: str
) -> None:
    known = Caller(server.url, key=issue_key(node, "known@example.cz", "standard"))
    unknown = Caller(server.url, key=issue_key(node, "unknown@example.cz", "standard"))
    before = known.get(CEZ)
    assert before.status_code == 200
    with stopped_postgresql(record):
        # A request that waited for the database would not be answered: it does nothing until the block ends.
        refused = unknown.get(CEZ)
        assert (refused.status_code, refused.headers["retry-after"]) == (502, "5")
        for _ in range(50):
            answer = known.get(CEZ)
            assert (answer.status_code, answer.content) == (200, before.content)
        assert known.get(CEZ).status_code == 502
        for path in ("/api/suggest?q=cez", "/firma/45274649", "/", "/api/ready"):
            assert httpx.get(server.url + path, timeout=PATIENCE).status_code == 200, path
        for path in ("/api/suggest?q=cez", "/api/health", "/.well-known/api-catalog"):
            # What this process knows of who asks: a remembered key, one that it never saw, an address.
            limits = [
                (answer.headers["x-ratelimit-limit"], answer.headers["x-ratelimit-remaining"])
                for answer in (known.get(path), unknown.get(path), Caller(server.url).get(path))
            ]
            assert limits == [("50000", "49949"), ("30", "30"), ("30", "30")]
    wait_until(lambda: unknown.get(CEZ).status_code == 200)
    wait_until(lambda: known.remaining() == 50_000 - 51)


def test_a_key_that_is_revoked_after_the_database_is_back_is_refused(
    server: Server, node: Installation, network: Cuttable
) -> None:
    caller = Caller(server.url, key=issue_key(node, "known@example.cz", "standard"))
    assert caller.get(CEZ).status_code == 200
    network.cut()
    assert caller.get(CEZ).status_code == 200
    database = Database(node.settings.accounts_url)
    directory = Directory(database)
    (key,) = directory.keys("known@example.cz")
    directory.revoke_key(key.id)
    database.close()
    network.join()
    wait_until(lambda: caller.get(CEZ).status_code == 401)


def test_of_several_machines_one_that_has_a_name_and_answers_is_enough(across: str) -> None:
    url = make_url(across)
    machines = [f"db.invalid:{url.port}", f"127.0.0.1:{url.port}"]
    url = url.set(host=None, port=None, query={"host": machines})
    database = Database(url.render_as_string(hide_password=False))
    assert database.connect().run("SELECT 7", {}) == [(7,)]
    database.close()
