"""The two secrets of an installation: never empty, never short, never silently another one."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from soupis.installation import Installation, SecretError
from soupis.settings import Settings
from tests.support import commands

pytestmark = pytest.mark.slow

ONE, OTHER = "one secret of thirty-two letters ", "another secret of so many letters"
VARIABLES = {"SOUPIS_SECRET_KEY": "secret_key.secret", "SOUPIS_PERSON_KEY_SECRET": "person_key.secret"}
FINGERPRINTS = "SELECT value FROM setting WHERE name LIKE '%_fingerprint'"


def soupis(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return commands.run(*arguments, settings=variables)


def installation(directory: Path, **settings: str) -> Installation:
    return Installation(Settings(_env_file=None, data_dir=directory, **settings))  # type: ignore[arg-type]


@pytest.mark.parametrize("value", ["", "   "])
def test_an_empty_secret_is_none_and_one_is_made(tmp_path: Path, value: str) -> None:
    where = installation(tmp_path, person_key_secret=value, secret_key=value)
    where.prepare()
    assert where.settings.person_key_secret is None
    assert len(where.person_secret) >= 32
    assert len(where.secret) >= 32
    assert where.person_secret == (tmp_path / "person_key.secret").read_bytes()
    assert where.person_secret != where.secret


def test_a_start_killed_while_it_made_a_secret_stops_no_other_of_the_same_process_number(
    tmp_path: Path,
) -> None:
    (tmp_path / f"secret_key.{os.getpid()}.new").write_text("half of")
    where = installation(tmp_path)
    assert len(where.secret) >= 32
    assert where.secret == (tmp_path / "secret_key.secret").read_bytes()


@pytest.mark.parametrize("variable", VARIABLES)
def test_another_secret_than_before_is_refused_in_one_line(tmp_path: Path, variable: str) -> None:
    data = str(tmp_path / "data")
    assert soupis("migrate", "--data", data, **{variable: ONE}).returncode == 0
    refused = soupis("status", "--data", data, **{variable: OTHER})
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
    assert variable in refused.stderr and "backup" in refused.stderr
    assert OTHER not in refused.stderr and ONE not in refused.stderr
    assert soupis("status", "--data", data, **{variable: ONE}).returncode == 0


@pytest.mark.parametrize("file", VARIABLES.values())
def test_a_damaged_file_of_a_secret_is_refused(tmp_path: Path, file: str) -> None:
    installation(tmp_path).prepare()
    (tmp_path / file).write_text("")
    with pytest.raises(SecretError, match="damaged"):
        installation(tmp_path).prepare()


@pytest.mark.parametrize("command", ["serve", "worker"])
def test_a_secret_that_is_missing_is_never_made_anew(tmp_path: Path, command: str) -> None:
    installation(tmp_path).prepare()
    for file in VARIABLES.values():
        (tmp_path / file).unlink()
    refused = soupis(command, "--data", str(tmp_path))
    assert refused.returncode == 2
    assert "missing" in refused.stderr and refused.stderr.count("\n") == 1
    assert not [file for file in VARIABLES.values() if (tmp_path / file).exists()]


def test_the_first_start_of_an_existing_installation_notes_its_secrets(tmp_path: Path) -> None:
    where = installation(tmp_path, secret_key=ONE)
    where.prepare()
    with where.engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM setting WHERE name LIKE '%_fingerprint'")  # as before
    kept = where.person_secret
    installation(tmp_path, secret_key=ONE).prepare()
    with where.engine.begin() as connection:
        assert len(connection.exec_driver_sql(FINGERPRINTS).all()) == 2
    assert installation(tmp_path).person_secret == kept
    with pytest.raises(SecretError, match="SOUPIS_SECRET_KEY is another"):
        installation(tmp_path, secret_key=OTHER).prepare()


def test_the_fingerprints_do_not_hold_the_secrets(tmp_path: Path) -> None:
    first, second = installation(tmp_path / "1", secret_key=ONE), installation(tmp_path / "2", secret_key=ONE)
    noted = []
    for where in (first, second):
        where.prepare()
        with where.engine.begin() as connection:
            noted.append(connection.exec_driver_sql(FINGERPRINTS).scalars().all())
    assert ONE not in "".join(noted[0])
    assert not set(noted[0]) & set(noted[1]), "the same secret looks different in each database"


def test_the_key_of_cookies_can_be_replaced_on_purpose(tmp_path: Path) -> None:
    data = str(tmp_path)
    assert soupis("migrate", "--data", data, SOUPIS_SECRET_KEY=ONE).returncode == 0
    assert soupis("migrate", "--new-secret-key", "--data", data, SOUPIS_SECRET_KEY=OTHER).returncode == 0
    assert soupis("status", "--data", data, SOUPIS_SECRET_KEY=OTHER).returncode == 0
    assert soupis("status", "--data", data, SOUPIS_SECRET_KEY=ONE).returncode == 2
