"""Bodies and persons in ARES answers of the public register (endpoint `-vr`)."""

from __future__ import annotations

from collections.abc import Iterator

from soupis.registers.ares.json_values import Json, date, dated_text, deletion, items, part, quantity, text
from soupis.registers.legal_persons import legal_person
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
from soupis.registers.values import clean_lines

# Where a body does not say its type, its place and its first member tell.
_LISTS: tuple[tuple[str, BodyRole, str], ...] = (
    ("statutarniOrgany", "statutory", "STATUTARNI_ORGAN"),
    ("ostatniOrgany", "other", "OSTATNI_ORGAN"),
    ("akcionari", "partners", "AKCIONAR"),
)


def read_bodies(record: Json, deleted_above: str | None) -> list[Body]:
    """Return the bodies of one record: statutory and other ones, shareholders, partners, branches."""
    bodies: list[Body] = []
    for name, role, kind in _LISTS:
        for item in items(record.get(name)):
            body = _body(item, role, kind, deleted_above)
            members = items(item.get("clenoveOrganu"))
            body.members = [engagement for member in members if (engagement := _member(member, body.deleted))]
            hidden = [
                item for item in members if item.get("skrytyUdaj") and deletion(item, body.deleted) is None
            ]
            body.hidden_members = len(hidden)
            bodies.append(body)
    for name in ("insolvence", "konkursy"):
        for item in items(record.get(name)):
            bodies += _administrators(item, deletion(item, deleted_above))
    for item in items(record.get("spolecnici")):
        body = _body(item, "partners", "SPOLECNIK", deleted_above)
        body.members = list(_partners(item, body.deleted))
        bodies.append(body)
    bodies += [_entrepreneur(item, deleted_above) for item in items(record.get("podnikatel"))]
    bodies += [_branch(item, deleted_above) for item in items(record.get("odstepneZavody"))]
    return bodies


def _body(item: Json, role: BodyRole, kind: str, deleted_above: str | None) -> Body:
    deleted = deletion(item, deleted_above)
    kind = text(item.get("typOrganu")) or _kind_by_member(item) or kind
    return Body(
        # Prokura and liquidators stand among the statutory bodies in some answers.
        role=BODY_ROLES.get(kind, role),
        kind=kind,
        name=_sole(item)
        or text(item.get("nazevOrganu"))
        or text(item.get("nazevAngazma"))
        or text(item.get("nazev")),
        entered=date(item.get("datumZapisu")),
        deleted=deleted,
        acting=[line for below in items(item.get("zpusobJednani")) if (line := dated_text(below, deleted))],
    )


def _sole(item: Json) -> str | None:
    """Return the name of a circle of shareholders that by its type holds one alone."""
    return "Jediný akcionář" if text(item.get("typAkcionare")) == "JEDINY" else None


def _kind_by_member(item: Json) -> str | None:
    kinds = [_member_kind(member) for member in items(item.get("clenoveOrganu"))]
    return MEMBER_BODIES.get(kinds[0]) if kinds else None


def _member_kind(item: Json) -> str:
    return (text(item.get("typAngazma")) or "").removesuffix("_VR")


def _member(item: Json, deleted_above: str | None) -> Engagement | None:
    """Return a member; None for a hidden one and for one without a person."""
    person = None if item.get("skrytyUdaj") else _person(item)
    if person is None:
        return None
    holding = part(item, "clenstvi")
    membership, function = part(holding, "clenstvi"), part(holding, "funkce")
    deleted = deletion(item, deleted_above)
    return Engagement(
        kind=_member_kind(item) or "CLEN",
        person=person,
        function=text(function.get("nazev")) or text(item.get("nazevAngazma")),
        entered=date(item.get("datumZapisu")),
        deleted=deleted,
        member_from=date(membership.get("vznikClenstvi")),
        member_to=date(membership.get("zanikClenstvi")),
        function_from=date(function.get("vznikFunkce")),
        function_to=date(function.get("zanikFunkce")),
        note=text(holding.get("textZaOsobu")),
        representatives=[
            engagement
            for below in items(part(item, "pravnickaOsoba").get("zastoupeni"))
            if (engagement := _member(below, deleted))
        ],
    )


