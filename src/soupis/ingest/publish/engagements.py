"""Engagements seen from the one who is engaged: a person, or a company that sits in another one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from sqlalchemy import Column, Connection, select

from soupis.identifiers import format_ico
from soupis.ingest.extract_records import ExtractRow, Membership, decode_membership
from soupis.ingest.hidden_persons import HiddenPersons
from soupis.ingest.precedence import branches_beside, choose_extract
from soupis.ingest.publish import people, shares
from soupis.ingest.publish.company_rows import state_of
from soupis.ingest.publish.rewritten import Entered, join_rewritten
from soupis.registers.public_register.kinds import HEADS_OF_BRANCHES
from soupis.registers.records import Share
from soupis.store import bulk
from soupis.store.tables import SEAT_CLAIM, company, company_claim, engagement, extract
from soupis.times import told_period
from soupis.wire.offices import has_left, office_period
from soupis.wire.person import Angazma

Role = Literal["statutarniOrgan", "ostatniOrgan", "spolecnik", "zastupce"]


class _Shown(NamedTuple):
    """An extract that is shown: of the company, or of one of its branches, which may be deleted."""

    speaks: bool
    deleted: str | None


class _Entry(NamedTuple):
    """An entry of a shown extract about who is engaged, of a partner with one of the shares.

    `unit_deleted`: the day on which the branch was deleted that the extract is about.
    """

    id: int
    ico: int
    source: str
    membership: Membership
    unit_deleted: str | None
    share: Share | None

    @property
    def entered(self) -> str | None:
        """The day of entry."""
        return (self.share and self.share.entered) or self.membership.entry.entered

    @property
    def deleted(self) -> str | None:
        """The day of deletion, None while the entry stands."""
        return (self.share and self.share.deleted) or self.membership.entry.deleted


_ROLES: dict[str, Role] = {"statutory": "statutarniOrgan", "other": "ostatniOrgan", "partners": "spolecnik"}


def _reading(engaged: Column[Any]) -> bulk.PlainRows:
    """Read the engagements of the batch."""
    names = ("id", "ico", "source", "part", "membership")
    return bulk.PlainRows(
        select(bulk.KEYS.c.key.label("engaged"), *(engagement.c[name] for name in names)).select_from(
            bulk.KEYS.join(engagement, engaged == bulk.driving(bulk.KEYS.c.key))
        )
    )


_of_persons = _reading(engagement.c.person_id)
_of_companies = _reading(engagement.c.legal_ico)
# Apart from the engagements: people of one company are in one batch, and each would bring it once more.
_engaging = bulk.PlainRows(
    select(
        company.c.ico, company.c.name, company.c.legal_form, company.c.ceased, company.c.ended,
        company_claim.c.seat_municipality.label("town"),
    ).select_from(
        bulk.KEYS.join(company, company.c.ico == bulk.driving(bulk.KEYS.c.key))
        .outerjoin(company_claim, SEAT_CLAIM)
    )
)  # fmt: skip
_extracts = bulk.PlainRows(
    select(*(extract.c[name] for name in ExtractRow._fields)).select_from(
        bulk.KEYS.join(extract, extract.c.ico == bulk.driving(bulk.KEYS.c.key))
    )
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

    def of_persons(self, ids: list[int], hidden: HiddenPersons) -> Engaged:
        """Return the engagements of persons by their number, those who have any."""
        return self._read(_of_persons, ids, hidden)

    def of_companies(self, icos: list[int], hidden: HiddenPersons) -> dict[int, list[Angazma]]:
        """Return in whose bodies companies sit, by their ID, those that sit anywhere."""
        return self._read(_of_companies, icos, hidden).engagements

    def _read(self, reading: bulk.PlainRows, keys: list[int], hidden: HiddenPersons) -> Engaged:
        bulk.keys_table(self._connection, keys)
        rows = reading(self._connection)
        if not rows:
            return Engaged({}, {})
        bulk.keys_table(self._connection, {row.ico for row in rows})
        companies = {row.ico: row for row in _engaging(self._connection)}
        shown = self._shown_extracts(companies)
        by_key: dict[int, list[_Entry]] = defaultdict(list)
        for row in rows:
            if told_by := shown.get((row.ico, row.source, row.part)):
                membership = decode_membership(row.membership)
                if told_by.speaks or membership.body_kind in HEADS_OF_BRANCHES:
                    entry = row.id, row.ico, row.source, membership, told_by.deleted
                    by_key[row.engaged] += [_Entry(*entry, share) for share in _shares_of(membership)]
        return Engaged(
            {key: _without_hidden(self._build(group, companies), hidden) for key, group in by_key.items()},
            {format_ico(ico): row.town for ico, row in companies.items() if row.town},
        )

    def _shown_extracts(self, companies: dict[int, Any]) -> dict[tuple[int, str, int], _Shown]:
        """Return which extracts are shown, by company, source and part: the one that speaks, and of branches.

        None of those whose persons are not shown.
        """
        by_company: dict[int, list[ExtractRow]] = defaultdict(list)
        for row in _extracts(self._connection):
            if row.ico in companies:
                by_company[row.ico].append(ExtractRow(*row))
        shown: dict[tuple[int, str, int], _Shown] = {}
        for ico, found in by_company.items():
            chosen = choose_extract(found, companies[ico].legal_form)
            if chosen and not chosen.persons_hidden:
                shown[ico, chosen.source, chosen.part] = _Shown(speaks=True, deleted=None)
            if not any(item.persons_hidden for item in found):
                for item in branches_beside(found, chosen):
                    shown[ico, item.source, item.part] = _Shown(speaks=False, deleted=item.ceased)
        return shown

    def _build(self, entries: list[_Entry], companies: dict[int, Any]) -> list[Angazma]:
        """Return engagements, of a partner one for each share, current first.

        Entries that the register wrote again are one engagement.
        """
        if len(entries) == 1:  # as most people have
            return [self._engagement(entry, companies) for entry in entries]
        entered = [self._entered(entry, companies) for entry in sorted(entries, key=lambda entry: entry.id)]
        engagements = join_rewritten(entered, _continue)
        engagements.sort(key=lambda item: (item.od or "", item.ico), reverse=True)
        engagements.sort(key=lambda item: (not item.aktualni, item.stav_firmy != "aktivni"))
        return engagements

    def _entered(self, entry: _Entry, companies: dict[int, Any]) -> Entered[Angazma]:
        held, item = entry.membership.entry, self._engagement(entry, companies)
        office = (item.ico, item.organ, item.role, item.funkce, held.member_from, held.function_from)
        share = (item.vklad and item.vklad.text, item.podil and item.podil.text)
        return Entered(item, (office, share), entry.entered, entry.deleted)

    def _engagement(self, entry: _Entry, companies: dict[int, Any]) -> Angazma:
        company, membership, share = companies[entry.ico], entry.membership, entry.share
        held = membership.entry
        deleted = entry.deleted or membership.body_deleted or entry.unit_deleted
        since, until = _period_of(entry, deleted)
        state = state_of(company, self._today)
        alive = state == "aktivni" and not deleted and not has_left(people.terms_of_entry(held), self._today)
        item = Angazma(
            ico=format_ico(entry.ico),
            obchodni_jmeno=company.name,
            stav_firmy=state,
            organ=people.body_title(membership.body_name, membership.body_kind),
            role="zastupce" if membership.is_representative else _ROLES[membership.role],
            funkce=held.function or None,
            funkce_poznamka=held.note,
            od=since,
            do=until,
            clenstvi_od=held.member_from,
            clenstvi_do=held.member_to,
            aktualni=alive,
        )
        if membership.role == "partners":
            item.druh = shares.sort_of_partner(held, membership.body_kind, membership.body_name)
            item.vklad, item.podil = shares.contribution(share), shares.size_of_share(share)
            item.zastavni_prava, item.exekuce = shares.encumbrances_of(
                share, entry.source, self._today, is_current=alive
            )
        return item


def _shares_of(membership: Membership) -> Sequence[Share | None]:
    """Return the shares of a partner, of anybody else, and where none is stated, one None."""
    return (membership.role == "partners" and membership.entry.shares) or (None,)


def _without_hidden(engagements: list[Angazma], hidden: HiddenPersons) -> list[Angazma]:
    """Return engagements without the names of hidden persons in the notes of their companies."""
    return [
        here.cleaned(item) if (here := hidden.in_company(int(item.ico))) else item for item in engagements
    ]


def _period_of(entry: _Entry, deleted: str | None) -> tuple[str | None, str | None]:
    if entry.share is not None:  # its days are those of its entry, not those of a membership
        return told_period(None, entry.entered, None, deleted)
    return office_period(people.terms_of_entry(entry.membership.entry)._replace(deleted=deleted))


def _continue(earlier: Angazma, later: Angazma) -> None:
    earlier.do, earlier.clenstvi_do, earlier.aktualni = later.do, later.clenstvi_do, later.aktualni
    if earlier.od and later.do and later.do < earlier.od:
        earlier.od = None  # the first day of entry, as in `office_period`
    for name in ("zastavni_prava", "exekuce"):
        known = getattr(later, name)
        setattr(earlier, name, None if known is None else [*known, *(getattr(earlier, name) or ())])
