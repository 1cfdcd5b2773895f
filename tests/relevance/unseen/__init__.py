"""Queries as people type them, written by somebody who had not seen the rules, over a corpus of their own.

The classes `second_…` are of another stranger, who wrote after the rules had met the first queries; those of
`third_…` are made of the names by rules other than those of the code: neighbours on the keyboard, slips of
scans, addresses in any layout, clipped words. Those of `fourth_…` are made so, too: texts copied from
invoices, statements, mails and through other encodings, declined names.

The files `fifth_…` are a part of what a third stranger wrote, over organisations of their own; those of
`sixth_…` are of another one, and those of `seventh_…` are 240 of the 528 organisations of a fifth:
what people type of a name letter by letter, names with towns of branches, as others say them and by ear.
Those of `eighth_…` are 200 of the 582 organisations of a seventh: hospitals, schools, fire brigades, clubs,
parishes, owners of houses, institutes and small firms as they are shortened, numbered and spoken of.

Organisations are real or made up, their seats are from memory; the persons are made up. A query may have
several right answers: any of them in the first place is right, and for a negative one nothing is.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeVar

from soupis.search.companies import CompanyQuery, CompanySearch
from soupis.search.entries import CompanyEntry, PersonEntry
from soupis.search.persons import PersonSearch

E = TypeVar("E", CompanyEntry, PersonEntry)
_PLACE = Path(__file__).parent
_PAGE = 10
_SUGGESTED = 8


class Query(NamedTuple):
    """What somebody types; `kind` is company, person or suggest, `name` the class of what is difficult."""

    kind: str
    name: str
    text: str
    expected: list[str]


class Figures(NamedTuple):
    """How many queries of a class there are, how many were right at once, and how many among the first five.

    Of suggestions those that are shown count as the first five.
    """

    asked: int
    first: int
    shown: int


def companies(part: str = "") -> list[CompanyEntry]:
    """Return the entries of the companies, in the order of the IDs; `part` = "fifth_" to "eighth_" or ""."""
    return _entries(f"{part}companies.jsonl", CompanyEntry)


def persons(part: str = "") -> list[PersonEntry]:
    """Return the entries of the persons."""
    return _entries(f"{part}persons.jsonl", PersonEntry)


def queries(part: str = "") -> list[Query]:
    """Return all queries."""
    with (_PLACE / f"{part}queries.csv").open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file)
        return [
            Query(
                row["kind"], row["class"], row["text"], row["expected"].split(";") if row["expected"] else []
            )
            for row in rows
        ]


def judge(search: CompanySearch, people: PersonSearch, part: str = "") -> dict[tuple[str, str], Figures]:
    """Ask everything; return the figures by kind and class."""
    answers = answering(search, people, part)
    figures: dict[tuple[str, str], Figures] = {}
    for query in queries(part):
        answer = answers[query.kind](query.text)
        if query.expected:
            right = [item.casefold() in {one.casefold() for one in query.expected} for item in answer]
            first, shown = right[:1] == [True], any(right[: _SUGGESTED if query.kind == "suggest" else 5])
        else:
            first = shown = not answer
        before = figures.get(query[:2], Figures(0, 0, 0))
        figures[query[:2]] = Figures(before.asked + 1, before.first + first, before.shown + shown)
    return figures


def answering(
    search: CompanySearch, people: PersonSearch, part: str = ""
) -> dict[str, Callable[[str], list[str]]]:
    """Return, per kind, what answers a text: IDs of companies, or "name|year" of persons."""
    by_id = {person.id: person for person in persons(part)}

    def named(number: int) -> str:
        person = by_id[number]
        return f"{person.first_name or ''} {person.last_name}|{person.birth_year or ''}"

    return {
        "company": lambda text: [
            f"{hit.ico:08d}" for hit in search.search(CompanyQuery(text), 0, _PAGE).hits
        ],
        "person": lambda text: [named(number) for number in people.search(text, 0, _PAGE).ids],
        "suggest": lambda text: [f"{ico:08d}" for ico in search.suggest(text, _SUGGESTED)],
    }


def _entries(name: str, kind: Callable[..., E]) -> list[E]:
    with (_PLACE / name).open(encoding="utf-8") as file:
        return [kind(**json.loads(line)) for line in file]
