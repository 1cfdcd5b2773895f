"""A node goes on while a later version has migrated: the tables that it uses have gained columns."""

from __future__ import annotations

import shutil
from pathlib import Path

from sqlalchemy import inspect
from sqlalchemy.engine import make_url

from soupis.accounts.database import Database
from soupis.accounts.directory import Directory
from soupis.installation import Installation
from soupis.store.documents import Documents
from soupis.store.engine import writing
from tests.nodes.conftest import MakeNode, follow
from tests.nodes.test_following import change_documents, differences
from tests.store.test_side_by_side import ACCOUNTS, REGISTRY
from tests.support.callers import Caller
from tests.support.installation import issue_key
from tests.support.server import Server
from tests.support.waiting import wait_until

CEZ, NAME, LATER_NAME = "45274649", "ČEZ, a. s.".encode(), "ČEZ po změně, a. s.".encode()
_DETAIL = f"/api/v1/firma/{CEZ}"


def gain_columns(node: Installation) -> None:
    """Give each table that nodes use columns that this version knows nothing of."""
    with writing(node.engine) as connection:
        for name in (REGISTRY.used | ACCOUNTS.used) & set(inspect(connection).get_table_names()):
            columns = "ADD COLUMN later text, ADD COLUMN later_still integer NOT NULL DEFAULT 7"
            connection.exec_driver_sql(f'ALTER TABLE "{name}" {columns}')


def test_a_node_goes_on_over_tables_that_a_later_version_gave_columns(
    make_node: MakeNode, record: str, tmp_path: Path
) -> None:
    node = make_node("one")
    follow(node)
    caller_key = issue_key(node, "before@example.cz", "standard")
    url = make_url(record).set(drivername="postgresql").render_as_string(hide_password=False)
    with Server(node.directory, tmp_path / "log", settings={"SOUPIS_DATABASE_URL": url}) as server:
        known = Caller(server.url, key=caller_key)
        assert known.get(_DETAIL).status_code == 200
        gain_columns(node)
        with Documents(node.documents_path) as documents:
            document = documents.company(int(CEZ))
            assert document is not None
        change_documents(node.engine, [int(CEZ)], document.body.replace(NAME, LATER_NAME))
        follow(node)
        wait_until(lambda: LATER_NAME in known.get(_DETAIL).content)
        before = known.remaining()
        assert known.batch(CEZ, "00000019").status_code == 200
        assert Caller(server.url).get(_DETAIL).status_code == 200
        assert known.get("/api/v1/vyhledavani/export", q="cez").status_code == 200
        assert known.remaining() == before - 3
        _keys_are_issued_and_revoked(node, server)
    shutil.rmtree(node.documents_path)  # a whole copy too, not lines alone
    follow(node)
    assert not differences(node)


def _keys_are_issued_and_revoked(node: Installation, server: Server) -> None:
    caller = Caller(server.url, key=issue_key(node, "after@example.cz", "free"))
    assert caller.get(_DETAIL).status_code == 200
    database = Database(node.settings.accounts_url)
    directory = Directory(database)
    (key,) = directory.keys("after@example.cz")
    directory.revoke_key(key.id)
    database.close()
    wait_until(lambda: caller.get(_DETAIL).status_code == 401)
