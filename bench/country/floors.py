"""The floor of a load: its parts alone, with nothing of ours around them, beside what is wanted of the whole.

Microseconds of processor for a company of the statistical register, and for an entry of the public one with
its persons. Rows and documents are those of the loaded directory (`--only loads` makes it), stored anew by
the bare libraries: what compares, looks up, makes documents and takes names apart is left out. Wanted are 6
and 12 times what `.import` of the statistical register's files takes in the same run, by two processors that
never wait.
"""

from __future__ import annotations

import csv
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from xml.parsers import expat

import loads
import tantivy
from isal import isal_zlib
from results import Figure
from world import World

from soupis.search import schema
from soupis.search.indexer import _KINDS, StoredDocument
from soupis.store.packing import DICTIONARY, packer, unpack
from soupis.store.tables import KIND_COMPANY, KIND_PERSON, metadata

# So much of each file and table is taken, from its beginning; the rest is reckoned by its size.
_BYTES = 32 << 20
_ROWS = 100_000
_DOCUMENTS = 30_000
_AT_ONCE = 20_000
_BUFFER = 200_000_000
_PROCESSORS = 2

_WITH_EXTRACT = "ico IN (SELECT ico FROM extract)"
Part = tuple[str, Callable[[], float]]


def measure(world: World) -> list[Figure]:
    """Measure all parts of both loads, each as often as there are rounds."""
    file = world.data / "registry.sqlite"
    if not file.exists():
        raise SystemExit(f"{file}: nothing is loaded yet; add --only loads,floors")
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        database.execute("PRAGMA query_only = on")
        loaded = _Loaded(world, database)
        floors = (
            ("statistical register", "µs a company", loaded.companies, 6, loaded.statistical()),
            ("public register", "µs an entry", loaded.entries, 12, loaded.public()),
        )
        figures = []
        for register, unit, count, times, parts in floors:
            group = f"Floor, {register}"
            imported = Figure(group, ".import of the statistical register", unit, [])
            imported.values += [loaded.imported() / count * 1e6 for _ in range(world.rounds)]
            taken = [
                Figure(group, what, unit, [take() * 1e6 for _ in range(world.rounds)]) for what, take in parts
            ]
            together = sum(figure.median for figure in taken)
            wanted = imported.median * times * _PROCESSORS
            note = f"the parts alone take {together / wanted:.0%} of it"
            what = f"wanted: {times} × .import by {_PROCESSORS} processors"
            figures += [imported, *taken, Figure(group, "all parts together", unit, [together])]
            figures.append(Figure(group, what, unit, [wanted], note))
        return figures


