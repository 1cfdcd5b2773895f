"""First tables; a database of before migrations keeps what it has"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "account",
        sa.Column("id", _ID, nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("tariff", sa.String(length=16), nullable=False),
        sa.Column("role", sa.String(length=8), nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=True),
        sa.Column("email_confirmed", sa.String(length=20), nullable=True),
        sa.Column("created", sa.String(length=20), nullable=False),
        sa.Column("disabled", sa.String(length=20), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("email"),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_table(
        "api_key",
        sa.Column("id", _ID, nullable=False),
        sa.Column("account_id", _ID, nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("fingerprint", sa.LargeBinary(length=32), nullable=False),
        sa.Column("last4", sa.String(length=4), nullable=False),
        sa.Column("created", sa.String(length=20), nullable=False),
        sa.Column("last_used", sa.String(length=20), nullable=True),
        sa.Column("revoked", sa.String(length=20), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("fingerprint"),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_index("api_key_account", "api_key", ["account_id"], unique=False, if_not_exists=True)
    op.create_table(
        "audit_event",
        sa.Column("id", _ID, nullable=False),
        sa.Column("account_id", _ID, nullable=True),
        sa.Column("at", sa.String(length=20), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("detail", sa.Text(), nullable=True),
        sa.Column("address_key", sa.String(length=32), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_index(
        "audit_event_account", "audit_event", ["account_id", "at"], unique=False, if_not_exists=True
    )
    op.create_table(
        "email_link",
        sa.Column("id", _ID, nullable=False),
        sa.Column("account_id", _ID, nullable=True),
        sa.Column("fingerprint", sa.LargeBinary(length=32), nullable=False),
        sa.Column("purpose", sa.String(length=8), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("expires", sa.String(length=20), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("fingerprint"),
        if_not_exists=True,
    )
    op.create_index("email_link_account", "email_link", ["account_id"], unique=False, if_not_exists=True)
    op.create_table(
        "export_lock",
        sa.Column("bucket", sa.String(length=48), nullable=False),
        sa.Column("token", sa.String(length=32), nullable=False),
        sa.Column("period", sa.String(length=10), nullable=False),
        sa.Column("held", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.String(length=20), nullable=False),
        sa.PrimaryKeyConstraint("bucket"),
        sqlite_with_rowid=False,
        if_not_exists=True,
    )
    op.create_table(
        "mail_queue",
        sa.Column("id", _ID, nullable=False),
        sa.Column("account_id", _ID, nullable=True),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.Column("detail", sa.Text(), nullable=True),
        sa.Column("created", sa.String(length=20), nullable=False),
        sa.Column("attempts", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.String(length=20), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_index("mail_queue_due", "mail_queue", ["due"], unique=False, if_not_exists=True)
    op.create_table(
        "oauth_client",
        sa.Column("id", sa.String(length=512), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("redirect_uris", sa.Text(), nullable=False),
        sa.Column("created", sa.String(length=20), nullable=False),
        sa.Column("used", sa.String(length=20), nullable=True),
        sa.Column("expires", sa.String(length=20), nullable=True),
        sa.Column("address_key", sa.String(length=32), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sqlite_with_rowid=False,
        if_not_exists=True,
    )
    op.create_index(
        "oauth_client_address", "oauth_client", ["address_key", "created"], unique=False, if_not_exists=True
    )
    op.create_table(
        "oauth_grant",
        sa.Column("id", _ID, nullable=False),
        sa.Column("account_id", _ID, nullable=False),
        sa.Column("client_id", sa.String(length=512), nullable=False),
        sa.Column("client_name", sa.String(length=120), nullable=False),
        sa.Column("redirect_host", sa.String(length=255), nullable=False),
        sa.Column("resource", sa.String(length=512), nullable=False),
        sa.Column("scope", sa.String(length=64), nullable=False),
        sa.Column("created", sa.String(length=20), nullable=False),
        sa.Column("last_used", sa.String(length=20), nullable=True),
        sa.Column("revoked", sa.String(length=20), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_index("oauth_grant_account", "oauth_grant", ["account_id"], unique=False, if_not_exists=True)
    op.create_index("oauth_grant_client", "oauth_grant", ["client_id"], unique=False, if_not_exists=True)
    op.create_table(
        "oauth_secret",
        sa.Column("fingerprint", sa.LargeBinary(length=32), nullable=False),
        sa.Column("grant_id", _ID, nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("expires", sa.String(length=20), nullable=False),
        sa.Column("used", sa.String(length=20), nullable=True),
        sa.Column("redirect_uri", sa.Text(), nullable=True),
        sa.Column("challenge", sa.String(length=43), nullable=True),
        sa.PrimaryKeyConstraint("fingerprint"),
        sqlite_with_rowid=False,
        if_not_exists=True,
    )
    op.create_index("oauth_secret_expires", "oauth_secret", ["expires"], unique=False, if_not_exists=True)
    op.create_index("oauth_secret_grant", "oauth_secret", ["grant_id"], unique=False, if_not_exists=True)
    op.create_table(
        "quota_usage",
        sa.Column("period", sa.String(length=10), nullable=False),
        sa.Column("bucket", sa.String(length=48), nullable=False),
        sa.Column("used", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("period", "bucket"),
        sqlite_with_rowid=False,
        if_not_exists=True,
    )
    op.create_table(
        "tariff_request",
        sa.Column("id", _ID, nullable=False),
        sa.Column("account_id", _ID, nullable=False),
        sa.Column("tariff", sa.String(length=16), nullable=False),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.Column("created", sa.String(length=20), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("decided", sa.String(length=20), nullable=True),
        sa.Column("decided_by", _ID, nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_index(
        "tariff_request_account", "tariff_request", ["account_id"], unique=False, if_not_exists=True
    )
    op.create_index(
        "tariff_request_open",
        "tariff_request",
        ["account_id"],
        unique=True,
        sqlite_where=sa.text("state = 'open'"),
        postgresql_where=sa.text("state = 'open'"),
        if_not_exists=True,
    )
    op.create_table(
        "throttle",
        sa.Column("bucket", sa.String(length=48), nullable=False),
        sa.Column("attempts", sa.BigInteger(), nullable=False),
        sa.Column("blocked_until", sa.String(length=20), nullable=False),
        sa.Column("last", sa.String(length=20), nullable=False),
        sa.PrimaryKeyConstraint("bucket"),
        sqlite_with_rowid=False,
        if_not_exists=True,
    )
    op.create_table(
        "usage_daily",
        sa.Column("account_id", _ID, autoincrement=False, nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("units", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("account_id", "day", "kind"),
        sqlite_with_rowid=False,
        if_not_exists=True,
    )
    op.create_table(
        "web_session",
        sa.Column("id", _ID, nullable=False),
        sa.Column("account_id", _ID, nullable=False),
        sa.Column("fingerprint", sa.LargeBinary(length=32), nullable=False),
        sa.Column("created", sa.String(length=20), nullable=False),
        sa.Column("last_seen", sa.String(length=20), nullable=False),
        sa.Column("address_key", sa.String(length=32), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("fingerprint"),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_index("web_session_account", "web_session", ["account_id"], unique=False, if_not_exists=True)
