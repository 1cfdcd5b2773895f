"""The glossary explains each word once; tests of names check that what it points to is there."""

from __future__ import annotations

import re
from pathlib import Path

GLOSSARY = (Path(__file__).parents[2] / "docs" / "glossary.md").read_text(encoding="utf-8")
OWN_WORDS = GLOSSARY.split("## The code's own words", 1)[1]


def rows() -> list[list[str]]:
    lines = [line.strip("| ").split(" | ") for line in OWN_WORDS.splitlines() if line.startswith("|")]
    return lines[2:]


def test_each_word_is_explained_once_in_the_order_of_the_alphabet() -> None:
    words = [row[0] for row in rows()]
    assert words == sorted(set(words))


def test_each_word_says_where_it_lives_in_the_code() -> None:
    assert not [row[0] for row in rows() if len(row) != 3 or not re.fullmatch(r"(`[\w.]+`(, )?)+", row[1])]