class _Loaded:
    """The loaded directory, and the files that it was loaded from."""

    def __init__(self, world: World, database: sqlite3.Connection) -> None:
        self._world = world
        self._database = database
        self.companies = self._count("company_claim", "source = 'res'")
        self.entries = self._count("extract")

    def imported(self) -> float:
        """Return the seconds that `.import` of both files takes."""
        return loads.import_alone(self._world).processor

    def statistical(self) -> Iterator[Part]:
        """Yield the parts of loading the statistical register, each in seconds for a company."""
        per = self.companies
        files = [self._world.files / name for name in ("res_data.csv", "res_pf_nace.csv")]
        yield "CSV read", lambda: sum(map(_csv, files)) / per
        yield (
            "rows of claims, companies, activities",
            self._rows(per, ("company_claim", "source = 'res'"), ("company", ""), ("activities", "")),
        )
        yield from self._documents("company_document", f"NOT {_WITH_EXTRACT}", 1.0)
        yield "change log", self._rows(per, ("change", f"kind = {KIND_COMPANY}"), share=1.0)
        yield "tantivy, ready documents", self._tantivy(KIND_COMPANY, f"NOT {_WITH_EXTRACT}", 1.0)

    def public(self) -> Iterator[Part]:
        """Yield the parts of loading the public register, each in seconds for an entry."""
        per = self.entries
        persons = self._count("person_document") / per
        start, entries = _beginning(self._world.files / "public_register.xml.gz")
        yield "unpacked", lambda: _unpacked(start) / entries
        text = _unpack(start)
        yield "XML by expat, nothing kept", lambda: _xml(text) / entries
        tables = [(table.name, "") for table in metadata.sorted_tables if "part" in table.columns]
        yield "rows of extracts", self._rows(per, *tables, ("company_claim", "source = 'public_register'"))
        yield "rows of persons", self._rows(per, ("person", ""))
        for name, kind, table, where, share in (
            ("companies", KIND_COMPANY, "company_document", _WITH_EXTRACT, 1.0),
            ("persons", KIND_PERSON, "person_document", "", persons),
        ):
            for what, take in self._documents(table, where, share):
                yield f"{what}, {name}", take
            yield f"change log, {name}", self._rows(per, ("change", f"kind = {kind}"), share=share)
            yield f"tantivy, ready documents, {name}", self._tantivy(kind, where, share)

    def _documents(self, table: str, where: str, share: float) -> Iterator[Part]:
        rows = self._sample(table, where, _DOCUMENTS)
        documents = [unpack(value) for row in rows for value in row if isinstance(value, bytes)]
        yield "documents packed", lambda: _packed(documents) / len(rows) * share
        yield "documents stored", lambda: self._inserted(table, rows) / len(rows) * share

    def _rows(self, per: int, *tables: tuple[str, str], share: float | None = None) -> Callable[[], float]:
        samples = []
        for table, where in tables:
            if rows := self._sample(table, where, _ROWS):
                of_each = self._count(table, where) / per if share is None else share
                samples.append((table, rows, of_each / len(rows)))
        return lambda: sum(self._inserted(table, rows) * times for table, rows, times in samples)

    def _tantivy(self, kind: int, where: str, share: float) -> Callable[[], float]:
        of = next(item for item in _KINDS if item.number == kind)
        condition = f" WHERE {where}" if where else ""
        columns = f"{of.key.name}, version, detail, {of.extra.name}"
        query = f"SELECT {columns} FROM {of.table.name}{condition} LIMIT {_DOCUMENTS}"
        documents = [of.fields(StoredDocument._make(row)) for row in self._database.execute(query)]
        return lambda: _indexed(of.schema, documents) / len(documents) * share

    def _sample(self, table: str, where: str, most: int) -> list[tuple[Any, ...]]:
        condition = f" WHERE {where}" if where else ""
        return self._database.execute(f"SELECT * FROM {table}{condition} LIMIT {most}").fetchall()

    def _count(self, table: str, where: str = "") -> int:
        condition = f" WHERE {where}" if where else ""
        (count,) = self._database.execute(f"SELECT count(*) FROM {table}{condition}").fetchone()
        return int(count)

    def _inserted(self, table: str, rows: list[tuple[Any, ...]]) -> float:
        """Insert rows into a file of their own, with the indexes of their table, and move its log home."""
        query = "SELECT sql FROM sqlite_master WHERE tbl_name = ? AND sql IS NOT NULL ORDER BY type DESC"
        create, *indexes = [sql for (sql,) in self._database.execute(query, (table,))]
        statement = f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})"
        with (
            tempfile.TemporaryDirectory(dir=self._world.directory) as directory,
            closing(sqlite3.connect(Path(directory, "floor.sqlite"), isolation_level=None)) as target,
        ):
            for pragma in ("page_size = 4096", "journal_mode = WAL", "synchronous = NORMAL"):
                target.execute(f"PRAGMA {pragma}")
            target.execute(create)
            if table != "person":  # whose indexes a first load makes at its end
                for index in indexes:
                    target.execute(index)
            began = time.process_time()
            for start in range(0, len(rows), _AT_ONCE):
                target.execute("BEGIN")
                target.executemany(statement, rows[start : start + _AT_ONCE])
                target.execute("COMMIT")
            if table == "person":
                for index in indexes:
                    target.execute(index)
            target.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            return time.process_time() - began


def _csv(path: Path) -> float:
    with path.open(encoding="utf-8", newline="") as file:
        lines = file.readlines(_BYTES)
    with _timed() as taken:
        for _ in csv.reader(lines):
            pass
    return taken[0] * path.stat().st_size / sum(len(line.encode()) for line in lines)


def _packed(documents: list[bytes]) -> float:
    pack = packer(DICTIONARY)
    with _timed() as taken:
        for document in documents:
            pack(document)
    return taken[0]


def _beginning(path: Path) -> tuple[bytes, int]:
    """Return the beginning of a packed file, and how many entries it unpacks to."""
    with path.open("rb") as file:
        packed = file.read(_BYTES // 8)
    return packed, _unpack(packed).count(b"</Subjekt>")


def _unpack(packed: bytes) -> bytes:
    return bytes(isal_zlib.decompressobj(wbits=31).decompress(packed))


def _unpacked(packed: bytes) -> float:
    with _timed() as taken:
        _unpack(packed)
    return taken[0]


def _xml(text: bytes) -> float:
    with _timed() as taken:
        expat.ParserCreate().Parse(text, False)
    return taken[0]


def _indexed(index_schema: tantivy.Schema, documents: list[str]) -> float:
    with tempfile.TemporaryDirectory() as directory, _timed() as taken:
        writer = schema.prepare(tantivy.Index(index_schema, directory)).writer(_BUFFER, num_threads=1)
        for document in documents:
            writer.add_json(document)
        writer.commit()
        writer.wait_merging_threads()
    return taken[0]


@contextmanager
def _timed() -> Iterator[list[float]]:
    taken: list[float] = []
    began = time.process_time()
    yield taken
    taken.append(time.process_time() - began)
