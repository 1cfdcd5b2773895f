"""RES, the statistical register: open data of the Czech Statistical Office (product 140134-26).

Two CSV files: `res_data.csv`, one row per company ID, and `res_pf_nace.csv`, all activities. Columns are
found by the names in the header, because older files have fewer of them and in another order.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from soupis.identifiers import parse_ico
from soupis.registers.codelists import region_by_district
from soupis.registers.countries import ABROAD, CZECH
from soupis.registers.files import Progress, read_blocks
from soupis.registers.pieces import Piece, Pieces, Unchanged
from soupis.registers.places import Town, is_unit, town_of
from soupis.registers.records import Activities, Rejected, Revision, SourceError, Subject
from soupis.registers.seats import complete_seat
from soupis.registers.values import iso_date, quoted, whole_number

# Raised when more is read of the same file: one that was taken over before is then taken over again.
READER_VERSION = 4

_BLOCK = 1 << 18
_LONGEST_LINE = 1 << 24
# Lines parsed at once, some hundred: more of them leave the processor's cache and feed the collector.
_BATCH_BYTES = 20_000
_REVISIONS: dict[str, Revision] = {"80004": 2008, "80143": 2025}

_WHOLE_ICO = re.compile(r"\d{8}", re.ASCII)

_DISTRICT_ABROAD = "CZZZZZ"  # in place of a district's LAU code

# Another one in every snapshot, the same in all its lines.
_DAY_OF_SNAPSHOT = "DATPLAT"

# Without these a file would blank out what is known of millions of subjects; others came and go over time.
_REQUIRED = ("ICO", "FIRMA", "FORMA", "DDATZAN")


def read_subjects(
    path: Path, progress: Progress | None = None, pieces: Pieces | None = None
) -> Iterator[Subject | Unchanged | Rejected]:
    """Yield the subjects of `res_data.csv` in the order of the file, unreadable rows as rejected.

    Of those `pieces` that the last run took over, the IDs alone.

    Raises:
        SourceError: the file is not that CSV, or it is damaged or cut off (rows before it were yielded).
    """
    pieces = Pieces() if pieces is None else pieces
    table = _Table(path, _REQUIRED, progress, pieces)
    at = table.column
    ico, name, district = at("ICO"), at("FIRMA"), at("OKRESLAU")
    founded, ceased, end_reason, updated = at("DDATVZN"), at("DDATZAN"), at("ZPZAN"), at("DDATPAKT")
    form, form_ros, headcount = at("FORMA"), at("ROSFORMA"), at("KATPO")
    nace, nace2025, sector = at("NACE"), at("NACE2025"), at("CISS2010")
    unit, point, text = at("ICZUJ"), at("KODADM"), at("TEXTADR")
    post, town, part, street = at("PSC"), at("OBEC_TEXT"), at("COBCE_TEXT"), at("ULICE_TEXT")
    number_kind, number, orientation = at("TYPCDOM"), at("CDOM"), at("COR")
    dates, numbers = _Dates(), _Numbers()
    forms, activities, sectors, towns = _Codes(3), _Codes(6), _Codes(8), _Towns()

    for item in table:
        if isinstance(item, Unchanged):
            yield item
            continue
        for line, row in zip(*item, strict=True):
            subject_id = parse_ico(row[ico])
            if subject_id is None:
                pieces.spoil()
                yield Rejected(f"line {line}", f"{quoted(row[ico])} is not a company ID")
                continue
            try:
                end = dates[row[ceased]]
                shown_name = row[name].strip()
                if "  " in shown_name or not shown_name.isprintable():
                    shown_name = " ".join(shown_name.split())
                seat_district, seat_region, place = towns[row[unit], row[town], row[district]]
                # By position, because names of fields would take a third of the time of a row.
                subject = Subject(
                    subject_id,
                    shown_name or None,
                    forms[row[form]],
                    forms[row[form_ros]],
                    dates[row[founded]],
                    end,  # ceased
                    end is not None,  # ended
                    row[end_reason] or None,
                    forms[row[headcount]],
                    activities[row[nace]],
                    activities[row[nace2025]],
                    sectors[row[sector]],
                    None,  # tax office
                    None,  # tax ID
                    None,  # VAT group
                    None,  # VAT registration
                    dates[row[updated]],
                    row[text] or None,
                    CZECH if seat_region else ABROAD if seat_district == _DISTRICT_ABROAD else None,
                    seat_region,
                    seat_district,
                    place.code,
                    place.name,
                    row[part] or None,
                    place.city_district,
                    row[street] or None,
                    row[number] or None,
                    numbers[row[number_kind]],
                    row[orientation] or None,
                    numbers[row[post]],
                    whole_number(row[point]),
                )
                # Most seats are complete; the others take ten times as long.
                if seat_region and (row[text] or not _is_plain(row[number]) or row[orientation] == "0"):
                    complete_seat(subject, unit=numbers[row[unit]])
                yield subject
            except ValueError as error:
                pieces.spoil()
                yield Rejected(f"line {line} (IČO {row[ico][:8]})", str(error))
        yield from table.take_rejected()


def read_activities(path: Path, progress: Progress | None = None) -> Iterator[Activities | Rejected]:
    """Yield the activities of `res_pf_nace.csv`, one record per contiguous run of rows of one company ID.

    Codes keep the order of the file, each one once; a subject whose rows name no activity of either
    revision (a ceased one) yields a record without codes.

    Raises:
        SourceError: the file is not that CSV, or it is damaged or cut off (rows before it were yielded).
    """
    table = _Table(path, ("ICO", "KODCIS", "HODN"), progress)
    ico, list_code, value = table.column("ICO"), table.column("KODCIS"), table.column("HODN")
    current, subject_id = "", None
    codes: dict[tuple[Revision, str], None] = {}
    revisions, checked = _REVISIONS.get, _Codes(6)
    for item in table:
        if isinstance(item, Unchanged):
            continue  # nothing is known of this file
        for line, row in zip(*item, strict=True):
            if row[ico] != current:
                if subject_id is not None:
                    yield Activities(subject_id, tuple(codes))
                    codes = {}
                current = row[ico]
                subject_id = parse_ico(current)
            if subject_id is None:
                yield Rejected(f"line {line}", f"{quoted(current)} is not a company ID")
                continue
            revision = revisions(row[list_code])
            if revision is not None:
                try:
                    code = checked[row[value]]
                except ValueError as error:
                    yield Rejected(f"line {line} (IČO {current[:8]})", str(error))
                    continue
                if code is not None:
                    codes[(revision, code)] = None
        yield from table.take_rejected()
    if subject_id is not None:
        yield Activities(subject_id, tuple(codes))


def is_activities(path: Path) -> bool:
    """Tell the two files apart by the first line: only `res_pf_nace.csv` names a code list in each row."""
    first = next(read_blocks(path, 4096), b"").split(b"\n", 1)[0]
    return b"KODCIS" in first.upper()


def _is_plain(house_number: str) -> bool:
    return not house_number or (house_number.isdigit() and house_number[0] != "0")


class _Dates(dict[str, str | None]):
    """Checked dates by their text; a file repeats few of them in millions of rows."""

    def __missing__(self, text: str) -> str | None:
        checked = self[text] = iso_date(text.strip())
        return checked


class _Numbers(dict[str, int | None]):
    """Numbers by their text: postal codes, municipalities, kinds of house numbers."""

    def __missing__(self, text: str) -> int | None:
        number = self[text] = whole_number(text)
        return number


class _Towns(dict[tuple[str, str, str], tuple[str | None, int | None, Town]]):
    """Districts, regions and towns by the texts of ICZUJ, OBEC_TEXT and OKRESLAU.

    A few thousand of them are in millions of rows.
    """

    def __missing__(self, texts: tuple[str, str, str]) -> tuple[str | None, int | None, Town]:
        unit, written, district = texts
        lau = _Codes(6)[district]
        is_czech = lau in region_by_district() or is_unit(whole_number(unit))
        # Seats abroad have a code of their own in place of the district.
        town = (
            town_of(written or None, unit=whole_number(unit), lau=lau)
            if is_czech
            else Town(name=written or None)
        )
        found = self[texts] = (town.lau or lau, town.region, town)
        return found


class _Codes(dict[str, str | None]):
    """Checked codes by their text, so that equal codes are also one object."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self._width = width

    def __missing__(self, text: str) -> str | None:
        code = text.strip()
        if code and not (len(code) <= self._width and code.isascii() and code.isalnum()):
            raise ValueError(f"{quoted(text)} is not a code of up to {self._width} characters")
        self[text] = code or None
        return code or None


