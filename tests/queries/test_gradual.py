"""Large documents are decoded in parts to the same values as at once."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from soupis.wire import gradual
from soupis.wire.base import Wire, encode

_TEXTS = st.text(max_size=30)


class _Item(Wire, kw_only=True):
    nazev: str
    dalsi: list[str] = []
    cislo: int | float | None = None


class _Document(Wire, kw_only=True):
    dlouhe_jmeno: str
    polozky: list[_Item] | None = None
    skupiny: list[list[_Item]] = []
    jedna: _Item | None = None
    cokoli: Any = None


_ITEMS = st.builds(
    _Item, nazev=_TEXTS, dalsi=st.lists(_TEXTS, max_size=3), cislo=st.none() | st.integers(-9, 9)
)
_DOCUMENTS = st.builds(
    _Document,
    dlouhe_jmeno=_TEXTS,
    polozky=st.none() | st.lists(_ITEMS, max_size=20),
    skupiny=st.lists(st.lists(_ITEMS, max_size=5), max_size=4),
    jedna=st.none() | _ITEMS,
    cokoli=st.none() | st.dictionaries(_TEXTS, st.lists(_TEXTS, max_size=3), max_size=3),
)


@given(document=_DOCUMENTS)
def test_what_is_decoded_in_parts_is_what_is_decoded_at_once(document: _Document) -> None:
    body = encode(document)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gradual, "_MAX_PART", 16)
        patch.setattr(gradual, "_MAX_ITEMS", 3)
        assert gradual.decoder(_Document)(body) == document
        assert gradual.decoder(dict[str, Any])(body) == msgspec.json.decode(body)


def test_a_field_that_is_missing_or_wrong_is_an_error_in_large_documents_too() -> None:
    many = b'{"polozky":[' + b",".join([b'{"nazev":"x"}'] * 9_000) + b"]}"
    with pytest.raises(TypeError):
        gradual.decoder(_Document)(many)
    wrong = b'{"dlouheJmeno":"x","polozky":[' + b",".join([b'{"nazev":7}'] * 9_000) + b"]}"
    with pytest.raises(msgspec.ValidationError):
        gradual.decoder(_Document)(wrong)
