"""Company IDs that a register prints without a country, to be linked by name"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("engagement", sa.Column("legal_claimed_ico", sa.Integer()))
    op.create_index(
        "engagement_claimed",
        "engagement",
        ["legal_claimed_ico"],
        sqlite_where=sa.text("legal_claimed_ico IS NOT NULL"),
        postgresql_where=sa.text("legal_claimed_ico IS NOT NULL"),
    )


def downgrade() -> None:
    op.drop_index("engagement_claimed", "engagement")
    op.drop_column("engagement", "legal_claimed_ico")
