"""Locks are files on one machine, advisory locks in PostgreSQL: the table of leases goes"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_table("lease")


def downgrade() -> None:
    op.create_table(
        "lease",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("owner", sa.String(80), nullable=False),
        sa.Column("expires", sa.String(20), nullable=False),
    )
