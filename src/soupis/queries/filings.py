"""All filed documents of a company; its published document holds the newest 20.

They are read from the system of record, in a thread, because few callers need them.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from sqlalchemy import Engine, select

from soupis.folding import fold_words
from soupis.store.engine import reading
from soupis.store.tables import filing
from soupis.wire.company import Listina

Year = int | Literal["unknown"]


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

    `redact` hides what is private in their texts, because they were not published.
    """

    def __init__(self, engine: Callable[[], Engine], redact: Callable[[str], str]) -> None:
        self._engine = engine
        self._redact = redact

    async def page(self, ico: int, query: FilingsQuery) -> FilingsPage:
        """Return the selected documents of a company, the newest first.

        Raises one of `errors.UNREACHABLE`.
        """
        return await asyncio.to_thread(self.read_page, ico, query)

    def read_page(self, ico: int, query: FilingsQuery) -> FilingsPage:
        """Return the page as `page` does, in the caller's thread."""
        with reading(self._engine()) as connection:
            rows = connection.execute(select(filing).where(filing.c.ico == ico)).all()
        of_kind = [row for row in rows if _is_of_kind(row, query.kind)]
        years = Counter(row.year for row in of_kind)
        year = None if query.year == "unknown" else query.year
        found = of_kind if query.year is None else [row for row in of_kind if row.year == year]
        found.sort(key=lambda row: (row.filed or "", row.number), reverse=True)
        return FilingsPage(
            len(found),
            dict(sorted(years.items(), key=lambda item: -(item[0] or 0))),
            [self._item(row) for row in found[query.start : query.start + query.size]],
        )

    def _item(self, row: Any) -> Listina:
        return Listina(
            cislo=self._redact(row.number),
            typ=self._redact(row.kinds),
            rok=row.year,
            vznik=row.created,
            podano=row.received,
            zalozeno=row.filed,
            stran=row.pages,
            url=row.url,
        )


def _is_of_kind(row: Any, kind: str | None) -> bool:
    """Tell whether each word begins a word of the document's kind."""
    parts = fold_words(row.kinds)
    return all(any(part.startswith(word) for part in parts) for word in fold_words(kind or ""))
