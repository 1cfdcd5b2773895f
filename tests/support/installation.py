"""A data directory with the demo's data, made by the same steps as `soupis demo`."""

from __future__ import annotations

from pathlib import Path

from soupis import demo
from soupis.accounts.database import Database
from soupis.accounts.directory import Directory
from soupis.app import Installation
from soupis.cli.sync import bring_forward
from soupis.settings import Settings

# Fixed, so that person keys are the same in every run.
PERSON_SECRET = "secret of the tests, thirty-two b"


def build_demo(directory: Path) -> Installation:
    """Fill an empty directory with the demo's companies, published and indexed."""
    # Environment and .env of the developer must not leak in: everything is given here.
    where = Installation(
        Settings(_env_file=None, data_dir=directory, database_url=None, person_key_secret=PERSON_SECRET)  # type: ignore[call-arg, arg-type]
    )
    where.prepare()
    demo.fill(where, _quietly)
    bring_forward(where, _quietly)
    return where


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
