"""Made-up registers behind a running stand-in, and installations that are synchronised with them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from soupis.installation import Installation
from soupis.synthetic import generate
from soupis.synthetic import standin as synthetic_standin
from soupis.worker import vat_source
from tests import standin
from tests.support.installation import open_installation
from tests.support.once import made_once
from tests.worker.workshop import COMPANIES, Workshop, codelists, facts

MakeWorkshop = Callable[..., Workshop]


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
    """A data directory with tables and code lists, to be copied."""
    where = open_installation(tmp_path_factory.mktemp("empty") / "data")
    where.prepare()
    where.engine.dispose()
    return where.directory


@pytest.fixture
def installation(empty_installation: Path, tmp_path: Path) -> Installation:
    """An empty installation of this test alone."""
    return open_installation(shutil.copytree(empty_installation, tmp_path / "data"))


@pytest.fixture
def workshop(source: standin.Standin, installation: Installation) -> Iterator[MakeWorkshop]:
    """Make the means of synchronising an installation with a stand-in, in a hurry."""
    with ExitStack() as stack:

        def make(where: Installation = installation, registers: standin.Standin = source) -> Workshop:
            return stack.enter_context(Workshop(where, registers))

        yield make


@pytest.fixture(scope="session")
def loaded_installation(
    registers: Path, empty_installation: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A data directory into which all registers were read without a fault."""

    def load(directory: Path) -> None:
        where = open_installation(shutil.copytree(empty_installation, directory))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(vat_source, "maintenance_left", lambda _now: 0.0)
            with standin.start(registers) as source, Workshop(where, source) as shop:
                shop.everything()

    return made_once(tmp_path_factory, "loaded", load)


@pytest.fixture
def loaded(loaded_installation: Path, tmp_path: Path) -> Installation:
    """A copy of the loaded installation, for this test to change."""
    return open_installation(shutil.copytree(loaded_installation, tmp_path / "loaded"))


@pytest.fixture
def shop(workshop: MakeWorkshop, loaded: Installation) -> Workshop:
    """The loaded installation."""
    return workshop(loaded)


@pytest.fixture
def filed(registers: Path, shop: Workshop) -> list[int]:
    """Companies with filed documents that nobody has visited yet."""
    known = [int(row[0]) for row in facts(registers, "SELECT DISTINCT ico FROM filing ORDER BY ico DESC")]
    details = shop.details()
    return [ico for ico in known if details[ico]["listiny"] is None or not details[ico]["listiny"]["pocet"]]
