"""The life of an account in both databases, without the pages."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest

from soupis.accounts.access import Access
from soupis.accounts.callers import Anonymous
from soupis.accounts.database import Database
from soupis.accounts.errors import AccountError, BusyError
from soupis.accounts.links import DeadLinkError
from soupis.accounts.service import AccountService, open_account_service
from soupis.oauth.clients import Client
from soupis.oauth.errors import OAuthError
from soupis.oauth.grants import Consent, Grants, s256
from soupis.oauth.tables import metadata
from tests.support.waiting import wait_until
from tests.web_accounts.site import OTHER_PASSWORD, PASSWORD, SECRET, token_in

HERE = "0123456789abcdef0123456789abcdef"
CLIENT = Anonymous(HERE)


@pytest.fixture
def url(database_kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    address = f"sqlite:///{tmp_path}/a.sqlite"
    if database_kind == "postgresql":
        address = request.getfixturevalue("postgresql_server")
    database = Database(address)
    metadata.create_all(database.engine)
    yield address
    metadata.drop_all(database.engine)
    database.close()


@pytest.fixture
def accounts(url: str, tmp_path: Path) -> Iterator[AccountService]:
    access = Access(url, SECRET)
    accounts = open_account_service(access, SECRET, None, "https://soupis.test", tmp_path / "outbox")
    yield accounts
    accounts.close()
    access.close()


def _token(directory: Path, number: int) -> str:
    """Wait for so many mails and return the token in the newest."""
    outbox = directory / "outbox"
    wait_until(lambda: len(list(outbox.glob("*.eml"))) >= number)
    newest = max(outbox.glob("*.eml"))
    return token_in(message_from_bytes(newest.read_bytes(), policy=default))


@pytest.mark.slow
def test_the_life_of_an_account(accounts: AccountService, tmp_path: Path) -> None:
    access = accounts.access
    accounts.ask_for_link("register", "Jana@Firma.cz", "cs", CLIENT)
    session = access.sessions.find(accounts.register(_token(tmp_path, 1), PASSWORD, HERE))
    assert session is not None
    assert (session.email, session.tariff, session.role) == ("jana@firma.cz", "free", "user")

    key = access.directory.issue_key(session.email, "e-shop", HERE)
    accounts.tariff_requests.submit(session.account_id, "business", "IČO 01234567", "en", HERE)
    accounts.tariff_requests.submit(session.account_id, "standard", "", "en", HERE)
    (request,) = accounts.tariff_requests.open_requests()
    assert accounts.tariff_requests.decide(request.id, True, session.account_id).current == "standard"
    _token(tmp_path, 2)

    accounts.ask_for_link("reset", session.email, "en", CLIENT)
    reset = _token(tmp_path, 3)
    fresh = access.sessions.find(accounts.reset_password(reset, OTHER_PASSWORD, "en", HERE))
    assert fresh is not None
    assert fresh.tariff == "standard"
    with pytest.raises(DeadLinkError):
        accounts.reset_password(reset, PASSWORD, "en", HERE)
    with pytest.raises(AccountError, match="wrong"):
        accounts.sign_in(session.email, PASSWORD, CLIENT)
    _token(tmp_path, 4)

    accounts.ask_for_email(fresh, OTHER_PASSWORD, "nova@firma.cz", "cs", CLIENT)
    assert accounts.confirm_email(_token(tmp_path, 5), "cs", HERE) == "nova@firma.cz"
    signed_in = access.sessions.find(accounts.sign_in("nova@firma.cz", OTHER_PASSWORD, CLIENT))
    assert signed_in is not None
    assert [event.kind for event in accounts.events(signed_in, 3)] == [
        "signin.ok",
        "email.changed",
        "email.asked",
    ]

    quota = access.quota.take(signed_in.caller, 3, "detail")
    assert quota.limit == 50_000
    access.quota.tick()
    accounts.delete_account(signed_in, OTHER_PASSWORD, "cs", HERE)
    assert access.sessions.find(None) is None
    assert access.directory.accounts() == []
    connection = access.database.connect()
    for table in ("api_key", "web_session", "email_link", "tariff_request"):
        assert not connection.run(f"SELECT * FROM {table}", {})
    assert connection.run("SELECT account_id, units FROM usage_daily", {})[0][0] == 0
    connection.close()
    assert key.key not in repr(accounts.tariff_requests.decided_requests(9))


def test_of_several_uses_of_a_link_at_once_one_succeeds(accounts: AccountService, tmp_path: Path) -> None:
    accounts.ask_for_link("register", "jana@firma.cz", "cs", CLIENT)
    token = _token(tmp_path, 1)

    def use(_number: int) -> bool:
        while True:
            try:
                accounts.register(token, PASSWORD, HERE)
            except DeadLinkError:
                return False
            except BusyError:  # one client has four places; whoever got none comes again
                time.sleep(0.01)
            else:
                return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(use, range(16))) == 1
    assert len(accounts.access.directory.accounts()) == 1


def test_applications_of_a_deleted_account_are_disconnected(accounts: AccountService, tmp_path: Path) -> None:
    access = accounts.access
    grants = Grants(access.database, SECRET)
    accounts.ask_for_link("register", "jana@firma.cz", "cs", CLIENT)
    session = access.sessions.find(accounts.register(_token(tmp_path, 1), PASSWORD, HERE))
    assert session is not None
    client = Client("client", "App", ("http://localhost/",))
    resource, verifier = "https://soupis.test/mcp", "v" * 43
    consent = Consent(
        session.account_id, client, "http://localhost/", "localhost", s256(verifier), resource, "read"
    )
    code = grants.allow(consent, HERE)
    tokens = grants.redeem(code, "client", "http://localhost/", verifier, resource)
    assert grants.account_of(tokens.access, resource) == session.account_id
    accounts.delete_account(session, PASSWORD, "cs", HERE)
    assert grants.account_of(tokens.access, resource) is None
    with pytest.raises(OAuthError):
        grants.refresh(tokens.refresh, "client", resource)
    grants.close()


def test_sweeping_leaves_what_is_still_needed(accounts: AccountService, tmp_path: Path) -> None:
    accounts.ask_for_link("register", "jana@firma.cz", "cs", CLIENT)
    token = _token(tmp_path, 1)
    accounts.sweep()
    session = accounts.register(token, PASSWORD, HERE)
    accounts.sweep()
    assert accounts.access.sessions.find(session) is not None


def test_a_new_version_adds_its_tables_to_a_database_of_an_old_one(url: str) -> None:
    database = Database(url)
    old = [metadata.tables[name] for name in ("account", "api_key", "audit_event")]
    metadata.drop_all(database.engine)
    metadata.create_all(database.engine, tables=old)
    connection = database.connect()
    connection.run(
        "INSERT INTO account (email, tariff, role, created) VALUES ('a@b.cz', 'free', 'user', '')", {}
    )
    metadata.create_all(database.engine)
    assert [tuple(row) for row in connection.run("SELECT email FROM account", {})] == [("a@b.cz",)]
    assert not connection.run("SELECT * FROM web_session", {})
    connection.close()
    database.close()
