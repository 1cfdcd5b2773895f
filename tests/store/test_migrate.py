"""Migrations lead to the tables of the code, from nothing and from the first version."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, column, inspect, select, table, text
from structlog.testing import capture_logs

from soupis.ingest.dirty_entries import read_after
from soupis.ingest.hidden_list import load_list, unpublished
from soupis.ingest.merge.activities import pack_codes
from soupis.ingest.stored_state import load_state
from soupis.oauth.tables import MIGRATIONS
from soupis.store.engine import open_engine, reading, writing
from soupis.store.migrate import Migrations, alembic_config, is_current, migrate, registry, write_next
from soupis.store.tables import activities, company, company_claim, company_document, metadata
from tests.support.databases import new_database


@pytest.fixture
def empty(database_kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """A database without any table."""
    if database_kind == "sqlite":
        url = f"sqlite:///{tmp_path / 'new' / 'registry.sqlite'}"
    else:
        url = new_database(request.getfixturevalue("postgresql_server"), "soupis_migrated")
    engine = open_engine(url)
    yield engine
    engine.dispose()


def to_version(engine: Engine, revision: str) -> None:
    with writing(engine) as connection:
        command.upgrade(alembic_config(connection), revision)


def differences(engine: Engine) -> list[object]:
    with reading(engine) as connection:
        context = MigrationContext.configure(connection, opts={"version_table": "registry_version"})
        return [item for item in compare_metadata(context, metadata) if "registry_version" not in str(item)]


def test_a_new_database_gets_exactly_the_tables_of_the_code(empty: Engine) -> None:
    assert not is_current(empty)
    migrate(empty)
    assert is_current(empty)
    assert differences(empty) == []
    assert set(inspect(empty).get_table_names()) == {*metadata.tables, "registry_version"}


def test_a_database_of_the_first_version_is_brought_to_the_same_tables(empty: Engine) -> None:
    first = registry().scripts().get_base()
    assert first is not None
    to_version(empty, first)
    assert not is_current(empty)
    migrate(empty)
    assert is_current(empty)
    assert differences(empty) == []


def test_only_a_database_that_holds_something_says_that_its_tables_change(empty: Engine) -> None:
    with capture_logs() as lines:
        to_version(empty, "0001")
        migrate(empty)
        migrate(empty)
    assert [(line["event"], line["version"]) for line in lines] == [
        ("changing_tables", "0001"),
        ("tables_changed", registry().revisions()[-1]),
    ]


def test_migrating_again_changes_nothing_and_several_may_start_at_once(empty: Engine) -> None:
    threads = [threading.Thread(target=migrate, args=(empty,)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert is_current(empty)
    migrate(empty)
    assert differences(empty) == []


@pytest.mark.parametrize("migrations", [registry(), MIGRATIONS], ids=["registry", "accounts"])
def test_versions_stand_in_one_line_as_their_files_are_named(migrations: Migrations) -> None:
    newest_first = [script.revision for script in migrations.scripts().walk_revisions()]
    assert migrations.revisions() == newest_first[::-1]
    assert len(migrations.scripts().get_heads()) == 1


# Rows of every table that a later version renames or rewrites, as the third version stored them.
_THIRD = (
    "INSERT INTO fact (name, value) VALUES ('published_day', '2026-11-20'),"
    " ('packaged_codelists', '0a1b2c3d'), ('demo', 'done'),"
    " ('res_versions', '{\"res_data\":{}}')",
    "INSERT INTO dirty (kind, key, mark) VALUES (1, 25083325, 1763712000000000001), (2, 7, 1)",
)


def test_what_the_third_version_remembered_is_still_known(empty: Engine) -> None:
    to_version(empty, "0003")
    with writing(empty) as connection:
        for statement in _THIRD:
            connection.exec_driver_sql(statement)
    migrate(empty)
    assert load_state(empty, "published_day", str) == "2026-11-20"
    assert load_state(empty, "packaged_codelists", str) == "0a1b2c3d"
    assert load_state(empty, "demo", str) == "done"
    assert load_state(empty, "res_versions", dict) == {"res_data": {}}
    with reading(empty) as connection:
        entries = read_after(connection, 1, -1, 10) + read_after(connection, 2, -1, 10)
    assert entries == [(1, 25083325, 1763712000000000001)]  # persons have other numbers now


@pytest.mark.parametrize("migrations", [registry(), MIGRATIONS], ids=["registry", "accounts"])
def test_a_new_migration_is_written_against_the_newest_one(tmp_path: Path, migrations: Migrations) -> None:
    versions = Path(shutil.copytree(migrations.versions, tmp_path / "100 % versions"))
    migrations = migrations._replace(versions=versions)
    newest = migrations.scripts().get_current_head()
    write_next("Nothing but a test", migrations)
    head = migrations.scripts().get_revision("head")
    assert head is not None
    assert head.down_revision == newest
    assert head.doc == "Nothing but a test"
    assert "op." not in Path(head.path).read_text().partition("def upgrade")[2], (
        "the tables are those of the code"
    )


def test_persons_whom_an_earlier_version_hid_stay_hidden(empty: Engine) -> None:
    to_version(empty, "0026")
    with writing(empty) as connection:
        for number, hidden in ((1, True), (2, False)):
            connection.execute(
                text(
                    "INSERT INTO person (id, key, identity, first_name, last_name, hidden) "
                    "VALUES (:id, :key, :identity, 'Eva', 'Žitná', :hidden)"
                ),
                {"id": number, "key": f"eva-{number}", "identity": bytes([number]) * 16, "hidden": hidden},
            )
            for ico in (27074358, 45274649):
                connection.execute(
                    text(
                        "INSERT INTO engagement (id, ico, part, source, body_id, kind, person_id) "
                        "VALUES (:id, :ico, 0, 'x', 1, 'x', :person)"
                    ),
                    {"id": number * 100_000_000 + ico, "ico": ico, "person": number},
                )
    migrate(empty)
    with reading(empty) as connection:
        (eva,) = load_list(connection)
        assert (eva.key, eva.identity, eva.hidden) == ("eva-1", "01" * 16, True)
        assert (eva.first_name, eva.last_name, eva.companies) == ("Eva", "Žitná", (27074358, 45274649))
        assert eva.decided < datetime(2026, 1, 1, tzinfo=UTC)  # so that any other decision is later
        assert unpublished(connection) == [27074358, 45274649]


def test_activities_of_earlier_versions_are_the_texts_that_loading_writes(empty: Engine) -> None:
    to_version(empty, "0013")
    rows = [
        (1, "res", 2025, "62100"), (1, "res", 2008, "62010"), (1, "res", 2008, "47911"),
        (1, "ares", 2008, "G"), (2, "res", 2008, "0111"),
    ]  # fmt: skip
    with writing(empty) as connection:
        for row in rows:
            values = "(ico, source, revision, code) VALUES (:ico, :source, :revision, :code)"
            names = ("ico", "source", "revision", "code")
            connection.execute(text(f"INSERT INTO activity {values}"), dict(zip(names, row, strict=True)))
    migrate(empty)
    with reading(empty) as connection:
        found = {(row.ico, row.source): row.codes for row in connection.execute(select(activities))}
    listed: dict[tuple[int, str], list[tuple[int, str]]] = {}
    for ico, source, revision, code in rows:
        listed.setdefault((ico, source), []).append((revision, code))
    assert found == {key: pack_codes(codes) for key, codes in listed.items()}


def test_companies_name_the_claim_that_their_seat_came_from(empty: Engine) -> None:
    to_version(empty, "0016")
    # ID → municipalities by source, what was merged; the last has none, for its claim is that of a branch.
    known: dict[int, tuple[dict[str, str | None], str | None]] = {
        1: ({"res": "Brno", "ares": "Praha"}, "Praha"), 2: ({"res": "Brno", "ares": None}, "Brno"),
        3: ({"public_register": "Aš", "ares_vr": "Aš"}, "Aš"), 4: ({"res": "Brno"}, "dříve Zlín"),
        5: ({"public_register": "Aš"}, None),
    }  # fmt: skip
    named = {1: "ares", 2: "res", 3: "public_register", 4: "res", 5: None}
    with writing(empty) as connection:
        for ico, (told, merged) in known.items():
            for source, town in told.items():
                row = {"ico": ico, "source": source, "ended": False, "seat_municipality": town}
                row |= {"dataset": "res_data", "retrieved": "2026-11-20T08:00:00Z"}
                connection.execute(company_claim.insert().values(row))
            before = text("INSERT INTO company (ico, ended, sources) VALUES (:ico, false, '')")
            connection.execute(before, {"ico": ico})
            seat = text("INSERT INTO seat (ico, seat_municipality) VALUES (:ico, :town)")
            connection.execute(seat, {"ico": ico, "town": merged})
    to_version(empty, "0029")  # later ones empty or replace tables
    with reading(empty) as connection:
        found = connection.execute(select(company.c.ico, company.c.seat_source)).all()
    assert dict(map(tuple, found)) == named
    with writing(empty) as connection:
        command.downgrade(alembic_config(connection), "0016")
        towns = dict(map(tuple, connection.execute(text("SELECT ico, seat_municipality FROM seat")).all()))
    assert towns == {ico: merged for ico, (_, merged) in known.items()} | {4: "Brno"}


def test_profiles_keep_what_is_stored_of_them_while_their_keys_lose_an_index(empty: Engine) -> None:
    to_version(empty, "0017")
    row = {"version": 2**62, "summary": b"1", "entry": b"2", "detail": b",3"}
    stored = [{"id": number, "key": f"jan-maly-1970-0a1b2{number}", **row} for number in (1, 7, 9)]
    columns = ("id", "key", *row)
    documents = table("person_document", *map(column, columns))
    with writing(empty) as connection:
        connection.execute(documents.insert(), stored)
        command.upgrade(alembic_config(connection), "0018")
    with reading(empty) as connection:
        assert [dict(row) for row in connection.execute(select(documents)).mappings()] == stored
        assert inspect(connection).get_indexes("person_document") == []
        assert inspect(connection).get_unique_constraints("person_document") == []
    with writing(empty) as connection:
        command.downgrade(alembic_config(connection), "0017")
        assert [dict(row) for row in connection.execute(select(documents)).mappings()] == stored
        (constraint,) = inspect(connection).get_unique_constraints("person_document")
    assert constraint["column_names"] == ["key"]


def test_details_stay_when_what_is_derived_from_them_loses_its_columns(empty: Engine) -> None:
    to_version(empty, "0030")
    stored = {"ico": 27074358, "version": 7, "detail": b'{"ico":"27074358"}', "ties": b"[]"}
    dropped = dict.fromkeys(("summary", "entry", "csv", "vat"), b"{}")
    before = table("company_document", *map(column, (*stored, *dropped)))
    with writing(empty) as connection:
        connection.execute(before.insert(), stored | dropped)
    migrate(empty)
    with reading(empty) as connection:
        (row,) = connection.execute(select(company_document)).mappings()
    assert dict(row) == stored | {"extra": None}
