"""A command that only reads or mends begins no installation: a mistyped directory is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from soupis.cli.main import app


@pytest.mark.parametrize(
    "command",
    [
        ("status",),
        ("check",),
        ("index", "rebuild"),
        ("person", "hide", "jan-novak-1970-0a1b2c"),
        ("explain", "45274649"),
        ("query", "detail_firmy", "ico=45274649"),
        ("receipt", "rotate-key"),
        ("account", "list"),
        ("account", "tariff", "jana@example.cz", "business"),
        ("account", "disable", "jana@example.cz"),
        ("account", "enable", "jana@example.cz"),
        ("key", "issue", "jana@example.cz", "--name", "eshop"),
        ("key", "list", "jana@example.cz"),
        ("key", "revoke", "3"),
    ],
    ids=" ".join,
)
def test_where_there_is_none_it_says_so_and_makes_nothing(
    command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SOUPIS_DATABASE_URL", raising=False)
    mistyped = tmp_path / "mistyped"
    result = CliRunner().invoke(app, [*command, "--data", str(mistyped)])
    assert result.exit_code == 1, result.output
    assert f"There is no installation in {mistyped}; correct --data" in " ".join(result.output.split())
    assert not mistyped.exists()


def test_one_that_is_begun_by_a_migration_is_told_as_new(tmp_path: Path) -> None:
    words = ["migrate", "--data", str(tmp_path / "data")]
    first, second = CliRunner().invoke(app, words), CliRunner().invoke(app, words)
    assert "a new installation" in first.output and "up to date" in second.output
