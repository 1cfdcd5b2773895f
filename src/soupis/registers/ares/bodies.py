"""Bodies and persons in ARES answers of the public register (endpoint `-vr`)."""

from __future__ import annotations

from collections.abc import Iterator

from soupis.registers.ares.json_values import Entry
from soupis.registers.ares.subject import country_of
from soupis.registers.persons import legal_person, natural_person
from soupis.registers.public_register.kinds import ADMINISTRATORS, BODY_ROLES, MEMBER_BODIES
from soupis.registers.records import (
    COMMON_SHARE_HOLDER,
    RELEASED_SHARE,
    Body,
    BodyRole,
    Encumbrance,
    Engagement,
    LegalPerson,
    NaturalPerson,
    Share,
)
from soupis.registers.share_periods import shares_of_holder

# Where a body does not say its type, its place and its first member tell.
_LISTS: tuple[tuple[str, BodyRole, str], ...] = (
    ("statutarniOrgany", "statutory", "STATUTARNI_ORGAN"),
    ("ostatniOrgany", "other", "OSTATNI_ORGAN"),
    ("akcionari", "partners", "AKCIONAR"),
)
_DATES = ("datumZapisu", "datumVymazu")


def read_bodies(record: Entry) -> list[Body]:
    """Return the bodies of one record: statutory and other ones, shareholders, partners, branches."""
    bodies: list[Body] = []
    for name, role, kind in _LISTS:
        for entry in record.below(name):
            body = _body(entry, role, kind)
            members = entry.below("clenoveOrganu")
            body.members = _members(members)
            hidden = [item for item in members if item.value("skrytyUdaj") and item.deleted is None]
            body.hidden_members = len(hidden)
            bodies.append(body)
    for entry in record.below("insolvence") + record.below("konkursy"):
        bodies += _administrators(entry)
    for entry in record.below("spolecnici"):
        body = _body(entry, "partners", "SPOLECNIK")
        body.members = list(_partners(entry))
        bodies.append(body)
    bodies += map(_entrepreneur, record.below("podnikatel"))
    bodies += map(_branch, record.below("odstepneZavody"))
    return bodies


def _body(entry: Entry, role: BodyRole, kind: str) -> Body:
    kind = entry.text("typOrganu") or _kind_by_member(entry) or kind
    names = (_sole(entry), *map(entry.text, ("nazevOrganu", "nazevAngazma", "nazev")))
    return Body(
        # Prokura and liquidators stand among the statutory bodies in some answers.
        role=BODY_ROLES.get(kind, role),
        kind=kind,
        name=next(filter(None, names), None),
        entered=entry.entered,
        deleted=entry.deleted,
        acting=entry.texts("zpusobJednani"),
    )


def _sole(entry: Entry) -> str | None:
    """Return the name of a circle of shareholders that by its type holds one alone."""
    return "Jediný akcionář" if entry.text("typAkcionare") == "JEDINY" else None


def _kind_by_member(entry: Entry) -> str | None:
    kinds = [_member_kind(member) for member in entry.below("clenoveOrganu")]
    return MEMBER_BODIES.get(kinds[0]) if kinds else None


def _member_kind(entry: Entry) -> str:
    return (entry.text("typAngazma") or "").removesuffix("_VR")


def _members(entries: list[Entry]) -> list[Engagement]:
    return [member for entry in entries if (member := _member(entry))]


def _member(entry: Entry) -> Engagement | None:
    """Return a member; None for a hidden one and for one without a person."""
    person = None if entry.value("skrytyUdaj") else _person(entry)
    if person is None:
        return None
    return Engagement(
        kind=_member_kind(entry) or "CLEN",
        person=person,
        function=entry.text("clenstvi", "funkce", "nazev") or entry.text("nazevAngazma"),
        entered=entry.entered,
        deleted=entry.deleted,
        member_from=entry.date("clenstvi", "clenstvi", "vznikClenstvi"),
        member_to=entry.date("clenstvi", "clenstvi", "zanikClenstvi"),
        function_from=entry.date("clenstvi", "funkce", "vznikFunkce"),
        function_to=entry.date("clenstvi", "funkce", "zanikFunkce"),
        note=entry.text("clenstvi", "textZaOsobu"),
        representatives=_members(entry.below("pravnickaOsoba", "zastoupeni")),
    )


