"""Code lists: names for every code that can be named, kept when lists are refreshed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import func, select

from soupis.ingest.merge.codelists import load_packaged, merge_list
from soupis.ingest.publish.codes import CodeNames
from soupis.ingest.runs import recorded_run
from soupis.registers.codelists import LIST_NAMES, CodeRow, ListName, load
from soupis.sources import CODELISTS
from soupis.store.engine import reading, writing
from soupis.store.tables import code, setting, source_run
from tests.support.registry import Registry
from tests.support.sources import res_file, res_row


def names(registry: Registry) -> CodeNames:
    with reading(registry.engine) as connection:
        return CodeNames(connection)


@pytest.fixture(autouse=True)
def packaged_lists_again(registry: Registry) -> Iterator[None]:
    """Code lists outlive a test on PostgreSQL: leave the packaged ones to the next."""
    yield
    with writing(registry.engine) as connection:
        connection.execute(code.delete())
        connection.execute(setting.delete().where(setting.c.name == "packaged_codelists"))
    load_packaged(registry.engine)


def forget(registry: Registry, list_name: str, *codes: str) -> None:
    with writing(registry.engine) as connection:
        connection.execute(code.delete().where(code.c.list == list_name, code.c.code.in_(codes)))


@pytest.mark.parametrize("value", ["62010", "6201", "620", "62"])
def test_a_code_without_a_name_takes_that_of_its_nearest_known_ancestor(
    registry: Registry, value: str
) -> None:
    forget(registry, "nace2008", "62010", "6201", "620")
    known = names(registry)
    assert known.name("nace2008", value) == known.table("nace2008")["62"]
    with writing(registry.engine) as connection:
        merge_list(connection, "nace2008", [CodeRow("6201", "Programování")])
    wanted = "Programování" if value.startswith("6201") else known.table("nace2008")["62"]
    assert names(registry).name("nace2008", value) == wanted


def test_a_division_without_a_name_takes_that_of_its_section(registry: Registry) -> None:
    forget(registry, "nace2008", "62", "6201", "62010")
    with writing(registry.engine) as connection:
        merge_list(
            connection,
            "nace2008",
            [CodeRow("620", "Činnosti v oblasti IT", parent="J"), CodeRow("J", "Informace")],
        )
        connection.execute(
            code.update().where(code.c.list == "nace2008", code.c.code == "620").values(name_cs="IT")
        )
    known = names(registry)
    assert known.name("nace2008", "62010") == "IT"
    assert known.name("nace2008", "J") == "Informace"


def test_an_unknown_code_keeps_its_code_and_has_no_name(registry: Registry) -> None:
    shown = names(registry).coded("headcount", "999")
    assert shown is not None and (shown.kod, shown.nazev) == ("999", None)
    assert names(registry).coded("headcount", None) is None


def test_a_legal_form_that_one_list_lacks_is_named_by_the_other(registry: Registry) -> None:
    known = names(registry)
    only_ros = sorted(set(known.table("legal_form_ros")) - set(known.table("legal_form")))
    assert only_ros
    form = known.legal_form(only_ros[0], None)
    assert form is not None and (form.kod, form.nazev) == (
        only_ros[0],
        known.table("legal_form_ros")[only_ros[0]],
    )
    other = known.legal_form(None, "112")
    assert other is not None and other.kod == "112" and other.nazev
    assert known.legal_form(None, None) is None


def test_a_refreshed_list_keeps_english_names_and_parents_and_is_merged_once(registry: Registry) -> None:
    row = CodeRow("112", "Společnost s r. o.")
    with writing(registry.engine) as connection:
        before = connection.execute(
            select(code).where(code.c.list == "legal_form", code.c.code == "112")
        ).one()
        assert merge_list(connection, "legal_form", [row, CodeRow("998", "Nová forma")]) == 2
        assert merge_list(connection, "legal_form", [row, CodeRow("998", "Nová forma")]) == 0
        after = connection.execute(
            select(code).where(code.c.list == "legal_form", code.c.code == "112")
        ).one()
    assert after.name_cs == "Společnost s r. o."
    assert (after.name_en, after.parent) == (before.name_en, before.parent)
    assert names(registry).name("legal_form", "998") == "Nová forma"


def test_packaged_lists_are_entered_once(registry: Registry) -> None:
    with writing(registry.engine) as connection:
        merge_list(connection, "legal_form", [CodeRow("112", "Obnovený název")])
    load_packaged(registry.engine)  # the same package again: what was refreshed stays
    assert names(registry).name("legal_form", "112") == "Obnovený název"
    count = registry.value(select(func.count()).select_from(code))
    assert count == sum(len(load(name)) for name in LIST_NAMES)


def older_package(registry: Registry) -> None:
    """Make the database one of an earlier version, whose package had fewer names."""
    forget(registry, "nace2025", "62900", "6290", "629")
    with writing(registry.engine) as connection:
        connection.execute(setting.delete().where(setting.c.name == "packaged_codelists"))


def test_a_newer_package_brings_its_names_to_an_existing_installation(registry: Registry) -> None:
    older_package(registry)
    with writing(registry.engine) as connection:
        connection.execute(
            code.update().where(code.c.list == "nace2025", code.c.code == "62").values(name_cs="Stará verze")
        )
    registry.res(res_file(registry.directory / "a.csv", [res_row(27074358, "Alfa s.r.o.", NACE2025="62900")]))
    registry.publish()
    load_packaged(registry.engine)
    assert registry.publish() == 1
    assert names(registry).name("nace2025", "62") == load("nace2025")["62"].name_cs
    assert load("nace2025")["62900"].name_cs in str(registry.company(27074358))


@pytest.mark.parametrize("noted_by", ["this version", "the runs of an earlier version"])
def test_a_newer_package_adds_to_what_the_office_said_and_changes_none_of_it(
    registry: Registry, noted_by: str
) -> None:
    with recorded_run(registry.engine, CODELISTS, "nace2025"), writing(registry.engine) as connection:
        merge_list(connection, "nace2025", [CodeRow("62", "Jak to nazval úřad")])
    with writing(registry.engine) as connection:
        if noted_by == "this version":
            connection.execute(source_run.delete())
        else:
            connection.execute(setting.delete().where(setting.c.name == "synchronised_codelists"))
    older_package(registry)
    load_packaged(registry.engine)
    known = names(registry)
    assert known.name("nace2025", "62") == "Jak to nazval úřad"
    assert known.table("nace2025")["62900"] == load("nace2025")["62900"].name_cs


def test_refreshed_names_reach_the_documents(registry: Registry) -> None:
    registry.res(res_file(registry.directory / "a.csv", [res_row(27074358, "Alfa s.r.o.")]))
    registry.publish()
    refreshed: list[tuple[ListName, CodeRow]] = [
        ("legal_form", CodeRow("112", "Eseróčko")),
        ("district", CodeRow("CZ0642", "Brno i s okolím")),
        ("headcount", CodeRow("110", "Nikdo")),
        ("nace2025", CodeRow("62100", "Programování")),
    ]
    for list_name, row in refreshed:
        with writing(registry.engine) as connection:
            merge_list(connection, list_name, [row])
        assert registry.publish() == 1
        assert row.name in str(registry.company(27074358))
