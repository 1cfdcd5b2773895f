"""docs/security.md: the attacks that it lists are tried, as often as it says."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

_ROOT = Path(__file__).parents[2]
_PAGE = (_ROOT / "docs/security.md").read_text(encoding="utf-8")
_ROW = re.compile(r"^\| (?P<name>[^|]+) \| [^|]+ \| (?P<tests>[^|]+) \| (?P<cases>[\d,]+) \|$", re.MULTILINE)


class Attacks(NamedTuple):
    """A row of the table: a class of attacks, the tests that try them, and how many cases there are."""

    name: str
    tests: list[str]
    cases: int


def _rows() -> list[Attacks]:
    table = _PAGE.partition("## Attacks tried")[2]
    return [
        Attacks(row["name"], re.findall(r"`([^`]+)`", row["tests"]), _number(row["cases"]))
        for row in _ROW.finditer(table)
    ]


def _number(text: str) -> int:
    return int(text.replace(",", ""))


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> dict[str, int]:
    """Cases and made-up examples of each test function that the page names, by its ID."""
    file = tmp_path_factory.mktemp("cases") / "cases.json"
    named = {test for row in _rows() for test in row.tests}
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "tests.support.cases", *named]
    run = subprocess.run(
        command, cwd=_ROOT, env=os.environ | {"CASES_FILE": str(file)}, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout[-2000:]
    cases, examples = json.loads(file.read_text())
    # A test with made-up examples counts by them.
    return {name: examples.get(name, count) for name, count in cases.items()}


def _count(counted: dict[str, int], test: str) -> int:
    return sum(count for name, count in counted.items() if name == test or name.startswith(f"{test}::"))


def test_no_test_is_counted_twice() -> None:
    tests = [test for row in _rows() for test in row.tests]
    assert len(tests) == len(set(tests))
    files = {test for test in tests if "::" not in test}
    assert not [test for test in tests if "::" in test and test.partition("::")[0] in files]


@pytest.mark.parametrize("row", _rows(), ids=lambda row: row.name)
def test_attacks_are_tried_as_often_as_the_page_says(counted: dict[str, int], row: Attacks) -> None:
    """At least so often: who adds a case need not count anew, but a figure must not fall far behind."""
    assert row.tests
    assert all(_count(counted, test) for test in row.tests)
    found = sum(_count(counted, test) for test in row.tests)
    assert row.cases <= found <= 1.25 * row.cases + 5, f"there are {found:,}, the page says {row.cases:,}"


def test_the_sum_is_that_of_the_table() -> None:
    ((cases, classes),) = re.findall(r"([\d,]+) cases in (\d+) classes", _PAGE)
    assert _number(cases) == sum(row.cases for row in _rows()) > 0
    assert int(classes) == len(_rows())
