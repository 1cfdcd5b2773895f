"""How long answers took and how old sources were"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "answer_time",
        sa.Column("slot", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("route", sa.String(length=16), nullable=False),
        sa.Column("bucket", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("answers", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("slot", "route", "bucket"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "source_age",
        sa.Column("slot", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("source", sa.String(length=24), nullable=False),
        sa.Column("age", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("slot", "source"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    op.drop_table("source_age")
    op.drop_table("answer_time")
