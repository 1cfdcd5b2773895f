"""Figures, and how they are written down."""

from __future__ import annotations

import statistics
from dataclasses import dataclass, field


@dataclass
class Figure:
    """One measured quantity: a value for each round."""

    group: str
    what: str
    unit: str
    values: list[float]
    note: str = ""
    chart: str = ""
    ours: bool = False
    facts_beside: dict[str, float] = field(default_factory=dict)

    @property
    def median(self) -> float:
        """The median of the rounds."""
        return statistics.median(self.values)

    def spread(self) -> str:
        """The least and the greatest of several rounds."""
        return f"{written(min(self.values))} – {written(max(self.values))}" if len(self.values) > 1 else ""

    def line(self) -> str:
        """The figure in one line."""
        value = f"{written(self.median)} {self.unit} {self.spread()} {self.note}"
        return f"{self.group}: {self.what}: {value.rstrip()}"

    def facts(self) -> dict[str, object]:
        """The figure for the JSON file."""
        return {
            "group": self.group,
            "what": self.what,
            "unit": self.unit,
            "median": self.median,
            "values": self.values,
            "note": self.note,
        } | ({"beside": self.facts_beside} if self.facts_beside else {})


def share(ours: list[float], limit: list[float]) -> str:
    """Return what the one is of the other within a round: median, least and greatest."""
    shares = [value / most for value, most in zip(ours, limit, strict=True)]
    spread = f" ({min(shares):.0%} – {max(shares):.0%})" if len(shares) > 1 else ""
    return f"{statistics.median(shares):.0%}{spread}"


def markdown(machine: dict[str, str], companies: int, figures: list[Figure]) -> str:
    """Return the page of results."""
    lines = [f"# {companies:,} made-up companies", ""]
    lines += [f"- {name}: {value}" for name, value in machine.items()]
    for group in dict.fromkeys(figure.group for figure in figures):
        lines += ["", f"## {group}", "", "| what | median | spread | |", "|---|--:|--:|---|"]
        for figure in figures:
            if figure.group == group:
                value = f"{written(figure.median)} {figure.unit}"
                lines.append(f"| {figure.what} | {value} | {figure.spread()} | {figure.note} |")
    return "\n".join(lines) + "\n"


def written(value: float) -> str:
    """A value with as many digits as it deserves."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:,.1f}" if abs(value) >= 10 else f"{value:,.2f}"
