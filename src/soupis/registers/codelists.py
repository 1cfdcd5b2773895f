"""Code lists: the packaged ones, and the reader of the statistical office's exports that refresh them.

The packaged lists hold what every installation needs before the first download: legal forms, districts,
regions, headcount categories, both CZ-NACE revisions from sections to classes, courts, tax offices, banks,
municipalities and city districts. `data/SOURCES.md` names where they come from and under which licences.
"""

from __future__ import annotations

import csv
import io
from functools import cache, lru_cache
from typing import Literal, get_args

from msgspec import Struct

from soupis.folding import fold_words
from soupis.registers.files import packaged_rows
from soupis.registers.records import SourceError

ListName = Literal[
    "legal_form", "legal_form_ros", "district", "region", "headcount", "nace2008", "nace2025", "court",
    "tax_office", "bank",
]  # fmt: skip
LIST_NAMES: tuple[ListName, ...] = get_args(ListName)
# Read from the package alone (`places.py`): nobody needs their names in the database.
PlaceList = Literal["municipality", "city_district", "namesake"]


class CodeName(Struct, frozen=True):
    """What one code means; `parent` is a code of the list above (a district's NUTS 3 region, a section).

    `stopgap` marks a Czech name that is not known to be the office's own wording: `own` was translated for
    the package, `rev2_same_heading` is the name that the older revision has under the same English heading.
    """

    name_cs: str
    name_en: str | None = None
    parent: str | None = None
    nuts3: str | None = None  # list "region" only, whose key is the RÚIAN code
    stopgap: str | None = None
    postal_code: str | None = None  # list "namesake" only


class CodeRow(Struct, frozen=True):
    """One row of an export of the statistical office."""

    code: str
    name: str
    parent: str | None = None


@cache
def load(list_name: ListName | PlaceList) -> dict[str, CodeName]:
    """Return a packaged code list: code → names and parent, in the list's own order. Do not change it."""
    return {
        row["code"]: CodeName(
            name_cs=row["name_cs"],
            name_en=row.get("name_en") or None,
            parent=row["parent"] or None,
            nuts3=row.get("nuts3") or None,
            stopgap=row.get("stopgap") or None,
            postal_code=row.get("postal_code") or None,
        )
        for row in packaged_rows(list_name)
    }


@cache
def region_by_nuts3() -> dict[str, int]:
    """Map NUTS 3 codes of regions to RÚIAN codes: CZ010 → 19."""
    return {item.nuts3: int(code) for code, item in load("region").items() if item.nuts3}


@cache
def region_by_district() -> dict[str, int]:
    """Map LAU codes of districts to RÚIAN codes of regions: CZ0642 → 116."""
    regions = region_by_nuts3()
    return {code: regions[item.parent] for code, item in load("district").items() if item.parent}


@cache
def _districts_by_name() -> dict[str, str]:
    return {" ".join(fold_words(item.name_cs)): code for code, item in load("district").items()}


@lru_cache(4096)
def district_code(name: str) -> str | None:
    """Return the LAU code of a district by its Czech name, None when there is no such district."""
    return _districts_by_name().get(" ".join(fold_words(name)))


# What the public register writes where the code list has a longer or newer name.
_FORM_ALIASES = {
    "v o s": "111", "s r o": "112", "spol s r o": "112", "k s": "113", "a s": "121",
    "o p s": "141", "svj": "145", "z u": "161", "s p": "301", "n p": "302", "z s": "706", "p s": "736",
    "se": "932", "sce": "933", "ehzs": "931",
    "podnikatel": "101", "fyzicka osoba podnikatel": "101", "fyzicka osoba": "101",
    "organizacni slozka zahranicni pravnicke osoby": "421",
    "odstepny zavod zahranicni osoby": "421",
    "odstepny zavod": "501", "organizacni slozka podniku": "501",
    "evropska spolecnost se": "932",
}  # fmt: skip


@cache
def _legal_forms_by_name() -> dict[str, str]:
    by_name = dict(_FORM_ALIASES)
    # The statistical list speaks last, so its code wins where both lists know the name.
    for list_name in ("legal_form_ros", "legal_form"):
        for code, item in load(list_name).items():
            by_name[" ".join(fold_words(item.name_cs))] = code
    return by_name


@lru_cache(4096)
def legal_form_code(*names: str | None) -> str | None:
    """Return the legal form's three-digit code by the first known name or abbreviation ("s.r.o.")."""
    by_name = _legal_forms_by_name()
    for name in names:
        code = by_name.get(" ".join(fold_words(name))) if name else None
        if code:
            return code
    return None


def court_name(code: str) -> str | None:
    """Return the Czech name of a register court by its code: MSPH → Městský soud v Praze."""
    item = load("court").get(code)
    return item.name_cs if item else None


def parse_export(data: bytes, content_type: str | None = None) -> list[CodeRow]:
    """Read an export of the statistical office's code lists, of either of its two services.

    Column names are lower-case in one service (`chodnota`, `text`) and upper-case in the other; a link
    between two lists (`chodnota1`, `chodnota2`) gives rows whose parent is the second code.

    Raises:
        SourceError: the data is no such export.
    """
    text = _decode(data, content_type)
    start = text.lstrip()[:200].lower()
    if start.startswith(("<", "{")) or "\0" in text:
        raise SourceError(
            "The code list export is not CSV; the service may be out of order, try again later."
        )
    header, _, _ = text.partition("\n")
    delimiter = ";" if header.count(";") > header.count(",") else ","
    try:
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
        columns = [name.strip().lower() for name in next(rows, [])]
        if {"chodnota1", "chodnota2"} <= set(columns):
            names = ("chodnota1", "text1", "chodnota2")
        elif {"chodnota", "text"} <= set(columns):
            names = ("chodnota", "text", "nadvaz")
        else:
            raise SourceError("The code list export lacks the columns CHODNOTA and TEXT; check its address.")
        places = [columns.index(name) if name in columns else -1 for name in names]
        return [item for row in rows if (item := _code_row(row, places)) is not None]
    except csv.Error as error:
        raise SourceError(f"The code list export is damaged: {error}; download it again.") from error


def _code_row(row: list[str], places: list[int]) -> CodeRow | None:
    code, name, parent = (row[place].strip() if 0 <= place < len(row) else "" for place in places)
    return CodeRow(code, name, parent or None) if code else None


def _decode(data: bytes, content_type: str | None) -> str:
    """Decode as UTF-8, else as windows-1250, which older exports are in and may say so."""
    declared = (content_type or "").lower()
    if "1250" in declared:
        return data.decode("windows-1250", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("windows-1250", errors="replace")
