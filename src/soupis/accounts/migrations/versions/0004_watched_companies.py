"""Watched companies, webhooks and mail about changes"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "watch_mail",
        sa.Column("account_id", _ID, autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.Column("sections", sa.Text(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.String(length=20), nullable=False),
        sa.PrimaryKeyConstraint("account_id", "kind"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "watched_company",
        sa.Column("account_id", _ID, autoincrement=False, nullable=False),
        sa.Column("ico", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("since", sa.String(length=20), nullable=False),
        sa.Column("asked", sa.String(length=10), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("account_id", "ico"),
        sqlite_with_rowid=False,
    )
    op.create_index("watched_company_asked", "watched_company", ["asked", "ico"], unique=False)

    op.create_table(
        "webhook",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("account_id", _ID, nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("sections", sa.Text(), nullable=False),
        sa.Column("created", sa.String(length=20), nullable=False),
        sa.Column("generation", sa.BigInteger(), nullable=False),
        sa.Column("rotated", sa.String(length=20), nullable=True),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("attempts", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.String(length=20), nullable=False),
        sa.Column("off", sa.String(length=8), nullable=True),
        sa.Column("claimed", sa.String(length=20), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("webhook_account", "webhook", ["account_id"], unique=False)

    op.create_table(
        "webhook_delivery",
        sa.Column("id", _ID, nullable=False),
        sa.Column("webhook_id", sa.String(length=32), nullable=False),
        sa.Column("account_id", _ID, nullable=False),
        sa.Column("at", sa.String(length=20), nullable=False),
        sa.Column("message_id", sa.String(length=64), nullable=False),
        sa.Column("ico", sa.BigInteger(), nullable=True),
        sa.Column("attempt", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.BigInteger(), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sqlite_autoincrement=True,
    )
    op.create_index("webhook_delivery_webhook", "webhook_delivery", ["webhook_id", "id"], unique=False)


def downgrade() -> None:
    for table in ("webhook_delivery", "webhook", "watched_company", "watch_mail"):
        op.drop_table(table)
