"""A real system of record with the entries that a test needs, and its change log."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from sqlalchemy import Column, Connection, Engine, bindparam, delete, insert

from soupis.search.entries import CompanyEntry, PersonEntry
from soupis.store.engine import open_engine, writing
from soupis.store.tables import (
    KIND_COMPANY,
    KIND_PERSON,
    change,
    company_document,
    metadata,
    person,
    person_document,
)
from tests.support.entries import company_row, person_row


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
    entries, withdrawn = list(entries), list(withdrawn)
    companies = {entry.ico: entry for entry in entries if isinstance(entry, CompanyEntry)}
    persons = {entry.id: entry for entry in entries if isinstance(entry, PersonEntry)}
    log = [_line(entry) for entry in entries] + [_log_row(KIND_COMPANY, ico) for ico in withdrawn]
    with writing(engine) as connection:
        _delete(connection, company_document.c.ico, [*companies, *withdrawn])
        _delete(connection, person_document.c.id, persons)
        if companies:
            connection.execute(insert(company_document), list(map(company_row, companies.values())))
        if persons:
            people = [person_row(entry, f"k-{key}") for key, entry in persons.items()]
            connection.execute(insert(person_document), people)
            _delete(connection, person.c.id, persons)
            connection.execute(insert(person), [_person(entry) for entry in persons.values()])
        if log:
            connection.execute(insert(change), log)


def _person(entry: PersonEntry) -> dict[str, object]:
    identity = entry.id.to_bytes(16, "big")
    names = {"first_name": entry.first_name, "last_name": entry.last_name}
    return {"id": entry.id, "key": f"k-{entry.id}", "identity": identity, **names}


def put_in_place(path: Path, content: bytes) -> None:
    """Give a file of an index other content, as a new file: a process would die of a mapped one cut short."""
    draft = path.with_suffix(".draft")
    draft.write_bytes(content)
    draft.replace(path)


def _delete(connection: Connection, column: Column[int], keys: Iterable[int]) -> None:
    doomed = [{"doomed": key} for key in keys]
    if doomed:
        connection.execute(delete(column.table).where(column == bindparam("doomed")), doomed)


def _line(entry: CompanyEntry | PersonEntry) -> dict[str, object]:
    if isinstance(entry, CompanyEntry):
        return _log_row(KIND_COMPANY, entry.ico)
    return _log_row(KIND_PERSON, entry.id)


def _log_row(kind: int, key: int) -> dict[str, object]:
    return {"kind": kind, "key": key, "at": "2026-01-01T00:00:00Z"}
