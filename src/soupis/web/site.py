"""What the pages share: open services, names of codes, freshness of sources."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple, TypeVar

import msgspec
import structlog
from sqlalchemy import Engine, func, select
from sqlalchemy.exc import OperationalError
from starlette.exceptions import HTTPException

from soupis.messages import Message
from soupis.queries.services import Provider, Services
from soupis.search.companies import CompanyQuery, Facets
from soupis.store.engine import reading
from soupis.store.tables import code, source_run
from soupis.wire.company import FirmaDetail
from soupis.wire.person import Angazma, OsobaProfil

T = TypeVar("T")

_decode_company = msgspec.json.Decoder(FirmaDetail).decode
_decode_person = msgspec.json.Decoder(OsobaProfil).decode
_decode_engagements = msgspec.json.Decoder(list[Angazma]).decode

_log = structlog.stdlib.get_logger(__name__)

_NAMES_KEPT = 3_600.0
_RETRY = 10.0
_RUNS_KEPT = 30.0
_TOTALS_KEPT = 300.0


class SourceRun(NamedTuple):
    """The newest run of one data set; moments are UTC, `failure` is the class of an error."""

    source: str
    dataset: str
    state: str
    started: str
    rows: int | None
    rejected: int | None
    failure: str | None
    last_success: str | None


class Totals(NamedTuple):
    """The whole database in numbers."""

    companies: int
    facets: Facets


class Site:
    """Reads what pages show; one per process. `engine` gives the system of record."""

    def __init__(self, services: Provider, engine: Callable[[], Engine]) -> None:
        self._services = services
        self._engine = engine
        self._kept: dict[str, tuple[float, object]] = {}

    @property
    def services(self) -> Services:
        """The open services of this process."""
        return self._services()

    def company(self, ico: int) -> FirmaDetail:
        """Return a company; raises HTTPException 404 for an unknown one."""
        document = self.services.documents.company(ico)
        if document is None:
            raise HTTPException(404)
        return _decode_company(document.body)

    def find_company(self, ico: int) -> FirmaDetail | None:
        """Return a company, None for an unknown one."""
        document = self.services.documents.company(ico)
        return _decode_company(document.body) if document else None

    def engagements_of_company(self, ico: int) -> list[Angazma]:
        """Return where a company itself sits."""
        body = self.services.documents.engagements_of_company(ico)
        return _decode_engagements(body) if body else []

    def find_person(self, key: str) -> OsobaProfil | None:
        """Return a person's profile, None for an unknown key."""
        document = self.services.documents.person(key)
        return _decode_person(document.body) if document else None

    def person(self, key: str) -> OsobaProfil:
        """Return a person's profile; raises HTTPException 404 for an unknown key."""
        found = self.find_person(key)
        if found is None:
            raise HTTPException(404)
        return found

    def code_names(self, list_name: str) -> dict[str, Message]:
        """Return a code list; where there is no English name, the Czech one stands for it.

        Empty while the system of record has never been reached: pages show codes then.
        """
        return self._keep(f"names:{list_name}", _NAMES_KEPT, lambda: self._read_names(list_name), {})

    def english_names(self) -> dict[str, str]:
        """Return English names of codes by their Czech names, for documents hold only the Czech ones."""
        return self._keep("english", _NAMES_KEPT, self._read_english, {})

    def source_runs(self) -> list[SourceRun]:
        """Return the newest run of every data set."""
        return self._keep("runs", _RUNS_KEPT, self._read_runs)

    def translate(self, english: bool) -> Callable[[str | None], str]:
        """Return what turns names of codes into the language of a page; unknown ones stay Czech."""
        if not english:
            return lambda name: name or ""
        names = self.english_names()
        return lambda name: names.get(name or "", name or "")

    def totals(self) -> Totals:
        """Return how many companies there are, and where."""
        return self._keep("totals", _TOTALS_KEPT, self._read_totals)

    def _keep(self, name: str, seconds: float, read: Callable[[], T], otherwise: T | None = None) -> T:
        """Return what was read within the last seconds; old values or `otherwise` while reading fails."""
        kept = self._kept.get(name)
        if kept is None or time.monotonic() >= kept[0]:
            try:
                kept = (time.monotonic() + seconds, read())
            except OperationalError:
                value = kept[1] if kept else otherwise
                if value is None:
                    raise
                _log.warning("system_of_record_unreachable", what=name)
                kept = (time.monotonic() + _RETRY, value)
            self._kept[name] = kept
        return kept[1]  # type: ignore[return-value]

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

    def _read_runs(self) -> list[SourceRun]:
        newest = select(func.max(source_run.c.id)).group_by(source_run.c.source, source_run.c.dataset)
        done = (
            select(
                source_run.c.source, source_run.c.dataset, func.max(source_run.c.finished).label("finished")
            )
            .where(source_run.c.state == "done")
            .group_by(source_run.c.source, source_run.c.dataset)
            .subquery()
        )
        query = (
            select(source_run, done.c.finished.label("last_success"))
            .outerjoin(
                done, (done.c.source == source_run.c.source) & (done.c.dataset == source_run.c.dataset)
            )
            .where(source_run.c.id.in_(newest))
            .order_by(source_run.c.source, source_run.c.dataset)
        )
        with reading(self._engine()) as connection:
            return [
                SourceRun(
                    row.source,
                    row.dataset,
                    row.state,
                    row.started,
                    row.rows_read,
                    row.rows_rejected,
                    # Only the class: the whole message may hold addresses of the installation.
                    row.error.partition(":")[0][:60] if row.error else None,
                    row.last_success,
                )
                for row in connection.execute(query)
            ]

    def _read_totals(self) -> Totals:
        everything = CompanyQuery()
        companies = self.services.companies
        return Totals(companies.search(everything, 0, 1).total, companies.counts(everything))
