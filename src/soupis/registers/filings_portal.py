"""Collection of documents, new portal (JSON, trial operation; it blocks many data centres)."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec
from msgspec import Struct

from soupis.identifiers import parse_ico
from soupis.registers.errors import SourceError
from soupis.registers.filing_years import written_year
from soupis.registers.filings import SOURCE, Filing, Listing, kind_and_year, lenient_day, words, year_of
from soupis.registers.json import parse_object
from soupis.registers.records import Rejected
from soupis.registers.values import whole_number
from soupis.registers.xml import is_garbled

PORTAL_URL: Final = "https://verejnerejstriky.msp.gov.cz"


def parse_portal(data: bytes, base_url: str = PORTAL_URL) -> Listing:
    """Read the new portal's answer for one company."""
    answer = parse_object(data, f"{SOURCE}, new portal")
    detail = answer.get("vysledekdetail")
    rows = detail.get("prehledlistin") if isinstance(detail, dict) else None
    if not isinstance(rows, list) or answer.get("status") != "OK":
        raise SourceError(f"{SOURCE}: the new portal's answer holds no list of documents.")
    filings, rejected = [], []
    for number, row in enumerate(rows, start=1):
        try:
            filing, complaints = _read_portal_row(row, base_url)
        except (ValueError, msgspec.ValidationError) as error:
            rejected.append(Rejected(f"document {number}", str(error)))
            continue
        filings.append(filing)
        rejected += [Rejected(f"document {number} ({filing.number})", text) for text in complaints]
    return Listing(filings, rejected, _ico(detail) if isinstance(detail, dict) else None)


def _ico(detail: dict[str, Any]) -> int | None:
    """Return the company ID of the answer, where it tells one."""
    basics = detail.get("zakladniidentifikacniudaje")
    if not isinstance(basics, dict):
        return None
    values = (basics.get("ico"), basics.get("identifikacnicislo"))
    return next((parse_ico("".join(str(value).split())) for value in values if value is not None), None)


class _Digital(Struct):
    documentid: str | int | None = None
    pocetstran: str | int | None = None


class _Content(Struct):
    digitalnipodoba: _Digital | None = None


class _Detail(Struct):
    obsah: _Content | None = None


class _PortalRow(Struct):
    cislolistiny: str
    typlistiny: str | None = None
    vzniklistiny: str | None = None
    doslonasoud: str | None = None
    zalozenodosl: str | None = None
    detail: list[_Detail | None] | None = None


# Kinds after which the new portal puts the clerk's free text without any mark; no full list is published.
_KINDS_WITH_NOTE = ("ostatní", "zakladatelské dokumenty", "podpisové vzory", "rozhod. o statut. orgánu")
_ANNUAL_KINDS = ("účetní závěrka", "výroční zpráva", "zpráva auditora", "zpráva o vztazích")


def _kind_and_note(text: str) -> tuple[str, str]:
    """Split off the clerk's text; behind an annual kind only a text that names a year surely is one."""
    for kind in (*_KINDS_WITH_NOTE, *_ANNUAL_KINDS):
        note = text.removeprefix(kind)
        if (
            note != text
            and note[:1] in " -"
            and (kind in _KINDS_WITH_NOTE or written_year(note, annual=True))
        ):
            return kind, note.strip()
    if not any(map(str.isalpha, text)):  # the rest of "r. 2009, 2010"
        return "", text
    return text, ""


def _read_portal_row(row: Any, base_url: str) -> tuple[Filing, list[str]]:
    record = msgspec.convert(row, _PortalRow, strict=False)
    number = words(record.cislolistiny)
    if not number or is_garbled(number):
        raise ValueError("the document's number is not readable")
    # A comma separates kinds, but not inside the brackets of years.
    parts = [kind_and_year(part) for part in re.split(r",(?![^\[]*\])", record.typlistiny or "")]
    kinds_notes = [_kind_and_note(text) for text, _ in parts]
    kinds = tuple(dict.fromkeys(kind for kind, _ in kinds_notes if kind))
    note = ", ".join(note for _, note in kinds_notes if note) or None
    complaints: list[str] = []
    created, received, filed = (
        lenient_day(text or "", what, complaints)
        for text, what in (
            (record.vzniklistiny, "created"),
            (record.doslonasoud, "received"),
            (record.zalozenodosl, "filed"),
        )
    )
    forms = [
        item.obsah.digitalnipodoba
        for item in record.detail or []
        if item is not None and item.obsah is not None and item.obsah.digitalnipodoba is not None
    ]
    counts = [pages for form in forms if (pages := whole_number(form.pocetstran)) is not None]
    if len(counts) < sum(form.pocetstran not in (None, "") for form in forms):
        complaints.append("the number of pages is not a number")
    numbers = [
        str(form.documentid) for form in forms if re.fullmatch(r"[0-9A-Za-z-]{1,64}", str(form.documentid))
    ]
    return (
        Filing(
            number,
            kinds,
            year_of(kinds, (year for _, year in parts), note),
            created,
            received,
            filed,
            sum(counts) if counts else None,
            f"{base_url}/dokumenty/sbirka-listin/{numbers[0]}" if numbers else None,
            note,
        ),
        complaints,
    )
