"""What the pages share: open services, names of codes, what the whole database holds."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Engine
from starlette.exceptions import HTTPException

from soupis.queries import companies, persons
from soupis.queries.codelists import CodeLists
from soupis.queries.companies import Totals
from soupis.queries.errors import QueryError
from soupis.queries.freshness import remembered_runs
from soupis.queries.remembered import Remembered
from soupis.queries.services import Provider, Services
from soupis.wire.company import FirmaDetail
from soupis.wire.person import OsobaProfil

_TOTALS_SECONDS = 300.0


class Site:
    """Reads what pages show; one per process. `engine` gives the system of record."""

    def __init__(self, services: Provider, engine: Callable[[], Engine]) -> None:
        self._services = services
        self.code_lists = CodeLists(engine)
        self.source_runs = remembered_runs(engine)
        self.totals = Remembered[Totals]("totals", _TOTALS_SECONDS, lambda: companies.totals(services()))

    @property
    def services(self) -> Services:
        """The open services of this process."""
        return self._services()

    def company(self, ico: int, *, viewed: bool = False) -> FirmaDetail:
        """Return a company; raises HTTPException 404. `viewed` = by a reader of its page."""
        find = companies.view if viewed else companies.document
        try:
            return companies.decode_detail(find(self.services, ico).body)
        except QueryError:
            raise HTTPException(404) from None

    def person(self, key: str) -> OsobaProfil:
        """Return a person's profile; raises HTTPException 404 for an unknown key."""
        try:
            return persons.profile(self.services, key)
        except QueryError:
            raise HTTPException(404) from None
