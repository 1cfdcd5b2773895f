"""Building documents of batches of entities, in this process or in several side by side."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from types import TracebackType
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

from soupis.ingest.hidden_persons import read_hidden
from soupis.ingest.publish.codes import CodeNames
from soupis.ingest.publish.company_document import CompanyDocuments, CompanyPublisher
from soupis.ingest.publish.company_rows import read_companies
from soupis.ingest.publish.engagements import EngagementReader
from soupis.ingest.publish.person_document import PersonDocuments, build_profiles
from soupis.processes import in_order, worker_pool
from soupis.store.engine import open_engine, reading_connection
from soupis.store.tables import KIND_COMPANY

T = TypeVar("T")
Documents = list[CompanyDocuments] | list[PersonDocuments]
BuildAll = Callable[[Iterator[T], Callable[[T], list[int]]], Iterator[tuple[T, Any]]]

_PROCESSES = 2
# What is stored of so many companies is in memory at once: fewer take longer, more take no less. Of those
# with an extract it is ten times as much.
_READ_AT_ONCE = 1_000
_EXTRACTS_AT_ONCE = 500


class Builder:
    """Builds documents over one connection, each batch that is read from one state of the database."""

    def __init__(self, engine: Engine, today: str) -> None:
        self._at_once = _READ_AT_ONCE
        self._stack = ExitStack()
        self._connection: Connection = self._stack.enter_context(reading_connection(engine))
        with self._connection.begin():
            self._publisher = CompanyPublisher(CodeNames(self._connection), today)
            self._engagements = EngagementReader(self._connection, today)

    def __enter__(self) -> Builder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

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
            companies = read_companies(self._connection, icos, hidden)
            engagements = self._engagements.of_companies(icos, hidden)
        extracts = sum(rows.extract is not None for rows in companies.values())
        self._at_once = _EXTRACTS_AT_ONCE if extracts > len(icos) / 2 else _READ_AT_ONCE
        # Building takes longer than reading; who moves the write-ahead log home does not wait for it.
        return self._publisher.build(list(companies.values()), engagements)

    def persons(self, numbers: Sequence[int]) -> list[PersonDocuments]:
        """Return the documents of those persons that may be shown and sit somewhere."""
        with self._connection.begin():
            hidden = read_hidden(self._connection)
            return build_profiles(self._connection, self._engagements, list(numbers), hidden)


@contextmanager
def building_in_parallel(url: str, kind: int, today: str) -> Iterator[BuildAll[Any]]:
    """Give a function that builds batches of one kind in worker processes and returns them in order."""
    pool = worker_pool(_PROCESSES, _open_builder, url, today)

    def build(batches: Iterator[T], keys_of: Callable[[T], list[int]]) -> Iterator[tuple[T, Any]]:
        waiting: deque[T] = deque()

        def keys() -> Iterator[list[int]]:
            for batch in batches:
                waiting.append(batch)
                yield keys_of(batch)

        make = CompanyDocuments._make if kind == KIND_COMPANY else PersonDocuments._make
        for rows in in_order(pool, partial(_build, kind), keys(), ahead=_PROCESSES + 1):
            yield waiting.popleft(), list(map(make, rows))

    try:
        yield build
        pool.shutdown()  # what they held is free for whatever follows
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


_builders: list[Builder] = []


def _open_builder(url: str, today: str) -> None:
    _builders.append(Builder(open_engine(url), today))


def _build(kind: int, keys: list[int]) -> list[tuple[Any, ...]]:
    """Return documents as plain tuples, which take half of the time of named ones to be handed over."""
    return list(map(tuple, _builders[0].build(kind, keys)))
