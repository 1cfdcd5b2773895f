"""Insolvency register, public stream of events (IsirWsPublicService, SOAP 1.1).

An event tells that something happened in a file; the debtor's company ID stands only in its note, an XML
text inside the XML. Only debtors' company IDs and the state of the file are read from it: the rest is
about natural persons.
"""

from __future__ import annotations

import re
from typing import Final

from lxml import etree
from msgspec import Struct

from soupis.identifiers import parse_ico
from soupis.registers.errors import SourceError
from soupis.registers.isir import file_mark, refusal
from soupis.registers.records import Rejected
from soupis.registers.xml import (
    child,
    envelope,
    is_garbled,
    local_name,
    open_envelope,
    parse_day,
    parse_moment,
    parse_xml,
    text_of,
)

SOURCE: Final = "Insolvency register's event stream"
NAMESPACE: Final = "http://isirpublicws.cca.cz/types/"
_ANSWER_LIMIT = 64 * 1024 * 1024
_NOTE_LIMIT = 1024 * 1024
_EVENTS = "getIsirWsPublicDataResponse"
_DEBTOR = "DLUŽNÍK"


class Event(Struct, frozen=True):
    """One event; `kind` is a number of the register's list of events (1 person, 3 file, 5 petition...)."""

    id: int
    kind: int | None  # None where the event does not tell
    file_mark: str | None  # "INS 1/2008"
    published: str | None = None  # moment, UTC
    state: str | None = None  # state of the file after a change of the file, a code of isir.STATES
    ended: str | None = None  # day on which the file ended
    debtor_icos: tuple[int, ...] = ()


class EventBatch(Struct, frozen=True):
    """Events in the order of their numbers; `last_id` is where to go on, None when there was none."""

    events: list[Event]
    rejected: list[Rejected]
    last_id: int | None


def events_request(after: int) -> bytes:
    """Return the body that asks for the next events (about a thousand) with a higher number."""
    return envelope(NAMESPACE, "typ", "getIsirWsPublicIdDataRequest", [("idPodnetu", str(after))])


def parse_events(data: bytes) -> EventBatch:
    """Read a batch of events.

    An event without a readable number makes the whole batch unusable, for nobody could tell where to go
    on. One with other unreadable parts is kept without them and told in `rejected`, for what is left may
    still name a debtor. Raises SourceUnavailable and SourceError like `isir.parse`.
    """
    response = _open(data)
    events: dict[int, Event] = {}
    rejected: list[Rejected] = []
    last: int | None = None
    for row in response.iterchildren(etree.Element):
        if local_name(row) != "data":
            continue
        number = text_of(row, "id")
        if number is None or not _NUMBER.fullmatch(number):
            raise SourceError(f"{SOURCE}: an event has no readable number.")
        last = max(last or 0, int(number))
        complaints: list[str] = []
        events[int(number)] = _read_event(row, int(number), complaints)
        rejected += [Rejected(f"event {number}", complaint) for complaint in complaints]
    return EventBatch([events[key] for key in sorted(events)], rejected, last)


_NUMBER = re.compile(r"[0-9]{1,18}")
_FILE_MARK = re.compile(r"\b([A-Z]+)\s+([0-9]+)\s*/\s*([0-9]{4})\b")
_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")


def _open(data: bytes) -> etree._Element:
    response = open_envelope(data, SOURCE, (_EVENTS,), namespace=NAMESPACE, limit=_ANSWER_LIMIT)
    status = child(response, "status")
    state = text_of(status, "stav") if status is not None else None
    if status is not None and state == "CHYBA":
        raise refusal(SOURCE, text_of(status, "kodChyby") or "?", text_of(status, "popisChyby"))
    if state != "OK":
        raise SourceError(f"{SOURCE}: the answer does not say how the question ended.")
    return response


def _read_event(row: etree._Element, number: int, complaints: list[str]) -> Event:
    kind = text_of(row, "typUdalosti")
    if kind is None or not _NUMBER.fullmatch(kind):
        complaints.append("the kind of the event is not a number")
        kind = None
    mark = _FILE_MARK.search(text_of(row, "spisovaZnacka") or "")
    try:
        composed = file_mark(*mark.groups()) if mark else None
    except ValueError:
        composed = None
    if composed is None:
        complaints.append("the file mark is missing or not readable")
    try:
        published = parse_moment(text_of(row, "datumZverejneniUdalosti"))
    except ValueError:
        complaints.append("the moment of publishing is not readable")
        published = None
    state: str | None = None
    ended: str | None = None
    debtors: tuple[int, ...] = ()
    if (note := text_of(row, "poznamka")) is not None:
        try:
            state, ended, debtors = _read_note(note)
        except (ValueError, SourceError):
            complaints.append("the note is not readable, so its debtor and state are not known")
    return Event(number, int(kind) if kind else None, composed, published, state, ended, debtors)


def _read_note(note: str) -> tuple[str | None, str | None, tuple[int, ...]]:
    """Return the state and the end of the file and its debtors' company IDs."""
    # The note's own declaration may name the encoding in which it once lay; here it is text already.
    root = parse_xml(_DECLARATION.sub("", note).encode(), SOURCE, limit=_NOTE_LIMIT)
    state: str | None = None
    ended: str | None = None
    debtors: dict[int, None] = {}
    for element in root.iter(etree.Element):
        if local_name(element) == "vec":
            state = text_of(element, "druhStavRizeni") or state
            ended = _day(text_of(element, "datumSkonceniVeci")) or ended
        elif local_name(element) == "osoba" and text_of(element, "druhRoleVRizeni") == _DEBTOR:
            ico = parse_ico(text_of(element, "ic"))
            if ico is not None:
                debtors[ico] = None
    if is_garbled(state):
        raise ValueError("wrong encoding")
    return state, ended, tuple(debtors)


def _day(text: str | None) -> str | None:
    """Return the day of a date or a moment; None for an odd one, which must not cost the rest of the note."""
    try:
        return parse_day((text or "")[:10])
    except ValueError:
        return None
