"""Event stream of the insolvency register."""

from __future__ import annotations

import re
from html import escape

import msgspec
import pytest
from lxml import etree

from soupis.registers import isir_events
from soupis.registers.errors import SourceError, SourceUnavailable
from tests.registers_live.samples import sample

SAMPLE = sample("isir/isir_public_response_sample.xml").decode()
NOTE = (
    '<?xml version="1.0" encoding="windows-1250"?><ns2:udalost xmlns:ns2="http://www.cca.cz/isir/poznamka">'
    "<idOsobyPuvodce>KSJIMBM</idOsobyPuvodce><vec><druhStavRizeni>ÚPADEK</druhStavRizeni>"
    "<datumSkonceniVeci>2026-03-04+01:00</datumSkonceniVeci></vec>"
    "<osoba><druhRoleVRizeni>DLUŽNÍK</druhRoleVRizeni><ic>25083325</ic><rc>800101/1234</rc>"
    "<nazevOsoby>Novák</nazevOsoby></osoba>"
    "<osoba><druhRoleVRizeni>SPRÁVCE</druhRoleVRizeni><ic>45274649</ic></osoba></ns2:udalost>"
)


def with_note(note: str) -> bytes:
    """Return the sample with a note in its second event."""
    text = SAMPLE.replace(
        "<popisUdalosti>Změna osoby</popisUdalosti>",
        f"<popisUdalosti>Změna osoby</popisUdalosti><poznamka>{escape(note, quote=False)}</poznamka>",
    )
    return text.encode()


def test_events_are_read_in_order_with_moments_in_utc() -> None:
    batch = isir_events.parse_events(SAMPLE.encode())
    assert [(event.id, event.kind, event.file_mark) for event in batch.events] == [
        (1246, 5, "INS 1/2008"),
        (1247, 1, "INS 1/2008"),
    ]
    assert batch.events[0].published == "2008-01-02T11:30:00Z"
    assert batch.last_id == 1247


def test_note_tells_debtors_and_state_only() -> None:
    event = isir_events.parse_events(with_note(NOTE)).events[1]
    assert event.debtor_icos == (25083325,)
    assert (event.state, event.ended) == ("ÚPADEK", "2026-03-04")
    assert "800101" not in msgspec.json.encode(event).decode()


@pytest.mark.parametrize(
    "note", [NOTE[:-20], '<!DOCTYPE x [<!ENTITY e "1">]><x>&e;</x>', "volný text", "\u00c3\u009a<x/>"]
)
def test_event_with_an_unreadable_note_is_kept_and_told(note: str) -> None:
    batch = isir_events.parse_events(with_note(note))
    assert [event.id for event in batch.events] == [1246, 1247]
    assert batch.events[1].debtor_icos == ()
    assert [item.place for item in batch.rejected] == ["event 1247"]


def test_event_without_a_file_mark_is_told_and_the_stream_goes_on_after_it() -> None:
    text = SAMPLE.replace("<id>1247", "<id>1248")
    last = text.rindex("<spisovaZnacka>")
    text = text[:last] + text[last:].replace("INS 1/2008", "?", 1)
    batch = isir_events.parse_events(text.encode())
    assert [(event.id, event.file_mark) for event in batch.events] == [(1246, "INS 1/2008"), (1248, None)]
    assert batch.last_id == 1248
    assert [item.place for item in batch.rejected] == ["event 1248"]


_FIELDS = (
    "datumZalozeniUdalosti", "datumZverejneniUdalosti", "dokumentUrl", "spisovaZnacka", "typUdalosti",
    "popisUdalosti", "oddil", "cisloVOddilu",
)  # fmt: skip


def test_an_odd_end_of_the_file_does_not_hide_the_debtor() -> None:
    event = isir_events.parse_events(with_note(NOTE.replace("2026-03-04+01:00", "4.3.2026"))).events[1]
    assert (event.ended, event.state, event.debtor_icos) == (None, "ÚPADEK", (25083325,))


@pytest.mark.parametrize("content", ["", "?", "2026-01-01T00:00:00", "INS 0123456789/2008"])
@pytest.mark.parametrize("field", _FIELDS)
def test_an_event_still_names_its_debtor_whatever_else_is_odd_or_absent(field: str, content: str) -> None:
    text = with_note(NOTE).decode()
    for replaced in (f"<{field}>{content}</{field}>", ""):
        odd = re.sub(rf"<{field}>[^<]*</{field}>", replaced, text)
        events = isir_events.parse_events(odd.encode()).events
        assert [event.debtor_icos for event in events] == [(), (25083325,)]


def test_event_without_a_number_makes_the_batch_unusable() -> None:
    with pytest.raises(SourceError):
        isir_events.parse_events(SAMPLE.replace("<id>1246</id>", "").encode())


def test_empty_batch_is_the_end_of_the_stream() -> None:
    text = SAMPLE[: SAMPLE.index("<data>")] + SAMPLE[SAMPLE.index("<status>") :]
    batch = isir_events.parse_events(text.encode())
    assert (batch.events, batch.last_id) == ([], None)


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        ("<status><stav>CHYBA</stav><kodChyby>WS1</kodChyby></status>", SourceError),
        ("<status><stav>CHYBA</stav><kodChyby>SERVER1</kodChyby></status>", SourceUnavailable),
        ("<status><stav>JINAK</stav></status>", SourceError),
        ("", SourceError),
    ],
)
def test_status_other_than_ok_raises(status: str, kind: type[SourceError]) -> None:
    with pytest.raises(kind) as error:
        isir_events.parse_events(SAMPLE.replace("<status><stav>OK</stav></status>", status).encode())
    assert type(error.value) is kind


def test_request_holds_the_number_of_the_last_event() -> None:
    asked = etree.fromstring(isir_events.events_request(0))
    recorded = etree.fromstring(sample("isir/isir_public_request.xml"))
    assert [(item.tag, item.text) for item in asked[0].iter()] == [
        (item.tag, item.text) for item in recorded[1].iter()
    ]
