"""Receipts and their log"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_WAITING = sa.text("leaf IS NULL")
_ANONYMOUS = sa.text("address_key IS NOT NULL")


def upgrade() -> None:
    op.create_table(
        "receipt_key",
        sa.Column("id", _ID, nullable=False),
        sa.Column("kid", sa.String(length=43), nullable=False),
        sa.Column("public", sa.LargeBinary(length=32), nullable=False),
        sa.Column("private", sa.LargeBinary(), nullable=False),
        sa.Column("created", sa.String(length=20), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("kid"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "receipt",
        sa.Column("number", _ID, nullable=False),
        sa.Column("id", sa.String(length=22), nullable=False),
        sa.Column("account_id", _ID, nullable=True),
        sa.Column("address_key", sa.String(length=32), nullable=True),
        sa.Column("issued", sa.String(length=20), nullable=False),
        sa.Column("document", sa.LargeBinary(), nullable=False),
        sa.Column("leaf", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("number"),
        sa.UniqueConstraint("id"),
        sqlite_autoincrement=True,
    )
    op.create_index("receipt_account", "receipt", ["account_id", "number"], unique=False)
    op.create_index(
        "receipt_waiting",
        "receipt",
        ["number"],
        unique=False,
        sqlite_where=_WAITING,
        postgresql_where=_WAITING,
    )
    op.create_index(
        "receipt_anonymous",
        "receipt",
        ["issued"],
        unique=False,
        sqlite_where=_ANONYMOUS,
        postgresql_where=_ANONYMOUS,
    )
    op.create_table(
        "receipt_node",
        sa.Column("level", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("hash", sa.LargeBinary(length=32), nullable=False),
        sa.PrimaryKeyConstraint("level", "number"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "receipt_checkpoint",
        sa.Column("size", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("created", sa.String(length=20), nullable=False),
        sa.Column("time_stamp", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("size"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    for table in ("receipt_checkpoint", "receipt_node", "receipt", "receipt_key"):
        op.drop_table(table)
