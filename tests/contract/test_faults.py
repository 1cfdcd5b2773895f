"""Faults of ours: 500 and 502 in the envelope, nothing charged, nothing told of the inside."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest

from soupis.accounts.callers import Caller as QuotaCaller
from soupis.accounts.errors import LockedError
from soupis.accounts.quota.counters import Decision
from soupis.accounts.quota.quota import Quota
from soupis.identifiers import check_digit
from soupis.installation import Installation
from soupis.store.published_file import changes_of
from tests.contract.test_answers import BUDVAR, CEZ
from tests.contract.test_envelope import assert_error, assert_limits
from tests.contract.test_parameters import WRONG
from tests.support.callers import Caller
from tests.support.installation import copy_of, issue_key
from tests.support.server import Server
from tests.support.waiting import PATIENCE, wait_until
from tests.web.site import compose

# What would give away how the service is built inside.
INSIDE = re.compile(
    r"Traceback|\.py\b|sqlite|select |insert |/home/|/tmp/|site-packages|Error:|Exception|<class",
    re.IGNORECASE,
)


@pytest.fixture(scope="module")
def installation(demo_installation: Installation, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    return copy_of(demo_installation, tmp_path_factory.mktemp("broken") / "data")


@pytest.fixture(scope="module")
def broken(installation: Installation, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(installation.directory, tmp_path_factory.mktemp("server") / "log") as running:
        yield running


@contextmanager
def without_table(path: object, table: str) -> Iterator[None]:
    """Take a table away for a while."""
    database = sqlite3.connect(str(path), timeout=30)
    database.execute(f"ALTER TABLE {table} RENAME TO elsewhere")
    database.commit()
    try:
        yield
    finally:
        database.execute(f"ALTER TABLE elsewhere RENAME TO {table}")
        database.commit()
        database.close()


def assert_tells_nothing(answer: httpx.Response) -> None:
    assert not INSIDE.search(answer.text), answer.text


@pytest.mark.parametrize(
    "path", [f"/api/v1/firma/{CEZ}", "/api/v1/vyhledavani?q=budvar", f"/api/v1/firma/{CEZ}/export"]
)
def test_missing_documents_are_502_and_not_charged(
    broken: Server, installation: Installation, path: str
) -> None:
    caller = Caller(broken.url)
    with without_table(installation.documents_file, "company_document"):
        changes_of(installation.documents_file).announce()  # what is kept of earlier questions holds no more
        answer = caller.get(path)
        sentence = assert_error(answer, 502)
        assert "Nic nebylo započítáno" in sentence
        assert_tells_nothing(answer)
        assert_limits(answer)
    assert caller.remaining() == 30
    assert caller.get(path).status_code == 200, "and it works again as soon as the store is back"


def test_a_missing_accounts_database_is_502(broken: Server, installation: Installation) -> None:
    caller = Caller(broken.url)
    with without_table(installation.directory / "accounts.sqlite", "quota_usage"):
        answer = caller.get(f"/api/v1/firma/{CEZ}")
        assert_error(answer, 502)
        assert_tells_nothing(answer)
        assert_limits(answer)
        for path in ("/api/suggest?q=bud", "/api/health", "/api/docs", "/.well-known/api-catalog"):
            free = caller.get(path)
            assert free.status_code == 200
            assert_limits(free)
    assert caller.remaining() == 30


def test_a_damaged_accounts_database_is_502_and_not_ready(
    installation: Installation, tmp_path: Path, demo_installation: Installation
) -> None:
    own = copy_of(demo_installation, tmp_path / "data")
    key = issue_key(own, "owner@example.com", "free")
    accounts = own.directory / "accounts.sqlite"
    with closing(sqlite3.connect(accounts)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        roots = [
            page for (page,) in database.execute("SELECT rootpage FROM sqlite_schema WHERE rootpage > 1")
        ]
        (size,) = database.execute("PRAGMA page_size").fetchone()
    with Server(own.directory, tmp_path / "log") as server:
        with accounts.open("r+b") as file:
            for page in roots:
                file.seek((page - 1) * size)
                file.write(b"\xff" * size)
        caller = Caller(server.url, key=key)
        answers = [caller.get(f"/api/v1/firma/{CEZ}"), caller.get("/api/v1/sledovani")]
        assert {answer.status_code for answer in answers} == {502}
        for answer in answers:
            assert_tells_nothing(answer)
        assert caller.get("/api/ready").status_code == 503
        assert caller.get("/api/health").status_code == 200


@pytest.mark.parametrize("loss", ["emptied", "removed", "without its webhooks"])
def test_a_server_that_lost_its_accounts_is_not_ready(
    loss: str, tmp_path: Path, demo_installation: Installation
) -> None:
    own = copy_of(demo_installation, tmp_path / "data")
    accounts = own.directory / "accounts.sqlite"
    with Server(own.directory, tmp_path / "log") as server:
        caller = Caller(server.url)
        assert caller.get("/api/ready").status_code == 200
        if loss == "emptied":
            accounts.write_bytes(b"")
        elif loss == "removed":
            accounts.unlink()
        else:
            with closing(sqlite3.connect(accounts)) as database:
                database.execute("DROP TABLE webhook")
        for _ in range(2):
            assert caller.get("/api/ready").status_code == 503


@pytest.mark.parametrize(
    ("name", "table", "path"),
    [
        ("accounts", "watched_company", "/api/v1/sledovani"),
        ("accounts", "webhook", "/api/v1/webhooky"),
        ("accounts", "quota_usage", f"/api/v1/firma/{BUDVAR}"),
        ("queue", "vat_queue", "/api/v1/firmy/dph"),
        ("registry", "company_document", f"/api/v1/firma/{BUDVAR}"),
        ("registry", "filing", f"/api/v1/firma/{BUDVAR}/listiny"),
    ],
)
def test_the_first_answer_from_a_damaged_table_is_502(
    demo_installation: Installation, tmp_path: Path, name: str, table: str, path: str
) -> None:
    own = copy_of(demo_installation, tmp_path / "data")
    key = issue_key(own, "owner@example.com", "free")
    with Server(own.directory, tmp_path / "log") as server:
        caller = Caller(server.url, key=key)
        assert caller.get("/api/v1/sledovani").status_code == 200
        damage_table(own.directory / f"{name}.sqlite", table)
        answer = caller.batch(CEZ, "00000019") if name == "queue" else caller.get(path)
        assert_error(answer, 502)
        assert "Traceback" not in server.log.read_text()


def damage_table(path: Path, table: str) -> None:
    """Overwrite the root pages of a table and its indexes, and have all connections read them again."""
    with closing(sqlite3.connect(path, timeout=30, isolation_level=None)) as database:
        of_table = "SELECT rootpage FROM sqlite_schema WHERE tbl_name = ? AND rootpage > 0"
        roots = [root for (root,) in database.execute(of_table, (table,))]
        assert roots
        (size,) = database.execute("PRAGMA page_size").fetchone()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with path.open("r+b") as file:
            for root in roots:
                file.seek((root - 1) * size)
                file.write(b"\xff" * size)
        database.execute("PRAGMA user_version = 77")  # a commit, after which cached pages are out of date
    changes_of(path).announce()


def test_figures_of_a_database_that_cannot_be_read_are_those_last_seen(
    broken: Server, installation: Installation
) -> None:
    caller = Caller(broken.url)
    assert caller.get(f"/api/v1/firma/{CEZ}").status_code == 200
    with without_table(installation.directory / "accounts.sqlite", "quota_usage"):
        for path in ("/api/suggest?q=bud", "/api/health", "/.well-known/api-catalog", f"/api/v1/firma/{CEZ}"):
            assert caller.get(path).headers["x-ratelimit-remaining"] == "29"


def test_a_missing_queue_is_502_and_the_batch_not_charged(broken: Server, installation: Installation) -> None:
    caller = Caller(broken.url)
    with without_table(installation.directory / "queue.sqlite", "vat_queue"):
        assert_error(caller.batch(CEZ, "00000019"), 502)
        assert caller.remaining() == 30
        assert caller.batch(CEZ, BUDVAR).status_code == 200, "verified ones need no queue"


def test_an_unreadable_document_is_500_and_not_charged(broken: Server, installation: Installation) -> None:
    registry = sqlite3.connect(installation.documents_file)
    registry.execute("UPDATE company_document SET detail = CAST('{' AS BLOB) WHERE ico = 10803351")
    registry.commit()
    registry.close()
    caller = Caller(broken.url)
    answer = caller.get("/api/v1/firma/10803351/export")
    assert "Nic nebylo započítáno" in assert_error(answer, 500)
    assert_tells_nothing(answer)
    assert_limits(answer)
    assert caller.remaining() == 30
    assert "Traceback" in broken.log.read_text(), "the operator sees what happened"


def test_no_error_tells_how_the_service_is_built(anonymous: Caller) -> None:
    addresses = [address for address, _ in WRONG.values()]
    for address in [*addresses, "/api/v1/nic", "/api/v1/firma/00000019", "/api/nic"]:
        assert_tells_nothing(anonymous.get(address))


# Holds the write lock of a database until its standard input ends.
_LOCK = """
import sqlite3, sys
database = sqlite3.connect(sys.argv[1], timeout=30, isolation_level=None)
database.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
sys.stdin.read()
"""


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Have another process hold the write lock of a database for a while."""
    command = [sys.executable, "-c", _LOCK, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout and process.stdin
        assert process.stdout.readline() == b"locked\n"
        try:
            yield
        finally:
            process.stdin.close()


def test_a_locked_accounts_database_is_502_and_holds_nobody_up(
    broken: Server, installation: Installation
) -> None:
    key = issue_key(installation, "locked@example.com", "free")
    keyed, anonymous = Caller(broken.url, key=key), Caller(broken.url)
    with locked(installation.directory / "accounts.sqlite"), ThreadPoolExecutor(8) as threads:
        refused = [threads.submit(caller.get, f"/api/v1/firma/{CEZ}") for caller in (keyed, anonymous) * 3]
        assert httpx.get(f"{broken.url}/api/health", timeout=PATIENCE).status_code == 200
        for answer in (future.result() for future in refused):
            assert "Nic nebylo započítáno" in assert_error(answer, 502)
            assert answer.headers["retry-after"] == "5"
            assert_limits(answer)
        for path in ("/", f"/firma/{CEZ}", "/hledat?q=budvar", "/api/suggest?q=bud"):
            assert anonymous.get(path).status_code == 200, path
        assert httpx.get(f"{broken.url}/api/v1/zdroje", timeout=PATIENCE).status_code == 200, (
            "reading goes on"
        )
    assert (keyed.remaining(), anonymous.remaining()) == (500, 30)
    assert keyed.get(f"/api/v1/firma/{CEZ}").status_code == 200


def test_a_locked_accounts_database_is_one_line_in_the_log(
    demo_installation: Installation, tmp_path: Path
) -> None:
    where = copy_of(demo_installation, tmp_path / "data")
    log = tmp_path / "log"
    with locked(where.directory / "accounts.sqlite"), Server(where.directory, log) as server:
        wait_until(lambda: "mail_queue_failed" in log.read_text())
        assert Caller(server.url).get(f"/api/v1/firma/{CEZ}").status_code == 502
        wait_until(lambda: "store_unreachable" in log.read_text())
    assert "Traceback" not in log.read_text()


def test_what_is_wrong_is_told_though_the_accounts_were_locked_for_a_moment(
    demo_installation: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer that is not charged bears figures of the quota: they are read again, as units are taken."""
    read, locked_for = Quota.peek, 3

    def locked_at_first(quota: Quota, caller: QuotaCaller) -> Decision:
        nonlocal locked_for
        if locked_for:
            locked_for -= 1
            raise LockedError("locked by the test")
        return read(quota, caller)

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="https://soupis.test") as http:
            return await http.get("/api/v1/vyhledavani?velikost=9x")

    monkeypatch.setattr(Quota, "peek", locked_at_first)
    app = compose(demo_installation, "https://soupis.test")
    app.open()
    try:
        answer = asyncio.run(ask())
    finally:
        app.close()
    assert_error(answer, 400)
    assert_limits(answer)
    assert locked_for == 0


def test_a_locked_queue_holds_up_only_who_needs_it(broken: Server, installation: Installation) -> None:
    # One that no other test of the demo asks for: it is not in the queue that was copied.
    caller, waiting, new = Caller(broken.url), "00000019", f"{9_876_543}{check_digit(9_876_543)}"
    assert caller.batch(waiting).status_code == 200
    with locked(installation.directory / "queue.sqlite"), ThreadPoolExecutor(1) as threads:
        batch = threads.submit(caller.batch, CEZ, new)
        assert httpx.get(f"{broken.url}/api/health", timeout=PATIENCE).status_code == 200
        assert not batch.done(), "it still waits for the lock"
        assert_error(batch.result(), 502)
        assert caller.batch(waiting).status_code == 200  # nothing has to be written for it
    assert caller.remaining() == 28


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 200 MB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=200m", "tmpfs", str(disk)], capture_output=True, text=True
    )
    if mounted.returncode:
        pytest.skip(f"no file system can be mounted here: {mounted.stderr.strip()}")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


def fill(disk: Path) -> Path:
    """Write to a disk until nothing goes any more."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file:
        size = 1 << 20
        while size:
            try:
                file.write(bytes(size))
            except OSError:
                size //= 2
    return filler


def test_on_a_full_disk_what_only_reads_goes_on(
    demo_installation: Installation, small_disk: Path, tmp_path: Path
) -> None:
    where = copy_of(demo_installation, small_disk / "data")
    with Server(where.directory, tmp_path / "log") as server:
        filler = fill(small_disk)
        # The journal's old space is used up first.
        refused = next(
            (caller, answer)
            for caller in (Caller(server.url) for _ in range(3_000))
            if (answer := caller.get(f"/api/v1/firma/{CEZ}")).status_code != 200
        )
        caller, answer = refused
        assert_error(answer, 502)
        assert_limits(answer)
        assert answer.headers["retry-after"] == "5"
        assert caller.remaining() == 30
        for path in ("/", f"/firma/{CEZ}", "/hledat?q=budvar", "/api/suggest?q=bud", "/api/health"):
            assert caller.get(path).status_code == 200, path
        filler.unlink()
        assert caller.get(f"/api/v1/firma/{CEZ}").status_code == 200, "it works again without a restart"
