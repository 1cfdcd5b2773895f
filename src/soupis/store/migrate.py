"""Bringing databases to this version's tables, by the migrations that each set of tables has of its own."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, MetaData

from soupis.store.engine import reading, writing
from soupis.store.tables import metadata


class Migrations(NamedTuple):
    """Migrations of one set of tables: their directory, the table that notes them, the tables of today."""

    scripts: Path
    version_table: str
    metadata: MetaData


SCRIPTS = Path(__file__).parent / "migrations"


def registry() -> Migrations:
    """Return the migrations of the system of record, which the functions below mean unless told otherwise."""
    return Migrations(SCRIPTS, "registry_version", metadata)


class NewerSchemaError(Exception):
    """The database has tables of a newer version than this one."""


def migrate(engine: Engine, migrations: Migrations | None = None) -> None:
    """Apply all migrations that the database lacks, in one transaction; raises NewerSchemaError."""
    if is_current(engine, migrations):
        return
    with writing(engine) as connection:
        command.upgrade(alembic_config(connection, migrations), "head")


def is_current(engine: Engine, migrations: Migrations | None = None) -> bool:
    """Tell whether the database has this version's tables; raises NewerSchemaError."""
    migrations = migrations or registry()
    with reading(engine) as connection:
        context = MigrationContext.configure(connection, opts={"version_table": migrations.version_table})
        revision = context.get_current_revision()
    if revision is not None and not is_known(revision, migrations):
        raise NewerSchemaError(
            f"The database was written by a newer version of Soupis ({revision}); install that one."
        )
    return revision == ScriptDirectory(str(migrations.scripts)).get_current_head()


def is_known(revision: str, migrations: Migrations | None = None) -> bool:
    """Tell whether this version knows a revision of the tables."""
    scripts = ScriptDirectory(str((migrations or registry()).scripts))
    return revision in {script.revision for script in scripts.walk_revisions()}


def alembic_config(connection: Connection, migrations: Migrations | None = None) -> Config:
    """Return what Alembic works by, on an open connection."""
    migrations = migrations or registry()
    config = Config()
    config.set_main_option("script_location", str(migrations.scripts))
    config.attributes |= {"connection": connection} | migrations._asdict()
    return config
