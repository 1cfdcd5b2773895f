"""The tool of ties: walks step by step from a company or a person to whom they are tied with."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from soupis.mcp import companies, persons
from soupis.mcp.answers import ending
from soupis.mcp.mermaid import flowchart
from soupis.mcp.tool_call import ToolCall
from soupis.queries.errors import QueryError
from soupis.wire.company import Clen, FirmaDetail, FyzickaOsoba, PravnickaOsoba, Spolecnik
from soupis.wire.mcp import Uzel, Vazba, VazbyOdpoved, ZjistitVazby
from soupis.wire.person import Angazma, OsobaProfil

_TIES_PER_NODE = 3

_read_engagements = msgspec.json.Decoder(list[Angazma]).decode

# What tells nodes apart: an ID, a key, or, of those that have neither, the name within one company.
_Identity = tuple[str, str]


class _Tie(NamedTuple):
    """A tie found at a node: the node at its other end, which way it goes, and what it is."""

    other: _Identity
    name: str
    leads_to_other: bool
    role: str
    function: str | None
    since: str | None
    until: str | None
    current: bool


def check(asked: ZjistitVazby) -> int:
    """Check what the schema cannot say and return the cost. Raises `QueryError` 400."""
    if (asked.ico is None) == (asked.klic is None):
        raise QueryError(
            400,
            "Zadejte právě jedno z ico a klic: odkud mají vazby vycházet.",
            "Give exactly one of ico and klic: where the ties should start.",
        )
    return 1


def walk(call: ToolCall, asked: ZjistitVazby) -> VazbyOdpoved:
    """Return nodes and ties up to the given depth, nearest first, until the limit of nodes is reached."""
    graph = _Graph(asked.nejvice)
    if asked.ico is not None:
        start = companies.load(call, asked.ico)
        graph.node(("ico", start.ico), start.obchodni_jmeno or start.ico, 0)
    else:
        assert asked.klic is not None
        person = persons.load(call, asked.klic)
        graph.node(("klic", person.klic), _name(person), 0)
    queue = deque(graph.nodes)
    while queue:
        identity = queue.popleft()
        step = graph.nodes[identity].krok
        if step == asked.hloubka:
            continue
        for tie in _ties(call, identity):
            if tie.current or not asked.jen_aktualni:
                is_new = tie.other not in graph.nodes
                if graph.add(identity, tie, step + 1) and is_new:
                    queue.append(tie.other)
    nodes, ties = list(graph.nodes.values()), list(graph.ties.values())
    return VazbyOdpoved(
        pocet_uzlu=len(nodes),
        pocet_vazeb=len(ties),
        uplne=graph.complete,
        uzly=nodes,
        vazby=ties,
        mermaid=flowchart(nodes, ties),
        **ending(call, icos=[node.ico for node in nodes], keys=[node.klic for node in nodes]),
    )


class _Graph:
    """Nodes and ties found so far; the same tie seen from both its ends counts once."""

    def __init__(self, most_nodes: int) -> None:
        self.nodes: dict[_Identity, Uzel] = {}
        self.ties: dict[tuple[str | None, ...], Vazba] = {}
        self.complete = True
        self._most_nodes = most_nodes

    def node(self, identity: _Identity, name: str, step: int) -> Uzel | None:
        """Return the node, a new one when it was not known; None when there is no room for it."""
        known = self.nodes.get(identity)
        if known is None and len(self.nodes) < self._most_nodes:
            kind, value = identity
            known = self.nodes[identity] = Uzel(
                id=f"n{len(self.nodes) + 1}",
                typ="osoba" if kind in ("klic", "osoba") else "firma",
                nazev=name,
                ico=value if kind == "ico" else None,
                klic=value if kind == "klic" else None,
                krok=step,
            )
        return known

    def add(self, identity: _Identity, tie: _Tie, step: int) -> bool:
        """Add a tie of a known node; tell whether there was room for it."""
        here, other = self.nodes[identity], self.node(tie.other, tie.name, step)
        if other is None or len(self.ties) >= _TIES_PER_NODE * self._most_nodes:
            self.complete = False
            return other is not None
        who, where = (here, other) if tie.leads_to_other else (other, here)
        key = (who.id, where.id, tie.role, tie.function, tie.since)
        self.ties[key] = Vazba(
            kdo=who.id,
            v_cem=where.id,
            role=tie.role,
            funkce=tie.function,
            od=tie.since,
            do=tie.until,
            aktualni=tie.current,
        )
        return True


def _ties(call: ToolCall, identity: _Identity) -> Iterator[_Tie]:
    """Yield the ties of a node; one that nothing is published of has none."""
    kind, value = identity
    if kind == "klic":
        profile = call.services.documents.person(value)
        if profile:
            yield from map(_engagement, persons.load(call, value).angazma)
    elif kind == "ico" and call.services.documents.company(int(value)):
        yield from _members(companies.load(call, value))
        elsewhere = call.services.documents.engagements_of_company(int(value))
        if elsewhere:
            yield from map(_engagement, _read_engagements(elsewhere))


def _members(company: FirmaDetail) -> Iterator[_Tie]:
    bodies = [(body, "statutarniOrgan") for body in company.statutarni_organy]
    bodies += [(body, "ostatniOrgan") for body in company.ostatni_organy]
    for body, role in bodies:
        for member in body.clenove:
            yield _member(company.ico, member.osoba, member, role, member.funkce or body.nazev)
            for person in member.zastupci:
                yield _member(company.ico, person, member, "zastupce", None)
    for partner in company.spolecnici:
        yield _partner(company.ico, partner)


def _member(
    ico: str, who: FyzickaOsoba | PravnickaOsoba, place: Clen, role: str, function: str | None
) -> _Tie:
    since = place.clenstvi_od or place.funkce_od or place.zapsano
    until = place.clenstvi_do or place.funkce_do or place.vymazano
    identity, name = _identify(ico, who)
    return _Tie(identity, name, False, role, function, since, until, place.aktualni)


def _partner(ico: str, partner: Spolecnik) -> _Tie:
    identity, name = _identify(ico, partner.osoba)
    return _Tie(identity, name, False, "spolecnik", None, partner.od, partner.do, partner.aktualni)


def _engagement(item: Angazma) -> _Tie:
    # Only a place in a body has a function of its own; seen from the other end there is none either.
    function = (item.funkce or item.organ) if item.role in ("statutarniOrgan", "ostatniOrgan") else None
    name = item.obchodni_jmeno or item.ico
    return _Tie(("ico", item.ico), name, True, item.role, function, item.od, item.do, item.aktualni)


def _identify(ico: str, who: FyzickaOsoba | PravnickaOsoba) -> tuple[_Identity, str]:
    if isinstance(who, PravnickaOsoba):
        identity = ("ico", who.ico) if who.ico else ("firma", f"{ico} {who.obchodni_jmeno}")
        return identity, who.obchodni_jmeno
    name = _name(who)
    return (("klic", who.klic) if who.klic else ("osoba", f"{ico} {name}")), name


def _name(who: OsobaProfil | FyzickaOsoba) -> str:
    name = " ".join(filter(None, (who.titul_pred, who.jmeno, who.prijmeni)))
    name = f"{name}, {who.titul_za}" if who.titul_za else name
    return f"{name} ({who.rok_narozeni})" if who.rok_narozeni else name
