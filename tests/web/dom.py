"""Pages as trees."""

from __future__ import annotations

from typing import Any

from lxml import html


def parse(text: str) -> Any:
    """Return the root element of a page; what its XPath queries return depends on the query."""
    return html.fromstring(text)
