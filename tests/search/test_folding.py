"""Folding by bytes, as usual letters are, says what taking marks off one by one does."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from soupis.folding import fold

_LETTERS = st.characters(min_codepoint=0x20, max_codepoint=0x24F)


@given(st.text(_LETTERS) | st.text(st.one_of(_LETTERS, st.characters(exclude_categories=["Cs"]))))
def test_a_text_folds_as_its_letters_do_one_by_one(text: str) -> None:
    assert fold(text) == "".join(map(fold, text.lower()))


def test_letters_with_marks_are_letters_without() -> None:
    for code in range(0x20, 0x250):
        plain = unicodedata.normalize("NFD", chr(code))[0]
        if plain.isascii():
            assert fold(chr(code)) == plain.lower()
    assert fold("Żółtą Straße, ÐÞ ŒUVRE İZMİR") == "zolta strasse, dth oeuvre izmir"
