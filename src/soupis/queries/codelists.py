"""Names of codes, read from the system of record: pages show them in two languages."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Engine, select

from soupis.messages import Message
from soupis.queries.remembered import Remembered
from soupis.store.engine import reading
from soupis.store.tables import code

_SECONDS = 3_600.0


class CodeLists:
    """The code lists of one process; `engine` gives the system of record.

    All are empty while the system of record has never been reached: pages show codes then.
    """

    def __init__(self, engine: Callable[[], Engine]) -> None:
        self._engine = engine
        self._lists: dict[str, Remembered[dict[str, Message]]] = {}
        self._english = Remembered[dict[str, str]]("english names of codes", _SECONDS, self._read_english, {})

    async def names(self, list_name: str) -> dict[str, Message]:
        """Return a code list; where there is no English name, the Czech one stands for it."""
        if list_name not in self._lists:
            self._lists[list_name] = Remembered(
                f"code list {list_name}", _SECONDS, lambda: self._read_names(list_name), {}
            )
        return await self._lists[list_name]()

    async def translate(self, english: bool) -> Callable[[str | None], str]:
        """Return what turns Czech names of codes, as documents hold them, into the language of a page.

        Names that no code list knows stay Czech.
        """
        if not english:
            return lambda name: name or ""
        names = await self._english()
        return lambda name: names.get(name or "", name or "")

    def _read_names(self, list_name: str) -> dict[str, Message]:
        query = select(code.c.code, code.c.name_cs, code.c.name_en).where(code.c.list == list_name)
        with reading(self._engine()) as connection:
            return {
                row.code: Message(row.name_cs, row.name_en or row.name_cs)
                for row in connection.execute(query)
            }

    def _read_english(self) -> dict[str, str]:
        query = select(code.c.name_cs, code.c.name_en).where(code.c.name_en.is_not(None))
        with reading(self._engine()) as connection:
            return {row.name_cs: row.name_en for row in connection.execute(query)}
