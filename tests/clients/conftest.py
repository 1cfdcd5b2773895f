"""The Python client as it is built, installed where the tests can import it."""

from __future__ import annotations

import importlib
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tests.support.callers import Caller

ROOT = Path(__file__).parents[2]
_SOURCES = ROOT / "clients" / "python"


def pip(*arguments: str | Path) -> None:
    """Run pip quietly; raises CalledProcessError."""
    command = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *map(str, arguments)]
    subprocess.run(command, check=True, capture_output=True, timeout=240)


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The client built from a copy of its directory beside the service's sources, then from its own sdist."""
    directory = tmp_path_factory.mktemp("client")
    beside = directory / "clients" / "python"
    shutil.copytree(_SOURCES, beside, ignore=shutil.ignore_patterns("__pycache__"))
    (directory / "src").symlink_to(ROOT / "src")
    script = (
        "import sys; sys.path.insert(0, 'build_backend'); import backend; backend.build_sdist(sys.argv[1])"
    )
    subprocess.run([sys.executable, "-c", script, str(directory)], cwd=beside, check=True, timeout=120)
    (sdist,) = directory.glob("*.tar.gz")
    pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", directory / "wheel", sdist)
    (built,) = (directory / "wheel").glob("*.whl")
    return built


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory where the client is installed."""
    directory = tmp_path_factory.mktemp("installed")
    pip("install", "--no-deps", "--no-compile", "--target", directory, wheel)
    return directory


@pytest.fixture(scope="session")
def client(installed: Path) -> Iterator[ModuleType]:
    """The package `soupis_client`."""
    sys.path.insert(0, str(installed))
    try:
        yield importlib.import_module("soupis_client")
    finally:
        sys.path.remove(str(installed))


def key_of(caller: Caller) -> str:
    """Return the key that a caller asks with."""
    return caller.http.headers["Authorization"].removeprefix("Bearer ")
