"""Every command of docs/api.md runs as it stands, and says what the page promises."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import msgspec
import pytest

from soupis.api.operations import OPERATIONS
from soupis.wire.company import FirmaDetail
from soupis.wire.csv import COLUMNS
from tests.support.server import Server
from tests.support.waiting import PATIENCE

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "api.md").read_text(encoding="utf-8")
BASE, *COMMANDS = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)


def test_the_page_names_every_field_of_a_company() -> None:
    section = PAGE.split("\n## Fields of a company\n", 1)[1].split("\n## ", 1)[0]
    named = re.findall(r"`(\w+)`", " ".join(re.findall(r"^\| (.*?) \|", section, re.MULTILINE)))
    assert sorted(named) == sorted(field.encode_name for field in msgspec.structs.fields(FirmaDetail))


@pytest.fixture(scope="module")
def tools() -> None:
    if not shutil.which("curl"):
        pytest.skip("no curl on this machine: apt-get install curl")


@pytest.mark.parametrize(
    "command", COMMANDS, ids=[command.split("$BASE")[1].split('"')[0] for command in COMMANDS]
)
def test_command_runs_and_is_answered(tools: None, server: Server, tmp_path: Path, command: str) -> None:
    assert BASE == "BASE=http://127.0.0.1:8000\n"
    # A fresh address for each, because together they cost more than a day without an account allows.
    options = f"--fail --silent --show-error --header 'X-Forwarded-For: {_address(command)}'"
    curl = f'curl() {{ command curl {options} "$@"; }}'
    script = f"set -eu\n{curl}\nBASE={server.url}\n{command}"
    run = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert run.returncode == 0, run.stderr
    files = list(tmp_path.iterdir())
    if "-OJ" in command:
        assert [file.suffix for file in files] == [".csv"]
        assert files[0].read_bytes().startswith(b"\xef\xbb\xbf")
    elif "If-None-Match" in command:
        assert run.stdout == "304\n"
    elif "--head" in command:
        assert "x-service-jednotek: " in run.stdout
    else:
        assert run.stdout.startswith(
            ('{"ok":true,', '[{"obchodniJmeno"', '{"stav":"ok"', '{"linkset"', "\ufeffico;")
        )


def _address(command: str) -> str:
    return f"198.19.0.{COMMANDS.index(command) + 1}"


def test_page_tells_of_every_operation() -> None:
    for operation in OPERATIONS:
        assert operation.path in PAGE, operation.path


def test_page_names_the_columns_of_the_export() -> None:
    assert f"`{';'.join(COLUMNS)}`" in PAGE


def test_page_tells_of_every_status_of_the_description() -> None:
    told = set(re.findall(r"^\| (\d{3}) \|", PAGE, re.MULTILINE))
    described = {str(status) for operation in OPERATIONS for status in operation.refusals} | {"304"}
    assert described == told


def test_links_between_pages_lead_somewhere() -> None:
    for page in ("api.md", "glossary.md"):
        for target in re.findall(r"\]\(([\w./-]+)", (DOCS / page).read_text(encoding="utf-8")):
            assert (DOCS / target).exists(), target
