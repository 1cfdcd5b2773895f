"""Grants: what accounts allowed applications (OAuth 2.1), as codes, access tokens and refresh tokens.

A code serves once and for a minute, an access token for an hour, a refresh token once and for a month; each
refresh gives a new pair. A code or refresh token that comes a second time was copied, so that everything
that followed from the same consent ends at once.

Clients whose calls run side by side find all of them refused when the access token ends, and refresh for each
of them; others lose the answer on its way. So a refresh token that comes again within a minute gets the same
next one, as long as that was not used. It is computed from it by a key of the server, so that there is one
line of refresh tokens, in which also who copied one within that minute is noticed when the two go on apart.

Written by hand, see docs/decisions/0008-mcp-by-the-sdk-oauth-by-hand.md.
"""

from __future__ import annotations

import hmac
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable
from hashlib import blake2b, sha256
from typing import Any, NamedTuple

from sqlalchemy import Connection as Transaction
from sqlalchemy import delete, exists, insert, or_, select, update

from soupis.accounts import audit
from soupis.accounts.database import Database
from soupis.accounts.keys import ACCESS_PREFIX
from soupis.accounts.tables import account
from soupis.accounts.tokens import fingerprint, new_token
from soupis.oauth.clients import DAY, Client
from soupis.oauth.errors import OAuthError
from soupis.oauth.tables import oauth_client, oauth_grant, oauth_secret
from soupis.times import utc_text

CODE_SECONDS = 60
ACCESS_SECONDS = 3_600
REFRESH_SECONDS = 30 * DAY
REPEAT_SECONDS = 60  # for which a refresh token may come again
_PREFIXES = {"code": "soupis_code_", "access": ACCESS_PREFIX, "refresh": "soupis_refresh_"}

_FIND_ACCESS = """
SELECT g.account_id FROM oauth_secret s JOIN oauth_grant g ON g.id = s.grant_id
WHERE s.fingerprint = :fingerprint AND s.kind = 'access' AND s.expires > :now
AND g.revoked IS NULL AND g.resource = :resource
"""


class Consent(NamedTuple):
    """What the owner of an account has just agreed to."""

    account_id: int
    client: Client
    redirect_uri: str
    redirect_host: str
    challenge: str  # PKCE, S256: 43 characters
    resource: str
    scope: str


class Tokens(NamedTuple):
    """A new pair of tokens; they cannot be shown again."""

    access: str
    refresh: str
    expires_in: int  # seconds
    scope: str


class ConnectedApplication(NamedTuple):
    """An application that an account let in; moments are ISO texts in UTC."""

    id: int
    client_id: str
    name: str
    redirect_host: str
    created: str
    last_used: str


