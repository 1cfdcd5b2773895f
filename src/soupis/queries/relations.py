"""Who is tied to whom: persons and companies as one kind of party, and the engagements between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from soupis.wire.company import Clen, FirmaDetail, FyzickaOsoba, PravnickaOsoba, Spolecnik
from soupis.wire.person import Angazma, OsobaPolozka

Kind = Literal["person", "company"]


class Party(NamedTuple):
    """A person or a company as it appears in ties; `key` is a person key or an ID, None without a page."""

    kind: Kind
    key: str | None
    name: str
    titles: tuple[str | None, str | None] = (None, None)
    born: int | None = None
    ended: bool = False

    @property
    def path(self) -> str | None:
        """Path of the party's own page."""
        if self.key is None:
            return None
        return f"/osoba/{self.key}" if self.kind == "person" else f"/firma/{self.key}"

    @property
    def ties_path(self) -> str | None:
        """Path of the page with the party's ties."""
        return f"{self.path}/vazby" if self.key else None

    @property
    def full_name(self) -> str:
        """The name with academic titles."""
        before, after = self.titles
        name = f"{before} {self.name}" if before else self.name
        return f"{name}, {after}" if after else name

    @property
    def identity(self) -> tuple[str, str]:
        """What tells parties apart; parties without a key by their name."""
        return self.kind, self.key or f"name:{self.name}"


class Tie(NamedTuple):
    """One engagement seen from one end: with whom, as what, from when to when."""

    party: Party
    label: str | None
    since: str | None
    until: str | None
    current: bool
    share: bool = False  # holds a share, rather than an office


def party_of(person: FyzickaOsoba | PravnickaOsoba | OsobaPolozka) -> Party:
    """Return the party behind a person of the wire."""
    if isinstance(person, PravnickaOsoba):
        return Party("company", person.ico, person.obchodni_jmeno)
    name = " ".join(part for part in (person.jmeno, person.prijmeni) if part)
    titles = (person.titul_pred, person.titul_za)
    return Party("person", person.klic, name, titles, person.rok_narozeni)


def party_of_company(detail: FirmaDetail) -> Party:
    """Return the party that a company is."""
    name = detail.obchodni_jmeno or detail.ico
    return Party("company", detail.ico, name, ended=detail.stav == "zanikla")


def ties_of_company(detail: FirmaDetail, engagements: list[Angazma]) -> list[Tie]:
    """Return all ties of a company, current ones first: bodies, partners, and where it sits itself."""
    found = [tie for body in _bodies(detail) for tie in body]
    found += [_tie_of_partner(partner) for partner in detail.spolecnici]
    found += ties_of_engagements(engagements)
    return sorted(found, key=lambda tie: not tie.current)


def ties_of_engagements(engagements: list[Angazma]) -> list[Tie]:
    """Return the ties to the companies that somebody sits in."""
    return [
        Tie(
            Party("company", item.ico, item.obchodni_jmeno or item.ico, ended=item.stav_firmy == "zanikla"),
            item.funkce or item.organ,
            item.od,
            item.do,
            item.aktualni,
            item.role == "spolecnik",
        )
        for item in engagements
    ]


def _bodies(detail: FirmaDetail) -> Iterator[Iterator[Tie]]:
    for body in (*detail.statutarni_organy, *detail.ostatni_organy):
        for member in body.clenove:
            yield _ties_of_member(member, body.nazev)


def _ties_of_member(member: Clen, body: str) -> Iterator[Tie]:
    since, until = since_of(member), until_of(member)
    label = member.funkce or body
    yield Tie(party_of(member.osoba), label, since, until, member.aktualni)
    for deputy in member.zastupci:
        yield Tie(party_of(deputy), label, since, until, member.aktualni)


def _tie_of_partner(partner: Spolecnik) -> Tie:
    return Tie(party_of(partner.osoba), None, partner.od, partner.do, partner.aktualni, share=True)


def since_of(member: Clen) -> str | None:
    """Return the first day of a membership, as exactly as the register says."""
    return member.clenstvi_od or member.funkce_od or member.zapsano


def until_of(member: Clen) -> str | None:
    """Return the last day of a membership, None while it lasts."""
    return member.clenstvi_do or member.funkce_do or member.vymazano
