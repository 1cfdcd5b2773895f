"""Bulk work: rows in by the fastest way of each database, and merges made of whole sets."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any, TypeVar

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Connection,
    Dialect,
    MetaData,
    Select,
    Table,
    literal_column,
    or_,
    true,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.schema import CreateTable

from soupis.store import upserts
from soupis.store.engine import driver_cursor, is_sqlite
from soupis.store.packing import Packed

T = TypeVar("T")
_Form = tuple[int, Callable[[Any], Any]]  # the place of a column, and what makes one form of a value another


def chunks(items: Iterable[T], size: int) -> Iterable[list[T]]:
    """Split items into lists of at most `size`."""
    iterator = iter(items)
    while chunk := list(islice(iterator, size)):
        yield chunk


def insert_rows(
    connection: Connection, table: Table, columns: Sequence[str], rows: Iterable[Sequence[Any]]
) -> None:
    """Insert tuples in the order of `columns`: executemany on SQLite, COPY on PostgreSQL."""
    rows = _as_stored(connection, table, columns, rows)
    names = ", ".join(f'"{name}"' for name in columns)
    with driver_cursor(connection) as cursor:
        if is_sqlite(connection):
            placeholders = ", ".join("?" * len(columns))
            cursor.executemany(f'INSERT INTO "{table.name}" ({names}) VALUES ({placeholders})', rows)  # noqa: S608
        else:
            with cursor.copy(f'COPY "{table.name}" ({names}) FROM STDIN') as copy:
                for row in rows:
                    copy.write_row(row)


def working_table(name: str, *columns: Column[Any]) -> Table:
    """Describe a temporary table; once a module, so that statements on it are compiled once only."""
    return Table(name, MetaData(), *columns, prefixes=["TEMPORARY"])


def create_empty(connection: Connection, table: Table) -> Table:
    """Make a working table, empty; it lives as long as the connection and is gone after a crash."""
    connection.exec_driver_sql(_creating(connection.dialect.name, table))
    clear(connection, table)
    return table


@cache
def _creating(dialect: str, table: Table) -> str:
    kind = sqlite if dialect == "sqlite" else postgresql
    return str(CreateTable(table, if_not_exists=True).compile(dialect=kind.dialect()))


# Keys of a batch, where it is asked for with their versions.
KEYS = working_table(
    "batch_keys",
    Column("key", BigInteger, primary_key=True, autoincrement=False),
    Column("version", BigInteger),
)


def keys_table(connection: Connection, keys: Iterable[int]) -> Table:
    """Put the keys of a batch into the working table that a connection has for them, in place of others.

    Joined with it (see `driving`) a statement is the same for every batch: one that lists hundreds of keys is
    put together anew each time, which takes longer than to run it.
    """
    return _keys_table(connection, ("key",), ((key,) for key in sorted(set(keys))))


def versions_table(connection: Connection, versions: Iterable[tuple[int, int]]) -> Table:
    """Put keys, each once and with its version, into the working table of keys."""
    return _keys_table(connection, ("key", "version"), versions)


def _keys_table(connection: Connection, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Table:
    create_empty(connection, KEYS)
    insert_rows(connection, KEYS, columns, rows)
    return KEYS


def clear(connection: Connection, table: Table) -> None:
    """Empty a working table."""
    # PostgreSQL keeps deleted rows, and would walk through those of all batches before each time.
    connection.exec_driver_sql(f'{"DELETE FROM" if is_sqlite(connection) else "TRUNCATE"} "{table.name}"')


class PlainRows:
    """What a query without parameters reads, as plain named tuples; made once for many batches.

    Documents are made of so many rows, and ask for so many fields of each, that what the database library
    does for a row costs more than to read it. The driver reads them all, and what is stored in another form,
    as a packed document is, is replaced column by column.
    """

    def __init__(self, query: Select[Any]) -> None:
        self._query = query
        self._row_of = _kind_of_row(tuple(column.name for column in query.selected_columns))._make
        self._ways: dict[str, tuple[str, list[_Form]]] = {}  # by the name of the dialect

    def __call__(self, connection: Connection) -> list[Any]:
        """Return all rows."""
        statement, forms = self._way(connection.dialect)
        with driver_cursor(connection) as cursor:
            rows = cursor.execute(statement).fetchall()
        if rows and forms:
            columns: list[Iterable[Any]] = list(zip(*rows, strict=True))
            for place, form in forms:
                columns[place] = map(form, columns[place])
            rows = zip(*columns, strict=True)
        return list(map(self._row_of, rows))

    def _way(self, dialect: Dialect) -> tuple[str, list[_Form]]:
        """Return the statement, and what gives the values of those columns that are stored otherwise."""
        if dialect.name not in self._ways:
            kinds = [column.type.dialect_impl(dialect) for column in self._query.selected_columns]
            forms = [kind.result_processor(dialect, None) for kind in kinds]
            statement = str(self._query.compile(dialect=dialect))
            self._ways[dialect.name] = statement, [(at, form) for at, form in enumerate(forms) if form]
        return self._ways[dialect.name]


@cache
def _kind_of_row(names: tuple[str, ...]) -> Any:
    return namedtuple("Row", names)


def upsert_from(connection: Connection, table: Table, query: Select[Any]) -> None:
    """Insert the rows of a query; where the primary key exists, replace the other selected columns."""
    connection.execute(_upserting(connection.dialect.name, table, query))


class Upsert:
    """What `upsert_from` does, made once for many batches; values of bound parameters come with each.

    To put a statement of a hundred columns together takes milliseconds, longer than to run it on a few rows.
    """

    def __init__(self, table: Table, query: Select[Any]) -> None:
        self._table = table
        self._query = query
        self._statements: dict[str, Any] = {}  # by the name of the dialect

    def __call__(self, connection: Connection, **values: Any) -> None:
        """Insert the rows of the query."""
        name = connection.dialect.name
        if name not in self._statements:
            self._statements[name] = _upserting(name, self._table, self._query)
        connection.execute(self._statements[name], values)


def _upserting(dialect: str, table: Table, query: Select[Any]) -> Any:
    names = [column.name for column in query.selected_columns]
    statement = upserts.insert(dialect, table).from_select(names, query.where(true()))
    return upserts.replacing(statement, table, names)


def upsert_rows(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    """Insert rows given as mappings; where the primary key exists, replace the other columns."""
    if rows:
        statement = upserts.insert(connection.dialect.name, table)
        connection.execute(upserts.replacing(statement, table, rows[0]), rows)


def delete_rows(
    connection: Connection, table: Table, columns: Sequence[str], rows: Iterable[Sequence[Any]]
) -> None:
    """Delete the rows whose columns have the values of one of the tuples."""
    placeholder = "?" if is_sqlite(connection) else "%s"
    condition = " AND ".join(f'"{name}" = {placeholder}' for name in columns)
    with driver_cursor(connection) as cursor:
        cursor.executemany(f'DELETE FROM "{table.name}" WHERE {condition}', rows)  # noqa: S608


def driving(column: Column[Any]) -> ColumnElement[Any]:
    """Return a working table's column for a join that the working table shall lead.

    The planner does not know how small a working table is, and might read a whole big table to look each
    row up in it; what stands behind a plus cannot be looked up.
    """
    return literal_column(f"+{column.table.name}.{column.name}", column.type)


def differs(left: Table, right: Table, names: Iterable[str]) -> ColumnElement[bool]:
    """Condition: the rows differ in at least one of the columns, null being a value like any other."""
    return or_(*(left.c[name].is_distinct_from(right.c[name]) for name in names))


def _as_stored(
    connection: Connection, table: Table, columns: Sequence[str], rows: Iterable[Sequence[Any]]
) -> Iterable[Sequence[Any]]:
    """Pack documents, which no SQLAlchemy statement does here."""
    forms: list[_Form] = [
        (place, kind.packer(connection.dialect.name))
        for place, name in enumerate(columns)
        if isinstance(kind := table.c[name].type, Packed)
    ]
    return _packed(rows, forms) if forms else rows


def _packed(rows: Iterable[Sequence[Any]], forms: list[_Form]) -> Iterator[list[Any]]:
    for row in rows:
        values = list(row)
        for place, pack in forms:
            if values[place] is not None:
                values[place] = pack(values[place])
        yield values
