"""Rows that the driver reads say what those of the database library say."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Table, select

from soupis.store import bulk
from soupis.store.engine import reading, writing
from soupis.store.tables import extract, person_document
from tests.support.registry import Registry

_EXTRACT = {
    "source": "public_register", "part": 0, "fingerprint": b"\x00" * 16, "mark": "C 1/MSPH",
    "persons_hidden": True, "branch": False, "bare": False, "ended": False, "record": b"y" * 500,
}  # fmt: skip
_PERSON = {"version": 1, "detail": b"x" * 500}


def _read(registry: Registry, table: Table) -> list[Any]:
    rows = bulk.PlainRows(select(table).order_by(*table.primary_key.columns))
    with reading(registry.engine) as connection:
        return rows(connection)


def test_what_is_stored_otherwise_is_read_as_it_was(registry: Registry) -> None:
    datasets = [None, "Soubor", ""]
    with writing(registry.engine) as connection:
        for ico, dataset in enumerate(datasets):
            connection.execute(extract.insert(), {**_EXTRACT, "ico": ico, "dataset": dataset})
        for number in (1, 2):
            connection.execute(person_document.insert(), {**_PERSON, "id": number, "key": f"a-b-{number}"})
    rows = _read(registry, extract)
    assert [row.dataset for row in rows] == datasets
    # Not 1 and 0, which JSON would print otherwise.
    assert {(row.persons_hidden, row.branch) for row in rows} == {(True, False)}
    assert all(type(row.persons_hidden) is bool and type(row.branch) is bool for row in rows)
    assert {row.record for row in rows} == {b"y" * 500}
    assert [row.detail for row in _read(registry, person_document)] == [b"x" * 500] * 2
    for table in (extract, person_document):
        library = [tuple(row) for row in registry.rows(select(table).order_by(*table.primary_key.columns))]
        assert repr([tuple(row) for row in _read(registry, table)]) == repr(library)


def test_a_query_that_finds_nothing_gives_no_rows(registry: Registry) -> None:
    assert _read(registry, extract) == []
