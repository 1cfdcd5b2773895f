"""docs/sources.md lists every field of every source; it and the parsers cannot drift apart."""

from __future__ import annotations

import ast
import csv
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from lxml import etree, html

from soupis.registers import filings
from soupis.registers.public_register import kinds

ROOT = Path(__file__).parents[2]
REGISTERS = ROOT / "src" / "soupis" / "registers"
FIXTURES = ROOT / "tests" / "fixtures"
_NAME = re.compile(r"`([^`]+)`")


class Source(NamedTuple):
    """A list of the page: where its parser is, by which calls it names fields, and recorded answers."""

    parsers: str
    calls: frozenset[str]
    samples: tuple[str, ...] = ()


SOURCES = {
    "RES": Source("res.py", frozenset({"at", "column"}), ("res/*.csv",)),
    "Public register: elements": Source(
        "public_register/*.py",
        frozenset({"get", "text", "lines", "date", "findtext", "findall", "amount"}),
    ),
    "ARES": Source(
        "ares/*.py",
        frozenset({"text", "lines", "date", "amount", "value", "part", "below", "texts", "_names", "get"}),
        ("ares/*.json",),
    ),
    "VAT register": Source("vat.py", frozenset({"get"}), ("vat/*.xml",)),
    "ISIR: look-up": Source("isir.py", frozenset({"text_of"}), ("isir/isir_cuzk_*.xml",)),
    "ISIR: events": Source("isir_events.py", frozenset({"text_of"}), ("isir/isir_public_*.xml",)),
    "Collection of documents": Source("filings.py", frozenset({"_ico_beside"}), ("documents/*.html",)),
}
# Wrappers of requests and answers, and remarks in samples; nobody serves them.
_WRAPPERS = re.compile(r"Envelope|Header|Body|\w+(Request|Response)|_note")
# Parameters of the look-up's request that stand in the recorded one.
_ASKED = {"maxPocetVysledku", "filtrAktualniRizeni", "idPodnetu"}


class Fields(NamedTuple):
    """What the page says of a source's fields."""

    read: set[str]
    unread: set[str]


def listed(title: str) -> Fields:
    page = (ROOT / "docs" / "sources.md").read_text(encoding="utf-8")
    section = page.split("\n## Fields\n", 1)[1].split(f"\n### {title}\n", 1)[1].split("\n### ", 1)[0]
    rows = re.findall(r"^\| (`.+?) \|", section, re.MULTILINE)
    bullets = re.findall(r"^- (`.+?`):", section, re.MULTILINE | re.DOTALL)
    return Fields(set(_NAME.findall(" ".join(rows))), set(_NAME.findall(" ".join(bullets))))


def syntax(source: Source) -> Iterator[ast.AST]:
    for path in sorted(REGISTERS.glob(source.parsers)):
        yield from ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def asked_for(source: Source) -> set[str]:
    """Return the names that a parser passes to the calls which look for a field."""
    found: set[str] = set()
    for node in syntax(source):
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            texts = [item.value for item in node.args if isinstance(item, ast.Constant)]
            if called in source.calls:
                found.update(part for text in texts if isinstance(text, str) for part in text.split("/"))
    return {name.rstrip(":") for name in found if name}


def written(source: Source) -> set[str]:
    """Return all names that the parser's code holds, those of fields of records too."""
    found: set[str] = set()
    for node in syntax(source):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.update(part.rstrip(":") for part in node.value.split("/"))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
    return found


def recorded(source: Source) -> set[str]:
    """Return the names of all fields in recorded answers."""
    found: set[str] = set()
    for path in (path for pattern in source.samples for path in FIXTURES.glob(pattern)):
        if path.suffix == ".csv":
            found.update(next(csv.reader(path.read_text(encoding="utf-8").splitlines())))
        elif path.suffix == ".html":
            headings = headings_of(path)
            found.update(heading.rstrip(":* ") for heading in headings)
        elif path.suffix == ".json":
            found.update(keys(json.loads(path.read_bytes())))
        else:
            for element in etree.parse(path).iter(etree.Element):
                found.update({etree.QName(element).localname, *map(str, element.attrib)})
    return {name for name in found if not _WRAPPERS.fullmatch(name)}


def headings_of(path: Path, where: str = ".//th") -> list[str]:
    """Return the headings of tables on a page."""
    page = html.document_fromstring(path.read_text("utf-8"))
    return [" ".join("".join(map(str, item.itertext())).split()) for item in page.iterfind(where)]


def keys(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for name, part in value.items():
            yield name
            yield from keys(part)
    elif isinstance(value, list):
        for part in value:
            yield from keys(part)


@pytest.mark.parametrize("title", SOURCES)
def test_what_a_parser_asks_for_is_listed_as_served(title: str) -> None:
    missing = {name for name in asked_for(SOURCES[title]) if name not in listed(title).read}
    # Kinds of entries have a list of their own; "other" is a role of ours.
    kinds_and_roles = {name for name in missing if name.isupper() or name == "other"}
    assert missing - (kinds_and_roles if title.startswith("Public") else set()) == set()


@pytest.mark.parametrize("title", SOURCES)
def test_what_is_listed_as_served_stands_in_the_parser(title: str) -> None:
    # Lines of an address and registers are asked for by the number and the name that follow.
    names = {re.sub(r"(radekAdresy|stavZdroje)\w+", r"\1", name) for name in listed(title).read}
    assert names - written(SOURCES[title]) - {"soud/kod", "soud/nazev"} == set()


@pytest.mark.parametrize("title", [title for title, source in SOURCES.items() if source.samples])
def test_every_field_of_a_recorded_answer_is_listed(title: str) -> None:
    fields = listed(title)
    found = recorded(SOURCES[title])
    assert found
    assert found - fields.read - fields.unread - _ASKED == set()


@pytest.mark.parametrize("title", SOURCES)
def test_no_field_is_both_served_and_not_read(title: str) -> None:
    fields = listed(title)
    assert fields.read & fields.unread == set()
    assert asked_for(SOURCES[title]) & fields.unread == set()


def test_the_columns_of_documents_are_those_of_the_recorded_list() -> None:
    page = FIXTURES / "documents" / "documents_list_00514152.html"
    assert tuple(headings_of(page, ".//thead//th")) == filings.COLUMNS
    assert set(filings.COLUMNS) <= listed("Collection of documents").read


def test_every_kind_of_entry_of_the_public_register_is_listed_for_what_becomes_of_it() -> None:
    fields = listed("Public register: kinds of entries (`udajTyp/kod`)")
    unused = {name for name in kinds.KINDS if kinds.is_unused(name)}
    assert fields.unread >= unused
    assert fields.read & unused == set()
    assert fields.read >= kinds.KINDS.keys() - unused
    words = written(SOURCES["Public register: elements"])
    in_code = {name for name in words if re.fullmatch("[A-Z][A-Z_]{4,}", name)}
    own_words = {"LARGEST_ELEMENT", "READER_VERSION", "BODY_ROLES"}
    assert in_code - fields.read - fields.unread - own_words == set()
    assert fields.read - in_code - kinds.KINDS.keys() == set()
