"""A node's own copy of what is published, in an SQLite file that requests read.

It has the tables that the system of record has for readers, change log included, so whoever reads documents
or follows the log finds on a node what there is on one machine. A line of the log and the documents that it
is about come into the file in one transaction: the newest line is how far the copy goes, the epoch which log
it is. What cannot be continued (another log, lines that are gone, a damaged or missing file, other tables) is
filled anew beside it, while it goes on being read.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, cast

import structlog
from sqlalchemy import (
    Connection,
    Engine,
    MetaData,
    Select,
    Table,
    UniqueConstraint,
    func,
    or_,
    select,
    text,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.schema import CreateIndex, CreateTable

from soupis.progress import Progress
from soupis.store import bulk, generations
from soupis.store.change_log import EPOCH, FORK, Position, can_continue, newest, position_at
from soupis.store.engine import driver_cursor, open_engine, reading, writing
from soupis.store.republishing import REPUBLISHING
from soupis.store.source_states import REFUSED
from soupis.store.tables import (
    KIND_COMPANY,
    KIND_PERSON,
    change,
    code,
    company_document,
    person_document,
    setting,
    source_run,
    source_state,
)

FILE = "documents.sqlite"
_LAYOUT: Final = "replica_layout"
_DOCUMENTS = {KIND_COMPANY: company_document, KIND_PERSON: person_document}
# Tables that a copy has otherwise: the record finds profiles by its table of persons, which nodes have not.
_OF_COPIES = {person_document: person_document.to_metadata(MetaData())}
_OF_COPIES[person_document].append_constraint(UniqueConstraint("key"))
_SETTINGS = select(setting.c.name, setting.c.value).where(setting.c.name.in_((EPOCH, FORK)))
# Of no place in the log, so it may be copied apart from lines.
_REPUBLISHING = select(setting.c.name, setting.c.value).where(setting.c.name == REPUBLISHING)
_TABLES = (*_DOCUMENTS.values(), change, code, source_run, source_state, setting)
_ROWS_AT_ONCE = 10_000
_LINES_AT_ONCE = 5_000
_LARGEST = 2**63 - 1
# How often small tables, which have no lines in the log, are compared: the states of sources, the code lists.
_STATES_SECONDS = 2.0
_CODES_SECONDS = 60.0

_log = structlog.stdlib.get_logger(__name__)


def current_file(directory: Path) -> Path | None:
    """Return the file that is to be read now, None before the first filling."""
    generation = generations.current_generation(directory)
    return generation / FILE if generation else None


class OtherLogError(Exception):
    """The log of the record does not go on where a copy ends: a standby was promoted, or lines are gone."""


class Replica:
    """The only writer of a node's copy; to be used under the directory's `writer_lock`.

    `record` is the system of record; `seed`, where given, a standby of it that a filling reads from, unless
    it is away.
    Methods raise SQLAlchemy's errors when the system of record is away.
    """

    def __init__(self, record: Engine, directory: Path, seed: Engine | None = None) -> None:
        self._record = record
        self._seed = seed
        self._directory = directory
        self._verified: Path | None = None
        self._opened: tuple[Path, Engine] | None = None
        self._states_due = self._codes_due = 0.0

    def close(self) -> None:
        """Close the file."""
        if self._opened:
            self._opened[1].dispose()
            self._opened = None

    def usable(self) -> Engine | None:
        """Return the current copy; None where it is missing, damaged, or of another version."""
        path = current_file(self._directory)
        # One that was deleted is still open here, and with those who serve: none who starts would find it.
        if path is None or not path.exists() or generations.is_noted_as_damaged(path.parent):
            return None
        try:
            if path != self._verified:
                if not _is_sound(path):
                    _log.error("documents_damaged", file=str(path), then="they are copied anew")
                    return None
                self._verified = path
            return self._open(path)
        except OSError:
            return None

    def can_continue(self, copy: Engine) -> bool:
        """Tell whether the log of the record goes on where the copy ends."""
        with reading(copy) as connection:
            position = newest(connection)
        return self._goes_on_after(position)

    def _goes_on_after(self, position: Position) -> bool:
        with reading(self._record) as connection:
            return can_continue(connection, position)

    def apply(self, copy: Engine, progress: Progress, most: int | None = None) -> int:
        """Bring a copy up to the end of the log, or on by about `most` lines; return how many were applied.

        Raises `OtherLogError` where the log does not go on where the copy ends.
        """
        done = self._apply_lines(self._record, copy, progress, most)
        self._copy_small(copy)
        return done

    def fill(self, progress: Progress) -> Path:
        """Copy everything into a new generation, without making it the current one; return its directory.

        The log is read first, and the documents in batches, each from a transaction of its own: a copy is
        whole when the lines since then have been applied, and so they are.
        """
        generation = self._copied_from_standby(progress) or self._copied_from(self._record, progress)
        copy = self._open(generation / FILE)
        self._states_due = self._codes_due = 0.0
        self.apply(copy, progress)
        return generation

    def _copied_from_standby(self, progress: Progress) -> Path | None:
        """Copy everything from the standby; None where there is none that can be used."""
        if self._seed is None:
            return None
        try:
            with reading(self._seed) as standby:
                end = newest(standby)
            if self._goes_on_after(end):
                return self._copied_from(self._seed, progress)
            reason = "the record's log does not go on where the standby's ends"
        except DBAPIError as error:  # away, of the tables of an earlier version, …
            reason = " ".join(str(error.orig).split())
        _log.warning("standby_not_used", reason=reason, then="documents are copied from the record")
        return None

    def _copied_from(self, database: Engine, progress: Progress) -> Path:
        generation = self.new_generation()
        with _draft(generation / FILE) as file, database.connect() as source:
            self._copy_log(source, file, progress)
            for table in _DOCUMENTS.values():
                self._copy_documents(source, file, table, progress)
        return generation

    def new_generation(self) -> Path:
        """Make the directory of a new generation."""
        self.close()  # what was deleted gives its room back only then
        return generations.new_generation(self._directory)

    def open(self, generation: Path) -> Engine:
        """Return the copy of a generation."""
        return self._open(generation / FILE)

    def publish(self, generation: Path) -> None:
        """Make a filled generation the one that is read."""
        generations.publish(self._directory, generation)
        self._verified = generation / FILE

    def is_sound(self, generation: Path) -> bool:
        """Tell whether the copy of a generation is whole and of this version."""
        return _is_sound(generation / FILE)

    def note_damage(self) -> None:
        """Have the next look fill the copy anew."""
        if path := current_file(self._directory):
            generations.note_damage(path.parent)

    def _open(self, path: Path) -> Engine:
        if self._opened is None or self._opened[0] != path:
            self.close()
            self._opened = (path, open_engine(f"sqlite:///{path.absolute()}"))
        return self._opened[1]

    def _copy_log(self, source: Connection, file: sqlite3.Connection, progress: Progress) -> None:
        with source.begin():
            end = newest(source).seq
            settings = source.execute(_SETTINGS).all()
        _insert(file, setting, [*map(tuple, settings), (_LAYOUT, _layout())])
        for rows in _batches(source, change, end):
            _insert(file, change, rows)
            progress("copying the change log", rows[-1][0], end)

    def _copy_documents(
        self, source: Connection, file: sqlite3.Connection, table: Table, progress: Progress
    ) -> None:
        with source.begin():
            # To count millions takes long. PostgreSQL's own estimate is -1 where it has none yet.
            estimate = text("SELECT reltuples::bigint FROM pg_class WHERE oid = to_regclass(:name)")
            estimated: int = source.execute(estimate, {"name": table.name}).scalar_one()
        done = 0
        for rows in _batches(source, table):
            _insert(file, table, rows)
            done += len(rows)
            total = max(done, estimated) if estimated > 0 else None
            progress(f"copying {table.name.replace('_', ' ')}s", done, total)

    def _apply_lines(self, record: Engine, copy: Engine, progress: Progress, most: int | None) -> int:
        done = 0
        with reading(copy) as connection:
            position = newest(connection)
        while most is None or done < most:
            with reading(record) as source:
                # Asked each time, with the lines: another machine may answer than a moment ago.
                if not can_continue(source, position):
                    raise OtherLogError
                lines = _read(source, change, "seq > %s ORDER BY seq LIMIT %s", position.seq, _LINES_AT_ONCE)
                if not lines:
                    break
                settings = list(map(tuple, source.execute(_SETTINGS).all()))
                end = newest(source).seq
                position = position_at(source, lines[-1][0])
                keys = {kind: sorted({line[2] for line in lines if line[1] == kind}) for kind in _DOCUMENTS}
                documents = {
                    kind: _read(source, table, f"{_key(table)} = ANY(%s)", keys[kind])
                    for kind, table in _DOCUMENTS.items()
                }
            with writing(copy) as target:
                for kind, rows in documents.items():
                    table = _DOCUMENTS[kind]
                    bulk.delete_rows(target, table, [_key(table)], [(key,) for key in keys[kind]])
                    _insert(_file_of(target), table, rows)
                _insert(_file_of(target), change, lines)
                _replace_settings(target, settings)
            done += len(lines)
            progress("following the change log", position.seq, end)
        return done

    def _forget_lines(self, copy: Engine) -> None:
        """Delete the lines that the record no longer keeps."""
        oldest = select(func.min(change.c.seq))
        with reading(self._record) as source:
            kept = source.scalar(oldest)
        with reading(copy) as connection:
            held = connection.scalar(oldest)
        if kept is not None and held is not None and held < kept:
            with writing(copy) as target:
                target.execute(change.delete().where(change.c.seq < kept))

    def _copy_small(self, copy: Engine) -> None:
        now = time.monotonic()
        if now >= self._states_due:
            self._copy_republishing(copy)
            self._copy_whole(copy, source_state, select(source_state))
            self._copy_whole(copy, source_run, _newest_runs())
            self._states_due = now + _STATES_SECONDS
        if now >= self._codes_due:
            self._copy_whole(copy, code, select(code))
            self._forget_lines(copy)
            self._codes_due = now + _CODES_SECONDS

    def _copy_republishing(self, copy: Engine) -> None:
        with reading(self._record) as source:
            found = list(map(tuple, source.execute(_REPUBLISHING).all()))
        with reading(copy) as connection:
            same = found == list(map(tuple, connection.execute(_REPUBLISHING).all()))
        if not same:
            with writing(copy) as target:
                _replace_settings(target, found)

    def _copy_whole(self, copy: Engine, table: Table, query: Select[Any]) -> None:
        with reading(self._record) as source:
            rows = sorted(map(tuple, source.execute(query).all()), key=str)
        with reading(copy) as connection:
            same = rows == sorted(map(tuple, connection.execute(select(table)).all()), key=str)
        if not same:
            with writing(copy) as target:
                target.execute(table.delete())
                _insert(_file_of(target), table, rows)


def _newest_runs() -> Select[Any]:
    """Return the runs that tell of every data set how its newest run and its newest success went.

    Those over files that were refused are shown to operators only.
    """
    newest_of = select(func.max(source_run.c.id)).group_by(source_run.c.source, source_run.c.dataset)
    newest_of = newest_of.where(source_run.c.state != REFUSED)
    ended = newest_of.where(source_run.c.state == "done")
    return select(source_run).where(or_(source_run.c.id.in_(newest_of), source_run.c.id.in_(ended)))


def _replace_settings(target: Connection, settings: list[tuple[Any, ...]]) -> None:
    bulk.delete_rows(target, setting, ["name"], [row[:1] for row in settings])
    _insert(_file_of(target), setting, settings)


def _key(table: Table) -> str:
    return next(iter(table.primary_key.columns)).name


def _batches(source: Connection, table: Table, end: int | None = None) -> Iterator[list[Any]]:
    """Yield all rows in the order of their key, up to one that is the last; each batch as it is then."""
    key, last = _key(table), -1
    condition = f"{key} > %s AND {key} <= %s ORDER BY {key} LIMIT %s"
    while True:
        with source.begin():
            rows = _read(source, table, condition, last, _LARGEST if end is None else end, _ROWS_AT_ONCE)
        if not rows:
            return
        yield rows
        last = rows[-1][0]


def _read(source: Connection, table: Table, condition: str, *values: Any) -> list[Any]:
    """Return rows of a table of PostgreSQL, columns in their order, the documents as they are stored."""
    names = ", ".join(f'"{name}"' for name in table.columns.keys())  # noqa: SIM118 - no mapping
    with driver_cursor(source, binary=True) as cursor:  # texts would double the bytes of documents
        cursor.execute(f'SELECT {names} FROM "{table.name}" WHERE {condition}', values)  # noqa: S608
        return list(cursor.fetchall())


def _file_of(target: Connection) -> sqlite3.Connection:
    file: Any = target.connection.driver_connection
    return cast(sqlite3.Connection, file)


def _insert(file: sqlite3.Connection, table: Table, rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows, documents as they are stored."""
    columns = table.columns.keys()
    names, marks = ", ".join(f'"{name}"' for name in columns), ", ".join("?" * len(columns))
    file.executemany(f'INSERT INTO "{table.name}" ({names}) VALUES ({marks})', rows)  # noqa: S608