class Grants:
    """The grants of one database, with their codes and tokens; safe to share between threads.

    `secret` is that of `Access`.
    """

    def __init__(self, database: Database, secret: bytes, clock: Callable[[], float] = time.time) -> None:
        self._key = blake2b(secret, person=b"refresh", digest_size=32).digest()
        self._engine = database.engine
        self._hot = database.connect()
        self._clock = clock

    def allow(self, consent: Consent, address_key: str | None = None) -> str:
        """Enter a consent and return the code that the application redeems for tokens."""
        now = self._clock()
        with self._engine.begin() as connection:
            grant_id = connection.execute(
                insert(oauth_grant)
                .values(
                    account_id=consent.account_id,
                    client_id=consent.client.id,
                    client_name=consent.client.name,
                    redirect_host=consent.redirect_host,
                    resource=consent.resource,
                    scope=consent.scope,
                    created=utc_text(now),
                )
                .returning(oauth_grant.c.id)
            ).scalar_one()
            client = oauth_client.c.id == consent.client.id
            connection.execute(update(oauth_client).where(client).values(used=utc_text(now)))
            self._audit(connection, consent.account_id, "oauth.allowed", consent.client.name, address_key)
            return self._issue(
                connection,
                grant_id,
                "code",
                CODE_SECONDS,
                new_token(),
                redirect_uri=consent.redirect_uri,
                challenge=consent.challenge,
            )

    def redeem(
        self, code: str, client_id: str, redirect_uri: str | None, verifier: str, resource: str | None
    ) -> Tokens:
        """Exchange a code for tokens. Raises `OAuthError`; what came with a wrong verifier is burnt."""

        def check(grant: Any) -> None:
            # OAuth 2.1 clients may leave it out here: the verifier proves more.
            if redirect_uri not in (None, grant.redirect_uri):
                raise OAuthError("invalid_grant", "redirect_uri is not the one that the code was sent to.")
            if not hmac.compare_digest(grant.challenge.encode(), s256(verifier).encode()):
                raise OAuthError("invalid_grant", "code_verifier does not belong to this code.")

        return self._exchange("code", code, client_id, resource, check)

    def refresh(self, token: str, client_id: str, resource: str | None) -> Tokens:
        """Exchange a refresh token for a new pair; again within a minute, for the same refresh token.

        Raises `OAuthError`.
        """
        return self._exchange("refresh", token, client_id, resource, lambda _grant: None)

    def revoke(self, token: str, client_id: str) -> None:
        """End the connection that an access or refresh token of the application belongs to (RFC 7009)."""
        grant = (
            select(oauth_grant.c.id, oauth_grant.c.account_id)
            .join(oauth_secret, oauth_secret.c.grant_id == oauth_grant.c.id)
            .where(
                oauth_secret.c.fingerprint == fingerprint(token),
                oauth_secret.c.kind != "code",
                oauth_grant.c.client_id == client_id,
            )
        )
        with self._engine.begin() as connection:
            row = connection.execute(grant).one_or_none()
            if row:
                self._end(connection, row.id, row.account_id, "oauth.revoked")

    def account_of(self, access_token: str, resource: str) -> int | None:
        """Return whose account a valid access token for this resource opens. Raises `UnavailableError`."""
        parameters = {
            "fingerprint": fingerprint(access_token),
            "now": utc_text(self._clock()),
            "resource": resource,
        }
        rows = self._hot.run(_FIND_ACCESS, parameters)
        return int(rows[0][0]) if rows else None

    def connections(self, account_id: int) -> list[ConnectedApplication]:
        """Return the applications that an account is connected to, the newest first."""
        grant = oauth_grant.c
        query = (
            select(
                grant.id,
                grant.client_id,
                grant.client_name,
                grant.redirect_host,
                grant.created,
                grant.last_used,
            )
            .where(grant.account_id == account_id, grant.revoked.is_(None), grant.last_used.is_not(None))
            .where(self._is_alive())
            .order_by(grant.id.desc())
        )
        with self._engine.connect() as connection:
            return [ConnectedApplication._make(row) for row in connection.execute(query)]

    def disconnect(
        self, account_id: int, connection_id: int | None = None, address_key: str | None = None
    ) -> int:
        """End one connection of an account, or all of them (None); return how many ended."""
        mine = (oauth_grant.c.account_id == account_id) & oauth_grant.c.revoked.is_(None)
        if connection_id is not None:
            mine &= oauth_grant.c.id == connection_id
        with self._engine.begin() as connection:
            ids = connection.execute(select(oauth_grant.c.id).where(mine)).scalars().all()
            for grant_id in ids:
                self._end(connection, grant_id, account_id, "oauth.disconnected", address_key)
        return len(ids)

    def purge(self) -> None:
        """Delete secrets a day after they expired or of deleted accounts, then grants without any."""
        limit = utc_text(self._clock() - DAY)
        orphaned = ~exists().where(oauth_grant.c.id == oauth_secret.c.grant_id)
        empty = ~exists().where(oauth_secret.c.grant_id == oauth_grant.c.id)
        with self._engine.begin() as connection:
            connection.execute(delete(oauth_secret).where(or_(oauth_secret.c.expires < limit, orphaned)))
            connection.execute(delete(oauth_grant).where(oauth_grant.c.created < limit, empty))

    def close(self) -> None:
        """Close the connection of its own."""
        self._hot.close()

    def _exchange(
        self, kind: str, secret: str, client_id: str, resource: str | None, check: Callable[[Any], None]
    ) -> Tokens:
        # A refusal has to be written down too, so that the transaction may not end by its exception.
        with self._engine.begin() as connection:
            try:
                return self._exchanged(connection, kind, secret, client_id, resource, check)
            except OAuthError as error:
                refusal = error
        raise refusal

    def _exchanged(
        self,
        connection: Transaction,
        kind: str,
        secret: str,
        client_id: str,
        resource: str | None,
        check: Callable[[Any], None],
    ) -> Tokens:
        now = utc_text(self._clock())
        what = "code" if kind == "code" else "refresh token"
        same = (oauth_secret.c.fingerprint == fingerprint(secret)) & (oauth_secret.c.kind == kind)
        columns = (oauth_secret.c.expires, oauth_secret.c.redirect_uri, oauth_secret.c.challenge)
        query = (
            select(*columns, *oauth_grant.c, account.c.disabled)
            .join(oauth_grant, oauth_grant.c.id == oauth_secret.c.grant_id)
            .join(account, account.c.id == oauth_grant.c.account_id)
            .where(same, oauth_grant.c.client_id == client_id)
        )
        grant = connection.execute(query).one_or_none()
        if grant is None or grant.revoked:
            raise OAuthError("invalid_grant", f"This {what} is not valid; ask for consent again.")
        if grant.disabled:  # not spent: the account may be enabled again
            raise OAuthError("invalid_grant", "The account is disabled.")
        following = self._following(secret)
        spent = update(oauth_secret).where(same, oauth_secret.c.used.is_(None)).values(used=now)
        is_first = bool(connection.execute(spent).rowcount)
        if not is_first and not (kind == "refresh" and self._may_repeat(connection, secret, following)):
            self._end(connection, grant.id, grant.account_id, f"oauth.{kind}_reused")
            raise OAuthError("invalid_grant", f"This {what} was used before; the connection was ended.")
        if grant.expires <= now:
            raise OAuthError("invalid_grant", f"This {what} has expired; ask for consent again.")
        check(grant)
        if resource is not None and resource != grant.resource:
            raise OAuthError("invalid_target", f"The consent was given for {grant.resource} only.")
        connection.execute(update(oauth_grant).where(oauth_grant.c.id == grant.id).values(last_used=now))
        access = self._issue(connection, grant.id, "access", ACCESS_SECONDS, new_token())
        if is_first:
            self._issue(connection, grant.id, "refresh", REFRESH_SECONDS, following)
        return Tokens(access, _PREFIXES["refresh"] + following, ACCESS_SECONDS, grant.scope)

    def _following(self, secret: str) -> str:
        """Return what the refresh token that follows from a code or refresh token has behind its prefix."""
        return _base64url(hmac.digest(self._key, secret.encode(), "sha256"))

    def _may_repeat(self, connection: Transaction, secret: str, following: str) -> bool:
        """Whether a refresh token was used just now, and the one that followed was not yet."""
        used, of = oauth_secret.c.used, oauth_secret.c.fingerprint
        query = select(used).where(of == fingerprint(secret), used > utc_text(self._clock() - REPEAT_SECONDS))
        is_new = select(of).where(of == fingerprint(_PREFIXES["refresh"] + following), used.is_(None))
        return all(connection.execute(found).one_or_none() for found in (query, is_new))

    def _issue(
        self,
        connection: Transaction,
        grant_id: int,
        kind: str,
        seconds: int,
        token: str,
        **values: str | None,
    ) -> str:
        secret = _PREFIXES[kind] + token
        row = {
            "fingerprint": fingerprint(secret),
            "grant_id": grant_id,
            "kind": kind,
            "expires": utc_text(self._clock() + seconds),
        }
        connection.execute(insert(oauth_secret).values(row | values))
        return secret

    def _end(
        self,
        connection: Transaction,
        grant_id: int,
        account_id: int,
        event: str,
        address_key: str | None = None,
    ) -> None:
        ended = (
            update(oauth_grant)
            .where(oauth_grant.c.id == grant_id, oauth_grant.c.revoked.is_(None))
            .values(revoked=utc_text(self._clock()))
        )
        if connection.execute(ended).rowcount:
            self._audit(connection, account_id, event, str(grant_id), address_key)

    def _is_alive(self) -> Any:
        """A connection whose refresh token was never used again ends by itself."""
        return exists().where(
            oauth_secret.c.grant_id == oauth_grant.c.id,
            oauth_secret.c.kind == "refresh",
            oauth_secret.c.used.is_(None),
            oauth_secret.c.expires > utc_text(self._clock()),
        )

    def _audit(
        self, connection: Transaction, account_id: int, kind: str, detail: str, address_key: str | None
    ) -> None:
        audit.record(connection, utc_text(self._clock()), account_id, kind, detail, address_key)


def s256(verifier: str) -> str:
    """Return the PKCE challenge of a verifier: base64url of its SHA-256, 43 characters."""
    return _base64url(sha256(verifier.encode()).digest())


def _base64url(digest: bytes) -> str:
    return urlsafe_b64encode(digest).rstrip(b"=").decode()
