"""A data directory with the demo's data, made by the same steps as `soupis demo`."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

from soupis import demo
from soupis.accounts.database import Database
from soupis.accounts.directory import Directory
from soupis.cli.synchronising import publish_pending
from soupis.installation import Installation
from soupis.settings import Settings

# Fixed, so that person keys are the same in every run.
PERSON_SECRET = "secret of the tests, thirty-two b"


def build_demo(directory: Path) -> Installation:
    """Fill an empty directory with the demo's companies, published and indexed."""
    where = open_installation(directory)
    where.prepare()
    demo.fill(where, _quietly)
    publish_pending(where, _quietly)
    return where


def copy_of(where: Installation, directory: Path) -> Installation:
    """Copy a data directory that nobody writes to, for a test that changes or breaks it."""
    copytree(where.directory, directory)
    for file in directory.glob("accounts.sqlite*"):
        file.unlink()  # other tests use it all the time; a copy starts without accounts
    copy = open_installation(directory)
    copy.prepare(new_accounts=True)
    return copy


def open_installation(directory: Path, database_url: str | None = None) -> Installation:
    """Open a data directory whatever the environment and the .env file of the developer say.

    `database_url` is where the system of record is, where that is PostgreSQL.
    """
    directory.mkdir(parents=True, exist_ok=True)
    # In the file, so that servers and commands of tests work with the same one.
    (directory / "person_key.secret").write_text(PERSON_SECRET)
    settings = {"data_dir": directory, "database_url": database_url}
    return Installation(Settings(_env_file=None, **settings))  # type: ignore[arg-type]


def environment_of(where: Installation) -> dict[str, str]:
    """Return what tells processes of an installation where its system of record is."""
    url = where.settings.database_url
    return {"SOUPIS_DATABASE_URL": url} if url else {}


def issue_key(where: Installation, email: str, tariff: str, name: str = "test") -> str:
    """Make an account of the tariff, if there is none of that e-mail yet, and return a new API key of it."""
    database = Database(where.settings.accounts_url)
    try:
        directory = Directory(database)
        if email not in {account.email for account in directory.accounts()}:
            directory.create(email, tariff)
        return directory.issue_key(email, name).key
    finally:
        database.close()


def _quietly(_label: str, _done: int, _total: int | None) -> None:
    pass
