"""Pledges on shares and executions against them"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("share", sa.Column("encumbrances", sa.LargeBinary()))


def downgrade() -> None:
    op.drop_column("share", "encumbrances")
