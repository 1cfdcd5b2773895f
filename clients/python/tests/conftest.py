"""What the tests need: the address and a key of a running service, in SOUPIS_URL and SOUPIS_KEY."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from soupis_client import Soupis

Told = Callable[..., Any]


@pytest.fixture(scope="session")
def address() -> str:
    """The address of the service."""
    return os.environ["SOUPIS_URL"]


@pytest.fixture(scope="session")
def key() -> str:
    """A key whose quota the tests do not use up (tariff standard or more)."""
    return os.environ["SOUPIS_KEY"]


@pytest.fixture
def soupis(address: str, key: str) -> Iterator[Soupis]:
    """A client of the service."""
    with Soupis(address, key=key) as client:
        yield client


@pytest.fixture(scope="session")
def told(address: str, key: str) -> Iterator[Told]:
    """Return `data` of an answer, read without the client."""
    with httpx.Client(base_url=address, headers={"Authorization": f"Bearer {key}"}, timeout=60) as http:

        def answered(path: str, **parameters: Any) -> Any:
            return http.get(path, params=parameters).json()["data"]

        yield answered
