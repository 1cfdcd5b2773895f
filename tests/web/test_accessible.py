"""Every page in a real browser: accessible, no wider than the screen; pictures go to test-output/screens/."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from soupis.installation import Installation
from tests.support.accessibility import violations
from tests.support.callers import fresh_address
from tests.support.server import Server
from tests.support.waiting import PATIENCE
from tests.web.site import Samples
from tests.web.test_browser import OpenContext

_SCREENS = Path(__file__).parents[2] / "test-output" / "screens"
# Pages that take part in the checks here and have tests of their own elsewhere.
_OTHERS = {"register": "/registrace", "sign-in": "/prihlaseni", "reset": "/obnova-hesla", "api": "/api/docs"}
_WIDE = {"width": 1280, "height": 900}
_NARROW = {"width": 390, "height": 844}
# Between them these two have all colours, both layouts and both languages.
_CHECKED = (("light", "narrow"), ("dark", "wide"))


@pytest.mark.slow
@pytest.mark.parametrize(("scheme", "width"), _CHECKED)
def test_every_page_is_accessible_and_fits(
    open_context: OpenContext, samples: Samples, scheme: Any, width: str
) -> None:
    """No serious violation by axe-core and no sideways scrolling; a picture of each page is kept."""
    _SCREENS.mkdir(parents=True, exist_ok=True)
    viewport: Any = _WIDE if width == "wide" else _NARROW
    context = open_context(viewport=viewport, color_scheme=scheme)
    page = context.new_page()
    wrong: list[str] = []
    prefix = "/en" if (scheme, width) == ("dark", "wide") else ""
    for name, path in {**samples.pages, **_OTHERS}.items():
        page.goto(path if path.startswith("/api") else prefix + path)
        if page.locator(".graph-card").count():
            page.locator(".graph-card[data-settled]").wait_for(timeout=1_000 * PATIENCE)
        page.screenshot(path=_SCREENS / f"{name}-{scheme}-{width}.png", full_page=True)
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        wrong += [f"{name}: {wide} px too wide"] if wide > 0 else []
        wrong += [f"{name}: {violation}" for violation in violations(page)]
    assert not wrong, "\n".join(wrong)


def test_the_page_that_says_there_were_too_many(
    site_data: tuple[Installation, Samples], browser: Browser, tmp_path: Path
) -> None:
    """The page beyond the limit of an address is accessible and fits; pictures of it are kept."""
    _SCREENS.mkdir(parents=True, exist_ok=True)
    settings = {"SOUPIS_PAGES_PER_MINUTE": "1"}
    with Server(site_data[0].directory, tmp_path / "log", settings=settings) as server:
        for scheme in ("light", "dark"):
            for width, viewport in (("wide", _WIDE), ("narrow", _NARROW)):
                options: Any = {"viewport": viewport, "color_scheme": scheme, "base_url": server.url}
                headers = {"X-Forwarded-For": fresh_address()}
                context = browser.new_context(extra_http_headers=headers, **options)
                page = context.new_page()
                page.goto("/")
                answer = page.goto("/tarify")
                assert answer is not None
                assert answer.status == 429
                page.screenshot(path=_SCREENS / f"too-many-{scheme}-{width}.png", full_page=True)
                assert not violations(page)
                context.close()
