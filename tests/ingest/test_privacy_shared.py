"""What documents share is redacted once; what only looks the same is redacted by itself."""

from __future__ import annotations

import json

import msgspec
import pytest

from soupis.ingest.privacy.published import published_json, redact_seat, shared
from soupis.wire.base import CodedName
from soupis.wire.company import Sidlo

PRIVATE = "bytem Dlouhá 5, Praha, nar. 23. 7. 1961"


class Note(msgspec.Struct):
    text: str


class Extract(msgspec.Struct):
    note: Note
    text: str
    other: str


class Branch(msgspec.Struct):
    seat: Sidlo | None


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
