"""What docs/mcp.md says to type works."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from soupis.mcp.tools import TOOLS
from tests.mcp_server.conftest import Site
from tests.support.waiting import PATIENCE

_PAGE = (Path(__file__).parents[2] / "docs" / "mcp.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", _PAGE, re.DOTALL)


def run(command: list[str], site: Site) -> str:
    environment = os.environ | {"SOUPIS_URL": site.url, "SOUPIS_KEY": site.person().key}
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_script_runs_as_it_is_written(site: Site) -> None:
    (script,) = blocks("python")
    assert run([sys.executable, "-c", script], site).startswith("45274649 STARŠÍ OVĚŘENÍ: k 2026-10-03")


def test_the_bare_request_works(site: Site) -> None:
    if shutil.which("curl") is None:
        pytest.skip("There is NO CURL on this machine: the command of docs/mcp.md was not tried.")
    (command,) = [text for text in blocks("sh") if text.startswith("curl")]
    answer = json.loads(run(["sh", "-c", command], site))
    assert answer["result"]["structuredContent"]["firma"]["ico"] == "45274649"


def test_configurations_are_json_and_name_the_server(site: Site) -> None:
    found = [json.loads(text) for text in blocks("json")]
    assert len(found) == 5
    for configuration in found:
        (server,) = (configuration.get("mcpServers") or configuration["servers"]).values()
        assert server.get("url") == "https://soupis.example/mcp" or server["args"][0] == "mcp"


def test_every_tool_is_described() -> None:
    assert re.findall(r"^\| `(\w+)` \|", _PAGE, re.MULTILINE) == list(TOOLS)
