"""The index of decisions names every page, by its number, date and title."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

DECISIONS = Path(__file__).parents[2] / "docs" / "decisions"
ROW = re.compile(r"^\| \[(\d+)\]\(([\w-]+\.md)\) \| (\d{4}-\d\d-\d\d) \| (.+?) \| (.+?) \|$", re.MULTILINE)


def test_every_page_stands_in_the_index_in_order_under_its_number_and_title() -> None:
    index = ROW.findall((DECISIONS / "README.md").read_text(encoding="utf-8"))
    pages = sorted(path for path in DECISIONS.glob("*.md") if path.name != "README.md")
    assert [file for _, file, _, _, _ in index] == [path.name for path in pages]
    for place, ((number, file, day, title, line), path) in enumerate(zip(index, pages, strict=True), 1):
        assert int(number) == int(file[:4]) == place
        heading = path.read_text(encoding="utf-8").splitlines()[0]
        assert heading == f"# {number}. {title}"
        assert date.fromisoformat(day) and line


def test_a_page_says_what_was_decided_and_why() -> None:
    for path in DECISIONS.glob("0*.md"):
        text = path.read_text(encoding="utf-8")
        assert "**Decision.**" in text and "**Why" in text, path.name
