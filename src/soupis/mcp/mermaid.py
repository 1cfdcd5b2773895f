"""Relations drawn as a Mermaid flowchart."""

from __future__ import annotations

from soupis.wire.mcp import Uzel, Vazba

_ROLES = {
    "statutarniOrgan": "statutární orgán",
    "ostatniOrgan": "orgán",
    "spolecnik": "společník",
    "zastupce": "zástupce",
}


def flowchart(nodes: list[Uzel], relations: list[Vazba]) -> str:
    """Return the drawing: companies are boxes, persons rounded, former relations dotted.

    Names come from registers, where anybody can have one entered: everything that Mermaid or HTML would
    read as markup is escaped.
    """
    lines = ["flowchart LR"]
    for node in nodes:
        label = _escape(f"{node.nazev} · {node.ico}" if node.ico else node.nazev)
        lines.append(f'  {node.id}["{label}"]' if node.typ == "firma" else f'  {node.id}(["{label}"])')
    arrows: dict[tuple[str, str, bool], dict[str, None]] = {}
    for relation in relations:
        label = relation.funkce or _ROLES.get(relation.role, relation.role)
        arrows.setdefault((relation.kdo, relation.v_cem, relation.aktualni), {})[label] = None
    for (who, where, current), labels in arrows.items():
        arrow = "-->" if current else "-.->"
        lines.append(f'  {who} {arrow}|"{_escape(", ".join(labels))}"| {where}')
    return "\n".join(lines)


def _escape(text: str) -> str:
    """Write letters, digits and harmless characters as they are, the rest as Mermaid's number entities."""
    return "".join(char if char.isalnum() or char in " .,-/()&+·" else f"#{ord(char)};" for char in text)
