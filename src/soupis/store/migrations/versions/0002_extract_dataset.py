"""The file that an extract was read from"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("extract", sa.Column("dataset", sa.Text(), nullable=True))
