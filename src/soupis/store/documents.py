"""The read model: ready documents in a local SQLite file, read synchronously by primary key (about 10 µs)."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import NamedTuple


class Document(NamedTuple):
    """A ready JSON document and the version that serves as its ETag."""

    version: int
    body: bytes


class SourceFreshness(NamedTuple):
    """How one source stands; moments are ISO texts in UTC, `last_error` is a class of errors."""

    source: str
    last_success: str | None
    rows: int | None
    next_run: str | None
    last_error: str | None


class Documents:
    """Read-only access to the documents of one node; one object per process, not shared between threads."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None, check_same_thread=False
        )
        self._connection.execute("PRAGMA mmap_size = 17179869184")
        self._connection.execute("PRAGMA query_only = on")

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def __enter__(self) -> Documents:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def company(self, ico: int) -> Document | None:
        """Return the detail document of a company."""
        row = self._connection.execute(
            "SELECT version, detail FROM company_document WHERE ico = ?", (ico,)
        ).fetchone()
        return Document(*row) if row else None

    def engagements_of_company(self, ico: int) -> bytes | None:
        """Return where a company itself sits: a JSON array of `wire.person.Angazma`, None = nowhere."""
        row = self._connection.execute("SELECT ties FROM company_document WHERE ico = ?", (ico,)).fetchone()
        return row[0] if row else None

    def person(self, key: str) -> Document | None:
        """Return the profile document of a person by its public key."""
        row = self._connection.execute(
            "SELECT version, detail FROM person_document WHERE key = ?", (key,)
        ).fetchone()
        return Document(*row) if row else None

    def company_summaries(self, icos: Iterable[int]) -> list[bytes]:
        """Return the search items of companies in the given order; unknown ones are left out."""
        return list(self._column("SELECT summary FROM company_document WHERE ico = ?", icos))

    def person_summaries(self, ids: Iterable[int]) -> list[bytes]:
        """Return the search items of persons in the given order; unknown ones are left out."""
        return list(self._column("SELECT summary FROM person_document WHERE id = ?", ids))

    def csv_lines(self, icos: Iterable[int]) -> Iterator[bytes]:
        """Yield the export lines of companies in the given order."""
        return self._column("SELECT csv FROM company_document WHERE ico = ?", icos)

    def vat(self, icos: Iterable[int]) -> list[bytes | None]:
        """Return the VAT documents of companies in the given order; None = unverified or unknown."""
        execute = self._connection.execute
        found = []
        for ico in icos:
            row = execute("SELECT vat FROM company_document WHERE ico = ?", (ico,)).fetchone()
            found.append(row[0] if row else None)
        return found

    def icos(self, low: int, high: int, limit: int) -> list[int]:
        """Return the first IDs of companies from `low` up to but without `high`, in their order."""
        rows = self._connection.execute(
            "SELECT ico FROM company_document WHERE ico >= ? AND ico < ? ORDER BY ico LIMIT ?",
            (low, high, limit),
        )
        return [row[0] for row in rows]

    def sources(self) -> list[SourceFreshness]:
        """Return how the sources stand that were ever tried or planned."""
        rows = self._connection.execute(
            "SELECT source, last_success, rows, next_run, last_error FROM source_state ORDER BY source"
        )
        return [SourceFreshness(*row) for row in rows]

    def counts(self) -> tuple[int, int]:
        """Return how many companies and persons there are documents of."""
        row = self._connection.execute(
            "SELECT (SELECT count(*) FROM company_document), (SELECT count(*) FROM person_document)"
        ).fetchone()
        return row[0], row[1]

    def _column(self, query: str, keys: Iterable[int]) -> Iterator[bytes]:
        execute = self._connection.execute
        for key in keys:
            row = execute(query, (key,)).fetchone()
            if row:
                yield row[0]
