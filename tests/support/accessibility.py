"""What axe-core finds wrong with a page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

_AXE = Path(__file__).parents[1] / "web" / "vendor" / "axe-4.14.1.min.js"


def violations(page: Page) -> list[str]:
    """Return the serious and critical violations on the page that is open."""
    page.evaluate(_AXE.read_text())  # not a <script>, which the policy of the site would refuse
    found: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    wrong = [item for item in found["violations"] if item["impact"] in ("serious", "critical")]
    return [f"{page.url} {item['id']}: {_place(item['nodes'][0])}" for item in wrong]


def _place(node: dict[str, str]) -> str:
    return f"{node['html'][:160]} ({node['failureSummary'][:200]})"
