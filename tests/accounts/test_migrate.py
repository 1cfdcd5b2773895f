"""Migrations of the accounts' tables: from nothing, and from a database of before there were any."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, inspect, select, text

from soupis.accounts.database import Database
from soupis.accounts.directory import Directory
from soupis.accounts.tables import account
from soupis.installation import Installation
from soupis.oauth.tables import MIGRATIONS, metadata
from soupis.receipts.receipts import Receipts
from soupis.receipts.verification import read_receipt, verify
from soupis.settings import Settings
from soupis.store.engine import open_engine, reading, writing
from soupis.store.migrate import alembic_config, is_current, migrate
from tests.accounts.conftest import SECRET
from tests.accounts.conftest import account as caller_of
from tests.support.databases import new_database


@pytest.fixture
def url(database_kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of accounts."""
    if database_kind == "sqlite":
        return f"sqlite:///{tmp_path / 'data' / 'accounts.sqlite'}"
    return new_database(request.getfixturevalue("postgresql_server"), "soupis_accounts_migrated")


@pytest.fixture
def engine(url: str) -> Iterator[Engine]:
    engine = open_engine(url)
    yield engine
    engine.dispose()


def differences(engine: Engine) -> list[object]:
    with reading(engine) as connection:
        context = MigrationContext.configure(connection)
        return [item for item in compare_metadata(context, metadata) if "accounts_version" not in str(item)]


def tables(engine: Engine) -> dict[str, object]:
    """What SQLite itself says of the tables; elsewhere the columns."""
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            query = "SELECT name, sql FROM sqlite_master WHERE name NOT LIKE '%accounts_version%'"
            return {name: "".join((sql or "").split()) for name, sql in connection.exec_driver_sql(query)}
        found = inspect(connection)
        return {
            name: str(found.get_columns(name)) for name in found.get_table_names() if name in metadata.tables
        }


def test_a_new_database_gets_exactly_the_tables_of_the_code(engine: Engine) -> None:
    migrate(engine, MIGRATIONS)
    assert is_current(engine, MIGRATIONS)
    assert differences(engine) == []
    migrated = tables(engine)
    metadata.drop_all(engine)
    metadata.create_all(engine)
    made = tables(engine)
    assert migrated.keys() == made.keys()
    for name in made:
        assert sorted(str(migrated[name])) == sorted(str(made[name])), name


def test_a_database_of_before_is_adopted_without_loss(url: str, engine: Engine) -> None:
    database = Database(url)
    metadata.create_all(database.engine)
    later = ("oauth_secret", "answer_time", "source_age")  # what came after OAuth is not there yet
    for name, table in metadata.tables.items():
        if name.startswith(("receipt", "watch", "webhook")) or name in later:
            table.drop(database.engine)
    directory = Directory(database)
    directory.create("jana@firma.cz", "business")
    key = directory.issue_key("jana@firma.cz", "e-shop")
    migrate(engine, MIGRATIONS)
    assert differences(engine) == []
    assert [item.id for item in directory.keys("jana@firma.cz")] == [key.id]
    with reading(engine) as connection:
        assert connection.execute(select(account.c.email, account.c.tariff)).all() == [
            ("jana@firma.cz", "business")
        ]
    migrate(engine, MIGRATIONS)
    database.close()


def test_receipts_of_a_version_with_a_log_are_kept(url: str, engine: Engine) -> None:
    facts = {"id": "a" * 22, "vydano": "2026-11-20T11:00:00Z", "otisk": "0" * 64, "neodpovezeno": 0}
    asked: dict[str, object] = {
        "zadost": {"metoda": "GET", "adresa": "/api/v1/firma/1", "otisk": None},
        "zdroje": [],
    }
    old = json.dumps(facts | asked | {"jws": "a..b"}).encode()
    with writing(engine) as connection:
        command.upgrade(alembic_config(connection, MIGRATIONS), "0004")
        connection.execute(
            text("INSERT INTO receipt (id, account_id, issued, document) VALUES (:id, 7, :day, :document)"),
            {"id": facts["id"], "day": facts["vydano"], "document": old},
        )
    migrate(engine, MIGRATIONS)
    database = Database(url)
    receipts = Receipts(database, SECRET)
    found = receipts.find(caller_of(number=7), "a" * 22)
    assert found is not None
    said = verify(read_receipt(found), receipts.keys.public())
    assert (said.vydano, said.firmy) == ("2026-11-20T11:00:00Z", None)
    receipts.close()
    database.close()


def test_the_first_command_migrates_accounts_too(tmp_path: Path) -> None:
    where = Installation(Settings(_env_file=None, data_dir=tmp_path))
    where.prepare()
    engine = open_engine(where.settings.accounts_url)
    assert is_current(engine, MIGRATIONS)
    engine.dispose()
    assert (tmp_path / "accounts.sqlite").stat().st_mode & 0o077 == 0
