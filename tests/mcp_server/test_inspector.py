"""The MCP Inspector's command line, as its authors publish it on npm."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from soupis.app import Installation
from tests.mcp_server.conftest import Site
from tests.mcp_server.test_protocol import BUDVAR, TOOLS
from tests.mcp_server.test_stdio import stdio_arguments
from tests.support.callers import fresh_address

pytestmark = pytest.mark.slow
_PACKAGE = "@modelcontextprotocol/inspector@2"
_ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def inspector(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Inspector's command, installed into a directory that lasts as long as the tests."""
    given = os.environ.get("SOUPIS_TEST_INSPECTOR")
    if given:
        return Path(given)
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("There is NO NPM on this machine: the MCP Inspector was not tried.")
    directory = tmp_path_factory.mktemp("inspector")
    command = [npm, "install", "--prefix", str(directory), "--no-fund", "--no-audit", _PACKAGE]
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=180)
    except (subprocess.SubprocessError, OSError) as error:
        pytest.skip(f"npm CANNOT INSTALL the MCP Inspector here, it was not tried: {error}")
    return directory / "node_modules" / ".bin" / "mcp-inspector"


def inspect(inspector: Path, *arguments: str) -> dict[str, Any]:
    """Run the Inspector and return the JSON it prints."""
    done = subprocess.run(
        [str(inspector), "--cli", *arguments], capture_output=True, text=True, timeout=60, cwd=_ROOT
    )
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def over_http(site: Site, key: str | None = None) -> list[str]:
    headers = ["--header", f"X-Forwarded-For: {fresh_address()}"]
    if key:
        headers += ["--header", f"Authorization: Bearer {key}"]
    return [f"{site.url}/mcp", "--transport", "http", *headers]


def test_it_lists_tools_resources_and_prompts_over_http(site: Site, inspector: Path) -> None:
    target = over_http(site)
    # Strict: fails for schemas that some clients could not read.
    tools = inspect(inspector, *target, "--method", "tools/list", "--strict")["tools"]
    assert [tool["name"] for tool in tools] == TOOLS
    assert inspect(inspector, *target, "--method", "prompts/list")["prompts"]
    assert inspect(inspector, *target, "--method", "resources/templates/list")["resourceTemplates"]


@pytest.mark.parametrize("with_key", [False, True])
def test_it_calls_a_tool_anonymously_and_with_a_key(site: Site, inspector: Path, with_key: bool) -> None:
    target = over_http(site, site.person().key if with_key else None)
    call = ["--method", "tools/call", "--tool-name", "detail_firmy", "--tool-arg", f'ico="{BUDVAR}"']
    answer = inspect(inspector, *target, *call)
    assert answer["structuredContent"]["firma"]["ico"] == BUDVAR


def test_it_calls_a_tool_over_standard_input_and_output(
    demo_installation: Installation, inspector: Path
) -> None:
    server = [sys.executable, *stdio_arguments(demo_installation)]
    answer = inspect(inspector, *server, "--method", "tools/call", "--tool-name", "zdroje")
    assert answer["structuredContent"]["pocetFirem"] > 1_000