class _Table:
    """A CSV file in the office's dialect: column places by name, then batches of line numbers and rows.

    Rows are parsed a block at a time by one call of the csv module. Each row of a batch has one value
    more than the header names: an empty one, which stands for every column that the file lacks.
    """

    def __init__(
        self, path: Path, required: tuple[str, ...], progress: Progress | None, pieces: Pieces | None = None
    ) -> None:
        self._name = path.name
        self._pieces = pieces or Pieces()
        self._batches = _batches(path, progress, self._pieces)
        first = next(self._batches, None)
        if not isinstance(first, _Lines):
            raise SourceError(f"The file {self._name} is empty; download it again.")
        header, *self._first_lines = first.lines
        header = header.lstrip("\ufeff")
        if header.lstrip().startswith(("<", "{")):
            raise SourceError(
                f"The file {self._name} is not CSV but a web page or message; download it again."
            )
        names = [name.strip().upper() for name in next(csv.reader([header]), [])]
        missing = [name for name in required if name not in names]
        if missing:
            raise SourceError(
                f"The file {self._name} has no column {', '.join(missing)} in its first line; "
                "check that it is the register's file."
            )
        self._width = len(names)
        self._places = {name: place for place, name in reversed(list(enumerate(names)))}
        self._rejected: list[Rejected] = []
        if pieces is not None and names[0] == "ICO":
            day = self._places.get(_DAY_OF_SNAPSHOT)
            self._pieces.begin(header, None if day is None else self._width - 1 - day)

    def column(self, name: str) -> int:
        """Return the place of a column; where the file lacks it, the place of the empty value."""
        return self._places.get(name, self._width)

    def take_rejected(self) -> list[Rejected]:
        """Return the rows that could not be parsed since the last call."""
        rejected, self._rejected = self._rejected, []
        return rejected

    def __iter__(self) -> Iterator[tuple[Sequence[int], list[list[str]]] | Unchanged]:
        lines, first = self._first_lines, 2
        digests: list[int] = []
        while True:
            following = next(self._batches, None)
            numbers, rows, left = self._parse(lines, first, final=following is None)
            if following is None and rows and len(rows[-1]) != self._width and not lines[-1].endswith("\n"):
                raise self._cut_off()
            numbers, rows = self._complete(numbers, rows)
            # Only where each line is a row, and nothing is left of those before.
            self._pieces.take_over(digests if len(rows) == len(lines) else [])
            yield numbers, rows
            if following is None:
                return
            first += len(lines) - len(left)
            lines, digests = left, []
            if isinstance(following, Piece):
                if not left:
                    unchanged = self._pieces.skip(following)
                    first += len(unchanged.icos)
                    yield unchanged
                    continue
                following = _Lines(_lines(self._name, following.text), [])  # a row may go on in it
            digests = [] if left else following.digests
            lines = left + following.lines

    def _parse(
        self, lines: list[str], first: int, *, final: bool
    ) -> tuple[Sequence[int], list[list[str]], list[str]]:
        """Parse lines; return the lines that rows start on, the rows, and lines left for the next block."""
        try:
            rows = list(csv.reader(lines, strict=True))
            if len(rows) == len(lines):
                return range(first, first + len(rows)), rows, []
        except csv.Error:
            pass
        # Something is quoted wrongly or runs over several lines: go row by row, so that a quote that
        # nobody closed spoils its own line only.
        numbers, rows, done = [], [], 0
        while done < len(lines):
            reader = csv.reader(lines[done:], strict=True)
            start = done
            try:
                for row in reader:
                    end = start + reader.line_num
                    if end > done + 1 and len(row) != self._width:
                        raise csv.Error("a quote is not closed")
                    numbers.append(first + done)
                    rows.append(row)
                    done = end
            except csv.Error as error:
                if str(error) == "unexpected end of data" and not final:
                    return numbers, rows, lines[done:]
                if final and done == len(lines) - 1 and not lines[-1].endswith("\n"):
                    raise self._cut_off() from error
                self._reject(first + done, lines[done].split(",", 1)[0], f"wrong quotes: {error}")
                done += 1
        return numbers, rows, []

    def _cut_off(self) -> SourceError:
        return SourceError(f"The file {self._name} is cut off in its last line; download it again.")

    def _complete(
        self, numbers: Sequence[int], rows: list[list[str]]
    ) -> tuple[Sequence[int], list[list[str]]]:
        """Leave out rows of a wrong length, give the others their empty value."""
        width = self._width
        if not set(map(len, rows)) - {width}:
            for row in rows:
                row.append("")
            return numbers, rows
        kept_numbers, kept = [], []
        for number, row in zip(numbers, rows, strict=True):
            if len(row) == width:
                row.append("")
                kept_numbers.append(number)
                kept.append(row)
            elif row:
                reason = f"{len(row)} values where the header names {width} columns"
                self._reject(number, row[0], reason)
        return kept_numbers, kept

    def _reject(self, line: int, first_value: str, reason: str) -> None:
        """Reject a line that is no row; the company whose ID it begins with is not gone."""
        place = f"line {line}"
        if self._places["ICO"] == 0 and _WHOLE_ICO.fullmatch(first_value):
            place += f" (IČO {first_value})"
        self._rejected.append(Rejected(place, reason))


