"""Who acts for a company: one rule for page, REST, MCP and exports, today and as of a day.

In bankruptcy the insolvency administrator acts, in liquidation the liquidator, otherwise the statutory body
by its manner of acting, and holders of procuration beside it. A manner in words that are not all understood
is not decided: then the sentence of the register is quoted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from msgspec import structs

from soupis.folding import fold
from soupis.sources import ARES, ISIR, PUBLIC_REGISTER, RES, WIRE_NAMES
from soupis.wire.company import (
    Clen,
    FirmaDetail,
    FyzickaOsoba,
    Jednajici,
    Organ,
    PravnickaOsoba,
    RoleJednajiciho,
    ZpusobJednani,
)
from soupis.wire.labels import UNKNOWN_PHASE
from soupis.wire.manners import Manner, Role, manner_of

# Legal forms of natural persons in business; they act for themselves.
SOLE_TRADERS = frozenset({"101", "102", "103", "104", "105", "106", "107", "108"})
# States of proceedings (codes of the insolvency register) in which bankruptcy is declared.
_BANKRUPTCY = ("KONKURS", "K-PO ZRUŠ.")
# Names of bodies as they begin, folded.
_BODIES: dict[Role, re.Pattern[str]] = {
    "administrator": re.compile(r"(?:insolvencni|konkursni) spravce"),
    "liquidator": re.compile(r"likvidator"),
    "procuration": re.compile(r"prokur"),
    "body": re.compile(""),
}
# Nouns by which sentences and the register tell statutory bodies apart, folded.
_KINDS_OF_BODIES = ("jednatel", "predstavenstv", "spravni rad", "vybor", "komplementar")
_MANNERS: dict[str, ZpusobJednani] = {
    "alone": "samostatne",
    "together": "spolecne",
    "all": "vsichniSpolecne",
    "asWritten": "podleZapisu",
    "notStated": "neuvedeno",
}

By = Literal["nobody", "notFounded", "administrator", "unknownPhase", "liquidator", "trader", "body"]


class Group(NamedTuple):
    """Present members of bodies who act in one role, and how."""

    people: list[Clen]
    hidden: int  # members who are not shown
    manner: Manner
    alone: Sequence[Clen] = ()  # holders of an office who act alone, where the others act together

    @property
    def size(self) -> int:
        """Number of members, including those who are not shown."""
        return len(self.people) + self.hidden

    @property
    def too_few(self) -> bool:
        """Whether there are members, but not as many as have to act together."""
        return self.manner.kind == "together" and 0 < self.size < self.manner.number


class Acting(NamedTuple):
    """Who acts for a company: by what right, in what groups, and the source that says so."""

    by: By
    source: str  # on the wire
    group: Group
    procuration: Group
    trader: str | None = None
    may_be_limited: bool = False  # by insolvency proceedings without bankruptcy


NOBODY = Group([], 0, Manner("notStated", 0, ()))


def acting(detail: FirmaDetail, day: str) -> Acting | None:
    """Return who acts for a company on a day, or None if the sources that say so were not read."""
    register = _source(detail, PUBLIC_REGISTER, RES, ARES)
    if detail.stav in ("zanikla", "nevznikla"):
        return Acting("nobody" if detail.stav == "zanikla" else "notFounded", register, NOBODY, NOBODY)
    state, others = detail.stav_podrobne, detail.ostatni_organy or []
    if detail.stav is None or state is None:
        return None
    if in_bankruptcy(detail):
        source = WIRE_NAMES[ISIR] if _has_bankruptcy(detail) else register
        return Acting("administrator", source, _appointed(others, "administrator", day), NOBODY)
    if detail.pravni_forma is not None and detail.pravni_forma.kod in SOLE_TRADERS:
        return Acting("trader", _source(detail, RES, ARES), NOBODY, NOBODY, trader=detail.obchodni_jmeno)
    if detail.likvidace is not None:
        return Acting("liquidator", register, _appointed(others, "liquidator", day), NOBODY)
    if detail.statutarni_organy is None:
        return None
    return Acting(
        "unknownPhase" if state.nazev == UNKNOWN_PHASE.cs else "body",
        register,
        _group(detail.statutarni_organy, "body", day),
        _group(others, "procuration", day),
        may_be_limited=state.kod in ("upadek", "insolvencniRizeni"),
    )


def in_bankruptcy(detail: FirmaDetail) -> bool:
    """Tell whether bankruptcy (konkurs) of a company is declared and not over."""
    state = detail.stav_podrobne
    is_stated = state is not None and state.kod == "konkurs"
    return detail.stav != "zanikla" and (is_stated or _has_bankruptcy(detail))


def _has_bankruptcy(detail: FirmaDetail) -> bool:
    return any(item.probiha and item.stav in _BANKRUPTCY for item in detail.insolvence or ())


def _source(detail: FirmaDetail, *preferred: str) -> str:
    """Return the first of some sources that was read for a company, by its name on the wire."""
    read = {source.zdroj for source in detail.zdroje}
    names = [WIRE_NAMES[source] for source in preferred]
    return next((name for name in names if name in read), names[0])


def _appointed(organs: Iterable[Organ], role: Role, day: str) -> Group:
    """Return liquidators or administrators; a single one needs no manner of acting."""
    group = _group(organs, role, day)
    if group.size == 1 and not group.manner.texts:
        return group._replace(manner=Manner("alone", 1, ()))
    return group


def _group(organs: Iterable[Organ], role: Role, day: str) -> Group:
    """Return the members, on a day, of the bodies for a role."""
    people: dict[tuple[str | None, str], Clen] = {}
    texts: list[str] = []
    titles: list[str] = []
    hidden = filled = 0
    for organ in organs:
        if _BODIES[role].match(fold(organ.nazev)) is None:
            continue
        present = [_by_present_office(item, day) for item in organ.clenove if _is_in_office(item, day)]
        people |= {_identity(member): member for member in present}
        titles.append(organ.nazev)
        texts += organ.zpusob_jednani
        hidden += organ.skrytych_clenu
        filled += bool(present or organ.skrytych_clenu)
    remarks = [item.funkce_poznamka for item in people.values() if item.funkce_poznamka]
    manner = manner_of(texts, len(people) + hidden, role)
    names = [*titles, *(item.funkce or "" for item in people.values())]
    is_of_another = role == "body" and not _kinds_in(texts) <= (_kinds_in(names) or _kinds_in(texts))
    # It is not known which of several bodies a sentence is about. A remark may suspend a member.
    if remarks or is_of_another or (filled > 1 and manner.kind != "notStated"):
        manner = Manner("asWritten", 0, [*texts, *remarks])
    return _by_offices(Group(list(people.values()), hidden, manner))


def _kinds_in(texts: Iterable[str]) -> set[str]:
    """Return which kinds of statutory bodies are named in texts."""
    return {kind for text in texts for kind in _KINDS_OF_BODIES if kind in fold(text)}


def _by_offices(group: Group) -> Group:
    """Return a group in which the holders of the offices that act alone are known, otherwise undecided."""
    manner = group.manner
    holders: list[Clen] = []
    for office in manner.offices:
        found = [item for item in group.people if fold(item.funkce or "").startswith(office)]
        if len(found) != 1:
            return group._replace(manner=Manner("asWritten", 0, manner.texts))
        holders += found
    if holders and manner.kind == "alone":
        return Group(holders, 0, manner)
    return group._replace(alone=holders)


def _is_in_office(member: Clen, day: str) -> bool:
    begun = (member.clenstvi_od, member.funkce_od)
    return member.aktualni and not any(item and item > day for item in begun)


def _by_present_office(member: Clen, day: str) -> Clen:
    """Return a member without an office that has ended, such as a former chair who is a plain member now."""
    has_ended = member.funkce_do is not None and member.funkce_do <= day
    return structs.replace(member, funkce=None) if has_ended else member


def _identity(member: Clen) -> tuple[str | None, str]:
    who = member.osoba
    key = who.klic if isinstance(who, FyzickaOsoba) else who.ico
    return key, "" if key else full_name(who)


def full_name(who: FyzickaOsoba | PravnickaOsoba) -> str:
    """Return a name with titles."""
    if isinstance(who, PravnickaOsoba):
        return who.obchodni_jmeno
    name = " ".join(filter(None, (who.titul_pred, who.jmeno, who.prijmeni)))
    return f"{name}, {who.titul_za}" if who.titul_za else name


def persons_of(found: Acting) -> Iterator[Jednajici]:
    """Yield who acts as it is served, persons who act for a legal person behind it."""
    if found.trader:
        yield Jednajici(jmeno=found.trader, role="podnikatel", zpusob="samostatne")
    roles: dict[By, RoleJednajiciho] = {"administrator": "insolvencniSpravce", "liquidator": "likvidator"}
    group = found.group
    if found.by == "unknownPhase" or group.too_few:
        group = group._replace(manner=group.manner._replace(kind="asWritten"))
    yield from _served(group, roles.get(found.by, "statutarniOrgan"))
    yield from _served(found.procuration, "prokurista")


def _served(group: Group, role: RoleJednajiciho) -> Iterator[Jednajici]:
    for member in group.people:
        is_alone = member in group.alone and group.manner.kind != "asWritten"
        manner = "samostatne" if is_alone else _MANNERS[group.manner.kind]
        who = member.osoba
        key, ico = (who.klic, None) if isinstance(who, FyzickaOsoba) else (None, who.ico)
        yield Jednajici(klic=key, ico=ico, jmeno=full_name(who), role=role, zpusob=manner)
        for deputy in member.zastupci:
            yield Jednajici(klic=deputy.klic, jmeno=full_name(deputy), role="zastupce", zpusob=manner)
