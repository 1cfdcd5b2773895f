"""RES, the statistical register: open data of the Czech Statistical Office (product 140134-26).

Two CSV files: `res_data.csv`, one row per company ID, and `res_pf_nace.csv`, all activities. Columns are
found by the names in the header, because older files have fewer of them and in another order.

This module loads polars, so import it only where a file is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import polars as pl
from msgspec import structs

from soupis.identifiers import format_ico
from soupis.registers.codelists import region_by_district
from soupis.registers.countries import ABROAD, CZECH
from soupis.registers.csv_frames import Rows, read_rows
from soupis.registers.files import Progress, read_blocks
from soupis.registers.places import Town, is_unit, town_of
from soupis.registers.records import PRIVACY_RULES, Rejected, Subject
from soupis.registers.seats import complete_seat
from soupis.registers.values import iso_date, quoted, whole_number

# Increment when more or other things are read from the same file, so that all rows are read again.
READER_VERSION = 6_000 + PRIVACY_RULES

_DISTRICT_ABROAD = "CZZZZZ"  # in place of a district's LAU code
_REVISIONS = {"80004": "2008", "80143": "2025"}
_WHITE_SPACE = r"[\s\x1c-\x1f]+"  # as `str.split` knows it
_COLUMNS = (
    "ICO", "OKRESLAU", "DDATVZN", "DDATZAN", "ZPZAN", "DDATPAKT", "FORMA", "ROSFORMA", "KATPO", "NACE",
    "NACE2025", "ICZUJ", "FIRMA", "CISS2010", "KODADM", "TEXTADR", "PSC", "OBEC_TEXT", "COBCE_TEXT",
    "ULICE_TEXT", "TYPCDOM", "CDOM", "COR",
)  # fmt: skip
# Without these a file would blank out what is known of millions of subjects; others came and go over time.
_REQUIRED = ("ICO", "FIRMA", "FORMA", "DDATZAN")

_Check = Callable[[str], str | None]


@lru_cache(65_536)
def _date(text: str) -> str | None:
    return iso_date(text.strip())


def _code(width: int, text: str) -> str | None:
    code = text.strip()
    if code and not (len(code) <= width and code.isascii() and code.isalnum()):
        raise ValueError(f"{quoted(text)} is not a code of up to {width} characters")
    return code or None


_CHECKS: dict[str, _Check] = {
    **dict.fromkeys(("DDATVZN", "DDATZAN", "DDATPAKT"), _date),
    **dict.fromkeys(("FORMA", "ROSFORMA", "KATPO"), partial(_code, 3)),
    **dict.fromkeys(("NACE", "NACE2025", "OKRESLAU"), partial(_code, 6)),
    "CISS2010": partial(_code, 8),
}


def _text(text: pl.Expr) -> pl.Expr:
    return pl.when(text != "").then(text)


def _number(name: str) -> pl.Expr:
    """Read a column as `values.whole_number` does."""
    digits = pl.col(name).str.replace_all(r"\s+", "")
    return pl.when(digits.str.contains(r"^[0-9]{1,18}$")).then(digits).cast(pl.Int64)


# Values of a subject's fields from the columns of the file and those that `_add_towns` adds.
_FIELDS: dict[str, pl.Expr] = {
    "ico": pl.col("ico"),
    "name": _text(pl.col("FIRMA").str.replace_all(_WHITE_SPACE, " ").str.strip_chars(" ")),
    "legal_form": pl.col("FORMA"),
    "legal_form_ros": pl.col("ROSFORMA"),
    "founded": pl.col("DDATVZN"),
    "ceased": pl.col("DDATZAN"),
    "ended": pl.col("DDATZAN").is_not_null(),
    "end_reason": _text(pl.col("ZPZAN")),
    "headcount": pl.col("KATPO"),
    "nace": pl.col("NACE"),
    "nace2025": pl.col("NACE2025"),
    "sector": pl.col("CISS2010"),
    "updated": pl.col("DDATPAKT"),
    "seat_text": _text(pl.col("TEXTADR")),
    "seat_country": pl.when(pl.col("region").is_not_null())
    .then(pl.lit(CZECH))
    .when(pl.col("lau") == _DISTRICT_ABROAD)
    .then(pl.lit(ABROAD)),
    "seat_region": pl.col("region"),
    "seat_district": pl.col("lau"),
    "seat_municipality_code": pl.col("town_code"),
    "seat_municipality": pl.col("town"),
    "seat_part": _text(pl.col("COBCE_TEXT")),
    "seat_city_district": pl.col("city_district"),
    "seat_street": _text(pl.col("ULICE_TEXT")),
    "seat_house_number": _text(pl.col("CDOM")),
    "seat_house_number_kind": _number("TYPCDOM"),
    "seat_orientation_number": _text(pl.col("COR")),
    "seat_postal_code": _number("PSC"),
    "seat_address_point": _number("KODADM"),
}


def read_subjects(path: Path, progress: Progress | None = None) -> Iterator[Rows]:
    """Yield the rows of `res_data.csv` in the order of the file, for `check_subjects` and `list_subjects`.

    `ico` is the ID as a number. `fingerprint` is a hash of everything that this reader reads from the row.

    Raises:
        SourceError: the file is not that CSV, or it is damaged or cut off (rows before it were yielded).
    """
    for frame, rejected in read_rows(path, _COLUMNS, required=_REQUIRED, progress=progress):
        # The hash may change with the version of polars; all rows are compared with the database then.
        hashes = frame.select(_COLUMNS).hash_rows(READER_VERSION).reinterpret(signed=True)
        yield Rows(_take_icos(frame.with_columns(hashes.alias("fingerprint")), rejected), rejected)


def check_subjects(rows: pl.DataFrame) -> tuple[pl.DataFrame, dict[int, Rejected]]:
    """Return rows whose dates and codes can be read, and the others as rejected, by line."""
    wrong: dict[int, Rejected] = {}
    for name, check in _CHECKS.items():
        rows = _check(rows, name, check, wrong)
    return rows.filter(~pl.col("line").is_in(list(wrong))) if wrong else rows, wrong


def list_subjects(checked: pl.DataFrame) -> list[tuple[Any, ...]]:
    """Return checked rows as tuples in the order of the fields of `Subject`."""
    placed = _add_towns(checked)
    fields = [field.name for field in structs.fields(Subject)]
    subjects = placed.select(_FIELDS.get(name, pl.lit(None)).alias(name) for name in fields).rows()
    # Most seats are complete as the file gives them.
    is_plain = pl.col("CDOM").str.contains(r"^([1-9][0-9]*)?$") & (pl.col("COR") != "0")
    is_incomplete = pl.col("region").is_not_null() & ((pl.col("TEXTADR") != "") | ~is_plain)
    units = placed.select(place=pl.int_range(pl.len()), unit=_number("ICZUJ")).filter(
        placed.select(is_incomplete).to_series()
    )
    for place, unit in units.iter_rows():
        subject = Subject(*subjects[place])
        complete_seat(subject, unit=unit)
        subjects[place] = structs.astuple(subject)
    return subjects


def read_activities(path: Path, progress: Progress | None = None) -> Iterator[Rows]:
    """Yield activities from `res_pf_nace.csv`: `ico`, and `codes` as `pack_codes` writes them.

    Each row holds the activities that one block of the file lists for one company ID; `codes` is empty if
    the block lists none. A company whose rows are not next to each other may be in several blocks.

    Raises:
        SourceError: the file is not that CSV, or it is damaged or cut off (rows before it were yielded).
    """
    names = ("ICO", "KODCIS", "HODN")
    for frame, rejected in read_rows(path, names, required=names, progress=progress):
        revision = pl.col("KODCIS").replace_strict(_REVISIONS, default=None, return_dtype=pl.String)
        rows = _take_icos(frame, rejected).with_columns(revision.alias("revision"))
        # Codes from other lists are not read.
        rows = rows.with_columns(pl.when(pl.col("revision").is_not_null()).then("HODN").otherwise(pl.lit("")))
        wrong: dict[int, Rejected] = {}
        rows = _check(rows, "HODN", partial(_code, 6), wrong)
        rejected += wrong.values()
        packed = pl.concat_str("revision", "HODN", separator=":").alias("codes")
        listed = rows.select("ico", packed).unique().sort("ico", "codes")
        codes = listed.group_by("ico", maintain_order=True).agg(pl.col("codes").str.join(" "))
        yield Rows(codes, rejected)


def is_activities(path: Path) -> bool:
    """Tell the two files apart by the first line: only `res_pf_nace.csv` names a code list in each row."""
    first = next(read_blocks(path, 4096), b"").split(b"\n", 1)[0]
    return b"KODCIS" in first.upper()


def _take_icos(frame: pl.DataFrame, rejected: list[Rejected]) -> pl.DataFrame:
    """Add `ico`, the company ID as a number; reject rows whose ID is not one."""
    text = pl.col("ICO").str.strip_chars()
    number = pl.when(text.str.contains(r"^[0-9]{1,8}$")).then(text).cast(pl.Int64).replace(0, None)
    frame = frame.with_columns(number.alias("ico"))
    nameless = frame.filter(pl.col("ico").is_null())
    rejected += [
        Rejected(f"line {line}", f"{quoted(ico)} is not a company ID")
        for line, ico in nameless.select("line", "ICO").iter_rows()
    ]
    return frame if nameless.is_empty() else frame.filter(pl.col("ico").is_not_null())


def _check(rows: pl.DataFrame, name: str, check: _Check, wrong: dict[int, Rejected]) -> pl.DataFrame:
    """Replace the texts of a column by what a check returns for them, null if the check refuses one.

    Each distinct text is checked once. Rows with a refused text are put into `wrong`, by line.
    """
    values: dict[str, str | None] = {}
    reasons: dict[str, str] = {}
    for text in rows[name].unique():
        try:
            values[text] = check(text)
        except ValueError as error:
            values[text], reasons[text] = None, str(error)
    if reasons:
        refused = rows.filter(pl.col(name).is_in(list(reasons)))
        for line, ico, text in refused.select("line", "ico", name).iter_rows():
            wrong.setdefault(line, Rejected(f"line {line} (IČO {format_ico(ico)})", reasons[text]))
    return rows.with_columns(pl.col(name).replace_strict(values, return_dtype=pl.String))


_PLACE = ("ICZUJ", "OBEC_TEXT", "OKRESLAU")
_TOWN_SCHEMA = {
    **dict.fromkeys(_PLACE, pl.String), "lau": pl.String, "region": pl.Int64, "town_code": pl.Int64,
    "town": pl.String, "city_district": pl.String,
}  # fmt: skip


def _add_towns(rows: pl.DataFrame) -> pl.DataFrame:
    """Add what follows from territorial unit, town and district; a file repeats a few thousand of them."""
    distinct = rows.select(_PLACE).unique().rows()
    towns = pl.DataFrame([(*place, *_find_town(*place)) for place in distinct], _TOWN_SCHEMA, orient="row")
    return rows.join(towns, on=_PLACE, how="left", nulls_equal=True, maintain_order="left")


@lru_cache(65_536)
def _find_town(
    unit: str, written: str, lau: str | None
) -> tuple[str | None, int | None, int | None, str | None, str | None]:
    """Return LAU code, region, code, name and city district of a town; a seat abroad has only a name."""
    number = whole_number(unit)
    is_czech = lau in region_by_district() or is_unit(number)
    town = town_of(written or None, unit=number, lau=lau) if is_czech else Town(name=written or None)
    return town.lau or lau, town.region, town.code, town.name, town.city_district
