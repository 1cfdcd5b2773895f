"""CSV files as frames of texts: read by polars in blocks, lines that are not plain rows by the csv module.

This module loads polars, so import it only where a file is read.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, takewhile
from pathlib import Path
from typing import NamedTuple

import polars as pl

from soupis.registers.files import Progress, read_blocks
from soupis.registers.records import Rejected, SourceError

_BLOCK_BYTES = 1 << 21
_MAX_LINE_BYTES = 1 << 24
# A row over more lines is rejected, so that a quote that nobody closed does not swallow the file.
_MAX_LINES_PER_ROW = 100
_VALUE = r'(?:[^",\r]*|"(?:[^"]|"")*")'
_ICO = re.compile(r"\d{8}", re.ASCII)


class Rows(NamedTuple):
    """Rows of one block: a text column per requested name and `line`, the number of the row's first line."""

    frame: pl.DataFrame
    rejected: list[Rejected]


def read_rows(
    path: Path, columns: Sequence[str], *, required: Sequence[str], progress: Progress | None = None
) -> Iterator[Rows]:
    """Yield the rows of a CSV file block by block, in the order of the file.

    Columns are found by the names in the header. A column that the file lacks is empty.

    Raises:
        SourceError: the file is not that CSV, or it is damaged or cut off (rows before it were yielded).
    """
    blocks = _read_lines(path, progress)
    header, _, lines = next(blocks, b"").partition(b"\n")
    table = _Table(path.name, header, columns, required)
    first_line, rest = 2, b""
    for block in chain([lines], blocks, [b""]):
        rows, line_count, rest = table.parse(rest + block, first_line, is_last=not block)
        first_line += line_count
        yield rows


class _Table:
    """Columns of one file, and the pattern that a line matches if it is a whole row."""

    def __init__(self, name: str, first_line: bytes, columns: Sequence[str], required: Sequence[str]) -> None:
        header = _as_text(name, first_line)[0].lstrip("\ufeff")
        if not header.strip():
            raise SourceError(f"The file {name} is empty; download it again.")
        if header.lstrip().startswith(("<", "{")):
            raise SourceError(f"The file {name} is not CSV but a web page or message; download it again.")
        names = [column.strip().upper() for column in next(csv.reader([header]))]
        if missing := [column for column in required if column not in names]:
            raise SourceError(
                f"The file {name} has no column {', '.join(missing)} in its first line; "
                "check that it is the register's file."
            )
        self._name = name
        self._width = len(names)
        self._starts_with_ico = names[0] == "ICO"
        self._schema = {str(place): pl.String for place in range(self._width)}
        self._columns = [
            pl.col(str(names.index(column))).alias(column) if column in names else pl.lit("").alias(column)
            for column in columns
        ]
        self._row = rf"^{_VALUE}(?:,{_VALUE}){{{self._width - 1}}}\r?$"

    def parse(self, data: bytes, first_line: int, *, is_last: bool) -> tuple[Rows, int, bytes]:
        """Parse whole lines; return the rows, the number of lines, and data to parse with the next block."""
        lines = _as_text(self._name, data.removesuffix(b"\n")).str.split("\n").explode()
        lines = lines if data else lines.clear()
        is_plain = lines.str.contains(self._row)
        rest = b""
        if not is_last and (odd_end := _count_odd_end(is_plain)) <= _MAX_LINES_PER_ROW:
            whole = len(lines) - odd_end
            rest = "".join(f"{line}\n" for line in lines[whole:]).encode()
            rest = rest if data.endswith(b"\n") else rest[:-1]
            lines, is_plain = lines[:whole], is_plain[:whole]
        numbers = pl.int_range(first_line, first_line + len(lines), dtype=pl.Int64, eager=True).alias("line")
        if is_plain.all():
            return Rows(self._read_plain(lines, numbers), []), len(lines), rest
        plain = self._read_plain(lines.filter(is_plain), numbers.filter(is_plain))
        odd = dict(zip(numbers.filter(~is_plain), lines.filter(~is_plain), strict=True))
        rows, rejected = self._read_odd(odd)
        if not data.endswith(b"\n") and numbers[-1] in rejected:
            raise SourceError(f"The file {self._name} is cut off in its last line; download it again.")
        return Rows(pl.concat([plain, rows]).sort("line"), list(rejected.values())), len(lines), rest

    def _read_plain(self, lines: pl.Series, numbers: pl.Series) -> pl.DataFrame:
        """Read lines of which each is a row."""
        if lines.is_empty():
            return self._frame([], [])
        data = lines.str.join("\n").cast(pl.Binary).item()
        rows = pl.read_csv(data, has_header=False, schema=self._schema, empty_string_is_null=False)
        return rows.select(*self._columns, numbers)

    def _frame(self, rows: list[list[str]], numbers: list[int]) -> pl.DataFrame:
        frame = pl.DataFrame(rows, self._schema, orient="row")
        return frame.select(*self._columns, pl.Series("line", numbers, pl.Int64))

    def _read_odd(self, odd: dict[int, str]) -> tuple[pl.DataFrame, dict[int, Rejected]]:
        """Read lines, by number, that are not plain rows: names over lines, unusual quotes, damage."""
        rows: dict[int, list[str]] = {}
        rejected: dict[int, Rejected] = {}
        following = 0
        for number, line in odd.items():
            if number < following:
                continue
            numbers = takewhile(odd.__contains__, range(number, number + _MAX_LINES_PER_ROW))
            row, line_count = self._parse_row(f"{odd[number]}\n" for number in numbers)
            following = number + line_count
            if isinstance(row, str):
                first_value = line.split(",", 1)[0].strip()
                is_named = self._starts_with_ico and _ICO.fullmatch(first_value)
                place = f"line {number} (IČO {first_value})" if is_named else f"line {number}"
                rejected[number] = Rejected(place, row)
            elif row:  # not an empty line
                rows[number] = row
        return self._frame(list(rows.values()), list(rows)), rejected

    def _parse_row(self, lines: Iterable[str]) -> tuple[list[str] | str, int]:
        """Return the row that lines begin with, or why there is none, and the number of its lines."""
        reader = csv.reader(lines, strict=True)
        try:
            row = next(reader)
        except csv.Error as error:
            return f"wrong quotes: {error}", 1
        if not row or len(row) == self._width:
            return row, reader.line_num
        if reader.line_num > 1:
            return "wrong quotes: a quote is not closed", 1
        return f"{len(row)} values where the header names {self._width} columns", 1


def _count_odd_end(is_plain: pl.Series) -> int:
    """Return the number of lines after the last plain row, which may go on in the next block."""
    plain = is_plain.arg_true()
    return len(is_plain) - (plain[-1] + 1 if len(plain) else 0)


def _read_lines(path: Path, progress: Progress | None) -> Iterator[bytes]:
    """Yield a file in blocks that end where a line does."""
    rest = b""
    for block in read_blocks(path, _BLOCK_BYTES, progress):
        if b"\0" in block:
            raise SourceError(f"The file {path.name} holds zero bytes, so it is not text; download it again.")
        whole, end, following = block.rpartition(b"\n")
        if end:
            yield rest + whole + end
            rest = b""
        rest += following
        if len(rest) > _MAX_LINE_BYTES:
            raise SourceError(f"The file {path.name} is not CSV, its lines have no end; download it again.")
    if rest:
        yield rest


def _as_text(name: str, data: bytes) -> pl.Series:
    """Return bytes as a series of one text."""
    try:
        return pl.Series("text", [data], pl.Binary).cast(pl.String)
    except pl.exceptions.PolarsError:
        raise SourceError(f"The file {name} is not UTF-8; download it again.") from None
