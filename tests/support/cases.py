"""A pytest plugin that counts what was collected, for `tests/docs/test_security.py`.

Writes to the file that CASES_FILE names: for each test, by the beginning of its ID, how many cases it has and
how many examples Hypothesis makes up for it.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path

import pytest


def pytest_collection_finish(session: pytest.Session) -> None:
    """Count the cases and examples of each test function."""
    cases: Counter[str] = Counter()
    examples: Counter[str] = Counter()
    for item in session.items:
        name = item.nodeid.partition("[")[0]
        cases[name] += 1
        settings = getattr(getattr(item, "obj", None), "_hypothesis_internal_use_settings", None)
        if settings is not None:
            examples[name] += settings.max_examples
    Path(os.environ["CASES_FILE"]).write_text(json.dumps([cases, examples]))
