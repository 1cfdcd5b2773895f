"""The page about settings says what the code says, and no command shows a secret."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from soupis.cli.main import app
from soupis.cli.settings import page
from soupis.settings import Settings

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_about_settings_is_made_from_the_code() -> None:
    assert (DOCS / "settings.md").read_text(encoding="utf-8") == page(), (
        "run: soupis settings --markdown > docs/settings.md"
    )


def test_every_setting_is_described() -> None:
    assert all(field.description for field in Settings.model_fields.values())


def test_present_values_are_shown_without_secrets(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOUPIS_SECRET_KEY", "hush-hush of at least 32 characters")
    monkeypatch.setenv("SOUPIS_SMTP_URL", "smtp://user:hush-hush@mail.example:587")
    monkeypatch.setenv("SOUPIS_DATABASE_URL", "postgresql://soupis:hush-hush@db.example/soupis")
    for options in ([], ["--json"]):
        result = CliRunner().invoke(app, ["settings", *options])
        assert result.exit_code == 0
        assert "hush-hush" not in result.output
        assert "db.example" in result.output and "SOUPIS_METRICS_PORT" in result.output


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://soupis:hush-hush@db.example/soupis",
        "postgresql://soupis:hu@sh-hush@db.example/soupis",
        "postgresql://db.example/soupis?user=soupis&sslpassword=hush-hush&password=hush-hush",
        "https://soupis:hush-hush@db.example/path",
        "https://db.example/path?api_key=hush-hush",
        "https://u:x@db.example/path?a=1&Token=hush-hush;sig=sh-hush#hush-hush",
        "https://db.example/path?hush-hush&a=b?sh-hush",
        "https://db.example/path#access_token=hush-hush==",
        "postgresql://soupis:hu/sh-hush?sh-hush#sh-hush@db.example/soupis",
    ],
)
def test_no_setting_shows_the_password_of_an_address(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, address: str
) -> None:
    monkeypatch.chdir(tmp_path)
    shown = 0
    for name, field in Settings.model_fields.items():
        if field.annotation is Path:
            continue
        with monkeypatch.context() as one:
            one.setenv(f"SOUPIS_{name.upper()}", address)
            result = CliRunner().invoke(app, ["settings"])
        if result.exit_code == 0:
            assert "sh-hush" not in result.output, name
            shown += "db.example" in result.output
    assert shown > 1


@pytest.mark.parametrize("command", ["serve", "demo"])
@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1"])
def test_a_server_for_other_machines_needs_its_own_address(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str, host: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SOUPIS_BASE_URL", raising=False)
    monkeypatch.setenv("SOUPIS_HOST", host)
    monkeypatch.setenv("SOUPIS_DATA_DIR", str(tmp_path / "data"))
    result = CliRunner().invoke(app, [command])
    assert result.exit_code == 2
    assert "SOUPIS_BASE_URL: must be set" in result.output
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SOUPIS_SYNC_SCHEDULE", "res=sometimes"),
        ("SOUPIS_BASE_URL", "soupis.example"),
        ("SOUPIS_BASE_URL", "http://"),
        ("SOUPIS_BASE_URL", "https://"),
        ("SOUPIS_BASE_URL", "https:///"),
        ("SOUPIS_BASE_URL", "https://:8000"),
        ("SOUPIS_BASE_URL", "http://user:hush@soupis.example"),
        ("SOUPIS_BASE_URL", "http://@soupis.example"),
        ("SOUPIS_BASE_URL", "http://soupis.example?a=b"),
        ("SOUPIS_BASE_URL", "http://soupis.example/#a"),
        ("SOUPIS_BASE_URL", "https://soupis.example:70000"),
        ("SOUPIS_BASE_URL", "https://soupis example"),
        ("SOUPIS_BASE_URL", "https://\u202esoupis.example"),
        ("SOUPIS_METRICS_PORT", "70000"),
        ("SOUPIS_LOG_LEVEL", "LOUD"),
        ("SOUPIS_SECRET_KEY", "x" * 31),
        ("SOUPIS_PERSON_KEY_SECRET", "x" * 31),
        ("SOUPIS_PERSON_KEY_SECRET", f"{'x' * 31} "),
    ],
)
def test_a_wrong_setting_is_one_line_and_exit_2(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, value: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(name, value)
    result = CliRunner().invoke(app, ["settings"])
    assert result.exit_code == 2
    assert result.output.count("\n") == 1 and "hush" not in result.output
