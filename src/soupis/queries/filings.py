"""All filed documents of a company; its document holds the newest only.

They are asked for rarely and by few, so they are read from the system of record, in a thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import Engine, select

from soupis.folding import fold_words
from soupis.store.engine import reading
from soupis.store.tables import filing
from soupis.wire.company import Listina


class FilingsPage(NamedTuple):
    """A part of the filed documents and the number of all that were asked for."""

    total: int
    items: list[Listina]


class Filings:
    """The filed documents in the system of record, which `engine` gives.

    They were not published, so `redact` hides what is private in their texts, as publishing would.
    """

    def __init__(self, engine: Callable[[], Engine], redact: Callable[[str], str]) -> None:
        self._engine = engine
        self._redact = redact

    async def page(self, ico: int, kind: str | None, year: int | None, start: int, count: int) -> FilingsPage:
        """Return documents of a company, the newest first; `kind` = words of their kind, folded.

        `year` is that which a document is about. Raises one of `errors.UNREACHABLE`.
        """
        every = await asyncio.to_thread(self._read, ico)
        words = fold_words(kind or "")
        wanted = [
            item
            for item in every
            if (year is None or item.rok == year)
            and all(any(part.startswith(word) for part in fold_words(item.typ)) for word in words)
        ]
        return FilingsPage(len(wanted), wanted[start : start + count])

    def _read(self, ico: int) -> list[Listina]:
        with reading(self._engine()) as connection:
            rows = connection.execute(select(filing).where(filing.c.ico == ico)).all()
        return [
            Listina(
                cislo=self._redact(row.number),
                typ=self._redact(row.kinds),
                rok=row.year,
                vznik=row.created,
                podano=row.received,
                zalozeno=row.filed,
                stran=row.pages,
                url=row.url,
            )
            for row in sorted(rows, key=lambda row: (row.filed or "", row.number), reverse=True)
        ]
