"""Synchronising an installation with a stand-in, and telling what came of it."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec
from sqlalchemy import func, select

from soupis.ingest.runs import Run
from soupis.installation import Installation
from soupis.registers.http import RetryPolicy
from soupis.registers.throttle import Limits
from soupis.store.engine import reading
from soupis.store.tables import change, company, company_document, person_document
from soupis.synthetic.standin_schema import FACTS
from soupis.worker.context import Context, SourceUrls
from soupis.worker.publisher import publish_and_index_all
from soupis.worker.refresh_hints import HintRefresher
from soupis.worker.sources import SYNCHRONISE, SyncRequest, synchronise
from tests.standin import Standin

COMPANIES = 1_200
# The command line without the VAT register's nightly maintenance, for tests run at any hour.
AT_ANY_HOUR = """
from soupis.cli import main
from soupis.worker import vat_source
vat_source.maintenance_left = lambda now: 0.0
main()
"""
# Little waiting between two attempts, much for an answer: a busy machine is no fault of a source.
HASTY = RetryPolicy(attempts=2, first_wait=0.01, longest_wait=0.05)
UNHURRIED: dict[str, Limits] = {
    name: Limits(4, ((1_000_000, 60.0),))
    for name in (
        "vat",
        "ares",
        "isir",
        "documents",
        "public_register",
        "res",
        "codelists",
    )
}
# What differs from run to run: moments, and the port of the stand-in.
_CHANGING = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ|http://127\.0\.0\.1:\d+")


def addresses(source: Standin) -> SourceUrls:
    """Return the addresses of a stand-in."""
    settings = source.settings
    return SourceUrls(
        res=settings["SOUPIS_RES_URL"],
        public_register=settings["SOUPIS_PUBLIC_REGISTER_URL"],
        ares=settings["SOUPIS_ARES_URL"],
        vat=settings["SOUPIS_VAT_URL"],
        isir=settings["SOUPIS_ISIR_URL"],
        isir_events=settings["SOUPIS_ISIR_PUBLIC_URL"],
        documents=settings["SOUPIS_DOCUMENTS_URL"],
        codelists=source.origin,
        contact="https://soupis.example",
    )


class Workshop:
    """An installation's context over a stand-in, without the real sources' limits."""

    def __init__(self, where: Installation, source: Standin, limits: dict[str, Limits] | None = None) -> None:
        self.where = where
        self.source = source
        self.context = Context(
            engine=where.engine,
            coordination_url=where.queue_url,
            index_directory=where.index_directory,
            downloads=where.directory / "downloads",
            person_secret=where.person_secret,
            urls=addresses(source),
            retry_policy=HASTY,
            limits=UNHURRIED | (limits or {}),
        )

    def __enter__(self) -> Workshop:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.context.close()
        self.where.engine.dispose()

    def sync(self, source: str, wanted: SyncRequest | None = None) -> list[Run]:
        """Synchronise one source and publish what it changed."""
        try:
            return synchronise(self.context, source, wanted)
        finally:
            publish_and_index_all(self.context)

    def everything(self) -> list[Run]:
        """Synchronise all sources, with documents and insolvency of every company."""
        runs: list[Run] = []
        for source in SYNCHRONISE:
            if source == "documents":
                with reading(self.context.engine) as connection:
                    self.context.refresh_queue.ask(
                        connection.scalars(select(company.c.ico).order_by(company.c.ico).limit(60)).all()
                    )
            runs += self.sync(source)
        return runs

    def visits(self) -> HintRefresher:
        """Return a worker of the queue of visits."""
        return HintRefresher(self.context, ("ares", "isir", "documents"))

    def details(self) -> dict[int, dict[str, Any]]:
        """Return the published details by company ID."""
        with reading(self.where.engine) as connection:
            rows = connection.execute(select(company_document.c.ico, company_document.c.detail)).all()
        return {row.ico: msgspec.json.decode(row.detail) for row in rows}

    def detail(self, ico: int) -> dict[str, Any]:
        """Return the published detail of one company."""
        of_company = select(company_document.c.detail).where(company_document.c.ico == ico)
        with reading(self.where.engine) as connection:
            found: dict[str, Any] = msgspec.json.decode(connection.execute(of_company).scalar_one())
        return found

    def vat_states(self) -> dict[int, dict[str, Any] | None]:
        """Return what is shown of the companies' VAT."""
        return {ico: detail["dph"] for ico, detail in self.details().items()}


def published(where: Installation) -> dict[str, str]:
    """Return all documents by what they are about, moments and ports left out."""
    companies, people = company_document.c, person_document.c
    found: list[Any] = []
    with reading(where.engine) as connection:
        found += connection.execute(select(companies.ico, companies.detail, companies.ties)).all()
        found += connection.execute(select(people.key, people.detail)).all()
    return {
        str(key): _CHANGING.sub("-", repr([part and bytes(part) for part in rest])) for key, *rest in found
    }


def change_log(where: Installation) -> int:
    """Return the number of the newest change."""
    with reading(where.engine) as connection:
        return connection.scalar(select(func.max(change.c.seq))) or 0


def facts(registers: Path, query: str, *values: object) -> list[tuple[Any, ...]]:
    """Ask the stand-in's own data."""
    with sqlite3.connect(registers / FACTS) as connection:
        return connection.execute(query, values).fetchall()


def codelists(directory: Path) -> None:
    """Write small exports of the code lists beside a stand-in's data."""
    (directory / "codelists").mkdir(exist_ok=True)
    header = "kodjaz,akrcis,kodcis,chodnota,zkrtext,text,admplod,admnepo\r\n"
    for number, code, name in (
        (56, "112", "Společnost s ručením omezeným"),
        (149, "112", "Společnost s ručením omezeným"),
        (109, "CZ0642", "Brno-město"),
        (579, "110", "Bez zaměstnanců"),
    ):
        row = f'CS,X,{number},{code},{name[:5]},"{name}",1991-01-01,9999-09-09\r\n'
        (directory / "codelists" / f"{number}.csv").write_text(header + row, encoding="utf-8")
    for name in ("CZ_NACE_RES", "CZ_NACE_RES2025"):
        row = '62,"Činnosti v oblasti IT",IT,2,J,2008-01-01,\r\n'
        text = "CHODNOTA,TEXT,ZKRTEXT,UROVEN,NADVAZ,ADMPLOD,ADMNEPO\r\n" + row
        (directory / "codelists" / f"{name}.csv").write_text(text, encoding="utf-8")
