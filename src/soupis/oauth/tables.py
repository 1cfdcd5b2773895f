"""The tables of connected applications (OAuth 2.1), in the same database as the accounts.

They join the `metadata` of the accounts: who imports it from here creates and erases all of them.

Codes and tokens are stored as fingerprints only (`accounts.tokens`).
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Column, Index, LargeBinary, String, Table, Text

from soupis.accounts import migrations
from soupis.accounts.tables import metadata as metadata
from soupis.store.migrate import Migrations
from soupis.store.tables import RowId

# An application that asks for access: registered by itself, or described by a document at an https URL,
# which is then its `id`.
oauth_client = Table(
    "oauth_client",
    metadata,
    Column("id", String(512), primary_key=True),
    Column("name", String(120), nullable=False),
    Column("redirect_uris", Text, nullable=False),  # JSON array
    Column("created", String(20), nullable=False),
    Column("used", String(20)),  # when it last got a grant
    Column("expires", String(20)),  # of a document: when it has to be read again
    Column("address_key", String(32)),  # unused; nodes of the version before still write it
    sqlite_with_rowid=False,
)
Index("oauth_client_address", oauth_client.c.address_key, oauth_client.c.created)

# What an account allowed an application once; all codes and tokens that followed belong to it (a family).
oauth_grant = Table(
    "oauth_grant",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("account_id", RowId, nullable=False),
    Column("client_id", String(512), nullable=False),
    Column("client_name", String(120), nullable=False),
    Column("redirect_host", String(255), nullable=False),
    Column("resource", String(512), nullable=False),  # the audience of its tokens
    Column("scope", String(64), nullable=False),
    Column("created", String(20), nullable=False),
    Column("last_used", String(20)),  # when tokens were last issued; None = the code was not redeemed yet
    Column("revoked", String(20)),
    sqlite_autoincrement=True,
)
Index("oauth_grant_account", oauth_grant.c.account_id)
Index("oauth_grant_client", oauth_grant.c.client_id)

oauth_secret = Table(
    "oauth_secret",
    metadata,
    Column("fingerprint", LargeBinary(32), primary_key=True),
    Column("grant_id", RowId, nullable=False),
    Column("kind", String(8), nullable=False),  # code | access | refresh
    Column("expires", String(20), nullable=False),
    Column("used", String(20)),  # of codes and refresh tokens, which serve once
    Column("redirect_uri", Text),  # of a code
    Column("challenge", String(43)),  # of a code: PKCE, S256
    sqlite_with_rowid=False,
)
Index("oauth_secret_grant", oauth_secret.c.grant_id)
Index("oauth_secret_expires", oauth_secret.c.expires)

# Of all tables of accounts, these included.
MIGRATIONS = Migrations(Path(migrations.__path__[0]) / "versions", "accounts_version", metadata)
