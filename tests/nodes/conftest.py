"""A system of record in PostgreSQL that holds what the demo's holds, and nodes that follow it."""

from __future__ import annotations

import shutil
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import func, select
from sqlalchemy.engine import make_url

from soupis.installation import Installation
from soupis.progress import no_progress
from soupis.settings import Settings
from soupis.store import bulk
from soupis.store.engine import open_engine, reading, writing
from soupis.store.tables import metadata, setting
from tests.support.cut import Cuttable
from tests.support.databases import copy_of_database, new_database

_DATABASES = count(1)

MakeNode = Callable[..., Installation]


@pytest.fixture(scope="session")
def filled_database(postgresql_server: str, demo_installation: Installation) -> str:
    """Address of a PostgreSQL database with every row of the demo's record; a template for others."""
    url = new_database(postgresql_server, "soupis_demo", ready=True)
    engine = open_engine(url)
    with reading(demo_installation.engine) as source, writing(engine) as target:
        for table in metadata.sorted_tables:
            target.execute(table.delete())
            rows = [tuple(row) for row in source.execute(select(table))]
            bulk.insert_rows(target, table, table.columns.keys(), rows)
            (number, *_rest) = table.primary_key.columns
            if number.name in ("id", "seq") and table.name != "person_document":
                sequence = func.pg_get_serial_sequence(table.name, number.name)
                target.execute(select(func.setval(sequence, select(func.max(number) + 1).scalar_subquery())))
        target.execute(setting.delete().where(setting.c.name.like("%fingerprint")))
    engine.dispose()
    return url


@pytest.fixture
def record(filled_database: str) -> Iterator[str]:
    """Address of a PostgreSQL database of the test's own, with all that the demo's record holds."""
    with copy_of_database(filled_database, f"soupis_nodes_{next(_DATABASES)}") as url:
        yield url


@pytest.fixture
def make_node(record: str, tmp_path: Path, demo_installation: Installation) -> Iterator[MakeNode]:
    """Return what makes a node of a name, which follows the record when it is told to."""
    with ExitStack() as made:

        def make(name: str, **more: object) -> Installation:
            directory = tmp_path / name
            directory.mkdir()
            for file in ("person_key.secret", "secret_key.secret"):
                shutil.copyfile(demo_installation.directory / file, directory / file)
            settings = {"data_dir": directory, "database_url": record, **more}
            node = Installation(Settings(_env_file=None, **settings))  # type: ignore[arg-type]
            node.prepare()
            made.callback(node.engine.dispose)
            return node

        yield make


def follow(node: Installation) -> int:
    """Bring a node up to its record."""
    with closing(node.follower()) as follower:
        return follower.follow(no_progress)


@pytest.fixture
def network(record: str) -> Iterator[Cuttable]:
    """What leads to the record over a network that can be cut."""
    directory = make_url(record).query["host"]

    def connect() -> socket.socket:
        far = socket.socket(socket.AF_UNIX)
        far.connect(f"{directory}/.s.PGSQL.5432")
        return far

    with Cuttable(connect) as network:
        yield network


@pytest.fixture
def across(record: str, network: Cuttable) -> str:
    """Address of the record across that network."""
    url = make_url(record).set(drivername="postgresql", host="127.0.0.1", port=network.port, query={})
    return url.render_as_string(hide_password=False)
