"""All filed documents of a company; its published document holds the newest 20.

They are read from the system of record, in a thread, because few callers need them.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, Engine, select

from soupis.folding import fold_words
from soupis.store.engine import reading
from soupis.store.tables import filing
from soupis.wire.company import Listina

Year = int | Literal["unknown"]
Redaction = Callable[[Connection, int], Callable[[str], str]]
"""Function that returns how names of hidden persons leave a company's texts, by the database and the ID."""


class FilingsQuery(NamedTuple):
    """Selection of filed documents: words of their kind, the year that they are about, and a page.

    The year "unknown" selects documents whose year is not known.
    """

    kind: str | None = None
    year: Year | None = None
    start: int = 0
    size: int = 20


class FilingsPage(NamedTuple):
    """Page of the selected documents, with their number and the years of all documents of the kind."""

    total: int
    years: dict[int | None, int]  # newest first, None last
    items: list[Listina]

    @property
    def without_year(self) -> int:
        """Number of documents of the kind whose year is not known."""
        return self.years.get(None, 0)


class Filings:
    """Filed documents in the system of record.

    `redaction` returns a function that leaves the names of hidden persons out of the texts of a company,
    because they are stored with these names. Documents are selected by the texts that are shown.
    """

    def __init__(self, engine: Callable[[], Engine], redaction: Redaction) -> None:
        self._engine = engine
        self._redaction = redaction

    async def page(self, ico: int, query: FilingsQuery) -> FilingsPage:
        """Return the selected documents of a company, the newest first.

        Raises one of `errors.UNREACHABLE`.
        """
        return await asyncio.to_thread(self.read_page, ico, query)

    def read_page(self, ico: int, query: FilingsQuery) -> FilingsPage:
        """Return the page as `page` does, in the caller's thread."""
        with reading(self._engine()) as connection:
            rows = connection.execute(select(filing).where(filing.c.ico == ico)).all()
            redact = self._redaction(connection, ico)
        items = [_item(row, redact) for row in rows]
        of_kind = [item for item in items if _is_of_kind(item, query.kind)]
        years = Counter(item.rok for item in of_kind)
        year = None if query.year == "unknown" else query.year
        found = of_kind if query.year is None else [item for item in of_kind if item.rok == year]
        found.sort(key=lambda item: (item.zalozeno or "", item.cislo), reverse=True)
        return FilingsPage(
            len(found),
            dict(sorted(years.items(), key=lambda item: -(item[0] or 0))),
            found[query.start : query.start + query.size],
        )


def _item(row: Any, redact: Callable[[str], str]) -> Listina:
    return Listina(
        cislo=redact(row.number),
        typ=redact(row.kinds),
        rok=row.year,
        vznik=row.created,
        podano=row.received,
        zalozeno=row.filed,
        stran=row.pages,
        url=row.url,
    )


def _is_of_kind(item: Listina, kind: str | None) -> bool:
    """Tell whether each word begins a word of the document's kind."""
    parts = fold_words(item.typ)
    return all(any(part.startswith(word) for part in parts) for word in fold_words(kind or ""))