class _Lines(NamedTuple):
    """Lines that are to be parsed, with their ends, and the digests of the pieces that they are of."""

    lines: list[str]
    digests: list[int]


def _batches(path: Path, progress: Progress | None, pieces: Pieces) -> Iterator[_Lines | Piece]:
    """Yield the first line of a file, then the others: pieces that are known one by one, the rest in batches.

    Raises SourceError when the file is not text or is cut off.
    """
    texts = _whole_lines(path, progress)
    first = next(texts, b"")
    end = first.find(b"\n") + 1 or len(first)
    if not first:
        return
    yield _Lines(_lines(path.name, first[:end]), [])
    batch: list[Piece] = []
    size = 0
    for piece in _pieces(chain((first[end:],), texts), pieces):
        if pieces.is_known(piece):
            yield from _gathered(path.name, batch)
            yield piece
            batch, size = [], 0
            continue
        batch.append(piece)
        size += len(piece.text)
        if size >= _BATCH_BYTES:
            yield from _gathered(path.name, batch)
            batch, size = [], 0
    yield from _gathered(path.name, batch)


def _pieces(blocks: Iterable[bytes], pieces: Pieces) -> Iterator[Piece]:
    """Cut blocks of whole lines in pieces; the last one of a block may go on in the next one."""
    rest = b""
    for block in blocks:
        *whole, last = pieces.cut(rest + block) or (Piece(b"", None),)
        yield from whole
        rest = last.text
    yield from pieces.cut(rest)


