"""An installation of the version before: its registers are read again, and everything is as a fresh load."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from alembic import command
from sqlalchemy import Connection, MetaData, func, insert, select

from soupis.ingest import integrity
from soupis.ingest.merge.merging import merge_again
from soupis.ingest.publish.publish import publish
from soupis.progress import no_progress
from soupis.store import change_log, tables
from soupis.store.engine import reading, writing
from soupis.store.migrate import alembic_config, migrate
from soupis.synthetic import generate
from tests.support.databases import new_database
from tests.support.registry import Registry, open_registry

_COMPANIES, _SEED = 400, 20261031
_BEFORE = "0029"
# Tables that version 0030 has otherwise, and those whose rows number themselves.
_NOT_COPIED = (
    "company_document",
    "person_document",
    "extract",
    "person",
    "engagement",
    "setting",
    "change",
    "source_run",
)


class Installations(NamedTuple):
    """The same country: loaded by this version, and as the one before left it."""

    fresh: Registry
    old: Registry


@pytest.fixture(params=["sqlite", "postgresql"])
def installations(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Installations]:
    generate(tmp_path, _COMPANIES, _SEED)
    (tmp_path / "public_register.xml.gz").rename(tmp_path / "sro-full-praha-2026.xml.gz")
    if request.param == "sqlite":
        urls = [f"sqlite:///{tmp_path / f'{name}.sqlite'}" for name in ("fresh", "old")]
    else:
        server = request.getfixturevalue("postgresql_server")
        urls = [new_database(server, f"soupis_upgrade_{name}") for name in ("fresh", "old")]
    fresh, old = (open_registry(url, tmp_path) for url in urls)
    migrate(fresh.engine)
    load(fresh)
    fresh.publish()
    with writing(old.engine) as connection:
        command.upgrade(alembic_config(connection), _BEFORE)
    before = MetaData()
    before.reflect(bind=old.engine)
    with reading(fresh.engine) as source, writing(old.engine) as target:
        for table in before.sorted_tables:
            if table.name in tables.metadata.tables and table.name not in _NOT_COPIED:
                _copy(source, target, table.name)
        empty = dict.fromkeys(("summary", "entry", "csv", "detail"), b"{}")
        target.execute(
            before.tables["company_document"].insert(), {"ico": fresh.company_ids()[0], "version": 1} | empty
        )
    yield Installations(fresh, old)
    fresh.engine.dispose()
    old.engine.dispose()


def _copy(source: Connection, target: Connection, name: str) -> None:
    table = tables.metadata.tables[name]
    if rows := [dict(row) for row in source.execute(select(table)).mappings()]:
        target.execute(insert(table), rows)


def load(registry: Registry) -> None:
    registry.res(registry.directory / "res_data.csv")
    registry.res(registry.directory / "res_pf_nace.csv")
    registry.register(registry.directory / "sro-full-praha-2026.xml.gz")


def companies(registry: Registry) -> dict[int, dict[str, Any]]:
    return {ico: registry.company(ico) | {"zdroje": []} for ico in registry.company_ids()}


def test_the_registers_are_read_again_and_give_the_same_documents(installations: Installations) -> None:
    fresh, old = installations
    with reading(old.engine) as connection:
        log = change_log.newest(connection)
    migrate(old.engine)
    with reading(old.engine) as connection:
        # Whoever copies documents begins anew, because numbers of persons are others.
        assert change_log.newest(connection).epoch != log.epoch
    assert old.profiles() == {}
    merge_again(old.engine, no_progress)
    publish(old.engine, no_progress)
    load(old)
    old.publish()
    assert companies(old) == companies(fresh)
    assert old.profiles() == fresh.profiles()
    assert len(old.profiles()) > 100
    with reading(old.engine) as connection:
        assert integrity.check(connection, no_progress) == []
    assert old.value(select(func.count()).select_from(tables.engagement)) > 0
