"""Publishing: what is marked is made anew, once, and what passes with time as well."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import Connection, Table, func, select, update

from soupis.ingest import integrity
from soupis.ingest.dirty_entries import mark_dirty, take_away
from soupis.ingest.publish import building, publish, storing
from soupis.ingest.publish.building import build_batches, open_builder
from soupis.ingest.publish.publish import publish_companies, republish_all
from soupis.ingest.publish.verification import verify
from soupis.ingest.stored_state import save_state
from soupis.progress import no_progress
from soupis.store.engine import reading, writing
from soupis.store.tables import (
    KIND_COMPANY,
    change,
    company,
    company_claim,
    company_document,
    dirty,
    engagement,
    extract,
    person,
    person_document,
)
from tests.support.databases import FillOnce
from tests.support.registry import Registry
from tests.support.sources import (
    board,
    member,
    natural,
    partner,
    register_file,
    res_file,
    res_row,
    subject,
)
from tests.support.sources import share as a_share

ALFA, BETA, HOLDING = 27074358, 45274649, 26185610
PRAGUE = ZoneInfo("Europe/Prague")
JAN = natural("Jan", "Vzorový", "1975-02-03")


def day(distance: int) -> str:
    return (datetime.now(PRAGUE).date() + timedelta(days=distance)).isoformat()


def _one_company(registry: Registry) -> None:
    registry.res(res_file(registry.directory / "res_data.csv", [res_row(ALFA, "Alfa s.r.o.")]))
    inside = board(member(JAN)), partner(JAN, a_share("1000;00", "10"))
    registry.register(
        register_file(registry.directory / "sro-full-brno-2026.xml", subject(ALFA, "Alfa s.r.o.", *inside))
    )
    registry.publish()


@pytest.fixture
def filled(registry: Registry, fill_once: FillOnce) -> Registry:
    return fill_once(registry, _one_company)


def test_documents_are_the_same_however_many_companies_are_read_at_once(
    filled: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled.res(
        res_file(filled.directory / "res.csv", [res_row(ALFA, "Alfa s.r.o."), res_row(BETA, "Beta a.s.")])
    )
    filled.publish()
    monkeypatch.setattr(building, "_READ_AT_ONCE", 1)
    with open_builder(filled.engine, day(0)) as builder:
        apart = builder.companies([ALFA, BETA])
    assert [documents.ico for documents in apart] == [ALFA, BETA]
    republish_all(filled.engine)
    assert filled.publish() == 0


def test_documents_that_come_out_the_same_are_no_change(filled: Registry) -> None:
    before = filled.last_change()
    republish_all(filled.engine)
    assert filled.unpublished() == 2
    assert filled.publish() == 0
    assert (filled.last_change(), filled.unpublished()) == (before, 0)


@pytest.mark.parametrize(
    ("table", "values", "profiles"),
    [
        (company, {"nace": "47110", "nace2025": "47110", "sector": "11001"}, 0),
        (company, {"name": "Jinak, s.r.o."}, 1),
        (company, {"ceased": "2020-01-31", "ended": True}, 1),
        (company, {"legal_form": "121", "legal_form_ros": "121"}, 1),
        (company_claim, {"seat_municipality": "Olomouc"}, 1),
    ],
)
def test_profiles_are_made_anew_where_they_show_what_changed_of_a_company(
    filled: Registry, table: Table, values: dict[str, Any], profiles: int
) -> None:
    with writing(filled.engine) as connection:
        connection.execute(update(table).where(table.c.ico == ALFA).values(values))
        mark_dirty(connection, KIND_COMPANY, [ALFA])
    assert publish_companies(filled.engine, [ALFA]) == 1
    assert filled.unpublished() == profiles
    filled.publish()
    assert verify(filled.engine, no_progress) == []


def test_a_mark_made_while_documents_are_built_is_not_taken_away(
    filled: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody changes the company between building its document and storing it."""
    rounds: list[Any] = []

    def renamed_meanwhile(connection: Any, entries: Any) -> Any:
        if not rounds:
            connection.execute(update(company).values(name="Omega s.r.o."))
            mark_dirty(connection, KIND_COMPANY, [ALFA])
        rounds.append(entries)
        return take_away(connection, entries)

    monkeypatch.setattr(storing, "take_away", renamed_meanwhile)
    with writing(filled.engine) as connection:
        mark_dirty(connection, KIND_COMPANY, [ALFA])
    filled.publish()
    assert filled.company(ALFA)["obchodniJmeno"] == "Omega s.r.o."
    assert filled.unpublished() == 0