def _person(item: Json) -> NaturalPerson | LegalPerson | None:
    natural, legal = part(item, "fyzickaOsoba"), part(item, "pravnickaOsoba")
    first_name, last_name = text(natural.get("jmeno")), text(natural.get("prijmeni"))
    if first_name or last_name:
        return NaturalPerson(
            last_name=last_name or first_name or "",
            first_name=first_name if last_name else None,
            title_before=text(natural.get("titulPredJmenem")),
            title_after=text(natural.get("titulZaJmenem")),
            birth_date=date(natural.get("datumNarozeni")),
            country=_country(part(natural, "bydliste")) or _country(part(natural, "adresa")),
        )
    return legal_person(
        text(legal.get("obchodniJmeno")),
        text(legal.get("ico")),
        _country(part(legal, "adresa")),
        address=text(part(legal, "adresa").get("textovaAdresa")),
        registration=text(legal.get("regCislo")),
        euid=text(legal.get("euid")),
    )


def _country(address: Json) -> str | None:
    return text(address.get("nazevStatu")) or text(address.get("kodStatu"))


def _partners(item: Json, deleted_above: str | None) -> Iterator[Engagement]:
    for partner in items(item.get("spolecnik")):
        dates: Json = {name: partner[name] for name in ("datumZapisu", "datumVymazu") if name in partner}
        member = _member({**dates, **part(partner, "osoba")}, deleted_above)
        if member is not None:
            member.shares = _shares(partner, member.deleted)
            yield member
    for common in items(item.get("spolecnyPodil")):
        deleted = deletion(common, deleted_above)
        shares = _shares(common, deleted)
        for holder in items(common.get("podilnik")):
            member = _member(holder, deleted)
            if member is not None:
                member.kind = COMMON_SHARE_HOLDER
                member.shares = shares_of_holder(shares, member)
                yield member
    for unheld in items(item.get("uvolnenyPodil")):
        released = _released_share(unheld, deleted_above)
        if released.shares or released.entered or released.note:
            yield released


def _released_share(item: Json, deleted_above: str | None) -> Engagement:
    deleted = deletion(item, deleted_above)
    note = text(part(item, "clenstvi").get("textZaOsobu"))
    released = Engagement(RELEASED_SHARE, None, None, date(item.get("datumZapisu")), deleted, note=note)
    released.shares = shares_of_holder(_shares(item, deleted), released)
    return released


def _shares(holder: Json, deleted_above: str | None) -> list[Share]:
    return [_share(item, deletion(item, deleted_above)) for item in items(holder.get("podil"))]


def _share(item: Json, deleted: str | None) -> Share:
    return Share(
        contribution=quantity(item.get("vklad")),
        size=quantity(item.get("velikostPodilu")),
        paid=quantity(item.get("splaceni")),
        kind=text(item.get("druhPodilu")),
        text=text(item.get("text")),
        entered=date(item.get("datumZapisu")),
        deleted=deleted,
        encumbrances=[_pledge(pledge, deleted) for pledge in items(item.get("zastavniPravo"))],
    )


def _pledge(item: Json, deleted_above: str | None) -> Encumbrance:
    words = item.get("text") or item.get("hodnota")
    return Encumbrance(
        "pledge",
        clean_lines(words) if isinstance(words, str) else None,
        date(item.get("vznikZastavnihoPrava")),
        date(item.get("zanikZastavnihoPrava")),
        date(item.get("datumZapisu")),
        deletion(item, deleted_above),
    )


def _administrators(item: Json, deleted_above: str | None) -> Iterator[Body]:
    """Yield the administrators of insolvency proceedings, each kind as a body of its own."""
    for administrator in items(item.get("spravce")):
        member = _member(administrator, deleted_above)
        if member is not None:
            kind = member.kind if member.kind in ADMINISTRATORS else ADMINISTRATORS[0]
            yield Body("other", kind, None, member.entered, None, [member])


def _entrepreneur(item: Json, deleted_above: str | None) -> Body:
    body = _body(item, "other", "PODNIKATEL_SEKCE", deleted_above)
    member = _member(part(item, "osobaPodnikatel"), body.deleted)
    if member is not None:
        member.entered = member.entered or body.entered
        body.members.append(member)
    return body


def _branch(item: Json, deleted_above: str | None) -> Body:
    body = _body(item, "other", "ODSTEPNY_ZAVOD", deleted_above)
    body.name = text(item.get("obchodniJmeno")) or body.name
    heads = items(item.get("vedouci"))
    body.members = [engagement for head in heads if (engagement := _member(head, body.deleted))]
    return body
