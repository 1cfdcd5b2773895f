"""`soupis query` as its user sees it."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from soupis.cli.main import app
from soupis.installation import Installation
from soupis.mcp.tools import TOOLS

_PAGE = (Path(__file__).parents[2] / "docs" / "mcp.md").read_text(encoding="utf-8")
DOCUMENTED = re.findall(r"^\$ soupis (query .*)$", _PAGE, re.MULTILINE)


def ask(where: Installation, *arguments: str) -> str:
    result = CliRunner().invoke(app, ["query", *arguments, "--data", str(where.directory)])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("command", DOCUMENTED)
def test_documented_commands_find_budvar(demo_installation: Installation, command: str) -> None:
    assert "00514152" in ask(demo_installation, *shlex.split(command)[1:])


def test_a_name_that_comes_twice_is_a_list(demo_installation: Installation) -> None:
    told = json.loads(ask(demo_installation, "vyhledat_firmy", "forma=s.r.o.", "forma=121", "--json"))
    assert told["filtry"] == {"forma": ["112", "121"]}
    assert told["pocetCelkem"] > 100


def test_alone_it_lists_every_tool_with_its_arguments(demo_installation: Installation) -> None:
    listed = ask(demo_installation)
    for tool in TOOLS.values():
        assert f"{tool.name}: {tool.cs}" in listed
        assert all(f"  {name}: " in listed for name in tool.describe().input_schema.get("properties", {}))


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("detail_firmy", "ico=x"), 1, "Správně třeba: detail_firmy"),
        (("detail_firmy", "ico=x", "--english"), 1, "A right call: detail_firmy"),
        (("detail_firmy", "ico=00000001"), 1, "v databázi není"),
        (("smazat_firmu",), 1, "There is no tool smazat_firmu"),
        (("detail_firmy", "00514152"), 2, "NAME=VALUE"),
    ],
)
def test_what_is_wrong_is_one_line_and_a_code(
    demo_installation: Installation, arguments: tuple[str, ...], code: int, words: str
) -> None:
    result = CliRunner().invoke(app, ["query", *arguments, "--data", str(demo_installation.directory)])
    assert result.exit_code == code
    assert words in result.output
    assert "Traceback" not in result.output


def test_an_empty_directory_is_told_and_never_reads_as_nothing_found(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["query", "vyhledat_firmy", "q=budvar", "--data", str(tmp_path)])
    assert result.exit_code == 1
    assert "pocetCelkem" not in result.output
