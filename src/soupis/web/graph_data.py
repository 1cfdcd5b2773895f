"""The data of the live graph as JSON, in the language of the page; nothing that the pages do not show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from soupis.folding import without_direction_marks
from soupis.queries.relation_graph import Path, State, Surroundings, Tie
from soupis.queries.relations import Identity, Party
from soupis.web.language import Writer
from soupis.web.render import party_path
from soupis.web.tie_words import period_words, tie_words

StateOf = Callable[[Party], State]
Mark = Literal["zanikla", "insolvence", "likvidace"]


class Uzel(msgspec.Struct, omit_defaults=True):
    """A party. `adresa` is its page, null where it has none; `cely` = everything it is tied to is here."""

    id: str
    typ: Literal["firma", "osoba"]
    nazev: str
    ico: str | None = None
    narozen: int | None = None
    adresa: str | None = None
    stav: list[Mark] = []
    cely: bool = False


class Vazba(msgspec.Struct, omit_defaults=True):
    """A tie: who, in which company, as what, when. `podil` is the share as the register has it."""

    kdo: str
    kde: str
    druh: str
    nazev: str
    obdobi: str
    podil: str | None = None
    aktualni: bool = False


class Graf(msgspec.Struct):
    """The nodes nearest to `stred`, the ties between them, and the IDs along the path that was asked for."""

    stred: str
    uplny: bool
    uzly: list[Uzel]
    vazby: list[Vazba]
    cesta: list[str] | None


def graph_data(write: Writer, around: Surroundings, state_of: StateOf, path: Path | None) -> bytes:
    """Return a `Graf` as JSON; the parties of the path are in it even where they are further away."""
    nodes = {
        identity: _node(write, party, state_of(party), around.is_whole(party))
        for identity, party in around.parties.items()
    }
    ties = list(around.ties.values())
    if path is not None and path.ties is not None:
        for party in path.parties:
            nodes.setdefault(party.identity, _node(write, party, state_of(party), whole=False))
        ties += [tie for tie in path.ties if not around.has(tie)]
    graph = Graf(
        stred=_id(around.start.identity),
        uplny=around.complete,
        uzly=list(nodes.values()),
        vazby=[_tie(write, tie) for tie in ties],
        cesta=[_id(party.identity) for party in path.parties] if path and path.ties else None,
    )
    return msgspec.json.encode(graph)


def _id(identity: Identity) -> str:
    kind, key = identity
    return f"{'o' if kind == 'person' else 'f'}:{without_direction_marks(key)}"


def _node(write: Writer, party: Party, state: State, whole: bool) -> Uzel:
    marks: dict[Mark, bool] = {
        "zanikla": state.ended,
        "insolvence": state.insolvent,
        "likvidace": state.in_liquidation,
    }
    is_person = party.kind == "person"
    return Uzel(
        id=_id(party.identity),
        typ="osoba" if is_person else "firma",
        nazev=without_direction_marks(party.full_name),
        ico=None if is_person else party.key,
        narozen=party.born,
        adresa=write.address(party_path(party)) if party.key else None,
        stav=[mark for mark, holds in marks.items() if holds],
        cely=whole or party.key is None,
    )


def _tie(write: Writer, tie: Tie) -> Vazba:
    relation = tie.relation
    return Vazba(
        kdo=_id(tie.who.identity),
        kde=_id(tie.where.identity),
        druh=relation.role,
        nazev=without_direction_marks(tie_words(write, relation)),
        obdobi=period_words(write, relation),
        podil=without_direction_marks(relation.held) or None,
        aktualni=relation.current,
    )
