"""A real system of record with the entries that a test needs, and its change log."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from sqlalchemy import Connection, Engine, delete, insert

from soupis.store.engine import open_engine, writing
from soupis.store.entries import CompanyEntry, PersonEntry, encode_entry
from soupis.store.tables import (
    KIND_COMPANY,
    KIND_PERSON,
    change,
    company_document,
    metadata,
    person_document,
)


def company(ico: int, name: str, **facts: object) -> CompanyEntry:
    """Make an entry with the facts that matter and plain values for the rest."""
    values: dict[str, object] = {
        "former_names": [], "places": [], "region": None, "legal_form": None, "legal_form_ros": None,
        "nace": [], "living": True, "size": 0,
    }  # fmt: skip
    return CompanyEntry(ico, name, **(values | facts))  # type: ignore[arg-type]


def open_store(directory: Path, entries: Iterable[CompanyEntry | PersonEntry] = ()) -> Engine:
    """Make an SQLite file with the tables and the entries as published documents."""
    return fill(open_engine(f"sqlite:///{directory / 'store.sqlite'}"), entries)


def fill(engine: Engine, entries: Iterable[CompanyEntry | PersonEntry] = ()) -> Engine:
    """Make the tables in a database and publish the entries."""
    metadata.create_all(engine)
    publish(engine, entries)
    return engine


def publish(
    engine: Engine, entries: Iterable[CompanyEntry | PersonEntry] = (), withdrawn: Iterable[int] = ()
) -> None:
    """Replace documents and withdraw those of companies, each with its line in the change log."""
    with writing(engine) as connection:
        for entry in entries:
            _publish(connection, entry)
        for ico in withdrawn:
            connection.execute(delete(company_document).where(company_document.c.ico == ico))
            _log(connection, KIND_COMPANY, ico)


def _publish(connection: Connection, entry: CompanyEntry | PersonEntry) -> None:
    document = {"version": 1, "summary": b"", "entry": encode_entry(entry), "detail": b""}
    if isinstance(entry, CompanyEntry):
        connection.execute(delete(company_document).where(company_document.c.ico == entry.ico))
        connection.execute(insert(company_document).values(ico=entry.ico, csv=b"", **document))
        _log(connection, KIND_COMPANY, entry.ico)
    else:
        connection.execute(delete(person_document).where(person_document.c.id == entry.id))
        connection.execute(insert(person_document).values(id=entry.id, key=f"k-{entry.id}", **document))
        _log(connection, KIND_PERSON, entry.id)


def _log(connection: Connection, kind: int, key: int) -> None:
    connection.execute(insert(change).values(kind=kind, key=key, at="2026-01-01T00:00:00Z"))
