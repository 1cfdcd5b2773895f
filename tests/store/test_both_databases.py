"""Tests run on both databases; those that do not give a reason, and there are few of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from sqlalchemy import Engine

from tests.support.both_databases import fault_of
from tests.support.registry import Registry

TESTS = Path(__file__).parents[1]
# By folder, what runs on one database: whoever adds to them has looked for a way on both.
ON_ONE = {
    "accounts": 21, "ingest": 3, "nodes": 2, "receipts": 2, "search": 1, "store": 8, "worker": 4,
}  # fmt: skip


@pytest.mark.one_database("sqlite", "it is an example of such a test")
def test_a_test_that_takes_a_store_of_one_kind_is_refused_without_a_reason(
    sqlite_engine: Engine, request: pytest.FixtureRequest
) -> None:
    item = request.node
    assert fault_of(item) is None
    item.own_markers.clear()
    assert "on sqlite only" in str(fault_of(item))
    item.add_marker(pytest.mark.one_database("sqlite"))
    assert "tells a kind and the reason" in str(fault_of(item))


def test_a_test_that_takes_stores_of_both_kinds_needs_no_reason(
    registry: Registry, database_kind: str, request: pytest.FixtureRequest
) -> None:
    assert registry.engine.dialect.name == database_kind
    assert fault_of(request.node) is None


def test_a_reason_where_there_is_no_store_is_refused(request: pytest.FixtureRequest) -> None:
    assert fault_of(request.node) is None
    request.node.add_marker(pytest.mark.one_database("sqlite", "none"))
    assert "takes no store" in str(fault_of(request.node))


@pytest.mark.one_database("postgresql", "it is an example of such a test")
def test_what_has_a_reason_is_left_out_on_the_other_database(database_kind: str) -> None:
    assert database_kind == "postgresql"


def test_tests_of_one_database_are_counted() -> None:
    mark = re.compile(r"^(?:@|_\w+ = )pytest\.mark\.one_database\(", re.MULTILINE)
    found: dict[str, int] = {}
    for file in TESTS.rglob("test_*.py"):
        if count := len(mark.findall(file.read_text())):
            folder = file.relative_to(TESTS).parts[0]
            found[folder] = found.get(folder, 0) + count
    assert found == ON_ONE
