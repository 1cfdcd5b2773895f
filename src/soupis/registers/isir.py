"""Insolvency register, look-up by company ID (IsirWsCuzkService, SOAP 1.1).

The answers carry birth numbers, names and home addresses of debtors; none of that is read.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import Final
from urllib.parse import urlsplit

from lxml import etree
from msgspec import Struct
from msgspec.structs import astuple

from soupis.identifiers import format_ico, parse_ico
from soupis.registers.errors import SourceError, SourceUnavailable
from soupis.registers.records import Rejected
from soupis.registers.xml import (
    child,
    envelope,
    is_garbled,
    local_name,
    open_envelope,
    parse_day,
    parse_moment,
    text_of,
)

SOURCE: Final = "Insolvency register"
NAMESPACE: Final = "http://isirws.cca.cz/types/"
MAX_RESULTS: Final = 200
_RELEVANCE_ID = "2"  # found by company ID; higher numbers are weaker matches
_EMPTY = "WS2"
# Error codes that say nothing of the question: stale data, database down, server down.
_TRANSIENT = frozenset({"WS4", "SQL1", "SERVER1"})
_ANSWER_LIMIT = 16 * 1024 * 1024


MISTAKEN: Final = "MYLNÝ ZÁP."

# States of proceedings, and whether these run (None = the state does not tell); names are in `wire.labels`.
# Codes are written as the register writes them. VYRIZENA is read as ended by some clients and as running
# by others, and the register's own filter of current proceedings keeps it; ZRUŠENO VS (the high court
# quashed a decision) leaves open what follows. Both tell nothing without an end date.
STATES: Final[dict[str, bool | None]] = {
    "NEVYRIZENA": True,
    "NEVYR-POST": True,
    "MORATORIUM": True,
    "ÚPADEK": True,
    "KONKURS": True,
    "K-PO ZRUŠ.": True,
    "ODDLUŽENÍ": True,
    "REORGANIZ": True,
    "OBZIVLA": True,
    "ZRUŠENO VS": None,
    "VYRIZENA": None,
    "PRAVOMOCNA": False,
    "ODSKRTNUTA": False,
    MISTAKEN: False,
}


def is_running(state: str | None, ended: str | None) -> bool | None:
    """Tell whether proceedings run: an end date ends them whatever the state; None = not known.

    Why: docs/decisions/0012-when-insolvency-proceedings-run.md.
    """
    if ended is not None:
        return False
    return STATES.get(state) if state is not None else None


class Proceeding(Struct, frozen=True):
    """Insolvency proceedings against one company. A row in the state `MISTAKEN` is no proceeding at all."""

    ico: int
    file_mark: str  # "INS 12575/2022"
    court: str | None = None
    state: str | None = None  # a code of STATES, or one that this version does not know
    started: str | None = None
    ended: str | None = None
    url: str | None = None
    senate: int | None = None  # number of the court's senate, the first part of the mark as courts write it

    @property
    def running(self) -> bool | None:
        """Whether the proceedings run; None where the register does not tell."""
        return is_running(self.state, self.ended)


class ProceedingsAnswer(Struct, frozen=True):
    """All proceedings of one company; none is a proper answer too."""

    proceedings: list[Proceeding]
    as_of: str | None  # moment of the register's data, UTC
    rejected: list[Rejected] = []
    ignored: int = 0  # rows found by something else than this company's ID
    complete: bool = True  # False where the answer was cut at MAX_RESULTS


def proceedings_request(ico: int) -> bytes:
    """Return the body that asks for all proceedings of a company; the order of elements is obligatory.

    Without `maxRelevanceVysledku` the register may relax the question and find somebody else.
    """
    children = [
        ("ic", format_ico(ico)),
        ("maxPocetVysledku", str(MAX_RESULTS)),
        ("filtrAktualniRizeni", "F"),
        ("maxRelevanceVysledku", _RELEVANCE_ID),
    ]
    return envelope(NAMESPACE, "typ", "getIsirWsCuzkDataRequest", children)


def parse(data: bytes, ico: int | None) -> ProceedingsAnswer:
    """Read the answer to a question for one company ID; None where a kept answer does not tell whose.

    Raises SourceUnavailable for errors of the register's side and damaged answers, SourceError for
    the rest. Rows of other subjects, and rows without a company ID, are counted in `ignored`. A row whose
    company ID is malformed is rejected.
    """
    response = open_envelope(
        data, SOURCE, ("getIsirWsCuzkDataResponse",), namespace=NAMESPACE, limit=_ANSWER_LIMIT
    )
    rows = [item for item in response.iterchildren(etree.Element) if local_name(item) == "data"]
    status = child(response, "stav")
    if status is None:
        raise SourceError(f"{SOURCE}: the answer does not say how the question ended.")
    error = text_of(status, "kodChyby")
    if error == _EMPTY and not rows:
        return ProceedingsAnswer([], _moment(status))
    if error is not None:
        raise refusal(SOURCE, error, text_of(status, "textChyby"))
    count = text_of(status, "pocetVysledku")
    if count is None and not rows:
        raise SourceError(f"{SOURCE}: the answer holds neither results nor their count.")
    if count is not None and (not count.isdecimal() or (int(count) > 0) != bool(rows)):
        raise SourceError(f"{SOURCE}: the answer's count of results does not agree with its rows.")
    relevance = text_of(status, "relevanceVysledku")
    if relevance not in (None, _RELEVANCE_ID):
        return ProceedingsAnswer([], _moment(status), ignored=len(rows))
    return _read_rows(rows, ico, _moment(status))


def refusal(source: str, code: str, text: str | None) -> SourceError:
    """Return the error for an error code of the register and its explanation."""
    message = f"{source}: refused the question ({code}: {(text or '?')[:200]})."
    return SourceUnavailable(message) if code in _TRANSIENT else SourceError(message)


def _read_rows(rows: list[etree._Element], ico: int | None, as_of: str | None) -> ProceedingsAnswer:
    proceedings: dict[tuple[int, str], Proceeding] = {}
    rejected: list[Rejected] = []
    ignored = 0
    for number, row in enumerate(rows, start=1):
        written = text_of(row, "ic")
        debtor = parse_ico(written)
        if debtor is None and written and written.strip("0"):
            # The text is not quoted because it may be a birth number.
            rejected.append(Rejected(f"row {number}", "the company ID is malformed"))
            continue
        if debtor is None or ico not in (None, debtor):
            ignored += 1
            continue
        try:
            proceeding = _read_row(row, debtor)
        except ValueError as reason:
            rejected.append(Rejected(f"row {number} (IČO {format_ico(debtor)})", str(reason)))
            continue
        key = debtor, proceeding.file_mark
        proceedings[key] = _together(proceedings.get(key), proceeding)
    return ProceedingsAnswer(
        list(proceedings.values()), as_of, rejected, ignored, complete=len(rows) < MAX_RESULTS
    )


def file_mark(kind: str | None, number: str | None, year: str | None) -> str:
    """Compose a file mark, "INS 12575/2022", from its parts; ValueError where one is missing or odd."""
    if not (
        kind and kind.isalpha() and number and _DIGITS.fullmatch(number) and year and _YEAR.fullmatch(year)
    ):
        raise ValueError("the file mark is incomplete")
    return f"{kind.upper()} {int(number)}/{year}"


_DIGITS = re.compile(r"[0-9]{1,9}")
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")


def _moment(status: etree._Element) -> str | None:
    """Return the moment of the data; None where it is absent or names no time zone."""
    text = text_of(status, "casSynchronizace")
    try:
        return parse_moment(text if text is None or datetime.fromisoformat(text).tzinfo else None)
    except ValueError as error:
        raise SourceError(f"{SOURCE}: the moment of synchronisation is not readable.") from error


def _read_row(row: etree._Element, ico: int) -> Proceeding:
    state, court = text_of(row, "druhStavKonkursu"), text_of(row, "nazevOrganizace")
    if is_garbled(state) or is_garbled(court):
        raise ValueError("the row was written in a wrong encoding")
    return Proceeding(
        ico=ico,
        file_mark=file_mark(text_of(row, "druhVec"), text_of(row, "bcVec"), text_of(row, "rocnik")),
        court=court,
        state=state,
        started=parse_day(text_of(row, "datumPmZahajeniUpadku")),
        ended=parse_day(text_of(row, "datumPmUkonceniUpadku")),
        url=web_address(text_of(row, "urlDetailRizeni")),
        senate=int(senate) if (senate := text_of(row, "cisloSenatu")) and _DIGITS.fullmatch(senate) else None,
    )


def _together(first: Proceeding | None, second: Proceeding) -> Proceeding:
    """Join two rows of the same proceedings (one per address of the debtor): what is said wins."""
    if first is None:
        return second
    pairs = zip(astuple(first), astuple(second), strict=True)
    return Proceeding(*(other if value is None else value for value, other in pairs))


def web_address(text: str | None) -> str | None:
    """Return an address that is safe to show as a link, None for anything that is not http or https."""
    if text is None or urlsplit(text).scheme not in ("http", "https") or any(c <= " " for c in text):
        return None
    return text
