from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext
from starlette.testclient import TestClient

from soupis.installation import Installation
from tests.support.callers import fresh_address
from tests.support.installation import copy_of
from tests.support.server import Server
from tests.web.site import Samples, compose, spoil


@pytest.fixture(scope="session")
def site_data(
    demo_installation: Installation, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Installation, Samples]:
    """A copy of the demo's data with unpleasant companies in it."""
    where = copy_of(demo_installation, tmp_path_factory.mktemp("site") / "data")
    return where, spoil(where)


@pytest.fixture(scope="session")
def samples(site_data: tuple[Installation, Samples]) -> Samples:
    return site_data[1]


@pytest.fixture(scope="session")
def client(site_data: tuple[Installation, Samples]) -> Iterator[TestClient]:
    """The site behind TLS, in this process."""
    app = compose(site_data[0], "https://soupis.test")
    with TestClient(app, base_url="https://soupis.test", follow_redirects=False) as client:
        yield client


@pytest.fixture(scope="session")
def site_url(
    site_data: tuple[Installation, Samples], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """Address of the whole service in processes of its own."""
    with Server(site_data[0].directory, tmp_path_factory.mktemp("site") / "log") as running:
        yield running.url


@pytest.fixture
def open_context(browser: Browser, site_url: str) -> Iterator[Callable[..., BrowserContext]]:
    """Open browser contexts, each with an address of its own, so that no test uses up another's pages."""
    opened = []

    def open_one(**options: Any) -> BrowserContext:
        headers = {"X-Forwarded-For": fresh_address()}
        opened.append(browser.new_context(base_url=site_url, extra_http_headers=headers, **options))
        return opened[-1]

    yield open_one
    for context in opened:
        context.close()
