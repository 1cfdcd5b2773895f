from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from soupis.accounts import passwords
from soupis.installation import Installation
from soupis.settings import Settings
from tests.web_accounts.site import Site, Visitor, visitors


@pytest.fixture(autouse=True)
def cheap_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let passwords take 2 ms instead of 100: the same algorithm, of which these tests need hundreds."""
    cheap = PasswordHasher(time_cost=1, memory_cost=1024, parallelism=1)
    monkeypatch.setattr(passwords, "_HASHER", cheap)
    monkeypatch.setattr(passwords, "_DUMMY_HASH", cheap.hash("password of no account"))


@pytest.fixture(scope="session")
def empty_installation(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A prepared data directory without companies, to be copied."""
    directory = tmp_path_factory.mktemp("site") / "data"
    Installation(Settings(_env_file=None, data_dir=directory)).prepare()
    return directory


@pytest.fixture
def directory(empty_installation: Path, tmp_path: Path) -> Path:
    return shutil.copytree(empty_installation, tmp_path / "data")


@pytest.fixture
def site(directory: Path) -> Iterator[Site]:
    site = Site(directory)
    site.open()
    yield site
    site.close()


@pytest.fixture
def visitor(site: Site) -> Callable[[], Visitor]:
    """Make visitors: each has a browser, an address and an e-mail of its own, and no account yet."""
    made = visitors(site)
    return lambda: next(made)


@pytest.fixture
def jana(visitor: Callable[[], Visitor]) -> Visitor:
    return visitor()


@pytest.fixture
def petr(visitor: Callable[[], Visitor]) -> Visitor:
    return visitor()
