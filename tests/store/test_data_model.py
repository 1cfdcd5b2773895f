"""docs/data-model.md speaks of every table."""

from __future__ import annotations

import re
from pathlib import Path

from soupis.store.tables import metadata

DOCS = Path(__file__).parents[2] / "docs" / "data-model.md"


def test_the_docs_name_every_table_once() -> None:
    named = re.findall(r"^\| `(\w+)` \|", DOCS.read_text(), re.MULTILINE)
    assert sorted(named) == sorted(metadata.tables)
