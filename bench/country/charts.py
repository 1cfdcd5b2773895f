"""Bars as SVG with their spreads, readable in light and dark."""

from __future__ import annotations

from html import escape

from results import Figure, written

_WIDTH, _LABELS, _VALUES, _ROW = 760, 270, 200, 30
_STYLE = (
    "text{font:14px system-ui,sans-serif;fill:#1f2937}.o{fill:#0f766e}.p{fill:#94a3b8}.t{font-weight:600}"
    "@media (prefers-color-scheme:dark){text{fill:#e5e7eb}.o{fill:#2dd4bf}.p{fill:#64748b}}"
)


def bars(figures: list[Figure]) -> str:
    """Return a chart of one group of figures of one unit; ours stand out."""
    most = max(figure.median for figure in figures)
    height = _ROW * (len(figures) + 1) + 16
    title = f"{figures[0].group} ({figures[0].unit})"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style>",
        f'<text class="t" x="8" y="22">{escape(title)}</text>',
    ]
    for number, figure in enumerate(figures, start=1):
        top = number * _ROW + 6
        length = max(1.0, (_WIDTH - _LABELS - _VALUES) * figure.median / most)
        kind = "o" if figure.ours else "p"
        spread = f" ({figure.spread()})" if figure.spread() else ""
        parts += [
            f'<text x="{_LABELS - 10}" y="{top + 17}" text-anchor="end">{escape(figure.what)}</text>',
            f'<rect class="{kind}" x="{_LABELS}" y="{top}" width="{length:.1f}" height="22"/>',
            f'<text x="{_LABELS + length + 8:.1f}" y="{top + 17}">{written(figure.median)}{spread}</text>',
        ]
    return "\n".join([*parts, "</svg>", ""])