def _gathered(name: str, batch: list[Piece]) -> Iterator[_Lines]:
    if batch:
        text = b"".join(piece.text for piece in batch)
        lines = _lines(name, text)
        digests = [piece.digest for piece in batch if piece.digest is not None]
        # With other ends of lines than these nobody knows how many IDs a piece holds.
        yield _Lines(lines, digests if len(lines) == text.count(b"\n") else [])


def _whole_lines(path: Path, progress: Progress | None) -> Iterator[bytes]:
    """Yield a file in blocks that end where a line does."""
    rest = b""
    for block in read_blocks(path, _BLOCK, progress):
        if b"\0" in block:
            raise SourceError(f"The file {path.name} holds zero bytes, it is no text; download it again.")
        end = block.rfind(b"\n") + 1
        if end == 0:
            rest += block
            if len(rest) > _LONGEST_LINE:
                raise SourceError(
                    f"The file {path.name} is not CSV, its lines have no end; download it again."
                )
            continue
        yield rest + block[:end]
        rest = block[end:]
    if rest:
        yield rest


def _lines(name: str, data: bytes) -> list[str]:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise SourceError(
            f"The file {name} is not UTF-8 (byte {data[error.start]:#04x}); download it again."
        ) from error
    return list(io.StringIO(text, newline=""))
