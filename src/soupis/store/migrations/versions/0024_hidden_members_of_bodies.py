"""Bodies know how many of their members the source does not name"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("body", sa.Column("hidden_members", sa.Integer()))


def downgrade() -> None:
    op.drop_column("body", "hidden_members")
