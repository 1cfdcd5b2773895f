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
from soupis.queries.relation_graph import Surroundings, Tie, surroundings
from soupis.queries.relations import Party, party_of, party_of_company, relations_of
from soupis.sources import ARES, ISIR, PUBLIC_REGISTER, WIRE_NAMES
from soupis.wire.mcp import MOST_NODES, Uzel, Vazba, VazbyOdpoved, ZjistitVazby

# A drawing of more nodes nobody can read.
_MOST_DRAWN = 40
_SOURCES = [WIRE_NAMES[source] for source in (PUBLIC_REGISTER, ARES, ISIR)]
_INCOMPLETE = Message(
    "Vazeb je víc, než se vešlo: zvyšte nejvice, nebo snižte hloubka.",
    "There are more ties than fit: raise nejvice or lower hloubka.",
)
_TOO_MANY = Message(
    "Vazeb je víc, než projde jeden dotaz, a vyšší nejvice nepomůže: snižte hloubka, nebo se ptejte "
    "z uzlů po jednom.",
    "There are more ties than one call looks at, and a higher nejvice does not help: lower hloubka, or ask "
    "from the nodes one by one.",
)


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
    return await call.services.in_thread(_walk, call, arguments)


def _walk(call: ToolCall, arguments: ZjistitVazby) -> VazbyOdpoved:
    start = _start(call, arguments)
    around = surroundings(
        start,
        partial(relations_of, call.services),
        steps=arguments.hloubka,
        most=arguments.nejvice,
        most_read=arguments.nejvice,
        only_current=arguments.jen_aktualni,
    )
    by_identity = {
        identity: _node(number, party, around.distances[identity])
        for number, (identity, party) in enumerate(around.parties.items(), 1)
    }
    nodes = list(by_identity.values())
    for node in nodes:
        _tell_state(call, node)
    relations = [
        _relation(by_identity[tie.who.identity], by_identity[tie.where.identity], tie)
        for tie in around.ties.values()
    ]
    return VazbyOdpoved(
        pocet_uzlu=len(nodes),
        pocet_vazeb=len(relations),
        uplne=around.complete,
        uzly=nodes,
        vazby=relations,
        mermaid=flowchart(nodes, relations) if len(nodes) <= _MOST_DRAWN else None,
        **ending(
            call,
            icos=[node.ico for node in nodes],
            keys=[node.klic for node in nodes],
            sources=some_sources(call, *_SOURCES),
            next_steps=after_walk(around, arguments),
        ),
    )


def after_walk(around: Surroundings, arguments: ZjistitVazby) -> list[Message]:
    """Return how the rest of ties is got, where there is any."""
    if around.complete:
        return []
    return [_TOO_MANY if around.ended_early or arguments.nejvice == MOST_NODES else _INCOMPLETE]


def _tell_state(call: ToolCall, node: Uzel) -> None:
    """Tell whether a company of the graph lives and is insolvent, where anything is published of it."""
    document = call.services.documents.company(int(node.ico)) if node.ico else None
    if document is not None:
        company = insolvency.decode(document.body)
        node.stav = company.stav
        node.insolvence = insolvency.state(company)


def _start(call: ToolCall, arguments: ZjistitVazby) -> Party:
    if arguments.ico is not None:
        return party_of_company(companies.detail(call.services, int(arguments.ico)))
    assert arguments.klic is not None
    return party_of(persons.profile(call.services, arguments.klic))


def _node(number: int, party: Party, distance: int) -> Uzel:
    is_person = party.kind == "person"
    return Uzel(
        id=f"n{number}",
        typ="osoba" if is_person else "firma",
        nazev=party.label,
        ico=None if is_person else party.key,
        klic=party.key if is_person else None,
        krok=distance,
    )


def _relation(who: Uzel, where: Uzel, tie: Tie) -> Vazba:
    relation = tie.relation
    return Vazba(
        kdo=who.id,
        v_cem=where.id,
        role=relation.role,
        funkce=tie.function,
        podil=relation.held,
        od=relation.since,
        do=relation.until,
        aktualni=relation.current,
    )
