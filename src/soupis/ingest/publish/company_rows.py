"""Everything stored about a batch of companies, read set by set and grouped by company."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from sqlalchemy import Connection, Table, select

from soupis.ingest.claimed_ids import linked_icos
from soupis.ingest.extract_records import ExtractRow, decode, entries_in
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
from soupis.sources import ARES, DOCUMENTS, ISIR
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
from soupis.wire.company import StavFirmy


def state_of(company: Any, today: str) -> StavFirmy:
    """Return whether a company lives on a day; an announced end in the future has not come yet."""
    if company.ceased:
        return "zanikla" if company.ceased <= today else "aktivni"
    return "zanikla" if company.ended else "aktivni"


class Claim(NamedTuple):
    """That a source knows a company: when it was last read, and since when it no longer does."""

    source: str
    retrieved: str
    missing_since: str  # empty = it still does


class StoredExtract(NamedTuple):
    """An extract with its record."""

    row: ExtractRow
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
    extract: ExtractRow | None = None  # the one that speaks for the company
    record = RegisterExtract(Subject(0))  # of that extract, empty where there is none
    people: Mapping[int, Any] = MappingProxyType({})  # rows of `person` by number
    hidden: HiddenHere | None = None  # persons who are not shown
    branches: Sequence[BranchRow] = ()  # of all extracts, those that speak for themselves alone too
    ares: AresSide | None = None
    vat: RegisterSide | None = None
    proceedings: Sequence[Any] | None = None  # None = never asked for
    filings: Sequence[Any] | None = None
    lookups: Mapping[str, str] = MappingProxyType({})  # source → when last asked

    def __init__(self, company: Any, hidden: HiddenHere | None, today: str) -> None:
        self.company = company
        self.today = today
        self.state = state_of(company, today)
        self.hidden = hidden
        self.claims = _claims(company.sources)
        for claim in self.claims:
            if claim.source == ARES:
                self.ares = AresSide(
                    company.tax_id, company.vat_group_id, company.vat_registration, claim.retrieved
                )


def _reading(table: Table, *columns: Any) -> bulk.PlainRows:
    """Read the rows that a table has of a batch of companies."""
    joined = bulk.KEYS.join(table, table.c.ico == bulk.driving(bulk.KEYS.c.key))
    return bulk.PlainRows(select(*(columns or table.columns)).select_from(joined))


_SEAT_COLUMNS = [column for column in company_claim.columns if column.name.startswith("seat_")]
_companies = bulk.PlainRows(
    select(company, *_SEAT_COLUMNS).select_from(
        bulk.KEYS.join(company, company.c.ico == bulk.driving(bulk.KEYS.c.key)).outerjoin(
            company_claim, SEAT_CLAIM
        )
    )
)
_activities = _reading(activities)
_extracts = _reading(extract, extract.c.record, *(extract.c[name] for name in ExtractRow._fields))
_persons = bulk.PlainRows(
    select(*(column for column in person.columns if column.name != "identity")).select_from(
        bulk.KEYS.join(person, person.c.id == bulk.driving(bulk.KEYS.c.key))
    )
)
_lookups = _reading(lookup)
_proceedings = _reading(proceeding)
_filings = _reading(filing)


def read_companies(
    connection: Connection,
    icos: Collection[int],
    today: str,
    hidden: HiddenPersons = HiddenPersons(),  # noqa: B008 - has no state
) -> dict[int, CompanyRows]:
    """Return what is stored of those companies that exist, by ID; their states are those of a day."""
    bulk.keys_table(connection, icos)
    companies = {
        row.ico: CompanyRows(row, hidden.in_company(row.ico), today) for row in _companies(connection)
    }
    _add_activities(companies, _activities(connection))
    _add_lookups(companies, connection)
    _add_extracts(companies, connection)
    _add_vat(companies, connection)
    return companies


def _add_activities(companies: Mapping[int, CompanyRows], listed: Iterable[Any]) -> None:
    ranks: dict[int, int] = {}
    for ico, source, codes in listed:
        rank = ACTIVITY_PRECEDENCE.index(source)
        if ico in companies and rank <= ranks.get(ico, rank):
            ranks[ico] = rank
            companies[ico].activities = [_activity(item) for item in codes.split()]


def _add_lookups(companies: Mapping[int, CompanyRows], connection: Connection) -> None:
    """Add what is read company by company, empty lists where nothing was found."""
    lookups, proceedings, filings = (
        _by_company(read(connection)) for read in (_lookups, _proceedings, _filings)
    )
    for ico in companies.keys() & (lookups | proceedings | filings).keys():
        rows = companies[ico]
        rows.lookups = {row.source: row.retrieved for row in lookups.get(ico, ())}
        if ico in proceedings or ISIR in rows.lookups:
            rows.proceedings = proceedings.get(ico, [])
        if ico in filings or DOCUMENTS in rows.lookups:
            rows.filings = filings.get(ico, [])


def _add_extracts(companies: Mapping[int, CompanyRows], connection: Connection) -> None:
    found: dict[int, list[StoredExtract]] = defaultdict(list)
    for packed, *row in _extracts(connection):
        found[row[0]].append(StoredExtract(ExtractRow(*row), decode(packed)))
    people = _people_of(connection, [item.record for extracts in found.values() for item in extracts])
    for ico in companies.keys() & found.keys():
        rows, extracts = companies[ico], sorted(found[ico], key=lambda item: (item.row.source, item.row.part))
        rows.people = people
        rows.extract = choose_extract([item.row for item in extracts], rows.company.legal_form)
        rows.record = next((item.record for item in extracts if item.row is rows.extract), rows.record)
        rows.branches = _branches(rows.extract, extracts)


def _people_of(connection: Connection, records: Sequence[RegisterExtract]) -> dict[int, Any]:
    """Return the persons of some extracts by number; legal persons are linked to their companies."""
    numbers: set[int] = set()
    claimed: list[LegalPerson] = []
    for entry in entries_in(body for record in records for body in record.bodies):
        who = entry.person
        if isinstance(who, PersonRef):
            numbers.add(who.number)
        elif isinstance(who, LegalPerson) and who.claimed_ico is not None:
            claimed.append(who)
    for who, linked in zip(claimed, linked_icos(connection, claimed), strict=True):
        who.ico = linked
    if not numbers:
        return {}
    bulk.keys_table(connection, numbers)
    return {row.id: row for row in _persons(connection)}


def _add_vat(companies: Mapping[int, CompanyRows], connection: Connection) -> None:
    by_number: dict[str, list[CompanyRows]] = defaultdict(list)
    for ico, rows in companies.items():
        if rows.ares is None:
            continue  # without ARES nothing is verified, so the register's answer is not needed
        forms = rows.company.legal_form, rows.company.legal_form_ros
        if number := number_to_ask(ico, rows.ares, *forms):
            by_number[number].append(rows)
    columns = [vat_answer.c[name] for name in RegisterSide._fields]
    for chunk in bulk.chunks(by_number, 500):
        for row in connection.execute(select(*columns).where(vat_answer.c.dic_digits.in_(chunk))):
            for rows in by_number[row.dic_digits]:
                rows.vat = RegisterSide(*row)


def _branches(speaking: ExtractRow | None, extracts: Sequence[StoredExtract]) -> list[BranchRow]:
    """Return the branches that all extracts of a company tell of.

    Their heads are told by the extract that speaks, or one of the branch's own. A branch that is a company of
    its own is no branch of itself.
    """
    own = branches_beside([item.row for item in extracts], speaking)
    told = not any(item.row.persons_hidden for item in extracts)
    branches: list[BranchRow] = []
    for row, record in extracts:
        if (row.branch or row.bare) and not is_branch_beside(row, speaking):
            continue
        heads = [body for body in record.bodies if body.kind in HEADS_OF_BRANCHES]
        headed = defaultdict(list)
        for body in heads:
            headed[body.name, body.entered].append(body)
        is_own = row in own
        is_told = told and (is_own or row is speaking)
        for unit in _units(row, record):
            bodies = heads if is_own else headed.get((unit.subject.name, unit.entered), [])
            branches.append(BranchRow(unit, row.source, bodies if is_told else None))
    return branches


def _units(row: ExtractRow, record: RegisterExtract) -> list[Branch]:
    """Return the branches of an extract; one of a branch itself tells of that branch first."""
    if not (row.branch or row.bare):
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


def _by_company(rows: Sequence[Any]) -> dict[int, list[Any]]:
    grouped: dict[int, list[Any]] = defaultdict(list)
    for row in rows:
        grouped[row.ico].append(row)
    return grouped
