from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from starlette.testclient import TestClient

from soupis.app import Installation
from tests.support.installation import copy_of
from tests.support.server import free_port
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
    """Address of the site in a real server."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    environment = {**os.environ, "SITE_DATA": str(site_data[0].directory), "SITE_URL": url}
    log = tmp_path_factory.mktemp("site") / "log"
    command = [sys.executable, "-m", "granian", "--interface", "asgi", "--factory", "--port", str(port)]
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*command, "tests.web.site:served"],
            env=environment,
            cwd=Path(__file__).parents[2],
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        _wait(url, process, log)
        yield url
    finally:
        process.terminate()
        process.wait(20)


def _wait(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(300):
        assert process.poll() is None, log.read_text()
        try:
            httpx.get(f"{url}/api/health", timeout=5)
        except httpx.TransportError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError(f"the site did not start: {log.read_text()}")
