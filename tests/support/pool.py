"""A pool of connections (pgbouncer) with the settings that deploy/compose.nodes.yaml gives it."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

import pytest
import yaml
from sqlalchemy.engine import make_url

from tests.support.server import free_port
from tests.support.standby import USER
from tests.support.waiting import PATIENCE, wait_until

_COMPOSE = Path(__file__).parents[2] / "deploy" / "compose.nodes.yaml"
# Where it is and who may use it is another matter there.
_ELSEWHERE = {"AUTH_TYPE", "LISTEN_PORT"}


class Pool:
    """A pool before the PostgreSQL database at an address; a context manager."""

    def __init__(self, url: str) -> None:
        self._database = make_url(url)
        self._port = free_port()
        self._directory = Path(tempfile.mkdtemp(prefix="soupis-pool-"))

    def __enter__(self) -> Pool:
        if os.geteuid() == 0:
            shutil.chown(self._directory, USER)
        self._file.write_text(self._configuration())
        self.start()
        return self

    def __exit__(self, *_exception: object) -> None:
        self.kill()
        shutil.rmtree(self._directory, ignore_errors=True)

    @property
    def address(self) -> str:
        """The address of the database by way of the pool."""
        url = self._database.set(host="127.0.0.1", port=self._port, query={})
        return url.render_as_string(hide_password=False)

    def start(self) -> None:
        """Start it; return when it listens."""
        self._process = subprocess.Popen(
            [program(), "--quiet", str(self._file)],
            user=USER if os.geteuid() == 0 else None,  # it refuses to run as root
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wait_until(lambda: self._process.poll() is not None or self._listens())
        assert self._process.poll() is None, (self._directory / "log").read_text()

    def kill(self) -> None:
        """Have it be gone at once."""
        self._process.kill()
        self._process.wait(PATIENCE)

    def _listens(self) -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", self._port)):
            return True
        return False

    @property
    def _file(self) -> Path:
        return self._directory / "pgbouncer.ini"

    def _configuration(self) -> str:
        database = self._database
        said = yaml.safe_load(_COMPOSE.read_text())["services"]["pool"]["environment"]
        settings = {
            name.lower(): value
            for name, value in said.items()
            if not name.startswith("DB_") and name not in _ELSEWHERE
        }
        settings |= {
            "listen_addr": "127.0.0.1",
            "listen_port": self._port,
            "unix_socket_dir": "",
            "auth_type": "any",
            "logfile": self._directory / "log",
        }
        where = f"host={database.host} port={database.port} dbname={database.database}"
        lines = [f"{name} = {value}" for name, value in settings.items()]
        leads_to = f"{database.database} = {where} user={database.username}"
        return "\n".join(["[databases]", leads_to, "[pgbouncer]", *lines, ""])


def program() -> str:
    """Return the path of pgbouncer; the test is skipped where there is none."""
    found = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin:/sbin")
    if found is None:
        pytest.skip("NOT RUN: no pgbouncer on this machine: apt-get install pgbouncer")
    return found
