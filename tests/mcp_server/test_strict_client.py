"""A strict OAuth client from npm, which checks every answer by the standards, connects an account."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

from tests.mcp_server.conftest import Site
from tests.mcp_server.test_protocol import TOOLS, post
from tests.support.npm import installed, node
from tests.support.waiting import PATIENCE

_PACKAGE = "oauth4webapi@3.8.8"
_REDIRECT = "http://127.0.0.1/callback"


@pytest.fixture(scope="session")
def oauth_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return (
        installed(tmp_path_factory.mktemp("oauth4webapi"), _PACKAGE) / "oauth4webapi" / "build" / "index.js"
    )


def test_it_finds_its_way_by_metadata_and_every_answer_passes_its_checks(
    site: Site, oauth_library: Path
) -> None:
    script = Path(__file__).with_name("strict_client.mjs")
    process = subprocess.Popen(
        [node(), str(script), oauth_library.as_uri(), f"{site.url}/mcp", _REDIRECT],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdin and process.stdout and process.stderr
        visit = process.stdout.readline().strip()
        assert visit, process.stderr.read()
        process.stdin.write(consent(site, visit) + "\n")
        process.stdin.flush()
        out, errors = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert process.returncode == 0, errors
    told = json.loads(out)
    assert told["tools"] == TOOLS
    assert told["tokenType"] == "bearer"
    # It revoked the connection: its tokens are good for nothing any more.
    refused = post(site, "tools/list", Authorization=f"Bearer {told['access']}")
    assert refused.status_code == 401


def consent(site: Site, visit: str) -> str:
    """Sign in, allow, and return the address that the browser is sent back to."""
    parameters = dict(parse_qsl(urlsplit(visit).query))
    with site.browser(site.person()) as browser:
        page = browser.get("/oauth/authorize", params=parameters)
        assert page.status_code == 200, page.text
        seal = page.text.partition('name="seal" value="')[2].partition('"')[0]
        form = {**parameters, "seal": seal, "decision": "allow"}
        return browser.post("/oauth/authorize", data=form).headers["location"]
