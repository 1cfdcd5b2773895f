"""Rows of the statistical register's file are known again by a hash of each"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "statistical_row",
        sa.Column("ico", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("fingerprint", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("ico"),
    )
    # No row has this hash, so the next file is compared with the claims row by row.
    op.execute(
        "INSERT INTO statistical_row (ico, fingerprint) SELECT ico, 0 FROM company_claim "
        "WHERE source = 'res' AND dataset = 'res_data' AND missing_since IS NULL"
    )
    op.execute("DELETE FROM setting WHERE name = 'pieces_of_subjects'")


def downgrade() -> None:
    op.drop_table("statistical_row")
