"""A system of record for tests: takes over files like the commands do and shows what came of it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, Table, func, select

from soupis.ingest import hiding
from soupis.ingest.extract_records import decode
from soupis.ingest.merge import ares, lookups, public_register, statistical, vat_register
from soupis.ingest.publish.publish import publish
from soupis.ingest.runs import Run
from soupis.progress import no_progress
from soupis.registers.records import RegisterExtract
from soupis.store.engine import open_engine, reading
from soupis.store.tables import (
    activities,
    change,
    company,
    company_claim,
    company_document,
    dirty,
    engagement,
    extract,
    person,
    person_document,
)

PERSON_SECRET = b"secret of the tests, thirty-two b"
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


class Registry:
    """One database; `directory` is for the files of the test."""

    def __init__(self, engine: Engine, directory: Path) -> None:
        self.engine = engine
        self.directory = directory

    def res(self, path: Path, *, force: bool = False) -> Run:
        """Take over a file of the statistical register: subjects, or activities where the name says so."""
        take = statistical.sync_activities if "nace" in path.name else statistical.sync_subjects
        return take(self.engine, path, no_progress, force=force)

    def register(self, path: Path, *, force: bool = False) -> Run:
        """Take over a file of the public register."""
        return public_register.sync_file(self.engine, path, PERSON_SECRET, no_progress, force=force)

    def ares(self, path: Path) -> Run:
        """Take over recorded answers of ARES."""
        return ares.sync_file(self.engine, path, PERSON_SECRET)

    def vat(self, path: Path) -> Run:
        """Take over recorded answers of the VAT register."""
        return vat_register.sync_file(self.engine, path)

    def isir(self, path: Path) -> Run:
        """Take over an answer of the insolvency register."""
        return lookups.sync_proceedings_file(self.engine, path)

    def documents(self, path: Path) -> Run:
        """Take over a list of filed documents."""
        return lookups.sync_filings_file(self.engine, path)

    def publish(self) -> int:
        """Make documents of everything that changed; return how many changed."""
        return publish(self.engine, no_progress)

    @property
    def hidden_persons_file(self) -> Path:
        """The list of hidden persons."""
        return self.directory / "hidden_persons.json"

    def hide(self, key: str, *, namesakes: bool = True) -> list[str]:
        """Hide a person, with the namesakes in the same companies or without; return the keys of all."""
        with reading(self.engine) as connection:
            person = hiding.find_person(connection, key)
            assert person is not None
            others = hiding.namesakes_of(connection, person) if namesakes else []
        hiding.hide(self.engine, self.hidden_persons_file, [person, *others], namesakes=namesakes)
        return [one.key for one in (person, *others)]

    def show(self, key: str) -> list[str]:
        """Show a hidden person again; return the keys of all who are shown."""
        return hiding.show(self.engine, self.hidden_persons_file, key)

    def company(self, ico: int) -> dict[str, Any]:
        """Return the published detail of a company."""
        found: dict[str, Any] = json.loads(
            self.value(select(company_document.c.detail).where(company_document.c.ico == ico))
        )
        return found

    def company_ids(self) -> list[int]:
        """Return the IDs of all published companies."""
        with reading(self.engine) as connection:
            return list(connection.scalars(select(company_document.c.ico).order_by(company_document.c.ico)))

    def profiles(self) -> dict[str, dict[str, Any]]:
        """Return all published profiles of persons by key."""
        with reading(self.engine) as connection:
            rows = connection.execute(select(person_document)).all()
        return {row.key: json.loads(row.detail) for row in rows}

    def profile(self, last_name: str) -> dict[str, Any]:
        """Return the published profile of the only person of that surname."""
        (found,) = (item for item in self.profiles().values() if item["prijmeni"] == last_name)
        return found

    def value(self, query: Any) -> Any:
        """Return the one value that a query gives."""
        with reading(self.engine) as connection:
            return connection.scalar(query)

    def rows(self, query: Any) -> list[Any]:
        """Return all rows that a query gives."""
        with reading(self.engine) as connection:
            return list(connection.execute(query).all())

    def last_change(self) -> int:
        """Return the number of the newest line of the change log, 0 before the first."""
        return self.value(select(func.max(change.c.seq))) or 0

    def unpublished(self) -> int:
        """Return how many documents have to be made again."""
        return int(self.value(select(func.count()).select_from(dirty)))

    def records(self, ico: int) -> list[RegisterExtract]:
        """Return the stored records of a company's extracts."""
        query = select(extract.c.record).where(extract.c.ico == ico)
        return [decode(row.record) for row in self.rows(query.order_by(extract.c.source, extract.c.part))]

    def content(self) -> dict[str, list[str]]:
        """Return everything stored and published without what may differ between runs, as moments do."""
        found = {
            table.name: self._plain(table, {"id", "retrieved"})
            for table in (company_claim, company, activities, extract, engagement)
        }
        found["person"] = self._plain(person, set())
        found["company_document"] = self._plain(company_document, {"version"})
        found["person_document"] = self._plain(person_document, {"version"})
        return found

    def _plain(self, table: Table, left_out: set[str]) -> list[str]:
        rows = []
        for row in self.rows(select(table)):
            values = {name: value for name, value in row._mapping.items() if name not in left_out}
            rows.append(str({name: _without_moments(value) for name, value in values.items()}))
        return sorted(rows)


def _without_moments(value: Any) -> Any:
    if isinstance(value, bytes | memoryview):
        value = bytes(value).decode("utf-8", "backslashreplace")
    return _MOMENT.sub("moment", value) if isinstance(value, str) else value


def open_registry(url: str, directory: Path) -> Registry:
    """Open a database that is there already."""
    return Registry(open_engine(url), directory)
