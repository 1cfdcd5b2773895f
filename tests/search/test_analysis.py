"""Taking names apart into words and legal forms."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soupis.search.analysis import analyse, joined_neighbours, nace_terms, without_unfinished_form


@pytest.mark.parametrize(
    ("text", "words", "forms"),
    [
        ("ČEZ, a. s.", ["cez"], ["as"]),
        ("Alza.cz a.s.", ["alza", "cz"], ["as"]),
        ("A. Novák, spol. s r. o. v likvidaci", ["a", "novak"], ["sro", "likvidace"]),
        ("Novák a spol. s r.o.", ["novak", "a", "spol"], ["sro"]),
        ("Novák a spol., s.r.o.", ["novak", "a", "spol"], ["sro"]),
        ("STAVEBNINYs.r.o.", ["stavebniny"], ["sro"]),
        ("Novák-Alfaspol. s r.o.", ["novak", "alfa"], ["sro"]),
        ("GAMAa.s.", ["gama"], ["as"]),
        ("Beta s.r.o.v likvidaci", ["beta"], ["sro", "likvidace"]),
        ("Fink.s.r.o.", ["fink"], ["sro"]),
        ("Alza.sk", ["alza", "sk"], []),
        ("AS Roma", ["as", "roma"], []),
        ("Sparta AS v likvidaci", ["sparta"], ["as", "likvidace"]),
        ("Nebojte se rybníka", ["nebojte", "se", "rybnika"], []),
        ("Alza sro Praha", ["alza", "praha"], ["sro"]),
        ("Budvar, národní podnik", ["budvar"], ["np"]),
        ("Agro, družstvo", ["agro", "druzstvo"], []),
        ("s.r.o.", ["|sro"], []),
        ("akciová společnost", ["|as"], []),
        ("SE", ["se"], []),
        ("", [], []),
        ("?!", [], []),
    ],
)
def test_legal_forms_are_told_from_the_words_of_a_name(text: str, words: list[str], forms: list[str]) -> None:
    name = analyse(text)
    assert (name.words, name.forms) == (words, forms)


@given(st.text(max_size=60))
def test_a_text_with_a_word_always_has_words(text: str) -> None:
    assert bool(analyse(text).words) == any(char.isalnum() for word in text.split() for char in word)


def test_a_legal_form_being_written_is_dropped_but_a_name_is_not() -> None:
    assert without_unfinished_form(["alza", "s", "r"]) == ["alza"]
    assert without_unfinished_form(["alza", "spol", "s"]) == ["alza"]
    assert without_unfinished_form(["ceska", "spolecnost"]) == ["ceska", "spolecnost"]
    assert without_unfinished_form(["s"]) == ["s"]


def test_neighbours_are_joined_by_two_and_three() -> None:
    assert list(joined_neighbours(["a", "b", "c"])) == ["ab", "abc", "bc"]
    assert list(joined_neighbours(["a"])) == []


@pytest.mark.parametrize(
    ("code", "terms"),
    [("62010", ("62", "620", "6201", "62010")), ("62", ("62",)), ("G", ("g",)), ("", ("",)), ("6", ("6",))],
)
def test_an_activity_code_stands_for_every_level_down_to_its_division(
    code: str, terms: tuple[str, ...]
) -> None:
    assert nace_terms(code) == terms
