"""What documents share is redacted once; what only looks the same is redacted by itself."""

from __future__ import annotations

import json

import msgspec
import pytest

from soupis.ingest.privacy.published import done_with, published_json, published_with, redact_seat, shared
from soupis.wire.base import CodedName, Oznaceni
from soupis.wire.company import Sidlo
from soupis.wire.person import Angazma, FirmaOsoby, OsobaProfil, OsobaSouhrn

PRIVATE = "bytem Dlouhá 5, Praha, nar. 23. 7. 1961"


class Note(msgspec.Struct):
    text: str


class Whole(msgspec.Struct):
    note: Note
    text: str
    number: Oznaceni


class Extract(msgspec.Struct):
    note: Note
    text: str
    other: str


class Branch(msgspec.Struct):
    seat: Sidlo | None


def whole() -> Whole:
    return Whole(Note(f"jednatel {PRIVATE}"), f"člen {PRIVATE}", "6107231233")


def test_what_two_documents_share_is_redacted_in_both() -> None:
    first = whole()
    published_json(first)
    second = json.loads(published_json(Extract(first.note, first.text, "x"), done_with(first)))
    assert "1961" not in str(second) and "Dlouhá" not in str(second)
    assert second["note"]["text"] == first.note.text and "[skryto]" in second["text"]


def test_a_text_from_elsewhere_is_redacted_though_another_document_is_done() -> None:
    first = whole()
    published_json(first)
    second = json.loads(published_json(Extract(Note(PRIVATE), f"člen {PRIVATE}", PRIVATE), done_with(first)))
    assert "1961" not in str(second)


def test_an_identifier_that_becomes_a_text_is_redacted_as_a_text() -> None:
    first = whole()
    published_json(first)
    assert first.number == "6107231233"  # in a field of identifiers it may stand
    done = done_with(first)
    second = json.loads(published_json(Extract(first.note, first.text, first.number), done))
    assert second["other"] == "[skryto]"


def _redacted(text: str, street: str) -> str | None:
    parts: dict[str, object] = dict.fromkeys(Sidlo.__struct_fields__)
    parts |= {"text": text, "nazev_ulice": street, "nazev_obce": "Praha", "cislo_domovni": "31"}
    return redact_seat(Sidlo(**parts)).text  # type: ignore[arg-type]


def test_an_address_of_a_seat_that_is_made_of_its_parts_stays_whatever_it_looks_like() -> None:
    for text in ("17. listopadu 31, Praha", "17. listopadu č. ev. 31, Praha", "Praha, 17. listopadu, 31"):
        assert _redacted(text, "17. listopadu") == text


def test_an_address_of_a_seat_that_says_more_than_its_parts_is_redacted() -> None:
    for more in ("nar. 23. 7. 1961", "r. č. 610723/1233"):
        assert "61" not in str(_redacted(f"Dlouhá 31, {more}, Praha", "Dlouhá"))


def test_what_many_documents_share_is_redacted_when_it_is_made_and_never_changes() -> None:
    code = shared(CodedName(kod="62010", nazev=PRIVATE))
    assert "1961" not in str(code) and "[skryto]" in str(code.nazev)
    with pytest.raises(AttributeError):
        code.nazev = PRIVATE


def test_what_holds_a_seat_is_not_shared() -> None:
    for value in (Sidlo(text="Dlouhá 5, Praha"), Branch(None)):
        with pytest.raises(TypeError):
            shared(value)


def test_a_kind_of_struct_that_is_shared_somewhere_is_redacted_elsewhere() -> None:
    shared(Note("jednatel"))
    second = json.loads(published_json(Extract(Note(PRIVATE), "x", "x")))
    assert "1961" not in str(second)


def test_a_field_more_is_redacted_and_encoded_as_in_the_whole_document() -> None:
    common = {
        "klic": "jan-vzor-1961-abcdef",
        "prijmeni": "Vzor",
        "pocet_firem": 1,
        "pocet_aktivnich": 1,
        "firmy": [FirmaOsoby(ico="00000001", obchodni_jmeno=PRIVATE)],
    }
    engaged = [Angazma(ico="1", stav_firmy="aktivni", role="spolecnik", aktualni=True, funkce=PRIVATE)]
    summary = OsobaSouhrn(**common)  # type: ignore[arg-type]
    longer = published_with(published_json(summary), "angazma", engaged)
    assert "Dlouhá" not in longer.decode() and longer.count(b"[skryto]") == 4
    assert longer == published_json(OsobaProfil(**common, angazma=engaged))  # type: ignore[arg-type]
