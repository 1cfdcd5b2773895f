"""`soupis explain ICO` as its user sees it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from soupis.cli.main import app
from soupis.ingest.merge import ares, vat_register
from tests.support.installation import open_installation

FIXTURES = Path(__file__).parents[1] / "fixtures"
DOCS = Path(__file__).parents[2] / "docs" / "operations.md"


@pytest.fixture(autouse=True)
def _width_of_pipes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The output has the width of a pipe whatever the terminal of these tests is."""
    monkeypatch.delenv("COLUMNS", raising=False)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A data directory that holds one company, not yet published."""
    where = open_installation(tmp_path_factory.mktemp("explain"))
    where.prepare()
    answer = FIXTURES / "ares" / "ares_45274649.json"
    ares.sync_file(where.engine, answer, where.person_secret, "2026-10-08T12:00:00Z")
    vat_register.sync_file(where.engine, FIXTURES / "vat" / "vat_status_v2_mixed.xml")
    return str(where.directory)


def test_a_page_marks_the_winner_and_names_rule_row_and_what_waits(data: str) -> None:
    result = CliRunner().invoke(app, ["explain", "45274649", "--data", data])
    assert result.exit_code == 0, result.output
    assert "45274649  ČEZ, a. s.  aktivni" in result.output
    assert "✔ ares " in result.output
    assert "rule registration – public_register and ares_vr have not told of this company" in result.output
    assert "row 3 of the table in docs/vat.md: * · * · PLATCE_DPH · NE · platce" in result.output
    assert "never published" in result.output and "the documents are to be made again" in result.output
    assert not [line for line in result.output.splitlines() if len(line) > 120]


def test_the_page_about_operations_shows_what_the_command_prints(data: str) -> None:
    shown = DOCS.read_text().split("$ soupis explain 45274649\n", 1)[1].split("```", 1)[0]
    printed = CliRunner().invoke(app, ["explain", "45274649", "--data", data]).output
    # What is published differs: this installation has not published anything.
    pages = [
        [line.rstrip() for line in text.split("\nPublished\n")[0].splitlines()] for text in (shown, printed)
    ]
    assert pages[0] == pages[1]


def test_json_tells_the_same(data: str) -> None:
    result = CliRunner().invoke(app, ["explain", "45274649", "--data", data, "--json"])
    told = json.loads(result.stdout)
    assert told["name"] == "ČEZ, a. s." and told["vat"]["row"] == 3
    (name,) = (item for item in told["fields"] if item["field"] == "name")
    assert name["rule"] == "registration" and name["sources"][0]["standing"] == "wins"


def test_an_unknown_company_is_one_line_and_exit_1(data: str) -> None:
    result = CliRunner().invoke(app, ["explain", "27074358", "--data", data])
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        "No source has told of 27074358; soupis sync ares --ico 27074358 asks ARES for it.\n"
    )


@pytest.mark.parametrize("ico", ["abc", "123456789", "0", ""])
def test_what_is_no_company_id_is_exit_2(data: str, ico: str) -> None:
    result = CliRunner().invoke(app, ["explain", ico, "--data", data])
    assert result.exit_code == 2
    assert "is no company ID" in result.stderr
