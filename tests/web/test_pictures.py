"""Timeline and graph: what is drawn is within the picture, does not overlap and loses nothing silently."""

from __future__ import annotations

from datetime import date
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from soupis.queries.relations import Party, Relation
from soupis.web.graph import FAR, NEAR, NODE_HEIGHT, NODE_WIDTH, Graph, build_graph
from soupis.web.timeline import MOST_ROWS, build_timeline

TODAY = date(2026, 11, 20)
_days = st.dates(date(1880, 1, 1), date(2035, 1, 1)).map(date.isoformat)
_parties = st.integers(0, 60).map(lambda n: Party("company" if n % 2 else "person", str(n), f"Jméno {n}"))
_relations = st.builds(
    Relation,
    party=_parties,
    role=st.sampled_from(["statutarniOrgan", "spolecnik"]),
    label=st.sampled_from([None, "jednatel"]),
    since=st.none() | _days,
    until=st.none() | _days,
    current=st.booleans(),
    outgoing=st.booleans(),
)


@given(st.lists(_relations, max_size=80))
def test_bars_stay_within_the_picture(relations: list[Relation]) -> None:
    timeline = build_timeline(relations, TODAY)
    dated = {
        relation.party.identity
        for relation in relations
        if relation.since and relation.since <= TODAY.isoformat()
    }
    if timeline is None:
        assert not dated
        return
    assert len(timeline.rows) + timeline.left_out == len(dated)
    assert len(timeline.rows) <= MOST_ROWS
    for row in timeline.rows:
        for bar in row.bars:
            assert bar.left >= 0
            assert bar.width > 0
            assert bar.left + bar.width <= 100.01
    assert 0 < len(timeline.ticks) <= 8 or not timeline.ticks
    assert all(0 <= place <= 100 for place, _ in timeline.ticks)


def test_a_lasting_engagement_reaches_to_the_right_edge() -> None:
    relation = Relation(Party("person", "a", "A"), "spolecnik", None, "2010-01-01", None, True)
    timeline = build_timeline([relation], TODAY)
    assert timeline is not None
    (bar,) = timeline.rows[0].bars
    assert bar.left == 0
    assert abs(bar.left + bar.width - 100) < 0.05


def _graph(links: list[tuple[int, int]]) -> tuple[Graph, set[int]]:
    parties = {n: Party("company", f"{n:08d}", f"Firma {n}") for pair in links for n in (*pair, 0)}

    def neighbours(party: Party) -> list[Relation]:
        own = int(party.key or 0)
        others = [b if a == own else a for a, b in links if own in (a, b)]
        return [Relation(parties[other], "ostatniOrgan", "člen", None, None, True) for other in others]

    direct = {b if a == 0 else a for a, b in links if 0 in (a, b)} - {0}
    return build_graph(parties.get(0, Party("company", "00000000", "Firma")), neighbours), direct


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=120))
def test_boxes_do_not_overlap_and_nothing_is_left_out_silently(links: list[tuple[int, int]]) -> None:
    graph, direct = _graph(links)
    for one, other in combinations(graph.nodes, 2):
        assert abs(one.x - other.x) >= NODE_WIDTH or abs(one.y - other.y) >= NODE_HEIGHT
        assert one.party.identity != other.party.identity
    for node in graph.nodes:
        assert 0 <= node.x <= graph.width - NODE_WIDTH
        assert 0 <= node.y <= graph.height - NODE_HEIGHT
    near = [node for node in graph.nodes if node.column == 1]
    assert len(near) <= NEAR
    assert len(near) + graph.near_left_out == len(direct)
    assert sum(node.column == 2 for node in graph.nodes) <= FAR
    drawn = {id(node) for node in graph.nodes}
    assert graph.is_small == all(node.column < 2 for node in graph.nodes)
    assert all({id(edge.source), id(edge.target)} <= drawn for edge in graph.edges)


def test_a_party_reached_by_two_ways_is_one_box_with_two_lines() -> None:
    graph, _ = _graph([(0, 1), (0, 2), (1, 3), (2, 3)])
    assert len(graph.nodes) == 4
    far = next(node for node in graph.nodes if node.column == 2)
    assert sum(edge.target is far for edge in graph.edges) == 2


def test_names_of_any_length_fit_into_their_box() -> None:
    for letter in "iaMW":
        graph = build_graph(Party("company", "00000001", letter * 400), lambda _party: [])
        assert len(graph.nodes[0].label) < 55
    short = build_graph(Party("company", "00000001", "ČEZ, a. s."), lambda _party: [])
    assert short.nodes[0].label == "ČEZ, a. s."
