"""In which registers a subject is registered; senates of insolvency proceedings"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("company_claim", "company"):
        op.add_column(table, sa.Column("registrations", sa.Text(), nullable=True))
    op.add_column("proceeding", sa.Column("senate", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("proceeding", "senate")
    for table in ("company_claim", "company"):
        op.drop_column(table, "registrations")
