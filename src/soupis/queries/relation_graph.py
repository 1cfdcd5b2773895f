"""A bounded part of the graph of relations: the parties nearest to one, their ties, a path between two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from soupis.queries.relations import Identity, Party, Relation, RelationsOf, Step, walk
from soupis.queries.services import Services
from soupis.wire.base import Wire
from soupis.wire.company import Insolvence, Likvidace, StavFirmy, StavPodrobne
from soupis.wire.states import is_insolvent

# Of one party to another there may be several ties (offices one after another, shares).
_TIES_PER_PARTY = 3
# No more is read for one question: of relations met (some have hundreds), a twentieth of a second; of parties
# that a search for a path asks.
_MOST_MET = 4_000
_MOST_SEARCHED = 150
# Only a place in a body has a function of its own; seen from the other end there is none either.
_WITH_FUNCTION = ("statutarniOrgan", "ostatniOrgan", "spolecnik")


class Tie(NamedTuple):
    """A relation between two parties: who is engaged in which company, told alike from both ends."""

    who: Party
    where: Party
    relation: Relation

    @property
    def function(self) -> str | None:
        """As what, where the register says it."""
        return self.relation.label if self.relation.role in _WITH_FUNCTION else None

    @property
    def key(self) -> tuple[object, ...]:
        """What is the same from both ends of a tie, and for no other one."""
        relation = self.relation
        ends = (self.who.identity, self.where.identity)
        return *ends, relation.role, self.function, relation.since, relation.held


class Surroundings:
    """The parties nearest to one, up to a number of them, and each tie between them once."""

    def __init__(self, start: Party, most: int) -> None:
        self.start = start
        self.parties: dict[Identity, Party] = {start.identity: start}
        self.distances: dict[Identity, int] = {start.identity: 0}
        self.ties: dict[tuple[object, ...], Tie] = {}
        self.read: set[Identity] = set()  # those whose own relations were looked up
        self.cut: set[Identity] = set()  # those that have relations for which there was no room
        self._shares: Counter[tuple[object, ...]] = Counter()  # met so far, by party and key of the tie
        self.met = 0
        self.ended_early = False  # more relations were met than one question may look at
        self._most = most

    @property
    def complete(self) -> bool:
        """Whether there was room for everything that was met."""
        return not self.cut

    def is_whole(self, party: Party) -> bool:
        """Whether everything that a party is tied to is here."""
        return party.identity in self.read and party.identity not in self.cut

    def add(self, step: Step) -> None:
        """Add a relation of a party that is there, and the party at its other end, where there is room."""
        source, relation = step.source, step.relation
        other = relation.party
        if not self._has_room_for(other):
            self.cut.add(source.identity)
            return
        self.parties.setdefault(other.identity, other)
        self.distances.setdefault(other.identity, step.distance)
        tie = tie_of(source, relation)
        # One party may have several shares alike; seen from the other end they are the same again.
        number = self._shares[source.identity, tie.key] if relation.share else 0
        self._shares[source.identity, tie.key] += 1
        self.ties.setdefault((*tie.key, number), tie)

    def has(self, tie: Tie) -> bool:
        """Tell whether a tie is here."""
        return (*tie.key, 0) in self.ties

    def _has_room_for(self, party: Party) -> bool:
        known = party.identity in self.parties
        return (known or len(self.parties) < self._most) and len(self.ties) < _TIES_PER_PARTY * self._most


def surroundings(
    start: Party,
    relations_of: RelationsOf,
    *,
    steps: int,
    most: int,
    most_read: int,
    only_current: bool = False,
) -> Surroundings:
    """Return the parties at most so many `steps` from one, the nearest first.

    There are `most` of them, of which the first `most_read` have their own relations looked up, fewer where
    those are very many.
    """
    found = Surroundings(start, most)

    def read(party: Party) -> Iterable[Relation]:
        if len(found.read) == most_read or found.met > _MOST_MET:
            found.ended_early = found.ended_early or found.met > _MOST_MET
            found.cut.add(party.identity)
            return []
        found.read.add(party.identity)
        return relations_of(party)

    def follow(party: Party, distance: int) -> bool:
        return distance < steps and party.key is not None and party.identity in found.parties

    for step in walk(start, read, follow):
        found.met += 1
        if step.relation.current or not only_current:
            found.add(step)
    return found


def tie_of(source: Party, relation: Relation) -> Tie:
    """Return the tie that a relation of `source` is."""
    if relation.outgoing:
        return Tie(source, relation.party, relation)
    return Tie(relation.party, source, relation)


class Path(NamedTuple):
    """The shortest way between two parties.

    `ties` are None where none was found: there is none, or the search ended after `ended_after` parties.
    `parties` are those along the way, both ends included.
    """

    parties: list[Party]
    ties: list[Tie] | None
    ended_after: int | None = None


def shortest_path(
    start: Party, goal: Party, relations_of: RelationsOf, most_searched: int = _MOST_SEARCHED
) -> Path:
    """Return the shortest path between two parties over their relations, present and past.

    It is searched for from both ends at once, always from where fewer parties wait to be read.
    """
    if start.identity == goal.identity:
        return Path([start], [])
    reached: list[dict[Identity, Step | None]] = [{start.identity: None}, {goal.identity: None}]
    waiting = [[start], [goal]]
    searched = met = 0
    while all(waiting):
        side = 0 if len(waiting[0]) <= len(waiting[1]) else 1
        here, there = reached[side], reached[1 - side]
        level, waiting[side] = waiting[side], []
        for party in level:
            if searched == most_searched or met > _MOST_MET:
                return Path([], None, ended_after=searched)
            searched += 1
            for relation in relations_of(party):
                met += 1
                other = relation.party
                if other.identity in here:
                    continue
                here[other.identity] = Step(party, relation, searched)
                if other.identity in there:
                    return _joined(start, reached, other)
                waiting[side].append(other)
    return Path([], None)


def _joined(start: Party, reached: list[dict[Identity, Step | None]], middle: Party) -> Path:
    """Return the path through the party at which the two searches met."""
    before: list[Tie] = []
    step = reached[0][middle.identity]
    while step is not None:
        before.insert(0, tie_of(step.source, step.relation))
        step = reached[0][step.source.identity]
    after: list[Tie] = []
    step = reached[1][middle.identity]
    while step is not None:
        after.append(tie_of(step.source, step.relation))
        step = reached[1][step.source.identity]
    ties = before + after
    parties = [start]
    for tie in ties:
        parties.append(tie.where if tie.who.identity == parties[-1].identity else tie.who)
    return Path(parties, ties)


class State(NamedTuple):
    """What of a company's state has to be seen beside its name."""

    ended: bool = False
    insolvent: bool = False
    in_liquidation: bool = False


class _Told(Wire, kw_only=True):
    """What of a company's document tells its state; the rest is not decoded."""

    stav: StavFirmy
    stav_podrobne: StavPodrobne | None = None
    likvidace: Likvidace | None = None
    insolvence: list[Insolvence] | None = None


_decode = msgspec.json.Decoder(_Told).decode


def state_of(services: Services, party: Party) -> State:
    """Return the state of a party; what nothing is published of is not marked."""
    document = services.documents.company(int(party.key)) if party.kind == "company" and party.key else None
    if document is None:
        return State(ended=party.ended)
    told = _decode(document.body)
    ended = told.stav == "zanikla"
    return State(
        ended=ended,
        insolvent=is_insolvent(told) is True,
        in_liquidation=told.likvidace is not None and not ended,
    )
