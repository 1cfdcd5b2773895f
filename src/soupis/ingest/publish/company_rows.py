"""Everything stored about a batch of companies, read set by set and grouped by company."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from operator import attrgetter
from types import MappingProxyType
from typing import Any, NamedTuple

from sqlalchemy import Connection, Integer, Table, select
from sqlalchemy.sql.schema import Column

from soupis.ingest.claimed_ids import linked_icos
from soupis.ingest.extract_records import decode, entries_in
from soupis.ingest.hidden_persons import HiddenHere, HiddenPersons
from soupis.ingest.precedence import ACTIVITY_PRECEDENCE, branches_beside, choose_extract, is_branch_beside
from soupis.ingest.vat_decision import AresSide, RegisterSide, number_to_ask
from soupis.registers.public_register.kinds import HEADS_OF_BRANCHES
from soupis.registers.records import (
    Body,
    Branch,
    LegalPerson,
    PersonRef,
    RegisterExtract,
    Subject,
    latest_mark,
)
from soupis.sources import ARES
from soupis.store import bulk
from soupis.store.tables import (
    SEAT_CLAIM,
    activities,
    company,
    company_claim,
    extract,
    filing,
    lookup,
    person,
    proceeding,
    vat_answer,
)

_BATCH = bulk.working_table("company_batch", Column("ico", Integer, primary_key=True, autoincrement=False))


class Claim(NamedTuple):
    """That a source knows a company: when it was last read, and since when it no longer does."""

    source: str
    retrieved: str
    missing_since: str  # empty = it still does


class Extract(NamedTuple):
    """An extract as it is stored, with its record."""

    ico: int
    source: str
    part: int
    persons_hidden: bool
    dataset: str | None
    mark: str
    branch: bool
    bare: bool
    ended: bool
    entered: str | None
    record: RegisterExtract


class BranchRow(NamedTuple):
    """A branch, where it comes from, and the bodies of its heads, None where these are unknown."""

    unit: Branch
    source: str
    heads: Sequence[Body] | None


class CompanyRows:
    """What is stored about one company; of most companies that is little."""

    # The row of `company` joined with that of `seat`.
    company: Any
    # Plain attributes shared by the class until set: a million objects with twenty lists each take time.
    claims: tuple[Claim, ...] = ()
    activities: Sequence[tuple[int, str]] = ()  # revision, code
    extract: Extract | None = None  # the one that speaks for the company
    record = RegisterExtract(Subject(0))  # of that extract, empty where there is none
    people: Mapping[int, Any] = MappingProxyType({})  # rows of `person` by number
    hidden: HiddenHere | None = None  # persons who are not shown
    branches: Sequence[BranchRow] = ()  # of all extracts, those that speak for themselves alone too
    ares: AresSide | None = None
    vat: RegisterSide | None = None
    proceedings: Sequence[Any] | None = None  # None = never asked for
    filings: Sequence[Any] | None = None
    lookups: Mapping[str, str] = MappingProxyType({})  # source → when last asked

    def __init__(self, company: Any) -> None:
        self.company = company


def _reading(table: Table, *order: Any) -> bulk.PlainRows:
    """Read the rows that a table has of the batch."""
    joined = _BATCH.join(table, table.c.ico == bulk.driving(_BATCH.c.ico))
    return bulk.PlainRows(select(table).select_from(joined).order_by(*order))


_SEAT_COLUMNS = [column for column in company_claim.columns if column.name.startswith("seat_")]
_companies = bulk.PlainRows(
    select(company, *_SEAT_COLUMNS).select_from(
        _BATCH.join(company, company.c.ico == bulk.driving(_BATCH.c.ico)).outerjoin(company_claim, SEAT_CLAIM)
    )
)
_activities = _reading(activities)
_extracts = bulk.PlainRows(
    select(*(extract.c[name] for name in Extract._fields))
    .select_from(_BATCH.join(extract, extract.c.ico == bulk.driving(_BATCH.c.ico)))
    .order_by(extract.c.ico, extract.c.source, extract.c.part)
)
_persons = bulk.PlainRows(
    select(*(column for column in person.columns if column.name != "identity")).select_from(
        bulk.KEYS.join(person, person.c.id == bulk.driving(bulk.KEYS.c.key))
    )
)
_lookups = _reading(lookup)
_proceedings = _reading(proceeding)
_filings = _reading(filing)


class CompanyRowReader:
    """Reads what is stored of batches of companies over one connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._batch = bulk.create_empty(connection, _BATCH)

    def read(
        self,
        icos: list[int],
        hidden: HiddenPersons = HiddenPersons(),  # noqa: B008 - has no state
    ) -> dict[int, CompanyRows]:
        """Return what is stored of those companies that exist, by ID."""
        bulk.clear(self._connection, self._batch)
        bulk.insert_rows(self._connection, self._batch, ("ico",), ((ico,) for ico in icos))
        companies = {row.ico: CompanyRows(row) for row in _companies(self._connection)}
        for ico, rows in companies.items():
            rows.hidden = hidden.in_company(ico)
            _read_claims(rows)
        self._add_activities(companies)
        self._add_extracts(companies)
        self._add_vat(companies)
        self._add_lookups(companies)
        return companies

    def _add_activities(self, companies: dict[int, CompanyRows]) -> None:
        ranks: dict[int, int] = {}
        for ico, source, codes in _activities(self._connection):
            rank = ACTIVITY_PRECEDENCE.index(source)
            if ico in companies and rank <= ranks.get(ico, rank):
                ranks[ico] = rank
                companies[ico].activities = [_activity(item) for item in codes.split()]

    def _add_extracts(self, companies: dict[int, CompanyRows]) -> None:
        found = [
            Extract._make(row)._replace(record=decode(row.record)) for row in _extracts(self._connection)
        ]
        if not found:
            return
        people = self._people_of(found)
        for ico, extracts in _by(found, "ico").items():
            if rows := companies.get(ico):
                rows.people = people
                rows.extract = choose_extract(extracts, rows.company.legal_form)
                if rows.extract is not None:
                    rows.record = rows.extract.record
                rows.branches = _branches(rows.extract, extracts)

    def _people_of(self, extracts: Iterable[Extract]) -> dict[int, Any]:
        """Return the persons of some extracts by number; legal persons are linked to their companies."""
        numbers: set[int] = set()
        claimed: list[LegalPerson] = []
        for entry in entries_in(body for item in extracts for body in item.record.bodies):
            who = entry.person
            if isinstance(who, PersonRef):
                numbers.add(who.number)
            elif isinstance(who, LegalPerson) and who.claimed_ico is not None:
                claimed.append(who)
        for who, linked in zip(claimed, linked_icos(self._connection, claimed), strict=True):
            who.ico = linked
        bulk.keys_table(self._connection, numbers)
        return {row.id: row for row in _persons(self._connection)}

    def _add_vat(self, companies: dict[int, CompanyRows]) -> None:
        by_number: dict[str, list[CompanyRows]] = defaultdict(list)
        for ico, rows in companies.items():
            if rows.ares is None:
                continue  # without ARES nothing is verified, so the register's answer is not needed
            forms = rows.company.legal_form, rows.company.legal_form_ros
            if number := number_to_ask(ico, rows.ares, *forms):
                by_number[number].append(rows)
        for chunk in bulk.chunks(by_number, 500):
            query = select(
                vat_answer.c.dic_digits, vat_answer.c.subject_kind, vat_answer.c.unreliable,
                vat_answer.c.unreliable_since, vat_answer.c.tax_office, vat_answer.c.accounts,
                vat_answer.c.answered,
            ).where(vat_answer.c.dic_digits.in_(chunk))  # fmt: skip
            for row in self._connection.execute(query):
                for rows in by_number[row.dic_digits]:
                    rows.vat = RegisterSide(*row)

    def _add_lookups(self, companies: dict[int, CompanyRows]) -> None:
        for ico, looked_up in _by(_lookups(self._connection), "ico").items():
            if rows := companies.get(ico):
                rows.lookups = {row.source: row.retrieved for row in looked_up}
        for ico, proceedings in _by(_proceedings(self._connection), "ico").items():
            if rows := companies.get(ico):
                rows.proceedings = proceedings
        for ico, filed in _by(_filings(self._connection), "ico").items():
            if rows := companies.get(ico):
                rows.filings = filed
        for rows in companies.values():
            if rows.proceedings is None and "isir" in rows.lookups:
                rows.proceedings = []
            if rows.filings is None and "documents" in rows.lookups:
                rows.filings = []


