"""The tool of relations: from a company or a person step by step to whom they are related to."""

from __future__ import annotations

from functools import partial

from soupis.mcp import insolvency
from soupis.mcp.answers import ending, some_sources
from soupis.mcp.mermaid import flowchart
from soupis.mcp.tool_call import ToolCall
from soupis.messages import Message
from soupis.queries import companies, persons
from soupis.queries.errors import QueryError
from soupis.queries.relations import (
    Identity,
    Party,
    Step,
    party_of,
    party_of_company,
    relations_of,
    walk,
)
from soupis.sources import ARES, ISIR, PUBLIC_REGISTER, WIRE_NAMES
from soupis.wire.mcp import Uzel, Vazba, VazbyOdpoved, ZjistitVazby

_RELATIONS_PER_NODE = 3
# A drawing of more nodes nobody can read.
_MOST_DRAWN = 40
_SOURCES = [WIRE_NAMES[source] for source in (PUBLIC_REGISTER, ARES, ISIR)]
_INCOMPLETE = Message(
    "Vazeb je víc, než se vešlo: zvyšte nejvice, nebo snižte hloubka.",
    "There are more ties than fit: raise nejvice or lower hloubka.",
)
# Only a place in a body has a function of its own; seen from the other end there is none either.
_WITH_FUNCTION = ("statutarniOrgan", "ostatniOrgan", "spolecnik")


async def check(_call: ToolCall, arguments: ZjistitVazby) -> int:
    """Check what the schema cannot say and return the cost. Raises `QueryError` 400."""
    if (arguments.ico is None) == (arguments.klic is None):
        raise QueryError(
            400,
            "Zadejte právě jedno z ico a klic: odkud mají vazby vycházet.",
            "Give exactly one of ico and klic: where the ties should start.",
        )
    return 1


async def walk_relations(call: ToolCall, arguments: ZjistitVazby) -> VazbyOdpoved:
    """Return nodes and relations up to the given depth, nearest first, up to the limit of nodes."""
    return await call.services.heavy.run(_walk, call, arguments)


def _walk(call: ToolCall, arguments: ZjistitVazby) -> VazbyOdpoved:
    start = _start(call, arguments)
    graph = _Graph(start, arguments.nejvice)

    def follow(party: Party, distance: int) -> bool:
        return distance < arguments.hloubka and party.identity in graph.nodes

    for step in walk(start, partial(relations_of, call.services), follow):
        if step.relation.current or not arguments.jen_aktualni:
            graph.add(step)
    for node in graph.nodes.values():
        _tell_state(call, node)
    nodes, relations = list(graph.nodes.values()), list(graph.relations.values())
    return VazbyOdpoved(
        pocet_uzlu=len(nodes),
        pocet_vazeb=len(relations),
        uplne=graph.complete,
        uzly=nodes,
        vazby=relations,
        mermaid=flowchart(nodes, relations) if len(nodes) <= _MOST_DRAWN else None,
        **ending(
            call,
            icos=[node.ico for node in nodes],
            keys=[node.klic for node in nodes],
            sources=some_sources(call, *_SOURCES),
            next_steps=[] if graph.complete else [_INCOMPLETE],
        ),
    )


def _tell_state(call: ToolCall, node: Uzel) -> None:
    """Tell whether a company of the graph lives and is insolvent, where anything is published of it."""
    document = call.services.documents.company(int(node.ico)) if node.ico else None
    if document is not None:
        company = insolvency.decode(document.body)
        node.stav = company.stav
        node.insolvence = insolvency.state(company.insolvence)


def _start(call: ToolCall, arguments: ZjistitVazby) -> Party:
    if arguments.ico is not None:
        return party_of_company(companies.detail(call.services, int(arguments.ico)))
    assert arguments.klic is not None
    return party_of(persons.profile(call.services, arguments.klic))


class _Graph:
    """Nodes and relations met so far; the same relation seen from both its ends counts once."""

    def __init__(self, start: Party, most_nodes: int) -> None:
        self.nodes: dict[Identity, Uzel] = {}
        self.relations: dict[tuple[str | None, ...], Vazba] = {}
        self.complete = True
        self._most_nodes = most_nodes
        self._node(start, 0)

    def add(self, step: Step) -> None:
        """Add a relation of a node that is there, and the node at its other end, as far as there is room."""
        relation = step.relation
        here, other = self.nodes[step.source.identity], self._node(relation.party, step.distance)
        if other is None or len(self.relations) >= _RELATIONS_PER_NODE * self._most_nodes:
            self.complete = False
            return
        who, where = (here, other) if relation.outgoing else (other, here)
        function = relation.label if relation.role in _WITH_FUNCTION else None
        self.relations[who.id, where.id, relation.role, function, relation.since] = Vazba(
            kdo=who.id,
            v_cem=where.id,
            role=relation.role,
            funkce=function,
            podil=relation.held,
            od=relation.since,
            do=relation.until,
            aktualni=relation.current,
        )

    def _node(self, party: Party, distance: int) -> Uzel | None:
        """Return the node of a party, a new one when it has none; None when there is no room for it."""
        node = self.nodes.get(party.identity)
        if node is None and len(self.nodes) < self._most_nodes:
            is_person = party.kind == "person"
            node = self.nodes[party.identity] = Uzel(
                id=f"n{len(self.nodes) + 1}",
                typ="osoba" if is_person else "firma",
                nazev=party.label,
                ico=None if is_person else party.key,
                klic=party.key if is_person else None,
                krok=distance,
            )
        return node
