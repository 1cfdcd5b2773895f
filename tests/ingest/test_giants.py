"""Companies with very many entries: each entry costs as much as one of a small company."""

from __future__ import annotations

import cProfile
import pstats
from collections.abc import Callable
from itertools import count
from typing import Any, NamedTuple

import pytest
from sqlalchemy import event, select

from soupis.ingest.hidden_persons import HiddenPersons
from soupis.ingest.publish.engagements import EngagementReader
from soupis.store.engine import reading
from soupis.store.tables import person
from tests.support.registry import Registry
from tests.support.sources import board, element, fact, legal, member, natural, partner, register_file, share
from tests.support.sources import subject as company

ICO = 27074358
FEW, MANY = 1_000, 4_000
# Four times the entries may take five times the work; work that grows with the square takes sixteen times.
GREATEST_GROWTH = 5
_STEPS_AT_ONCE = 100
_FIRST_NAMES = ("Jan", "Petr", "Eva", "Josef", "Alena")
Facts = Callable[[int], list[str]]


def somebody(number: int) -> str:
    """Return one of many persons with different surnames; each sixth has no birth date."""
    surname = "".join(chr(ord("a") + int(digit)) for digit in str(number))
    born = f"{1940 + number % 60}-0{1 + number % 9}-1{number % 9}" if number % 6 else None
    return natural(_FIRST_NAMES[number % len(_FIRST_NAMES)], f"Vzor{surname}", born)


def branch(number: int) -> str:
    head = fact("OZ_VEDOUCI", somebody(number))
    return fact("ODSTEPNY_ZAVOD", element("hlavicka", f"Závod {number}"), "<podudaje>", head, "</podudaje>")


def with_representative(number: int) -> str:
    deputy = fact("STATUTARNI_ORGAN_CLEN_ZASTUP", somebody(number))
    of_firm = legal(f"Firma {number} s.r.o.")
    return fact("STATUTARNI_ORGAN_CLEN", of_firm, "<podudaje>", deputy, "</podudaje>")


SHAPES: dict[str, Facts] = {
    "members of one body": lambda size: [board(*(member(somebody(number)) for number in range(size)))],
    "members in sections of their own": lambda size: [
        board(member(somebody(number))) for number in range(size)
    ],
    "partners": lambda size: [partner(somebody(number), share("1;00", "1")) for number in range(size)],
    "legal partners": lambda size: [
        partner(legal(f"Firma {number} a.s.", 10_000_000 + number), share("1;00", "1"))
        for number in range(size)
    ],
    "one person again and again": lambda size: [
        partner(
            somebody(1), share("1;00", "1"), since=f"{1_000 + number}-01-01", until=f"{1_001 + number}-01-01"
        )
        for number in range(size)
    ],
    "representatives": lambda size: [board(*map(with_representative, range(size)))],
    "branches with heads": lambda size: list(map(branch, range(size))),
}


class Work(NamedTuple):
    """Work of loading and publishing: calls of Python functions, and steps of SQLite in hundreds."""

    calls: int
    steps: int


def work_of(registry: Registry, task: Callable[[], Any]) -> Work:
    """Do something and return how much work that was."""
    steps = count()
    profile = cProfile.Profile()

    def counted(connection: Any, _: Any) -> None:
        connection.set_progress_handler(lambda: next(steps) and None, _STEPS_AT_ONCE)

    registry.engine.dispose()
    event.listen(registry.engine, "connect", counted)
    try:
        profile.runcall(task)
    finally:
        event.remove(registry.engine, "connect", counted)
        registry.engine.dispose()
    return Work(pstats.Stats(profile).total_calls, next(steps))  # type: ignore[attr-defined]


def load(registry: Registry, facts: list[str]) -> None:
    registry.register(
        register_file(registry.directory / "sro-full-brno-2026.xml", company(ICO, "Velká", *facts))
    )
    registry.publish()


@pytest.mark.one_database("sqlite", "PostgreSQL does not count its steps")
@pytest.mark.parametrize("shape", SHAPES)
def test_an_entry_of_a_giant_costs_no_more_than_one_of_a_small_company(
    sqlite_registry: Registry, shape: str
) -> None:
    facts = SHAPES[shape]
    load(sqlite_registry, facts(20))  # what is prepared once in a process
    few = work_of(sqlite_registry, lambda: load(sqlite_registry, facts(FEW)))
    many = work_of(sqlite_registry, lambda: load(sqlite_registry, facts(MANY)))
    assert many.calls < GREATEST_GROWTH * few.calls
    assert many.steps < GREATEST_GROWTH * few.steps


@pytest.mark.one_database("sqlite", "its driver tells of all statements")
def test_profiles_of_partners_do_not_read_the_record_of_their_company(sqlite_registry: Registry) -> None:
    load(sqlite_registry, SHAPES["partners"](10))
    statements: list[str] = []
    with reading(sqlite_registry.engine) as connection:
        driver: Any = connection.connection.driver_connection
        driver.set_trace_callback(statements.append)
        reader = EngagementReader(connection, "2026-11-20")
        assert reader.of_persons(list(connection.scalars(select(person.c.id))), HiddenPersons()).engagements
        driver.set_trace_callback(None)
    assert statements and not any("record" in text for text in statements)
