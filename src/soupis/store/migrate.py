"""Bringing databases to this version's tables, by the migrations that each set of tables has of its own.

Alembic is loaded when there is something to apply: every command looks whether there is, and hardly ever is.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

import structlog
from sqlalchemy import Connection, Engine, MetaData, column, create_engine, inspect, select, table

from soupis.store.engine import open_engine, reading, writing
from soupis.store.tables import metadata

if TYPE_CHECKING:
    from alembic.config import Config
    from alembic.script import ScriptDirectory

_log = structlog.stdlib.get_logger(__name__)

# Alembic's environment and the template of new migrations, the same for all sets of tables.
_ENVIRONMENT = Path(__file__).parent / "migrations"


class Migrations(NamedTuple):
    """Migrations of one set of tables: their directory, the table that notes them, the tables of today."""

    versions: Path
    version_table: str
    metadata: MetaData

    def revisions(self) -> list[str]:
        """Return their revisions, oldest first: the numbers that their files' names begin with."""
        return sorted(path.name.partition("_")[0] for path in self.versions.glob("[0-9]*.py"))

    def scripts(self) -> ScriptDirectory:
        """Return them as Alembic knows them."""
        from alembic.script import ScriptDirectory

        return ScriptDirectory(str(_ENVIRONMENT), version_locations=[str(self.versions)])


def registry() -> Migrations:
    """Return the migrations of the system of record, which the functions below mean unless told otherwise."""
    return Migrations(_ENVIRONMENT / "versions", "registry_version", metadata)


class NewerSchemaError(Exception):
    """The database has tables of a newer version than this one."""


def migrate(engine: Engine, migrations: Migrations | None = None) -> None:
    """Apply all migrations that the database lacks, in one transaction; raises NewerSchemaError."""
    migrations = migrations or registry()
    revision, newest = _known_revision(engine, migrations), migrations.revisions()[-1]
    if revision == newest:
        return
    from alembic import command

    if revision is not None:  # tables with rows, which may be those of the country
        _log.info("changing_tables", version=revision, to=newest, takes="a few minutes for the country")
    with writing(engine) as connection:
        command.upgrade(alembic_config(connection, migrations), "head")
    if revision is not None:
        _log.info("tables_changed", version=newest)


def is_current(engine: Engine, migrations: Migrations | None = None) -> bool:
    """Tell whether the database has this version's tables; raises NewerSchemaError."""
    migrations = migrations or registry()
    return _known_revision(engine, migrations) == migrations.revisions()[-1]


def _known_revision(engine: Engine, migrations: Migrations) -> str | None:
    revision = _revision_of(engine, migrations.version_table)
    if revision is not None and not is_known(revision, migrations):
        raise NewerSchemaError(
            f"The database was written by a newer version of Soupis ({revision}); install that one."
        )
    return revision


def _revision_of(engine: Engine, version_table: str) -> str | None:
    """Return the revision that a database notes, None where it has no tables yet."""
    with reading(engine) as connection:
        if not inspect(connection).has_table(version_table):
            return None
        revision: str | None = connection.scalar(
            select(column("version_num")).select_from(table(version_table))
        )
        return revision


def find_missing(engine: Engine, migrations: Migrations | None = None) -> list[str]:
    """Return which tables, and columns as `table.column`, a database lacks of those of its revision.

    Raises NewerSchemaError.
    """
    migrations = migrations or registry()
    revision = _known_revision(engine, migrations)
    if revision is None:
        return [migrations.version_table]
    from alembic import command

    sample = create_engine("sqlite://")
    with sample.begin() as connection:
        command.upgrade(alembic_config(connection, migrations), revision)
        wanted = _columns(connection)
    sample.dispose()
    return find_missing_columns(engine, wanted)


def find_missing_columns(engine: Engine, wanted: Mapping[str, set[str]]) -> list[str]:
    """Return which tables, and columns as `table.column`, a database lacks."""
    missing = []
    with reading(engine) as connection:
        there = _columns(connection)
    for name, columns in wanted.items():
        if name in there:
            missing += [f"{name}.{lacking}" for lacking in sorted(columns - there[name])]
        else:
            missing.append(name)
    return missing


def _columns(connection: Connection) -> dict[str, set[str]]:
    """Return the names of all columns, by table."""
    found = inspect(connection).get_multi_columns()
    return {name: {column["name"] for column in columns} for (_, name), columns in found.items()}


def is_known(revision: str, migrations: Migrations | None = None) -> bool:
    """Tell whether this version knows a revision of the tables."""
    return revision in (migrations or registry()).revisions()


def alembic_config(connection: Connection, migrations: Migrations | None = None) -> Config:
    """Return what Alembic works by, on an open connection."""
    from alembic.config import Config

    migrations = migrations or registry()
    config = Config()
    for option, path in (("script_location", _ENVIRONMENT), ("version_locations", migrations.versions)):
        config.set_main_option(option, str(path).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes |= {"connection": connection} | migrations._asdict()
    return config


def write_next(message: str, migrations: Migrations) -> None:
    """Write the next migration: from the newest one to the tables of the code; the message is its first line.

    Rows that have to be converted are nothing it could know of; so read it, and complete it, before it is
    committed.
    """
    from alembic import command

    number = f"{int(migrations.revisions()[-1]) + 1:04d}"
    with TemporaryDirectory() as directory:
        engine = open_engine(f"sqlite:///{Path(directory) / 'empty.sqlite'}")
        migrate(engine, migrations)
        with writing(engine) as connection:
            config = alembic_config(connection, migrations)
            command.revision(
                config, message, autogenerate=True, rev_id=number, version_path=str(migrations.versions)
            )
        engine.dispose()