def _read_claims(rows: CompanyRows) -> None:
    row = rows.company
    rows.claims = _claims(row.sources)
    for claim in rows.claims:
        if claim.source == ARES:
            rows.ares = AresSide(row.tax_id, row.vat_group_id, row.vat_registration, claim.retrieved)


def _branches(speaking: Extract | None, extracts: Sequence[Extract]) -> list[BranchRow]:
    """Return the branches that all extracts of a company tell of.

    Their heads are told by the extract that speaks, or one of the branch's own. A branch that is a company of
    its own is no branch of itself.
    """
    own = branches_beside(extracts, speaking)
    told = not any(item.persons_hidden for item in extracts)
    branches: list[BranchRow] = []
    for item in extracts:
        about_branch = item.branch or item.bare
        if about_branch and not is_branch_beside(item, speaking):
            continue
        heads = [body for body in item.record.bodies if body.kind in HEADS_OF_BRANCHES]
        headed = defaultdict(list)
        for body in heads:
            headed[body.name, body.entered].append(body)
        for unit in _units(item):
            is_own = any(item is other for other in own)
            bodies = heads if is_own else headed.get((unit.subject.name, unit.entered), [])
            is_told = told and (is_own or item is speaking)
            branches.append(BranchRow(unit, item.source, bodies if is_told else None))
    return branches


def _units(item: Extract) -> list[Branch]:
    """Return the branches of an extract; one of a branch itself tells of that branch first."""
    record = item.record
    if not (item.branch or item.bare):
        return record.branches
    own = Branch(record.subject, latest_mark(record.file_marks), record.entered, record.subject.ceased)
    return [own, *record.branches]


@lru_cache(maxsize=10_000)
def _claims(packed: str) -> tuple[Claim, ...]:
    """Return the claims of "res|2026-11-20T03:00:00Z| ares|…"; those of one run are the same text."""
    return tuple(Claim(*item.split("|")) for item in packed.split())


@cache
def _activity(packed: str) -> tuple[int, str]:
    """Return revision and code of "2025:62100"."""
    return int(packed[:4]), packed[5:]


def _by(rows: Sequence[Any], column: str) -> dict[int, list[Any]]:
    grouped: dict[int, list[Any]] = defaultdict(list)
    for key, row in zip(map(attrgetter(column), rows), rows, strict=True):
        grouped[key].append(row)
    return grouped