def _person(entry: Entry) -> NaturalPerson | LegalPerson | None:
    natural, legal = entry.part("fyzickaOsoba"), entry.part("pravnickaOsoba")
    return natural_person(
        natural.text("jmeno"),
        natural.text("prijmeni"),
        natural.text("titulPredJmenem"),
        natural.text("titulZaJmenem"),
        natural.date("datumNarozeni"),
        country_of(natural.part("bydliste")) or country_of(natural.part("adresa")),
    ) or legal_person(
        legal.text("obchodniJmeno"),
        legal.text("ico"),
        country_of(legal.part("adresa")),
        address=legal.text("adresa", "textovaAdresa"),
        registration=legal.text("regCislo"),
        euid=legal.text("euid"),
    )


def _partners(entry: Entry) -> Iterator[Engagement]:
    for partner in entry.below("spolecnik"):
        # A person without dates has those of the partner.
        dates = {name: partner.value(name) for name in _DATES if name in partner.fields}
        person = Entry(dates | partner.part("osoba").fields, entry)
        if member := _member(person):
            member.shares = _shares(partner, person)
            yield member
    for common in entry.below("spolecnyPodil"):
        shares = _shares(common, common)
        for member in _members(common.below("podilnik")):
            member.kind = COMMON_SHARE_HOLDER
            member.shares = shares_of_holder(shares, member)
            yield member
    for unheld in entry.below("uvolnenyPodil"):
        released = _released_share(unheld)
        if released.shares or released.entered or released.note:
            yield released


def _released_share(entry: Entry) -> Engagement:
    note = entry.text("clenstvi", "textZaOsobu")
    released = Engagement(RELEASED_SHARE, None, None, entry.entered, entry.deleted, note=note)
    released.shares = shares_of_holder(_shares(entry, entry), released)
    return released


def _shares(holder: Entry, above: Entry) -> list[Share]:
    return [_share(Entry(item.fields, above)) for item in holder.below("podil")]


def _share(entry: Entry) -> Share:
    return Share(
        contribution=entry.amount("vklad"),
        size=entry.amount("velikostPodilu"),
        paid=entry.amount("splaceni"),
        kind=entry.text("druhPodilu"),
        text=entry.text("text"),
        entered=entry.entered,
        deleted=entry.deleted,
        encumbrances=[_pledge(pledge) for pledge in entry.below("zastavniPravo")],
    )


def _pledge(entry: Entry) -> Encumbrance:
    return Encumbrance(
        "pledge",
        entry.lines("text") or entry.lines("hodnota"),
        entry.date("vznikZastavnihoPrava"),
        entry.date("zanikZastavnihoPrava"),
        entry.entered,
        entry.deleted,
    )


def _administrators(entry: Entry) -> Iterator[Body]:
    """Yield the administrators of insolvency proceedings, each kind as a body of its own."""
    for member in _members(entry.below("spravce")):
        kind = member.kind if member.kind in ADMINISTRATORS else ADMINISTRATORS[0]
        yield Body("other", kind, None, member.entered, None, [member])


def _entrepreneur(entry: Entry) -> Body:
    body = _body(entry, "other", "PODNIKATEL_SEKCE")
    if member := _member(entry.part("osobaPodnikatel")):
        member.entered = member.entered or body.entered
        body.members.append(member)
    return body


def _branch(entry: Entry) -> Body:
    body = _body(entry, "other", "ODSTEPNY_ZAVOD")
    body.name = entry.text("obchodniJmeno") or body.name
    body.members = _members(entry.below("vedouci"))
    return body
