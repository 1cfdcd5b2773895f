"""A system of record with made-up documents, enough for the search benchmark."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Engine
from tests.support.entries import company_row, person_row

from search_entries import companies, persons
from soupis.store.bulk import insert_rows
from soupis.store.engine import open_engine, writing
from soupis.store.tables import company_document, metadata, person_document


def build_store(path: Path, count: int) -> Engine:
    """Fill a new SQLite file with `count` companies and half as many persons; reuse it when it is there."""
    fresh = not path.exists()
    engine = open_engine(f"sqlite:///{path}")
    if fresh:
        metadata.create_all(engine)
        with writing(engine) as connection:
            insert_rows(
                connection,
                company_document,
                ("ico", "version", "extra", "detail"),
                (tuple(company_row(entry).values()) for entry in companies(count)),
            )
            insert_rows(
                connection,
                person_document,
                ("id", "key", "version", "towns", "detail"),
                (tuple(person_row(entry, str(entry.id)).values()) for entry in persons(count // 2)),
            )
    return engine
