"""Building documents of batches of entities, in this process or in several side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

from sqlalchemy import Connection, Engine

from soupis.ingest.dirty_entries import DirtyEntry
from soupis.ingest.hidden_persons import read_hidden
from soupis.ingest.publish.codes import CodeNames
from soupis.ingest.publish.company_document import CompanyDocuments, CompanyPublisher
from soupis.ingest.publish.company_rows import read_companies
from soupis.ingest.publish.engagements import EngagementReader
from soupis.ingest.publish.person_document import PersonDocuments, build_profiles
from soupis.processes import in_order, worker_pool
from soupis.store.engine import open_engine, reading_connection
from soupis.store.tables import KIND_COMPANY

Documents = list[CompanyDocuments] | list[PersonDocuments]
Built = tuple[list[DirtyEntry], Documents]

_PROCESSES = 2
# What is stored of so many companies is in memory at once: fewer take longer, more take no less. Of those
# with an extract it is ten times as much.
_READ_AT_ONCE = 1_000
_EXTRACTS_AT_ONCE = 500


class Builder:
    """Builds documents over one connection, each batch that is read from one state of the database."""

    def __init__(self, connection: Connection, today: str) -> None:
        self._at_once = _READ_AT_ONCE
        self._connection = connection
        with connection.begin():
            self._publisher = CompanyPublisher(CodeNames(connection))
        self._today = today
        self._engagements = EngagementReader(connection, today)

    def build(self, kind: int, keys: Sequence[int]) -> Documents:
        """Return the documents of entities of a kind (`KIND_COMPANY`, `KIND_PERSON`)."""
        return self.companies(keys) if kind == KIND_COMPANY else self.persons(keys)

    def companies(self, icos: Sequence[int]) -> list[CompanyDocuments]:
        """Return the documents of those companies that exist."""
        documents: list[CompanyDocuments] = []
        done = 0
        while done < len(icos):
            part = list(icos[done : done + self._at_once])
            done += len(part)
            documents += self._companies(part)
        return documents

    def _companies(self, icos: list[int]) -> list[CompanyDocuments]:
        with self._connection.begin():
            hidden = read_hidden(self._connection)
            companies = read_companies(self._connection, icos, self._today, hidden)
            engagements = self._engagements.of_companies(icos, hidden)
        extracts = sum(rows.extract is not None for rows in companies.values())
        self._at_once = _EXTRACTS_AT_ONCE if extracts > len(icos) / 2 else _READ_AT_ONCE
        # Building takes longer than reading; who moves the write-ahead log home does not wait for it.
        return [self._publisher.build(rows, engagements.get(ico)) for ico, rows in companies.items()]

    def persons(self, numbers: Sequence[int]) -> list[PersonDocuments]:
        """Return the documents of those persons that may be shown and sit somewhere."""
        with self._connection.begin():
            hidden = read_hidden(self._connection)
            return build_profiles(self._connection, self._engagements, list(numbers), hidden)


@contextmanager
def open_builder(engine: Engine, today: str) -> Iterator[Builder]:
    """Give a builder with a connection of its own."""
    with reading_connection(engine) as connection:
        yield Builder(connection, today)


def build_batches(
    engine: Engine, today: str, batches: Iterator[list[DirtyEntry]], *, in_parallel: bool
) -> Iterator[Built]:
    """Yield batches of dirty entries, each of one kind, with their documents.

    They are built in this process, or in worker processes, which have ended when the last batch is yielded.
    """
    if not in_parallel:
        with open_builder(engine, today) as builder:
            for entries in batches:
                yield entries, builder.build(entries[0].kind, [entry.key for entry in entries])
        return
    url = engine.url.render_as_string(hide_password=False)
    pool = worker_pool(_PROCESSES, _prepare, url, today)
    try:
        yield from in_order(pool, _build, batches, ahead=_PROCESSES + 1)
        pool.shutdown()  # what they held is free for whatever follows
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


# Of a worker process.
_held = ExitStack()
_builders: list[Builder] = []


def _prepare(url: str, today: str) -> None:
    _builders.append(_held.enter_context(open_builder(open_engine(url), today)))


def _build(entries: list[DirtyEntry]) -> Built:
    return entries, _builders[0].build(entries[0].kind, [entry.key for entry in entries])
