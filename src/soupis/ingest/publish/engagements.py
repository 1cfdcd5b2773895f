"""Engagements seen from the one who is engaged: a person, or a company that sits in another one."""

from __future__ import annotations

from collections import defaultdict, deque
from typing import Any, Literal, NamedTuple

from sqlalchemy import BigInteger, Column, Connection, Integer, select

from soupis.identifiers import format_ico
from soupis.ingest.hidden_persons import HiddenPersons
from soupis.ingest.precedence import branches_beside, choose_extract
from soupis.ingest.publish import people, shares
from soupis.ingest.publish.states import state_of
from soupis.registers.public_register.kinds import HEADS_OF_BRANCHES
from soupis.store import bulk
from soupis.store.tables import SEAT_CLAIM, body, branch, company, company_claim, engagement, extract, share
from soupis.times import told_period
from soupis.wire.offices import has_left, office_period
from soupis.wire.person import Angazma

Role = Literal["statutarniOrgan", "ostatniOrgan", "spolecnik", "zastupce"]


class _Shown(NamedTuple):
    """An extract that is shown; `deleted`: when the branch was that it tells of."""

    extract: Any
    speaks: bool
    deleted: str | None = None


class _Beside(NamedTuple):
    """What the rows of engagements need to be told."""

    companies: dict[int, Any]  # by ID
    shown: dict[tuple[int, str, int], _Shown]  # extracts by company, source and part
    shares: dict[int, list[Any]]  # by engagement


class _Entry(NamedTuple):
    """An entry of the register about who is engaged, of a partner with one of the shares."""

    row: Any
    share: Any

    @property
    def entered(self) -> str | None:
        """The day of entry."""
        entered: str | None = (self.share and self.share.entered) or self.row.entered
        return entered

    @property
    def deleted(self) -> str | None:
        """The day of deletion, None while the entry stands."""
        deleted: str | None = (self.share and self.share.deleted) or self.row.deleted
        return deleted


_ROLES: dict[str, Role] = {"statutory": "statutarniOrgan", "other": "ostatniOrgan", "partners": "spolecnik"}

# Of an engagement, what is shown of it to who is engaged, and where it comes from.
_TOLD = (
    "id", "ico", "source", "part", "represents_id", "kind", "function", "note", "member_from", "member_to",
    "function_from", "function_to", "entered", "deleted",
)  # fmt: skip
# Of an extract, what decides whether it is shown, and of a share, what is told of it.
_SPEAKING = (
    "ico", "source", "part", "persons_hidden", "mark", "branch", "bare", "ended", "entered", "reader",
)  # fmt: skip
_SHARED = (
    "engagement_id", "entered", "deleted", "contribution_unit", "contribution_value", "contribution_text",
    "size_unit", "size_value", "size_text", "encumbrances",
)  # fmt: skip

_BATCH = bulk.working_table("engaged_batch", Column("key", BigInteger().with_variant(Integer, "sqlite")))
_COMPANIES = bulk.working_table(
    "engaging_companies", Column("ico", Integer, primary_key=True, autoincrement=False)
)
_PARTNERS = bulk.working_table(
    "engaged_partners",
    Column("engagement", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=False),
    Column("ico", Integer),
)


def _reading(engaged: Any) -> bulk.PlainRows:
    """Read the engagements of the batch, each with its body."""
    joined = _BATCH.join(engagement, engaged == bulk.driving(_BATCH.c.key)).join(
        body, body.c.id == engagement.c.body_id
    )
    return bulk.PlainRows(
        select(
            _BATCH.c.key.label("engaged"), *(engagement.c[name] for name in _TOLD), body.c.role,
            body.c.kind.label("body_kind"), body.c.name.label("body_name"),
            body.c.deleted.label("body_deleted"),
        ).select_from(joined)
    )  # fmt: skip


