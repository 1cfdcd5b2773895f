"""A part of the graph of relations, the path between two: bounded, symmetric, nothing left out silently."""

from __future__ import annotations

from collections import deque
from itertools import pairwise

from hypothesis import example, given
from hypothesis import strategies as st

from soupis.queries.relation_graph import shortest_path, surroundings
from soupis.queries.relations import Party, Relation, RelationsOf

# Who is engaged in which company; companies are even, so that some engaged ones are companies too.
_links = st.lists(st.tuples(st.integers(0, 25), st.integers(0, 12).map(lambda n: 2 * n)), max_size=60)


def _party(number: int) -> Party:
    return Party("person" if number % 2 else "company", str(number), f"Jméno {number}")


def _relations_of(links: list[tuple[int, int]]) -> RelationsOf:
    def relations_of(party: Party) -> list[Relation]:
        own = int(party.key or 0)
        outgoing = [(where, True) for who, where in links if who == own]
        incoming = [(who, False) for who, where in links if where == own]
        return [
            Relation(_party(other), "statutarniOrgan", "jednatel", None, None, True, outgoing=out)
            for other, out in [*outgoing, *incoming]
        ]

    return relations_of


def _distances(links: list[tuple[int, int]], start: int) -> dict[int, int]:
    distances = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for who, where in links:
            for one, other in ((who, where), (where, who)):
                if one == here and other not in distances:
                    distances[other] = distances[here] + 1
                    queue.append(other)
    return distances


@given(_links, st.integers(1, 3), st.integers(2, 12), st.integers(1, 12))
def test_what_is_near_is_bounded_and_what_is_missing_is_told(
    links: list[tuple[int, int]], steps: int, most: int, most_read: int
) -> None:
    found = surroundings(_party(0), _relations_of(links), steps=steps, most=most, most_read=most_read)
    distances = _distances(links, 0)
    present = {int(party.key or 0) for party in found.parties.values()}
    assert 0 in present
    assert len(present) <= most
    assert all(distances[number] <= steps for number in present)
    assert len(found.read) <= most_read
    drawn = {(int(tie.who.key or 0), int(tie.where.key or 0)) for tie in found.ties.values()}
    assert drawn <= set(links)
    for number in present:
        if found.is_whole(_party(number)):
            assert {link for link in links if number in link} <= drawn


@given(_links)
def test_each_tie_is_there_once_from_whichever_end_it_was_met(links: list[tuple[int, int]]) -> None:
    found = surroundings(_party(0), _relations_of(links), steps=99, most=100, most_read=100)
    reachable = _distances(links, 0)
    assert found.complete
    assert sorted((int(tie.who.key or 0), int(tie.where.key or 0)) for tie in found.ties.values()) == sorted(
        {link for link in links if link[0] in reachable}
    )


@given(_links, st.integers(0, 25))
@example([(1, 0), (1, 2), (3, 2), (3, 4)], 4)
@example([(0, 0)], 0)
def test_the_path_is_a_shortest_one_and_leads_from_end_to_end(
    links: list[tuple[int, int]], goal: int
) -> None:
    path = shortest_path(_party(0), _party(goal), _relations_of(links))
    distances = _distances(links, 0)
    if goal not in distances:
        assert path.ties is None
        assert path.ended_after is None
        return
    assert path.ties is not None
    assert len(path.ties) == distances[goal]
    numbers = [int(party.key or 0) for party in path.parties]
    assert (numbers[0], numbers[-1]) == (0, goal)
    for (one, other), tie in zip(pairwise(numbers), path.ties, strict=True):
        assert {one, other} == {int(tie.who.key or 0), int(tie.where.key or 0)}


def test_a_search_that_ends_early_does_not_say_that_there_is_no_path() -> None:
    chain = [(number + (number % 2 == 0), number + (number % 2)) for number in range(40)]
    relations_of = _relations_of(chain)
    assert shortest_path(_party(0), _party(40), relations_of, most_searched=100).ties is not None
    ended = shortest_path(_party(0), _party(40), relations_of, most_searched=10)
    assert ended.ties is None
    assert ended.ended_after == 10


def test_parties_of_very_many_relations_end_the_walk_and_that_is_told() -> None:
    def relations_of(party: Party) -> list[Relation]:
        own = int(party.key or 0)
        others = [_party(own * 1_500 + number) for number in range(1, 1_500)]
        return [Relation(other, "statutarniOrgan", "jednatel", None, None, True) for other in others]

    found = surroundings(_party(0), relations_of, steps=3, most=100, most_read=100)
    assert len(found.read) < 5
    assert not found.complete
    ended = shortest_path(_party(0), _party(10**9), relations_of)
    assert ended.ties is None
    assert ended.ended_after is not None
    assert ended.ended_after < 5


def test_shares_alike_are_several_ties_and_the_same_from_both_ends() -> None:
    shares = ["10 %, 20 000 Kč", "10 %, 20 000 Kč", "1/3", None]

    def relations_of(party: Party) -> list[Relation]:
        other = _party(1 - int(party.key or 0))
        out = party.kind == "person"
        held = [
            Relation(other, "spolecnik", "společník", "2012-05-06", None, True, out, held=held)
            for held in shares
        ]
        # An office that is entered twice is one tie still.
        return held + [Relation(other, "statutarniOrgan", "jednatel", None, None, True, out)] * 2

    for start in (0, 1):
        found = surroundings(_party(start), relations_of, steps=2, most=5, most_read=5)
        told = [(tie.relation.role, tie.relation.held) for tie in found.ties.values()]
        assert told == [*(("spolecnik", held) for held in shares), ("statutarniOrgan", None)]
    path = shortest_path(_party(0), _party(1), relations_of)
    assert path.ties is not None and all(map(found.has, path.ties))
