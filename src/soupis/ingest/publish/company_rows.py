"""Everything stored about a batch of companies, read set by set and grouped by company."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from operator import attrgetter
from types import MappingProxyType
from typing import Any, NamedTuple

from sqlalchemy import Connection, Integer, Table, select
from sqlalchemy.sql.schema import Column

from soupis.ingest.hidden_persons import HiddenHere, HiddenPersons
from soupis.ingest.precedence import ACTIVITY_PRECEDENCE, branches_beside, choose_extract, is_branch_beside
from soupis.ingest.vat_decision import AresSide, RegisterSide, number_to_ask
from soupis.registers.public_register.kinds import HEADS_OF_BRANCHES
from soupis.sources import ARES
from soupis.store import bulk
from soupis.store.tables import (
    SEAT_CLAIM,
    acting,
    activities,
    body,
    branch,
    business_line,
    capital,
    company,
    company_claim,
    company_name,
    company_seat,
    engagement,
    extract,
    file_mark,
    filing,
    lookup,
    other_fact,
    person,
    proceeding,
    share,
    share_issue,
    vat_answer,
)

_BATCH = bulk.working_table("company_batch", Column("ico", Integer, primary_key=True, autoincrement=False))
_EXTRACT_TABLES = (
    company_name,
    company_seat,
    file_mark,
    capital,
    business_line,
    body,
    acting,
    share,
    share_issue,
    other_fact,
)


class Claim(NamedTuple):
    """That a source knows a company: when it was last read, and since when it no longer does."""

    source: str
    retrieved: str
    missing_since: str  # empty = it still does


class CompanyRows:
    """Rows about one company, as the tables hold them; most companies have few of them."""

    # The row of `company` joined with that of `seat`.
    company: Any
    # Plain attributes shared by the class until set: a million objects with twenty lists each take time.
    claims: tuple[Claim, ...] = ()
    activities: Sequence[tuple[int, str]] = ()  # revision, code
    extract: Any = None  # the extract that the rows below come from
    hidden: HiddenHere | None = None  # persons who are not shown
    branches: Sequence[Any] = ()  # of all extracts, those that speak for themselves alone too
    heads: Mapping[int, CompanyRows] = MappingProxyType({})  # by branch, those of whom it is known
    names: Sequence[Any] = ()
    seats: Sequence[Any] = ()
    file_marks: Sequence[Any] = ()
    capital: Sequence[Any] = ()
    business_lines: Sequence[Any] = ()
    bodies: Sequence[Any] = ()
    share_issues: Sequence[Any] = ()
    other_facts: Sequence[Any] = ()
    acting: Mapping[int, Sequence[Any]] = MappingProxyType({})  # by body
    engagements: Mapping[int, Sequence[Any]] = MappingProxyType({})  # by body, with the person's columns
    shares: Mapping[int, Sequence[Any]] = MappingProxyType({})  # by engagement
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
_extracts = _reading(extract)
_branches = _reading(branch, branch.c.id)
# Of what stands in extracts, by the name of the table.
_entries = {table.name: _reading(table, table.c.id) for table in _EXTRACT_TABLES}
_entries["engagement"] = bulk.PlainRows(
    select(engagement, *[column for column in person.columns if column.name not in ("id", "identity")])
    .select_from(
        _BATCH.join(engagement, engagement.c.ico == bulk.driving(_BATCH.c.ico)).outerjoin(
            person, person.c.id == engagement.c.person_id
        )
    )
    .order_by(engagement.c.id)
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
        by_company = _by(_extracts(self._connection), "ico")
        if not by_company:
            return
        for ico, found in by_company.items():
            if rows := companies.get(ico):
                rows.extract = choose_extract(found, rows.company.legal_form)
        for ico, units in _by(_branches(self._connection), "ico").items():
            if rows := companies.get(ico):
                # A branch that is a company of its own is no branch of itself.
                alone = {
                    _place(item)
                    for item in by_company[ico]
                    if (item.branch or item.bare) and not is_branch_beside(item, rows.extract)
                }
                rows.branches = [row for row in units if _place(row) not in alone]
        grouped = {name: _by(reading(self._connection), "ico") for name, reading in _entries.items()}
        # Before the rows of other extracts are left out, some of which tell of branches.
        _add_heads(companies, by_company, grouped["body"], grouped["engagement"])
        for ico, found in by_company.items():
            rows = companies.get(ico)
            if rows is None or rows.extract is None:
                continue
            if len(found) > 1:
                chosen = _place(rows.extract)
                for of_all in grouped.values():
                    of_all[ico] = [row for row in of_all.get(ico, ()) if _place(row) == chosen]
            rows.names = grouped["company_name"].get(ico, ())
            rows.seats = grouped["company_seat"].get(ico, ())
            rows.file_marks = grouped["file_mark"].get(ico, ())
            rows.capital = grouped["capital"].get(ico, ())
            rows.business_lines = grouped["business_line"].get(ico, ())
            rows.share_issues = grouped["share_issue"].get(ico, ())
            rows.other_facts = grouped["other_fact"].get(ico, ())
            rows.bodies = grouped["body"].get(ico, ())
            rows.acting = _by(grouped["acting"].get(ico, ()), "body_id")
            rows.engagements = _by(grouped["engagement"].get(ico, ()), "body_id")
            rows.shares = _by(grouped["share"].get(ico, ()), "engagement_id")

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
            if rows.filings is None and not rows.lookups.keys().isdisjoint(("documents", "documents_portal")):
                rows.filings = []


def _read_claims(rows: CompanyRows) -> None:
    row = rows.company
    rows.claims = _claims(row.sources)
    for claim in rows.claims:
        if claim.source == ARES:
            rows.ares = AresSide(row.tax_id, row.vat_group_id, row.vat_registration, claim.retrieved)


def _add_heads(
    companies: dict[int, CompanyRows],
    extracts: dict[int, list[Any]],
    bodies: dict[int, list[Any]],
    engagements: dict[int, list[Any]],
) -> None:
    """Give branches their heads, as the extract that speaks tells of them, or one of the branch's own."""
    with_branches = {ico: rows for ico, rows in companies.items() if rows.branches}
    if not with_branches:
        return
    for ico, rows in with_branches.items():
        if not any(item.persons_hidden for item in extracts[ico]):
            rows.heads = _heads(rows, extracts[ico], bodies.get(ico, ()), engagements.get(ico, ()))


