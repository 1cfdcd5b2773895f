"""Delivery addresses of legal persons"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("company_claim", "company"):
        op.add_column(table, sa.Column("delivery_address", sa.Text(), nullable=True))


def downgrade() -> None:
    for table in ("company_claim", "company"):
        op.drop_column(table, "delivery_address")