_of_persons = _reading(engagement.c.person_id)
_of_companies = _reading(engagement.c.legal_ico)
# Apart from the engagements: people of one company are in one batch, and each would bring it once more.
_engaging = bulk.PlainRows(
    select(
        company.c.ico, company.c.name, company.c.legal_form, company.c.ceased, company.c.ended,
        company_claim.c.seat_municipality.label("town"),
    ).select_from(
        _COMPANIES.join(company, company.c.ico == bulk.driving(_COMPANIES.c.ico))
        .outerjoin(company_claim, SEAT_CLAIM)
    )
)  # fmt: skip
_extracts = bulk.PlainRows(
    select(*(extract.c[name] for name in _SPEAKING)).select_from(
        _COMPANIES.join(extract, extract.c.ico == bulk.driving(_COMPANIES.c.ico))
    )
)
_ends_of_branches = bulk.PlainRows(
    select(branch.c.ico, branch.c.source, branch.c.part, branch.c.deleted)
    .select_from(_COMPANIES.join(branch, branch.c.ico == bulk.driving(_COMPANIES.c.ico)))
    .where(branch.c.deleted.is_not(None))
)
_shares_of_partners = bulk.PlainRows(
    select(*(share.c[name] for name in _SHARED))
    .select_from(
        _PARTNERS.join(
            share,
            (share.c.ico == bulk.driving(_PARTNERS.c.ico))
            & (share.c.engagement_id == bulk.driving(_PARTNERS.c.engagement)),
        )
    )
    .order_by(share.c.id)
)


class Engaged(NamedTuple):
    """Engagements by the key of who is engaged, and the towns of the companies they are in, by ID."""

    engagements: dict[int, list[Angazma]]
    towns: dict[str, str]