def _heads(
    rows: CompanyRows, extracts: Sequence[Any], bodies: Sequence[Any], engagements: Sequence[Any]
) -> dict[int, CompanyRows]:
    """Return rows about the heads of a company's branches, by branch."""
    own = {_place(item): item for item in branches_beside(extracts, rows.extract)}
    told_by = {**own, _place(rows.extract): rows.extract} if rows.extract else own

    def unit_of(row: Any) -> Any:
        """Return the key that a body and its branch have in common.

        All bodies in an extract of the branch's own are about the branch.
        """
        return _place(row) if _place(row) in own else (*_place(row), row.name, row.entered)

    headed: dict[Any, list[Any]] = defaultdict(list)
    for item in bodies:
        if item.kind in HEADS_OF_BRANCHES:
            headed[unit_of(item)].append(item)
    heads = _by(engagements, "body_id") if headed else {}
    units: dict[int, CompanyRows] = {}
    for row in rows.branches:
        if _place(row) in told_by:
            unit = units[row.id] = CompanyRows(rows.company)
            unit.extract, unit.hidden = told_by[_place(row)], rows.hidden
            unit.bodies = headed.get(unit_of(row), ())
            unit.engagements = {item.id: heads.get(item.id, ()) for item in unit.bodies}
    return units


def _place(row: Any) -> tuple[str, int]:
    """Return which extract of a company a row belongs to."""
    return row.source, row.part


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
