"""Made-up registers behind a running stand-in, and installations that are synchronised with them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import select

from soupis.installation import Installation
from soupis.oauth.tables import metadata as accounts
from soupis.store.engine import reading, writing
from soupis.store.tables import filing
from soupis.synthetic import generate
from soupis.synthetic import standin as synthetic_standin
from soupis.worker import vat_source
from tests import standin
from tests.support.databases import copy_of_database, empty_record, empty_tables, new_database
from tests.support.installation import open_installation
from tests.support.once import made_once
from tests.worker.workshop import COMPANIES, Workshop, codelists, facts

MakeWorkshop = Callable[..., Workshop]

_COPIES = count(1)


@pytest.fixture(autouse=True)
def _no_maintenance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests run at any hour; the nightly maintenance has tests of its own."""
    monkeypatch.setattr(vat_source, "maintenance_left", lambda _now: 0.0)


@pytest.fixture(scope="session")
def registers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory of the stand-in with all registers of some made-up companies, to be read only.

    One for all processes: when a file changed is told by its time, and `loaded` has read these files.
    """

    def make(directory: Path) -> None:
        generate(directory, COMPANIES, 7)
        codelists(synthetic_standin.write(directory, COMPANIES, 7))

    return made_once(tmp_path_factory, "registers", make) / synthetic_standin.DIRECTORY


@pytest.fixture
def source(registers: Path) -> Iterator[standin.Standin]:
    """A running stand-in without faults."""
    with standin.start(registers) as running:
        yield running


@pytest.fixture(scope="session")
def empty_installation(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory with tables and code lists, to be copied: all have the same secrets."""

    def prepare(directory: Path) -> None:
        where = open_installation(directory)
        where.prepare()
        where.engine.dispose()

    return made_once(tmp_path_factory, "empty", prepare)


@pytest.fixture(scope="session")
def empty_database(
    postgresql_server: str, empty_installation: Path, tmp_path_factory: pytest.TempPathFactory
) -> str:
    """Address of a PostgreSQL database beside such a directory, to be emptied by each test."""
    directory = shutil.copytree(empty_installation, tmp_path_factory.mktemp("empty") / "data")
    return _prepared_database(postgresql_server, "soupis_empty", directory)


def _prepared_database(server: str, name: str, directory: Path) -> str:
    url = new_database(server, name)
    where = open_installation(directory, url)
    where.prepare()
    where.engine.dispose()
    return url


@pytest.fixture
def installation(
    database_kind: str, empty_installation: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Installation]:
    """An empty installation of this test alone."""
    url = request.getfixturevalue("empty_database") if database_kind == "postgresql" else None
    where = open_installation(shutil.copytree(empty_installation, tmp_path / "data"), url)
    if url:
        with writing(where.engine) as connection:
            empty_record(connection)
            empty_tables(connection, accounts.sorted_tables)
    yield where
    where.engine.dispose()


@contextmanager
def copy_installation(made: Installation, directory: Path) -> Iterator[Installation]:
    """Copy an installation that nobody is at: its data directory, and its PostgreSQL database if any."""
    made.engine.dispose()
    if made.settings.database_url is None:
        yield open_installation(shutil.copytree(made.directory, directory))
        return
    shutil.copytree(made.directory, directory, ignore=shutil.ignore_patterns("*.sqlite*", "index"))
    with copy_of_database(made.settings.database_url, f"soupis_copy_{next(_COPIES)}") as url:
        where = open_installation(directory, url)
        yield where
        where.engine.dispose()


@pytest.fixture
def workshop(
    source: standin.Standin, database_kind: str, request: pytest.FixtureRequest
) -> Iterator[MakeWorkshop]:
    """Make the means of synchronising an installation, an empty one if none is given, in a hurry."""
    with ExitStack() as stack:

        def make(where: Installation | None = None, registers: standin.Standin = source) -> Workshop:
            return stack.enter_context(Workshop(where or request.getfixturevalue("installation"), registers))

        yield make


@pytest.fixture(scope="session")
def loaded_installation(
    registers: Path, empty_installation: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A data directory into which all registers were read without a fault."""

    def load(directory: Path) -> None:
        _load(open_installation(shutil.copytree(empty_installation, directory)), registers)

    return made_once(tmp_path_factory, "loaded", load)


@pytest.fixture(scope="session")
def loaded_database(
    registers: Path,
    empty_installation: Path,
    postgresql_server: str,
    tmp_path_factory: pytest.TempPathFactory,
) -> str:
    """Address of a PostgreSQL database into which all registers were read without a fault; to be copied."""
    directory = shutil.copytree(empty_installation, tmp_path_factory.mktemp("loaded") / "data")
    url = _prepared_database(postgresql_server, "soupis_loaded", directory)
    _load(open_installation(directory, url), registers)
    return url


def _load(where: Installation, registers: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vat_source, "maintenance_left", lambda _now: 0.0)
        with standin.start(registers) as source, Workshop(where, source) as shop:
            shop.everything()
    # Its files stay as they are while they are copied: a log goes with the last connection.
    where.engine.dispose()


@pytest.fixture
def loaded(
    database_kind: str, loaded_installation: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Installation]:
    """A copy of the loaded installation, for this test to change."""
    url = request.getfixturevalue("loaded_database") if database_kind == "postgresql" else None
    with copy_installation(open_installation(loaded_installation, url), tmp_path / "loaded") as where:
        yield where


@pytest.fixture
def shop(workshop: MakeWorkshop, loaded: Installation) -> Workshop:
    """The loaded installation."""
    return workshop(loaded)


@pytest.fixture
def filed(registers: Path, shop: Workshop) -> list[int]:
    """Companies with filed documents that nobody has visited yet."""
    with reading(shop.where.engine) as connection:
        visited = set(connection.scalars(select(filing.c.ico)))
    known = facts(registers, "SELECT DISTINCT ico FROM filing ORDER BY ico DESC")
    return [int(ico) for (ico,) in known if int(ico) not in visited]