def test_a_document_that_somebody_published_meanwhile_is_not_replaced_by_an_older_one(
    filled: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = build_batches

    def overtaken(*arguments: Any, **options: Any) -> Any:
        for batch in built(*arguments, **options):
            with writing(filled.engine) as connection:
                connection.execute(update(company).values(name="Omega s.r.o."))
                mark_dirty(connection, KIND_COMPANY, [ALFA])
            monkeypatch.setattr(publish, "build_batches", built)
            assert publish_companies(filled.engine, [ALFA]) == 1
            yield batch

    with writing(filled.engine) as connection:
        connection.execute(update(company).values(name="Beta s.r.o."))
        mark_dirty(connection, KIND_COMPANY, [ALFA])
    monkeypatch.setattr(publish, "build_batches", overtaken)
    filled.publish()
    assert filled.company(ALFA)["obchodniJmeno"] == "Omega s.r.o."
    assert filled.profile("Vzorový")["angazma"][0]["obchodniJmeno"] == "Omega s.r.o."


def test_marks_of_what_does_not_exist_are_taken_away(filled: Registry) -> None:
    with writing(filled.engine) as connection:
        mark_dirty(connection, KIND_COMPANY, [BETA])
    assert filled.publish() == 0
    assert filled.unpublished() == 0


def test_keys_far_apart_are_published_in_one_go(registry: Registry) -> None:
    rows = [res_row(number, f"Firma {number}") for number in (1, 50_000_000, 99_999_999)]
    registry.res(res_file(registry.directory / "a.csv", rows))
    assert registry.publish() == 3


def passed_midnight(registry: Registry) -> None:
    """As if documents had last been published the day before, when nothing had ended yet."""
    with writing(registry.engine) as connection:
        save_state(connection, "published_day", day(-1))


def test_an_announced_end_comes_with_its_day(filled: Registry) -> None:
    with writing(filled.engine) as connection:
        connection.execute(update(company).values(ceased=day(0)))
    passed_midnight(filled)
    filled.publish()
    assert filled.company(ALFA)["stav"] == "zanikla"
    assert filled.profile("Vzorový")["pocetAktivnich"] == 0
    before = filled.last_change()
    filled.publish()
    assert filled.last_change() == before


def test_an_announced_end_of_a_membership_comes_with_its_day(filled: Registry) -> None:
    leaving = board(member(JAN, clenstviOd="2010-01-01", clenstviDo=day(0)))
    filled.register(
        register_file(filled.directory / "sro-full-brno-2026.xml", subject(ALFA, "Alfa s.r.o.", leaving))
    )
    with open_builder(filled.engine, day(-1)) as builder:
        (before,) = builder.companies([ALFA])
    assert json.loads(before.detail)["statutarniOrgany"][0]["clenove"][0]["aktualni"]
    with writing(filled.engine) as connection:
        connection.execute(dirty.delete())
    passed_midnight(filled)
    filled.publish()
    (organ,) = filled.company(ALFA)["statutarniOrgany"]
    assert not organ["clenove"][0]["aktualni"]
    assert not filled.profile("Vzorový")["angazma"][0]["aktualni"]


def test_the_change_log_names_every_change_once(filled: Registry) -> None:
    logged = filled.rows(select(change.c.kind, change.c.key).order_by(change.c.seq))
    assert len(logged) == len(set(logged)) == 2
    numbers = [row.seq for row in filled.rows(select(change.c.seq).order_by(change.c.seq))]
    assert numbers == sorted(set(numbers))


def problems(registry: Registry) -> list[str]:
    with reading(registry.engine) as connection:
        return integrity.check(connection, no_progress)


FAULTS = {
    "company": lambda: company.delete(),
    "company_claim": lambda: company.insert().values(_company_row()),
    "extract": lambda: extract.delete(),
    "person": lambda: person.delete(),
}


def _company_row() -> dict[str, Any]:
    values: dict[str, Any] = {
        column.name: "" for column in company.columns if not column.nullable and column.name != "ico"
    }
    return {**values, "ico": BETA, "ended": False}


@pytest.mark.parametrize("parent", FAULTS)
def test_integrity_finds_what_lost_its_parent(filled: Registry, parent: str) -> None:
    assert problems(filled) == []
    with writing(filled.engine) as connection:
        connection.execute(FAULTS[parent]())  # type: ignore[no-untyped-call]
    assert any(line.endswith(f"have no {parent}.") for line in problems(filled))


def test_integrity_finds_a_company_without_a_document(filled: Registry) -> None:
    with writing(filled.engine) as connection:
        connection.execute(company_document.delete())
    assert any("1 companies have no document" in line for line in problems(filled))
    with writing(filled.engine) as connection:
        mark_dirty(connection, KIND_COMPANY, [ALFA])
    assert problems(filled) == []  # it is on its way


def _older_extra(connection: Connection) -> None:
    connection.execute(update(company_document).values(extra=b"{}", version=1))


def _lost_profile(connection: Connection) -> None:
    connection.execute(person_document.delete())


def _changed_record(connection: Connection) -> None:
    connection.execute(update(company).where(company.c.ico == ALFA).values(name="Jinak, s.r.o."))


@pytest.mark.parametrize(
    ("harm", "kinds"),
    [
        (_older_extra, ["companies"]),
        (_lost_profile, ["persons"]),
        (_changed_record, ["companies", "persons"]),
    ],
)
@pytest.mark.parametrize("sample", [10, None])
def test_a_document_that_differs_from_what_the_record_gives_is_found(
    filled: Registry, harm: Callable[[Connection], None], kinds: list[str], sample: int | None
) -> None:
    assert verify(filled.engine, no_progress, sample=sample) == []
    with writing(filled.engine) as connection:
        harm(connection)
    found = verify(filled.engine, no_progress, sample=sample)
    assert [line.split(" differ")[0].split()[-1] for line in found] == kinds
    republish_all(filled.engine)
    assert "wait to be made anew" in "".join(verify(filled.engine, no_progress, sample=sample))
    filled.publish()
    assert verify(filled.engine, no_progress, sample=sample) == []


def test_documents_of_earlier_rules_never_pass_as_agreeing(filled: Registry) -> None:
    with writing(filled.engine) as connection:
        save_state(connection, "document_rules", 1)
    assert "earlier version" in "".join(verify(filled.engine, no_progress))


def test_nothing_is_left_behind_by_a_replaced_extract(filled: Registry) -> None:
    filled.register(register_file(filled.directory / "sro-full-brno-2026.xml", subject(ALFA, "Alfa s.r.o.")))
    for table in (engagement, person_document):
        filled.publish()
        assert filled.value(select(func.count()).select_from(table)) == 0, table.name
    assert filled.value(select(func.count()).select_from(dirty)) == 0
    assert problems(filled) == []
