"""Bringing the system of record to this version's tables."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine

from soupis.store.engine import reading, writing

_SCRIPTS = Path(__file__).parent / "migrations"


def migrate(engine: Engine) -> None:
    """Apply all migrations that the database lacks, in one transaction."""
    if is_current(engine):
        return
    with writing(engine) as connection:
        command.upgrade(_config(connection), "head")


def is_current(engine: Engine) -> bool:
    """Tell whether the database has this version's tables."""
    with reading(engine) as connection:
        context = MigrationContext.configure(connection, opts={"version_table": "registry_version"})
        return context.get_current_revision() == ScriptDirectory(str(_SCRIPTS)).get_current_head()


def new_revision(engine: Engine, message: str, revision_id: str) -> None:
    """Write a migration that brings the database to the tables of the code (for developers)."""
    with writing(engine) as connection:
        command.revision(_config(connection), message, autogenerate=True, rev_id=revision_id)


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(_SCRIPTS))
    config.attributes["connection"] = connection
    return config
