"""CSV on the wire: column names, lines, and cells that no spreadsheet will run."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

COLUMNS = (
    "ico", "obchodni_jmeno", "dic", "stav", "pravni_forma_kod", "pravni_forma", "datum_vzniku",
    "datum_zaniku", "ulice", "cislo", "cast_obce", "obec", "psc", "okres", "kraj_kod", "kraj",
    "nace_kod", "nace", "spisova_znacka", "zakladni_kapital", "mena", "dph_stav", "nespolehlivy_od",
)  # fmt: skip
DETAIL_COLUMNS = ("oddil", "polozka", "hodnota")

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
LINE_END = b"\r\n"

_SEPARATOR = ";"
_QUOTED = frozenset(f'{_SEPARATOR}"\r\n')

# A tab or a line break in front may lead into another cell.
_CELL_ENDS = frozenset("\t\r\n")
_SIGNS = frozenset("=+-@\u2212")
_UNSEEN = frozenset({"Cc", "Cf", "Mn", "Zl", "Zp", "Zs"})  # controls, invisible characters, marks, spaces


def cell(value: str | int | float | bool | None) -> str:
    """Return a cell's text; one that a spreadsheet would run as a formula gets a leading apostrophe."""
    if isinstance(value, str):  # first, for it is what nearly all of a million lines consist of
        return value if value[:1].isalnum() or not _is_formula(value) else f"'{value}"
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def cells(*values: str | int | float | bool | None) -> list[str]:
    """Return the texts of cells, as of `cell`, which is spared the usual values."""
    return [
        "" if value is None else value if value.__class__ is str and value[:1].isalnum() else cell(value)
        for value in values
    ]


def _is_formula(text: str) -> bool:
    """Tell what a spreadsheet may run: it skips what is not seen and reads wide signs as signs."""
    seen = next((char for char in text if unicodedata.category(char) not in _UNSEEN), "")
    return text[:1] in _CELL_ENDS or unicodedata.normalize("NFKC", seen)[:1] in _SIGNS


def line(cells: Sequence[str]) -> str:
    """Return a line (RFC 4180) of cells, without its end."""
    plain = _SEPARATOR.join(cells)
    # One look at the whole line instead of one at each cell: hardly any has to be quoted.
    if plain.count(_SEPARATOR) == len(cells) - 1 and not ('"' in plain or "\r" in plain or "\n" in plain):
        return plain
    return _SEPARATOR.join(map(quoted, cells))


def quoted(text: str) -> str:
    """Return a cell as RFC 4180 writes it: in quotes where it holds what divides cells."""
    if _QUOTED.isdisjoint(text):
        return text
    return '"' + text.replace('"', '""') + '"'
