"""Codes, tokens and connections of applications, on SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import select

from soupis.accounts.database import Database
from soupis.accounts.directory import Directory
from soupis.accounts.erasure import erase_account
from soupis.accounts.tables import audit_event
from soupis.oauth.clients import DAY, KEEP_DAYS, Client, Clients
from soupis.oauth.errors import OAuthError
from soupis.oauth.grants import CODE_SECONDS, REFRESH_SECONDS, REPEAT_SECONDS, Consent, Grants, Tokens, s256
from soupis.oauth.tables import oauth_client, oauth_grant, oauth_secret
from tests.accounts.conftest import SECRET, Clock

RESOURCE = "https://soupis.example/mcp"
REDIRECT = "https://app.example/callback"
VERIFIER = "v" * 43


@pytest.fixture
def grants(database: Database, clock: Clock) -> Iterator[Grants]:
    grants = Grants(database, SECRET, clock)
    yield grants
    grants.close()


@pytest.fixture
def clients(database: Database, clock: Clock) -> Clients:
    return Clients(database, clock)


@pytest.fixture
def consent(clients: Clients, directory: Directory) -> Consent:
    owner = directory.create("jana@example.cz")
    client = clients.register("Assistant", (REDIRECT,))
    return Consent(owner.id, client, REDIRECT, "app.example", s256(VERIFIER), RESOURCE, "registry:read")


def redeem(grants: Grants, consent: Consent, code: str) -> Tokens:
    return grants.redeem(code, consent.client.id, REDIRECT, VERIFIER, RESOURCE)


def connect(grants: Grants, consent: Consent) -> Tokens:
    return redeem(grants, consent, grants.allow(consent))


def test_the_challenge_is_that_of_the_standards_example() -> None:
    assert (
        s256("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk") == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    )


def test_a_consent_leads_to_tokens_of_that_account(grants: Grants, consent: Consent) -> None:
    tokens = connect(grants, consent)
    assert grants.account_of(tokens.access, RESOURCE) == consent.account_id
    assert (tokens.expires_in, tokens.scope) == (3_600, "registry:read")


def test_a_token_opens_only_the_resource_it_was_made_for(grants: Grants, consent: Consent) -> None:
    tokens = connect(grants, consent)
    assert grants.account_of(tokens.access, "https://other.example/mcp") is None


def test_refresh_tokens_and_codes_are_no_access_tokens(grants: Grants, consent: Consent) -> None:
    code = grants.allow(consent)
    assert grants.account_of(code, RESOURCE) is None
    assert grants.account_of(redeem(grants, consent, code).refresh, RESOURCE) is None


def test_an_access_token_ends_after_an_hour(grants: Grants, consent: Consent, clock: Clock) -> None:
    tokens = connect(grants, consent)
    clock.now += 3_599
    assert grants.account_of(tokens.access, RESOURCE) == consent.account_id
    clock.now += 1
    assert grants.account_of(tokens.access, RESOURCE) is None


def test_nothing_stored_is_a_code_or_a_token(grants: Grants, consent: Consent, database: Database) -> None:
    code = grants.allow(consent)
    secrets = [code, *redeem(grants, consent, code)[:2]]
    with database.engine.connect() as connection:
        stored = repr([connection.execute(select(t)).all() for t in (oauth_secret, oauth_grant, audit_event)])
    assert not any(secret in stored for secret in secrets)


def test_a_code_that_comes_twice_ends_what_came_of_it(grants: Grants, consent: Consent) -> None:
    code = grants.allow(consent)
    tokens = redeem(grants, consent, code)
    with pytest.raises(OAuthError, match="used before") as refused:
        redeem(grants, consent, code)
    assert refused.value.error == "invalid_grant"
    assert grants.account_of(tokens.access, RESOURCE) is None
    with pytest.raises(OAuthError):
        grants.refresh(tokens.refresh, consent.client.id, RESOURCE)


def test_a_code_ends_after_a_minute(grants: Grants, consent: Consent, clock: Clock) -> None:
    code = grants.allow(consent)
    clock.now += CODE_SECONDS
    with pytest.raises(OAuthError, match="expired"):
        redeem(grants, consent, code)


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"verifier": "w" * 43}, "invalid_grant"),
        ({"redirect_uri": "https://evil.example/callback"}, "invalid_grant"),
        ({"resource": "https://other.example/mcp"}, "invalid_target"),
        ({"client_id": "client-of-somebody-else"}, "invalid_grant"),
        ({"code": "soupis_code_made-up"}, "invalid_grant"),
    ],
)
def test_a_code_serves_only_who_asked_for_it(
    grants: Grants, consent: Consent, change: dict[str, str], error: str
) -> None:
    right = {
        "code": grants.allow(consent),
        "client_id": consent.client.id,
        "redirect_uri": REDIRECT,
        "verifier": VERIFIER,
        "resource": RESOURCE,
    }
    with pytest.raises(OAuthError) as refused:
        grants.redeem(**(right | change))
    assert refused.value.error == error


def test_a_code_that_met_a_wrong_verifier_is_burnt(grants: Grants, consent: Consent) -> None:
    code = grants.allow(consent)
    with pytest.raises(OAuthError):
        grants.redeem(code, consent.client.id, REDIRECT, "w" * 43, RESOURCE)
    with pytest.raises(OAuthError):
        redeem(grants, consent, code)


def test_the_redirect_may_be_left_out_when_a_code_is_redeemed(grants: Grants, consent: Consent) -> None:
    assert grants.redeem(grants.allow(consent), consent.client.id, None, VERIFIER, None)


def test_a_refresh_token_serves_once_and_gives_a_new_pair(grants: Grants, consent: Consent) -> None:
    first = connect(grants, consent)
    second = grants.refresh(first.refresh, consent.client.id, RESOURCE)
    assert {first.access, first.refresh}.isdisjoint({second.access, second.refresh})
    assert grants.account_of(second.access, RESOURCE) == consent.account_id


def test_a_refresh_token_that_comes_again_later_ends_the_connection(
    grants: Grants, consent: Consent, database: Database, clock: Clock
) -> None:
    first = connect(grants, consent)
    second = grants.refresh(first.refresh, consent.client.id, RESOURCE)
    clock.now += REPEAT_SECONDS
    with pytest.raises(OAuthError, match="used before"):
        grants.refresh(first.refresh, consent.client.id, RESOURCE)
    assert grants.account_of(second.access, RESOURCE) is None
    with pytest.raises(OAuthError, match="not valid"):
        grants.refresh(second.refresh, consent.client.id, RESOURCE)
    assert grants.connections(consent.account_id) == []
    with database.engine.connect() as connection:
        kinds = connection.execute(select(audit_event.c.kind)).scalars().all()
    assert "oauth.refresh_reused" in kinds


def test_refreshes_at_once_get_the_same_next_token(grants: Grants, consent: Consent) -> None:
    """Official clients refresh for each of the calls that an ended access token was refused for."""
    tokens = connect(grants, consent)
    with ThreadPoolExecutor(8) as pool:
        pairs = list(
            pool.map(lambda _: grants.refresh(tokens.refresh, consent.client.id, RESOURCE), range(8))
        )
    (following,) = {pair.refresh for pair in pairs}
    assert {grants.account_of(pair.access, RESOURCE) for pair in pairs} == {consent.account_id}
    assert grants.refresh(following, consent.client.id, RESOURCE).refresh != following


def test_a_refresh_token_whose_answer_was_lost_may_come_again_within_a_minute(
    grants: Grants, consent: Consent, clock: Clock
) -> None:
    first = connect(grants, consent)
    lost = grants.refresh(first.refresh, consent.client.id, RESOURCE)
    clock.now += REPEAT_SECONDS - 1
    again = grants.refresh(first.refresh, consent.client.id, RESOURCE)
    assert again.refresh == lost.refresh
    assert again.access != lost.access


def test_a_refresh_token_whose_next_one_was_used_ends_the_connection(
    grants: Grants, consent: Consent
) -> None:
    first = connect(grants, consent)
    second = grants.refresh(first.refresh, consent.client.id, RESOURCE)
    third = grants.refresh(second.refresh, consent.client.id, RESOURCE)
    with pytest.raises(OAuthError, match="used before"):
        grants.refresh(first.refresh, consent.client.id, RESOURCE)
    assert grants.account_of(third.access, RESOURCE) is None


def test_who_copied_a_refresh_token_within_the_minute_is_noticed_later(
    grants: Grants, consent: Consent, clock: Clock
) -> None:
    first = connect(grants, consent)
    owner = grants.refresh(first.refresh, consent.client.id, RESOURCE)
    thief = grants.refresh(first.refresh, consent.client.id, RESOURCE)
    clock.now += 3_600
    owner = grants.refresh(owner.refresh, consent.client.id, RESOURCE)
    clock.now += REPEAT_SECONDS
    with pytest.raises(OAuthError, match="used before"):
        grants.refresh(thief.refresh, consent.client.id, RESOURCE)
    assert grants.account_of(owner.access, RESOURCE) is None


def test_what_follows_from_a_refresh_token_is_known_to_the_server_only(
    grants: Grants, consent: Consent, database: Database, clock: Clock
) -> None:
    first = connect(grants, consent)
    grants.refresh(first.refresh, consent.client.id, RESOURCE)
    elsewhere = Grants(database, b"another secret of at least 32 bytes", clock)
    with pytest.raises(OAuthError, match="used before"):
        elsewhere.refresh(first.refresh, consent.client.id, RESOURCE)
    elsewhere.close()


def test_a_refresh_token_of_another_application_is_refused_and_not_spent(
    grants: Grants, consent: Consent
) -> None:
    tokens = connect(grants, consent)
    with pytest.raises(OAuthError):
        grants.refresh(tokens.refresh, "client-of-somebody-else", RESOURCE)
    assert grants.refresh(tokens.refresh, consent.client.id, RESOURCE)


def test_a_disabled_account_gets_no_new_tokens_until_it_is_enabled(
    grants: Grants, consent: Consent, directory: Directory
) -> None:
    tokens = connect(grants, consent)
    directory.disable("jana@example.cz")
    for _ in range(2):
        with pytest.raises(OAuthError, match="disabled"):
            grants.refresh(tokens.refresh, consent.client.id, RESOURCE)
    directory.enable("jana@example.cz")
    assert grants.refresh(tokens.refresh, consent.client.id, RESOURCE)


@pytest.mark.parametrize("which", ["access", "refresh"])
def test_revoking_either_token_ends_both(grants: Grants, consent: Consent, which: str) -> None:
    tokens = connect(grants, consent)
    grants.revoke(getattr(tokens, which), consent.client.id)
    assert grants.account_of(tokens.access, RESOURCE) is None
    with pytest.raises(OAuthError):
        grants.refresh(tokens.refresh, consent.client.id, RESOURCE)


def test_an_application_cannot_revoke_anothers_token(grants: Grants, consent: Consent) -> None:
    tokens = connect(grants, consent)
    grants.revoke(tokens.access, "client-of-somebody-else")
    assert grants.account_of(tokens.access, RESOURCE) == consent.account_id


def test_connections_are_those_that_tokens_were_issued_for(grants: Grants, consent: Consent) -> None:
    grants.allow(consent)  # agreed to, but the application never came for its tokens
    connect(grants, consent)
    (found,) = grants.connections(consent.account_id)
    assert (found.name, found.redirect_host) == ("Assistant", "app.example")
    assert grants.connections(consent.account_id + 1) == []


def test_disconnecting_ends_just_that_connection_of_just_that_account(
    grants: Grants, consent: Consent
) -> None:
    first, second = connect(grants, consent), connect(grants, consent)
    newest, _ = grants.connections(consent.account_id)
    assert grants.disconnect(consent.account_id + 1, newest.id) == 0
    assert grants.disconnect(consent.account_id, newest.id) == 1
    assert grants.account_of(second.access, RESOURCE) is None
    assert grants.account_of(first.access, RESOURCE) == consent.account_id
    assert grants.disconnect(consent.account_id) == 1
    assert grants.account_of(first.access, RESOURCE) is None


def test_a_connection_nobody_used_for_a_month_is_gone(grants: Grants, consent: Consent, clock: Clock) -> None:
    connect(grants, consent)
    clock.now += REFRESH_SECONDS
    assert grants.connections(consent.account_id) == []
    clock.now += DAY + 1
    grants.purge()
    with grants._engine.connect() as connection:
        assert connection.execute(select(oauth_grant)).all() == []


def test_a_purge_keeps_used_secrets_as_long_as_their_reuse_can_be_noticed(
    grants: Grants, consent: Consent, clock: Clock
) -> None:
    first = connect(grants, consent)
    second = grants.refresh(first.refresh, consent.client.id, RESOURCE)
    clock.now += 20 * DAY
    grants.purge()
    with pytest.raises(OAuthError, match="used before"):
        grants.refresh(first.refresh, consent.client.id, RESOURCE)
    with pytest.raises(OAuthError):
        grants.refresh(second.refresh, consent.client.id, RESOURCE)


def test_an_erased_account_leaves_no_connection(grants: Grants, consent: Consent, database: Database) -> None:
    tokens = connect(grants, consent)
    with database.engine.begin() as connection:
        erase_account(connection, consent.account_id)
    assert grants.account_of(tokens.access, RESOURCE) is None
    with pytest.raises(OAuthError):
        grants.refresh(tokens.refresh, consent.client.id, RESOURCE)
    grants.purge()
    with database.engine.connect() as connection:
        assert connection.execute(select(oauth_grant)).all() == []
        assert connection.execute(select(oauth_secret)).all() == []


def test_registrations_that_nobody_uses_expire(
    grants: Grants, clients: Clients, consent: Consent, clock: Clock
) -> None:
    unused = clients.register("Never used", (REDIRECT,))
    connect(grants, consent)
    clock.now += DAY + 1
    grants.purge()
    clients.purge()
    assert clients.find(unused.id) is None
    assert clients.find(consent.client.id) == consent.client
    clock.now += KEEP_DAYS * DAY
    grants.purge()
    clients.purge()
    assert clients.find(consent.client.id) is None


def test_a_document_is_known_until_it_has_to_be_read_again(
    grants: Grants, clients: Clients, clock: Clock
) -> None:
    client = Client("https://app.example/client.json", "Assistant", (REDIRECT,))
    clients.remember(client, clock() + 600)
    assert clients.find(client.id) == client
    clock.now += 601
    assert clients.find(client.id) is None
    changed = client._replace(name="Assistant 2")
    clients.remember(changed, clock() + 600)
    assert clients.find(client.id) == changed
    with grants._engine.connect() as connection:
        assert len(connection.execute(select(oauth_client)).all()) == 1


def test_a_document_may_be_read_by_many_at_once(clients: Clients, clock: Clock) -> None:
    client = Client("https://app.example/client.json", "Assistant", (REDIRECT,))
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: clients.remember(client, clock() + 600), range(16)))
    assert clients.find(client.id) == client
