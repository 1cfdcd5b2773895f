"""The changelog tells of the version that the package bears."""

from __future__ import annotations

import re
import tomllib
from datetime import date
from pathlib import Path

from soupis import __version__

ROOT = Path(__file__).parents[2]


def test_the_newest_section_is_dated_and_of_this_version() -> None:
    sections = re.findall(r"^## \[(.+?)\] – (\S+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    days = [date.fromisoformat(day) for _, day in sections]
    assert sections[0][0] == __version__
    assert days == sorted(days, reverse=True)


def test_package_and_metadata_bear_one_version() -> None:
    metadata = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert metadata["project"]["version"] == __version__
