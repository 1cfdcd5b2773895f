"""Faults of ours: 500 and 502 in the envelope, nothing charged, nothing told of the inside."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest

from soupis.installation import Installation
from soupis.store.documents import changes_of
from tests.contract.test_answers import BUDVAR, CEZ
from tests.contract.test_envelope import assert_error, assert_limits
from tests.contract.test_parameters import WRONG
from tests.support.callers import Caller
from tests.support.installation import copy_of
from tests.support.server import Server

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
    assert caller.remaining() == 30


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
