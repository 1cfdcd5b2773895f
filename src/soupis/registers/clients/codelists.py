"""Client of the statistical office's code lists: CSV exports that refresh the packaged lists.

Classifications come from one service by a number, the two NACE revisions from another one by a name.
"""

from __future__ import annotations

from datetime import date
from typing import Final, Literal

from soupis.registers.codelists import CodeRow, parse_export
from soupis.registers.http import Answer, SourceClient

EXPORT_URL: Final = "https://apl2.czso.cz"
NACE_URL: Final = "https://vdb.czso.cz"

Exported = Literal["legal_form", "legal_form_ros", "district", "headcount", "nace2008", "nace2025"]

_NUMBERS: Final = {"legal_form": 56, "legal_form_ros": 149, "district": 109, "headcount": 579}
_NAMES: Final = {"nace2008": "CZ_NACE_RES", "nace2025": "CZ_NACE_RES2025"}


def base_url(name: Exported) -> str:
    """Return the base address of the service that publishes a list."""
    return NACE_URL if name in _NAMES else EXPORT_URL


def fetch(client: SourceClient, name: Exported, on: date) -> list[CodeRow]:
    """Ask for a code list as valid on a day; make the client with `base_url(name)`."""
    return client.ask("GET", _path(name, on), _read)


def _path(name: Exported, on: date) -> str:
    if name in _NAMES:
        return f"/opendata/ciselniky/polozky?kod={_NAMES[name]}"
    return _export_path(_NUMBERS[name], on)


def _export_path(number: int, on: date) -> str:
    day = on.strftime("%d.%m.%Y")
    return (
        f"/iSMS/do_cis_export?kodcis={number}&typdat=0&cisvaz=&datpohl={day}&cisjaz=203&format=2&separator=,"
    )


def _read(answer: Answer) -> list[CodeRow]:
    return parse_export(answer.body, answer.headers.get("Content-Type"))
