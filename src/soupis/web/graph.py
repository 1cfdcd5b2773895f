"""The graph of relations: a party, those related to it, and those related to them, in three columns.

Columns rather than a cloud: names stay readable, the picture is the same each time, and a reader can walk
it from left to right. Whatever does not fit is counted and stands in the table below the picture.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import NamedTuple

from soupis.queries.relations import Identity, Party, Relation, RelationsOf, walk

NEAR = 18  # parties in the middle column
FAR = 26  # parties in the right column
_EXPANDED = 14  # parties of the middle column whose own relations are looked up

WIDTH = 952
NODE_WIDTH = 264
NODE_HEIGHT = 34
_PITCH = 44
_MARGIN = 10
_BEND = 46  # how far a line between two boxes of one column reaches out
_COLUMNS = (4, (WIDTH - NODE_WIDTH) // 2, WIDTH - NODE_WIDTH - 4)
# Room for a name and widths of letters, in ems of its type size; wide enough for any common font.
_ROOM = 17.0
_BOLD_ROOM = 15.4
_WIDTHS = {"narrow": 0.38, "wide": 0.78, "widest": 0.92, "other": 0.63}
_NARROW = frozenset("iíjlIJ.,:;'|!()[] ftr")
_WIDEST = frozenset("mwMW@%<>=+&")

# By the identity of a party: those related to it, each with all relations between the two.
Links = dict[Identity, dict[Identity, list[Relation]]]


@dataclass
class Node:
    """A party in the picture; `x`, `y` is its upper left corner."""

    party: Party
    column: int
    x: int = 0
    y: int = 0

    @property
    def label(self) -> str:
        """The name, cut to fit."""
        name = " ".join(self.party.name.split())
        length = _fitting(name, _ROOM if self.column else _BOLD_ROOM)
        return name if length == len(name) else f"{name[:length].rstrip()}…"


@dataclass
class Edge:
    """All relations between two nodes as one line."""

    source: Node
    target: Node
    relations: list[Relation] = field(default_factory=list)

    @property
    def current(self) -> bool:
        """Whether any of the relations lasts."""
        return any(relation.current for relation in self.relations)

    @property
    def share(self) -> bool:
        """Whether any of the relations is a share."""
        return any(relation.share for relation in self.relations)

    @property
    def path(self) -> str:
        """The line as an SVG path."""
        start, end = (self.source, self.target)
        if start.column > end.column:
            start, end = end, start
        y1, y2 = start.y + NODE_HEIGHT // 2, end.y + NODE_HEIGHT // 2
        x1 = start.x + NODE_WIDTH
        if start.column == end.column:
            return f"M{x1} {y1}C{x1 + _BEND} {y1} {x1 + _BEND} {y2} {x1} {y2}"
        x2 = end.x
        middle = (x1 + x2) // 2
        return f"M{x1} {y1}C{middle} {y1} {middle} {y2} {x2} {y2}"


class Graph(NamedTuple):
    """The picture: its size, what is in it, and how many parties of each column were left out."""

    width: int
    height: int
    nodes: list[Node]
    edges: list[Edge]
    near_left_out: int
    far_left_out: int

    @property
    def is_small(self) -> bool:
        """Whether the third column is empty, and left out of the picture."""
        return self.width < WIDTH


def _fitting(name: str, room: float) -> int:
    """Return how many letters of a name fit into a box."""
    width = 0.0
    for place, letter in enumerate(name):
        width += _WIDTHS[_width_class(letter)]
        if width > room:
            return place
    return len(name)


def _width_class(letter: str) -> str:
    if letter in _NARROW:
        return "narrow"
    if letter in _WIDEST:
        return "widest"
    return "wide" if letter.isupper() else "other"


def build_graph(root: Party, relations_of: RelationsOf) -> Graph:
    """Return the graph around a party; `relations_of` gives a party's relations, the important first."""
    links = _links(root, relations_of)
    near_links = links[root.identity]
    centre = Node(root, 0)
    near = {key: Node(relations[0].party, 1) for key, relations in list(near_links.items())[:NEAR]}
    edges = [Edge(centre, node, near_links[key]) for key, node in near.items()]

    far_links: Links = defaultdict(dict)  # the other way round: from the far end
    for key in near:
        for other, relations in links[key].items():
            if other not in near:
                far_links[other][key] = relations
            elif not any(edge.source is near[other] and edge.target is near[key] for edge in edges):
                edges.append(Edge(near[key], near[other], relations))
    # Those reached by several ways tell most; then those with a relation that lasts.
    ranked = sorted(far_links.items(), key=lambda item: (-len(item[1]), not _any_current(item[1])))
    far: dict[Identity, Node] = {}
    for other, ways in ranked[:FAR]:
        far[other] = Node(next(iter(ways.values()))[0].party, 2)
        edges += [Edge(near[key], far[other], relations) for key, relations in ways.items()]

    height = _place(centre, list(near.values()), list(far.values()), edges)
    nodes = [centre, *near.values(), *far.values()]
    width = WIDTH if far else _COLUMNS[1] + NODE_WIDTH + _BEND
    return Graph(width, height, nodes, edges, len(near_links) - len(near), len(ranked) - len(far))


def _links(root: Party, relations_of: RelationsOf) -> Links:
    """Return those related to a party, and those related to the first of them; none lead back."""
    links: Links = defaultdict(dict)

    def follow(_party: Party, distance: int) -> bool:
        return distance == 1 and len(links[root.identity]) <= _EXPANDED

    for source, relation, _distance in walk(root, relations_of, follow):
        other = relation.party.identity
        if other not in (root.identity, source.identity):
            links[source.identity].setdefault(other, []).append(relation)
    return links


def _any_current(ways: dict[Identity, list[Relation]]) -> bool:
    return any(relation.current for relations in ways.values() for relation in relations)


def _place(centre: Node, near: list[Node], far: list[Node], edges: list[Edge]) -> int:
    """Set the places of all nodes; each far node comes beside the near ones it is tied to."""
    height = 2 * _MARGIN + max(1, len(near), len(far)) * _PITCH
    _stack(near, height)
    ways: dict[int, list[int]] = {}
    for edge in edges:
        if edge.target.column == 2:
            ways.setdefault(id(edge.target), []).append(edge.source.y)
    far.sort(key=lambda node: sum(ways[id(node)]) / len(ways[id(node)]))
    _stack(far, height)
    _stack([centre], height)
    return height


def _stack(nodes: list[Node], height: int) -> None:
    top = (height - len(nodes) * _PITCH) // 2 + (_PITCH - NODE_HEIGHT) // 2
    for row, node in enumerate(nodes):
        node.x, node.y = _COLUMNS[node.column], top + row * _PITCH
