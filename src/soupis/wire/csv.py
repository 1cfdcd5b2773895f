"""CSV on the wire: column names and cells that no spreadsheet will run."""

from __future__ import annotations

COLUMNS = (
    "ico", "obchodni_jmeno", "dic", "stav", "pravni_forma_kod", "pravni_forma", "datum_vzniku",
    "datum_zaniku", "ulice", "cislo", "cast_obce", "obec", "psc", "okres", "kraj_kod", "kraj",
    "nace_kod", "nace", "spisova_znacka", "zakladni_kapital", "mena", "dph_stav", "nespolehlivy_od",
)  # fmt: skip
DETAIL_COLUMNS = ("oddil", "polozka", "hodnota")

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
LINE_END = b"\r\n"

_FORMULA_STARTS = frozenset("=+-@\t\r")


def cell(value: str | int | float | bool | None) -> str:
    """Return a cell's text; one that a spreadsheet would run as a formula gets a leading apostrophe."""
    if isinstance(value, str):  # first, for it is what nearly all of a million lines consist of
        return f"'{value}" if value[:1] in _FORMULA_STARTS else value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
