"""The protocol's own conformance suite, as published on npm, against the running server.

The suite has an example server in mind whose tools show each feature of the protocol. What it asks of those
tools this server does not have; each such failure is expected here with its reason, and nothing else is.
"""

from __future__ import annotations

import json
import re
import subprocess
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest

from tests.mcp_server.conftest import Site
from tests.support.npm import installed, node_of_version
from tests.support.waiting import PATIENCE

# The first release that knows the revision 2026-07-28.
_PACKAGE = "@modelcontextprotocol/conformance@0.2.0-alpha.12"
_NODE = 22
_REVISION = "2026-07-28"

_NO_SUCH_TOOL = r"Unknown tool|Unknown prompt|Not testable: server|Adresa má tvar"
# Scenario → what its failures may say, and why that is right.
EXPECTED = {
    "tools-call-*": (_NO_SUCH_TOOL, "calls tools of the suite's example server"),
    "prompts-get-*": (_NO_SUCH_TOOL, "asks for prompts of the example server"),
    "resources-read-*": (_NO_SUCH_TOOL, "reads resources of the example server"),
    "resources-templates-read": (_NO_SUCH_TOOL, "reads a resource of the example server"),
    "server-stateless": ("Not testable", "four of its checks call diagnostic tools of the example server"),
    "completion-complete": ("Method not found", "completions are optional; names are found by searching"),
    "input-required-result-*": (
        rf"{_NO_SUCH_TOOL}|InputRequiredResult",
        "tools that ask the user or the model back; ours only read and never do",
    ),
    "tasks-*": (
        r"Unknown tool|Not testable|extensions MUST be advertised|-32601|-32602|unavailable",
        "tasks are an extension for work of minutes; no tool takes a second",
    ),
    "json-schema-2020-12": ("not found", "looks at the schema of a tool of the example server"),
    "http-custom-header-server-validation": ("Not testable", "no tool of ours mirrors arguments in headers"),
}
# Scenarios of which every check has to hold.
WHOLE = [
    *("tools-list", "resources-list", "prompts-list", "caching", "http-header-validation"),
    *("sep-2164-resource-not-found", "dns-rebinding-protection", "server-sse-multiple-streams"),
]


@pytest.fixture(scope="module")
def checks(site: Site, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, Any]]]:
    """The checks of the suite by their scenario."""
    directory = tmp_path_factory.mktemp("conformance")
    modules = installed(directory, _PACKAGE)
    suite = modules / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
    results = directory / "results"
    command = [node_of_version(directory, _NODE), str(suite), "server", "--url", f"{site.url}/mcp"]
    command += ["--requirements", _REVISION, "--output-dir", str(results)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    found = {_scenario(path): json.loads(path.read_text()) for path in results.rglob("checks.json")}
    assert found, done.stdout + done.stderr
    return found


def _scenario(path: Path) -> str:
    return re.sub(r"^server-|-\d{4}-\d\d-\d\dT.*", "", path.parent.name)


def test_only_what_the_example_server_alone_has_is_missing(checks: dict[str, list[dict[str, Any]]]) -> None:
    surprises = [
        (scenario, check["id"], check.get("errorMessage"))
        for scenario, results in checks.items()
        for check in results
        if check["status"] in ("FAILURE", "WARNING") and not _is_expected(scenario, check)
    ]
    assert surprises == []


def _is_expected(scenario: str, check: dict[str, Any]) -> bool:
    return any(
        fnmatch(scenario, pattern) and re.search(words, check.get("errorMessage") or "")
        for pattern, (words, _reason) in EXPECTED.items()
    )


@pytest.mark.parametrize("scenario", WHOLE)
def test_the_protocol_is_kept(checks: dict[str, list[dict[str, Any]]], scenario: str) -> None:
    results = checks[scenario]
    assert results
    assert {check["status"] for check in results} <= {"SUCCESS", "INFO"}


def test_every_expected_failure_still_happens(checks: dict[str, list[dict[str, Any]]]) -> None:
    for pattern in EXPECTED:
        failed = [
            check
            for scenario, results in checks.items()
            if fnmatch(scenario, pattern)
            for check in results
            if check["status"] == "FAILURE"
        ]
        assert failed, f"{pattern} holds now: expect it no longer"