@contextmanager
def _draft(path: Path) -> Iterator[sqlite3.Connection]:
    """Give a new file that nobody reads yet, with the tables; its directory goes if it is left unfinished."""
    open_engine(f"sqlite:///{path.absolute()}").connect().close()  # private, its pages as readers want them
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        # Neither a journal nor syncing: a filling that is cut off begins again.
        file.execute("PRAGMA journal_mode = OFF")
        file.execute("PRAGMA synchronous = OFF")
        for statement in _definitions():
            file.execute(statement)
        file.execute("BEGIN")
        yield file
        file.execute("COMMIT")
    with path.open("rb") as written:
        os.fsync(written.fileno())


def _definitions() -> list[str]:
    dialect = sqlite.dialect()
    statements = []
    for table in _TABLES:
        statements.append(str(CreateTable(_OF_COPIES.get(table, table)).compile(dialect=dialect)))
        statements += [
            str(CreateIndex(index).compile(dialect=dialect)) for index in sorted(table.indexes, key=str)
        ]
    return statements


def _layout() -> str:
    """Return what is another text for other tables, as JSON."""
    return f'"{sha256(chr(10).join(_definitions()).encode()).hexdigest()}"'


def _is_sound(path: Path) -> bool:
    """Tell whether a file is whole and has the tables of this version."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as file:
            layout = file.execute("SELECT value FROM setting WHERE name = ?", (_LAYOUT,)).fetchone()
            sound: bool = layout == (_layout(),) and file.execute("PRAGMA quick_check(1)").fetchone() == (
                "ok",
            )
            return sound
    except sqlite3.DatabaseError:
        return False
