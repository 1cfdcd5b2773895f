"""Bringing the system of record to this version's tables."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine

from soupis.store.engine import reading, writing

SCRIPTS = Path(__file__).parent / "migrations"


class NewerSchemaError(Exception):
    """The database has tables of a newer version than this one."""


def migrate(engine: Engine) -> None:
    """Apply all migrations that the database lacks, in one transaction; raises NewerSchemaError."""
    if is_current(engine):
        return
    with writing(engine) as connection:
        command.upgrade(alembic_config(connection), "head")


def is_current(engine: Engine) -> bool:
    """Tell whether the database has this version's tables; raises NewerSchemaError."""
    with reading(engine) as connection:
        context = MigrationContext.configure(connection, opts={"version_table": "registry_version"})
        revision = context.get_current_revision()
    if revision is not None and not is_known(revision):
        raise NewerSchemaError(
            f"The database was written by a newer version of Soupis ({revision}); install that one."
        )
    return revision == ScriptDirectory(str(SCRIPTS)).get_current_head()


def is_known(revision: str) -> bool:
    """Tell whether this version knows a revision of the tables."""
    return revision in {script.revision for script in ScriptDirectory(str(SCRIPTS)).walk_revisions()}


def alembic_config(connection: Connection) -> Config:
    """Return what Alembic works by, on an open connection."""
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    config.attributes["connection"] = connection
    return config
