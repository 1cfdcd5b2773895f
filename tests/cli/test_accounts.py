"""`soupis account`, each command a process of its own as an operator runs it."""

from __future__ import annotations

import json
import sqlite3
import subprocess
from pathlib import Path
from typing import Any

import pytest

from soupis.oauth.tables import metadata
from tests.support import commands


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def account(data: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return commands.run("account", *arguments, "--data", str(data))


def facts(data: Path, *arguments: str) -> Any:
    done = account(data, *arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_first_command_creates_all_tables_of_the_accounts_database(data: Path) -> None:
    facts(data, "create", "jana@example.cz")
    with sqlite3.connect(data / "accounts.sqlite") as connection:
        created = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
    assert {table.name for table in metadata.sorted_tables} <= created


def test_a_disabled_account_can_be_enabled_again(data: Path) -> None:
    facts(data, "create", "jana@example.cz")
    assert facts(data, "disable", "jana@example.cz")["disabled"] is not None
    assert facts(data, "enable", "jana@example.cz")["disabled"] is None
    assert [item["disabled"] for item in facts(data, "list")] == [None]
    assert account(data, "enable", "jana@example.cz").stdout == "jana@example.cz: enabled\n"


def test_an_account_that_does_not_exist_cannot_be_enabled(data: Path) -> None:
    facts(data, "create", "jana@example.cz")
    done = account(data, "enable", "nikdo@example.cz")
    assert done.returncode == 1
    assert "There is no account nikdo@example.cz" in done.stderr
    assert "soupis account list" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_key_is_revoked_by_its_number_and_any_other_text_is_told(data: Path) -> None:
    done = commands.run("key", "revoke", "eshop", "--data", str(data))
    assert done.returncode == 2
    assert "eshop is no number of a key" in done.stderr


def test_the_help_of_enable_has_an_example(data: Path) -> None:
    done = account(data, "enable", "--help")
    assert "soupis account enable jana@example.cz" in done.stdout