class EngagementReader:
    """Reads the engagements of batches of persons or companies over one connection."""

    def __init__(self, connection: Connection, today: str) -> None:
        self._connection = connection
        self._today = today
        self._batch = bulk.create_empty(connection, _BATCH)
        self._companies = bulk.create_empty(connection, _COMPANIES)
        self._partners = bulk.create_empty(connection, _PARTNERS)

    def of_persons(self, ids: list[int], hidden: HiddenPersons) -> Engaged:
        """Return the engagements of persons by their number, those who have any."""
        return self._read(_of_persons, ids, hidden)

    def of_companies(self, icos: list[int], hidden: HiddenPersons) -> dict[int, list[Angazma]]:
        """Return in whose bodies companies sit, by their ID, those that sit anywhere."""
        return self._read(_of_companies, icos, hidden).engagements

    def _read(self, reading: bulk.PlainRows, keys: list[int], hidden: HiddenPersons) -> Engaged:
        bulk.clear(self._connection, self._batch)
        bulk.insert_rows(self._connection, self._batch, ("key",), ((key,) for key in keys))
        rows = reading(self._connection)
        if not rows:
            return Engaged({}, {})
        bulk.clear(self._connection, self._companies)
        icos = {row.ico for row in rows}
        bulk.insert_rows(self._connection, self._companies, ("ico",), ((ico,) for ico in icos))
        companies = {row.ico: row for row in _engaging(self._connection)}
        shown = self._shown_extracts(companies)
        by_key: dict[int, list[Any]] = defaultdict(list)
        for row in rows:
            told_by = shown.get((row.ico, row.source, row.part))
            if told_by and (told_by.speaks or row.body_kind in HEADS_OF_BRANCHES):
                by_key[row.engaged].append(row)
        partners = [row for group in by_key.values() for row in group if row.role == "partners"]
        beside = _Beside(companies, shown, self._shares(partners))
        return Engaged(
            {key: _without_hidden(self._build(group, beside), hidden) for key, group in by_key.items()},
            {format_ico(ico): row.town for ico, row in companies.items() if row.town},
        )

    def _shown_extracts(self, companies: dict[int, Any]) -> dict[tuple[int, str, int], _Shown]:
        """Return which extracts are shown, by company, source and part: the one that speaks, and of branches.

        None of those whose persons are not shown.
        """
        by_company: dict[int, list[Any]] = defaultdict(list)
        for row in _extracts(self._connection):
            if row.ico in companies:
                by_company[row.ico].append(row)
        shown: dict[tuple[int, str, int], _Shown] = {}
        for ico, found in by_company.items():
            chosen = choose_extract(found, companies[ico].legal_form)
            if chosen and not chosen.persons_hidden:
                shown[ico, chosen.source, chosen.part] = _Shown(chosen, speaks=True)
            if not any(item.persons_hidden for item in found):
                for item in branches_beside(found, chosen):
                    shown[ico, item.source, item.part] = _Shown(item, speaks=False)
        if any(not item.speaks for item in shown.values()):
            self._add_ends_of_branches(shown)
        return shown

    def _add_ends_of_branches(self, shown: dict[tuple[int, str, int], _Shown]) -> None:
        for *place, deleted in _ends_of_branches(self._connection):
            told_by = shown.get(tuple(place))
            if told_by and not told_by.speaks:
                shown[tuple(place)] = told_by._replace(deleted=deleted)

    def _shares(self, partners: list[Any]) -> dict[int, list[Any]]:
        found: dict[int, list[Any]] = defaultdict(list)
        if not partners:
            return found
        bulk.clear(self._connection, self._partners)
        companies = {row.id: row.ico for row in partners}
        bulk.insert_rows(self._connection, self._partners, ("engagement", "ico"), sorted(companies.items()))
        for row in _shares_of_partners(self._connection):
            found[row.engagement_id].append(row)
        return found

    def _build(self, rows: list[Any], beside: _Beside) -> list[Angazma]:
        """Return engagements, of a partner one for each share, current first.

        Entries that the register wrote again are one engagement.
        """
        entries = [_Entry(row, share) for row in rows for share in beside.shares.get(row.id, (None,))]
        if len(entries) == 1:  # as most people have
            return [self._engagement(entry, beside) for entry in entries]
        told = sorted(entries, key=lambda entry: (entry.entered or "", entry.deleted or "9999", entry.row.id))
        # Without a day on which one ended and another one began, none was written again.
        if {entry.entered for entry in told}.isdisjoint(entry.deleted for entry in told if entry.deleted):
            engagements = [self._engagement(entry, beside) for entry in told]
        else:
            engagements = self._joined(told, beside)
        engagements.sort(key=lambda item: (item.od or "", item.ico), reverse=True)
        engagements.sort(key=lambda item: (not item.aktualni, item.stav_firmy != "aktivni"))
        return engagements

    def _joined(self, entries: list[_Entry], beside: _Beside) -> list[Angazma]:
        engagements: list[Angazma] = []
        # Deleted engagements, by the day and what they have in common with those that continue them.
        ended: dict[tuple[Any, ...], deque[Angazma]] = defaultdict(deque)
        for entry in entries:
            row, item = entry.row, self._engagement(entry, beside)
            office = (row.ico, item.organ, item.role, item.funkce, row.member_from, row.function_from)
            share = (item.vklad and item.vklad.text, item.podil and item.podil.text)
            if before := ended[*office, *share, entry.entered]:
                item = _continued(before.popleft(), item)
            else:
                engagements.append(item)
            if entry.deleted:
                ended[*office, *share, entry.deleted].append(item)
        return engagements

    def _engagement(self, entry: _Entry, beside: _Beside) -> Angazma:
        row, share = entry
        company, shown = beside.companies[row.ico], beside.shown[row.ico, row.source, row.part]
        deleted = entry.deleted or row.body_deleted or shown.deleted
        since, until = _period_of(entry, deleted)
        state = state_of(company, self._today)
        alive = state == "aktivni" and not deleted and not has_left(people.terms_of_row(row), self._today)
        item = Angazma(
            ico=format_ico(row.ico),
            obchodni_jmeno=company.name,
            stav_firmy=state,
            organ=people.body_title(row.body_name, row.body_kind),
            role="zastupce" if row.represents_id else _ROLES[row.role],
            funkce=row.function or None,
            funkce_poznamka=row.note,
            od=since,
            do=until,
            clenstvi_od=row.member_from,
            clenstvi_do=row.member_to,
            aktualni=alive,
        )
        if row.role == "partners":
            item.druh = shares.sort_of_partner(row, row.body_kind, row.body_name)
            item.vklad, item.podil = shares.contribution(share), shares.size_of_share(share)
            item.zastavni_prava, item.exekuce = shares.encumbrances_of(
                share, shown.extract, self._today, is_current=alive
            )
        return item


def _without_hidden(engagements: list[Angazma], hidden: HiddenPersons) -> list[Angazma]:
    """Return engagements without the names of hidden persons in the notes of their companies."""
    return [
        here.cleaned(item) if (here := hidden.in_company(int(item.ico))) else item for item in engagements
    ]


def _period_of(entry: _Entry, deleted: str | None) -> tuple[str | None, str | None]:
    row = entry.row
    if entry.share is not None:  # its days are those of its entry, not those of a membership
        return told_period(None, entry.entered, None, deleted)
    return office_period(people.terms_of_row(row)._replace(deleted=deleted))


def _continued(earlier: Angazma, later: Angazma) -> Angazma:
    """Return an engagement that goes on as another one, which the register wrote again."""
    earlier.do, earlier.clenstvi_do, earlier.aktualni = later.do, later.clenstvi_do, later.aktualni
    if earlier.od and later.do and later.do < earlier.od:
        earlier.od = None  # the first day of entry, as in `office_period`
    for name in ("zastavni_prava", "exekuce"):
        known = getattr(later, name)
        setattr(earlier, name, None if known is None else [*known, *(getattr(earlier, name) or ())])
    return earlier
