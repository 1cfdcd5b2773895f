"""Extracts without a legal form and without bodies of their own are noted as such"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Extracts stored before are read again, because the version of their reader is older.
    op.add_column("extract", sa.Column("bare", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    op.drop_column("extract", "bare")
