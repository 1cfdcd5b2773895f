"""Who is related to whom: persons and companies as one kind of party, and the engagements between them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Literal, NamedTuple

from soupis.queries import companies, persons
from soupis.queries.services import Services
from soupis.times import prague_today
from soupis.wire.company import (
    Clen,
    FirmaDetail,
    FyzickaOsoba,
    Organ,
    Podil,
    PravnickaOsoba,
    Spolecnik,
    Vklad,
)
from soupis.wire.offices import office_period, terms_of
from soupis.wire.person import Angazma, OsobaSouhrn, Role

Identity = tuple[str, str]


class Party(NamedTuple):
    """A person or a company that takes part in relations.

    `key` is a person key or a company ID, None where nothing is published of the party; such a one is told
    apart only within the company whose document names it (`within`, its ID).
    """

    kind: Literal["person", "company"]
    key: str | None
    name: str
    titles: tuple[str | None, str | None] = (None, None)
    born: int | None = None
    ended: bool = False
    within: str | None = None

    @property
    def full_name(self) -> str:
        """The name with academic titles."""
        before, after = self.titles
        name = f"{before} {self.name}" if before else self.name
        return f"{name}, {after}" if after else name

    @property
    def label(self) -> str:
        """The name with academic titles and the year of birth."""
        return f"{self.full_name} ({self.born})" if self.born else self.full_name

    @property
    def identity(self) -> Identity:
        """What tells parties apart."""
        return self.kind, self.key or f"{self.within} {self.label}"


class Relation(NamedTuple):
    """One engagement seen from one end: with whom, as what, from when to when.

    `outgoing` = the engagement is in `party`; otherwise `party` is the one engaged.
    """

    party: Party
    role: Role
    label: str | None
    since: str | None
    until: str | None
    current: bool
    outgoing: bool = False
    note: str | None = None  # what the register adds to the person
    held: str | None = None  # the size of a share and the contribution, as the register has them
    member_since: str | None = None  # of a membership of the body, which may be older than the office

    @property
    def share(self) -> bool:
        """Whether the engagement is a share, rather than an office."""
        return self.role == "spolecnik"


RelationsOf = Callable[[Party], Iterable[Relation]]
Follow = Callable[[Party, int], bool]


class Step(NamedTuple):
    """A relation met on a walk: where it starts, and how many steps its other end is from the start."""

    source: Party
    relation: Relation
    distance: int


def walk(start: Party, relations_of: RelationsOf, follow: Follow) -> Iterator[Step]:
    """Yield the relations around a party, nearest first, those of each party once.

    `follow` is asked after each step, with its far end and distance, whether the walk goes on from there.
    """
    followed = {start.identity}
    queue = deque([(start, 0)])
    while queue:
        source, distance = queue.popleft()
        for relation in relations_of(source):
            party = relation.party
            yield Step(source, relation, distance + 1)
            if party.identity not in followed and follow(party, distance + 1):
                followed.add(party.identity)
                queue.append((party, distance + 1))


def relations_of(services: Services, party: Party) -> list[Relation]:
    """Return the relations of a party, as its documents list them; none where nothing is published of it."""
    if party.key is None:
        return []
    if party.kind == "person":
        profile = services.documents.person(party.key)
        return relations_of_engagements(persons.decode_profile(profile.body).angazma) if profile else []
    ico = int(party.key)
    detail = services.documents.company(ico)
    if detail is None:
        return []
    return relations_of_company(companies.decode_detail(detail.body), companies.engagements(services, ico))


def current_first(relations: Iterable[Relation]) -> list[Relation]:
    """Return relations with those that last before those that ended."""
    return sorted(relations, key=lambda relation: not relation.current)


def party_of(person: FyzickaOsoba | PravnickaOsoba | OsobaSouhrn, within: str | None = None) -> Party:
    """Return the party behind a person of the wire, named by the document of the company `within`."""
    if isinstance(person, PravnickaOsoba):
        return Party("company", person.ico, person.obchodni_jmeno, within=within)
    name = " ".join(part for part in (person.jmeno, person.prijmeni) if part)
    titles = (person.titul_pred, person.titul_za)
    return Party("person", person.klic, name, titles, person.rok_narozeni, within=within)


def party_of_company(detail: FirmaDetail) -> Party:
    """Return the party that a company is."""
    name = detail.obchodni_jmeno or detail.ico
    return Party("company", detail.ico, name, ended=detail.stav == "zanikla")


def relations_of_company(detail: FirmaDetail, engagements: list[Angazma]) -> list[Relation]:
    """Return the relations of a company: members of its bodies, its partners, and its own engagements."""
    relations: list[Relation] = []
    for body in detail.statutarni_organy or ():
        relations += _relations_of_body(detail.ico, body, "statutarniOrgan")
    for body in detail.ostatni_organy or ():
        relations += _relations_of_body(detail.ico, body, "ostatniOrgan")
    # Heads of a branch that the company's own entry tells of stand among its bodies already.
    told = set(relations)
    for unit in detail.odstepne_zavody or ():
        heads = Organ(nazev=unit.nazev or "", clenove=unit.vedouci or [])
        relations += [
            item for item in _relations_of_body(detail.ico, heads, "ostatniOrgan") if item not in told
        ]
    relations += [_relation_of_partner(detail.ico, partner) for partner in detail.spolecnici or ()]
    return relations + relations_of_engagements(engagements)


def relations_of_engagements(engagements: list[Angazma]) -> list[Relation]:
    """Return the relations to the companies of engagements."""
    relations: list[Relation] = []
    for item in engagements:
        relation = Relation(
            Party("company", item.ico, item.obchodni_jmeno or item.ico, ended=item.stav_firmy == "zanikla"),
            item.role,
            (item.druh and item.druh.nazev) or item.funkce or item.organ,
            item.od,
            item.do,
            item.aktualni,
            outgoing=True,
            note=item.funkce_poznamka,
            held=_held(item.podil, item.vklad),
            member_since=item.clenstvi_od,
        )
        relations += _membership_apart(relation, item, item.organ)
    return relations


def _membership_apart(relation: Relation, item: Clen | Angazma, body: str | None) -> list[Relation]:
    """Return a relation, or two where an office has ended and the membership of the body goes on."""
    if not has_left_office(item):
        return [relation]
    member = relation._replace(label=body, since=item.clenstvi_od, until=item.clenstvi_do, note=None)
    return [relation._replace(current=False), member]


def _relations_of_body(ico: str, body: Organ, role: Role) -> Iterator[Relation]:
    for member in body.clenove:
        label = member.funkce or body.nazev
        since, until = since_of(member), until_of(member)
        note = member.funkce_poznamka
        relation = Relation(
            party_of(member.osoba, ico), role, label, since, until, member.aktualni,
            note=note, member_since=member.clenstvi_od,
        )  # fmt: skip
        yield from _membership_apart(relation, member, body.nazev)
        for deputy in member.zastupci:
            acting = Relation(party_of(deputy, ico), "zastupce", label, since, until, member.aktualni)
            yield from _membership_apart(acting, member, body.nazev)


def _relation_of_partner(ico: str, partner: Spolecnik) -> Relation:
    party = party_of(partner.osoba, ico)
    held = _held(partner.podil, partner.vklad)
    return Relation(
        party, "spolecnik", partner.druh.nazev, partner.od, partner.do, partner.aktualni, held=held
    )


def _held(share: Podil | None, contribution: Vklad | None) -> str | None:
    texts = [part.text for part in (share, contribution) if part is not None and part.text]
    return ", ".join(texts) or None


def since_of(member: Clen) -> str | None:
    """Return the first day of a member's office, or None if it is not known."""
    return _period_of(member)[0]


def until_of(member: Clen) -> str | None:
    """Return the last day of a member's office, or None while it lasts."""
    return _period_of(member)[1]


def _period_of(member: Clen) -> tuple[str | None, str | None]:
    return office_period(terms_of(member))


def has_left_office(item: Clen | Angazma) -> bool:
    """Tell whether the office of a present member has ended, which leaves a plain member."""
    until = until_of(item) if isinstance(item, Clen) else item.do
    return item.aktualni and until is not None and until <= prague_today().isoformat()
