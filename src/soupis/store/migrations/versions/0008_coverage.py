"""How many companies each source was read for"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_COLUMNS = (("companies", sa.Integer()), ("covered", sa.Integer()), ("median_read", sa.String(20)))


def upgrade() -> None:
    for name, kind in _COLUMNS:
        op.add_column("source_state", sa.Column(name, kind, nullable=True))


def downgrade() -> None:
    for name, _ in _COLUMNS:
        op.drop_column("source_state", name)
