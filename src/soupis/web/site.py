"""What the pages share: open services, names of codes, what the whole database holds."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Engine
from starlette.exceptions import HTTPException

from soupis.queries import companies, persons
from soupis.queries.codelists import CodeLists
from soupis.queries.companies import UNKNOWN_TOTALS, Totals
from soupis.queries.errors import QueryError
from soupis.queries.freshness import remembered_runs
from soupis.queries.remembered import Remembered
from soupis.queries.services import Provider, Services
from soupis.queries.tour import remembered_tour
from soupis.wire.company import FirmaDetail

_TOTALS_SECONDS = 300.0


class Site:
    """Reads what pages show; one per process. `engine` gives the system of record."""

    def __init__(self, services: Provider, engine: Callable[[], Engine]) -> None:
        self._services = services
        self.source_runs = remembered_runs(engine)
        self.tour = remembered_tour(engine, services)
        self.totals = Remembered[Totals](
            "totals", _TOTALS_SECONDS, lambda: companies.totals(services()), UNKNOWN_TOTALS
        )

    @property
    def services(self) -> Services:
        """The open services of this process."""
        return self._services()

    @property
    def code_lists(self) -> CodeLists:
        """Names of codes in two languages."""
        return self.services.code_lists

    def company(self, ico: int, *, viewed: bool = False) -> bytes:
        """Return a company as a JSON `FirmaDetail`; `viewed` = by a reader of its page.

        Raises HTTPException 404.
        """
        find = companies.view if viewed else companies.document
        try:
            return find(self.services, ico).body
        except QueryError:
            raise HTTPException(404) from None

    async def detail(self, ico: int) -> FirmaDetail:
        """Return the detail of a company; raises HTTPException 404."""
        return await self.services.read(lambda: companies.decode_detail(self.company(ico)))

    def person(self, key: str) -> bytes:
        """Return a person as a JSON `OsobaProfil`; raises HTTPException 404 for an unknown key."""
        try:
            return persons.view(self.services, key).body
        except QueryError:
            raise HTTPException(404) from None
