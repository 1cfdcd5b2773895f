"""What the pages name is there: modules, files, headings, commands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from soupis.cli.main import app

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "soupis"
PAGES = sorted([*(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md")])
ROOMS = {path.stem for path in SOURCES.iterdir() if path.name[0] not in "_."}
# A command in a sentence ("python bench/soak.py 60") names a file as well.
PATH = re.compile(r"(?:python )?([\w./*-]+)")


def prose(page: Path) -> str:
    """The text of a page without its blocks of code."""
    return re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)


def spans(page: Path) -> list[str]:
    """What stands between backquotes."""
    return re.findall(r"`([^`\n]+)`", prose(page))


def is_path(text: str) -> bool:
    """Tell a path of this repository from an address, a media type or a name of a method."""
    first = text.split("/")[0]
    return not text.startswith("/") and (
        text.endswith(".py") or ("/" in text and first in {*ROOMS, "src", "tests", "bench", "docs"})
    )


def is_there(text: str) -> bool:
    """Tell whether a path leads somewhere from the root, or from the package with or without `.py`."""
    return any(
        next(base.glob(name.rstrip("/")), None) for base in (ROOT, SOURCES) for name in (text, f"{text}.py")
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_path_and_module_that_a_page_names_exists(page: Path) -> None:
    paths = [found[1] for span in spans(page) if (found := PATH.match(span)) and is_path(found[1])]
    assert not [path for path in paths if not is_there(path)]
    for name in re.findall(r"(?<![\w/.@])soupis(?:\.\w+)+", "\n".join(spans(page))):
        assert stands_for_something(name), name


def stands_for_something(name: str) -> bool:
    """Tell whether a dotted name is a module, or a name in one."""
    module, _, attribute = name.rpartition(".")
    return find_spec(module) is not None and (
        hasattr(import_module(module), attribute) or find_spec(name) is not None
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_to_headings_lead_to_one(page: Path) -> None:
    for path, heading in re.findall(r"\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)", prose(page)):
        assert heading in anchors(page.parent / path if path else page), f"{path}#{heading}"


def anchors(page: Path) -> set[str]:
    """Addresses of the headings of a page, as they are made where it is shown."""
    titles = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_the_table_of_ingest_names_every_module_once() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = page.split("## Inside ingest/", 1)[1].split("\n## ", 1)[0]
    named = [name for row in re.findall(r"^\| (`.+?`) \|", section, re.MULTILINE) for name in row.split(", ")]
    modules = [
        path.relative_to(SOURCES / "ingest").with_suffix("").as_posix()
        for path in (SOURCES / "ingest").rglob("*.py")
        if path.name != "__init__.py"
    ]
    assert sorted(name.strip("`") for name in named) == sorted(modules)


def test_commands_that_pages_name_exist() -> None:
    known = set(commands(get_command(app)))
    groups = {name.split()[0] for name in known if " " in name}
    for page in PAGES:
        for words in re.findall(
            r"(?:`|\$ |bin/)soupis ((?:[a-z][a-z-]+ ?)+)", page.read_text("utf-8"), re.MULTILINE
        ):
            first, *others = words.split()
            name = f"{first} {others[0]}" if first in groups and others else first
            assert name in known | groups, f"{page.name}: soupis {name}"


def commands(group: Any, before: str = "") -> Iterator[str]:
    """Names of all commands: "serve", "sync res"."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, f"{before}{name} ")
        else:
            yield before + name
