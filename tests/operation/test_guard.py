"""The hot paths cost what is written down in bench/guard.json, counted instead of timed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]

# The document is read twice.
_PLANTED = """
import sys
import guard
from soupis.store.documents import Documents

once = Documents.company
Documents.company = lambda *asked, **more: once(*asked, **more) and once(*asked, **more)
sys.exit(guard.main(["--answers"]))
"""

# A search, which has a thread of its own, adds a thousand numbers more.
_PLANTED_IN_A_THREAD = """
import sys
import guard
from soupis.search.companies import CompanySearch

once = CompanySearch.search
CompanySearch.search = lambda self, *asked: [number + 1 for number in range(1000)] and once(self, *asked)
sys.exit(guard.main(["--answers"]))
"""

# Each row of a merge takes a loop more, which calls nobody.
_PLANTED_IN_A_MERGE = """
import asyncio, sys
import guard
from soupis.registers import res

once = res.list_subjects
def list_subjects(checked):
    rows = once(checked)
    for row in rows:
        number = 0
        while number < 9:
            number += 1
    return rows
res.list_subjects = list_subjects
guard._answers = lambda counter, where: asyncio.sleep(0, {})
sys.exit(guard.main([]))
"""


def _run(*command: str) -> subprocess.CompletedProcess[str]:
    settings = os.environ | {"PYTHONHASHSEED": "0"}
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT / "bench", env=settings, capture_output=True, text=True, timeout=3 * PATIENCE,
    )  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def _figures_of_this_python() -> None:
    kept = json.loads((ROOT / "bench/guard.json").read_text())
    if f"{sys.version_info[0]}.{sys.version_info[1]}" not in kept:
        pytest.skip("the figures are those of another Python")


def test_no_hot_path_became_dearer_or_cheaper_unnoticed() -> None:
    run = _run("guard.py")
    assert run.returncode == 0, run.stderr


def test_a_document_read_twice_is_noticed() -> None:
    run = _run("-c", _PLANTED)
    assert run.returncode == 1
    assert "detail: statements 1 → 2" in run.stderr and "detail: instructions" in run.stderr


def test_what_a_search_does_in_its_thread_is_noticed() -> None:
    run = _run("-c", _PLANTED_IN_A_THREAD)
    assert run.returncode == 1
    assert "search: instructions" in run.stderr


def test_what_a_merge_does_without_calls_is_noticed() -> None:
    run = _run("-c", _PLANTED_IN_A_MERGE)
    assert run.returncode == 1
    assert "rows: instructions" in run.stderr and "rows: calls" not in run.stderr
