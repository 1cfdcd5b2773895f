"""Loading the country from zero to served, a day's changes, disk; beside `.import` and COPY of its rows."""

from __future__ import annotations

import gzip
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import psycopg
from commands import Taken, run, size_of, soupis
from results import Figure
from world import World, made

_CHANGED = 200  # one of so many
_TABLES = ("res_data", "res_pf_nace")


def measure(world: World) -> list[Figure]:
    """Load everything once, with the floor before and after it."""
    shutil.rmtree(world.data, ignore_errors=True)
    before = import_alone(world)
    both: list[tuple[Taken, int]] = []
    made(world.data, lambda data: both.extend(_load(world, data)))
    (res, disk_res), (register, disk_both) = both
    floor = [before.seconds, import_alone(world).seconds]
    loads = [("statistical register", res), ("public register", register)]
    figures = [Figure("Loading", "sqlite3 .import", "s", floor, chart="loading")]
    if (seconds := copy(world)) is not None:
        figures.append(Figure("Loading", "PostgreSQL COPY", "s", [seconds], chart="loading"))
    shares = sum(floor) / len(floor)
    for what, taken in loads:
        figures.append(
            Figure(
                "Loading", f"Soupis, {what}", "s", [taken.seconds],
                f"{taken.seconds / shares:.1f} × .import; zero to served", "loading", True,
            )
        )  # fmt: skip
    for what, taken in loads:
        figures += _needs(what, taken, world.companies)
    figures.append(Figure("Disk", "statistical register", "MB", [disk_res / 1e6], chart="disk", ours=True))
    figures.append(Figure("Disk", "both registers", "MB", [disk_both / 1e6], chart="disk", ours=True))
    files = sum(file.stat().st_size for file in world.files.iterdir() if file.is_file())
    figures.append(Figure("Disk", "source files", "MB", [files / 1e6], chart="disk"))
    return figures + _a_day(world)


def _load(world: World, data: Path) -> Iterator[tuple[Taken, int]]:
    """Load both registers and tell of each what it took, and the bytes on disk after it."""
    yield sync("res", data, *world.sources), size_of(data)
    register = world.files / "public_register.xml.gz"
    yield sync("public-register", data, f"--file={register}"), size_of(data)


def sync(source: str, data: Path, *files: str) -> Taken:
    """Have a data directory synchronised with files of a source."""
    return soupis("sync", source, "--data", str(data), *files, log=data / "registry.sqlite-wal")


def _needs(what: str, taken: Taken, companies: int) -> list[Figure]:
    return [
        Figure("Needs of a load", f"{what}, processor", "µs a company", [taken.processor / companies * 1e6]),
        Figure("Needs of a load", f"{what}, memory of all processes", "MB", [taken.memory / 1e6]),
        Figure("Needs of a load", f"{what}, write-ahead log", "MB", [taken.log / 1e6]),
    ]


def import_alone(world: World) -> Taken:
    """Have `sqlite3 .import` take the files of the statistical register, and remove what it made."""
    target = world.directory / "import.sqlite"
    target.unlink(missing_ok=True)
    lines = [f".import '{world.files / f'{table}.csv'}' {table}" for table in _TABLES]
    try:
        return run(["sqlite3", str(target)], text="\n".join([".mode csv", *lines, ""]))
    finally:
        target.unlink(missing_ok=True)


def copy(world: World) -> float | None:
    """COPY the same rows into PostgreSQL, where they stay for the peers; return the seconds it took."""
    address = world.postgresql()
    if address is None:
        return None
    started = time.monotonic()
    with psycopg.connect(address, autocommit=True) as connection:
        for table in _TABLES:
            with (world.files / f"{table}.csv").open("rb") as file:
                names = next(file).decode().strip().split(",")
                columns = ", ".join(f"{name.lower()} text" for name in names)
                connection.execute(f"DROP TABLE IF EXISTS {table}")
                connection.execute(f"CREATE TABLE {table} ({columns})")
                with connection.cursor().copy(f"COPY {table} FROM STDIN (FORMAT csv)") as rows:
                    while block := file.read(1 << 20):
                        rows.write(block)
    return time.monotonic() - started


def _a_day(world: World) -> list[Figure]:
    """Change one company of two hundred in both registers and bring that to those who search."""
    with tempfile.TemporaryDirectory(prefix="changed-", dir=world.directory) as directory:
        changed = Path(directory)
        for name in ("res_data.csv", "res_pf_nace.csv"):
            _rewrite(world.files / name, changed / name, _changed_rows if name == "res_data.csv" else iter)
        register = changed / "public_register.xml.gz"
        with gzip.open(world.files / register.name) as old, gzip.open(register, "wb", compresslevel=1) as new:
            new.writelines(_changed_elements(old))
        sources = [f"--file={changed / name}" for name in ("res_data.csv", "res_pf_nace.csv")]
        day = [
            sync("res", world.data, *sources),
            sync("public-register", world.data, f"--file={register}"),
        ]
    seconds = sum(taken.seconds for taken in day)
    return [
        Figure(
            "Loading", f"a day's changes of both (1 of {_CHANGED})", "s", [seconds], "to served", ours=True
        )
    ]


def _rewrite(source: Path, target: Path, change: object) -> None:
    with source.open("rb") as old, target.open("wb") as new:
        new.writelines(change(old))  # type: ignore[operator]


def _changed_rows(lines: Iterable[bytes]) -> Iterator[bytes]:
    for number, line in enumerate(lines):
        # The name is the first column in quotes; sole traders that ceased have none.
        yield (
            line.replace(b',"', b',"Nov\xc3\xa1 ', 1)
            if number % _CHANGED == 7 and b',"",,,"' not in line
            else line
        )


def _changed_elements(lines: Iterable[bytes]) -> Iterator[bytes]:
    number = 0
    for line in lines:
        if line.startswith(b"<nazev>"):
            number += 1
            if number % _CHANGED == 7:
                line = line.replace(b"<nazev>", b"<nazev>Nov\xc3\xa1 ", 1)
        yield line
