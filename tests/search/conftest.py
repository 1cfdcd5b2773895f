from __future__ import annotations

import pytest

from tests.support.databases import new_database


@pytest.fixture
def postgresql_url(postgresql_server: str) -> str:
    """Address of an empty PostgreSQL database."""
    return new_database(postgresql_server, "soupis_search")
