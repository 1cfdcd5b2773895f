"""Look-ups know their share of the queue, so that visitors keep no watched company out"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

_QUEUES = ("vat_queue", "visit_queue")


def upgrade() -> None:
    for queue in _QUEUES:
        op.add_column(queue, sa.Column("share", sa.SmallInteger(), nullable=False, server_default="0"))
        op.drop_index(f"{queue}_next", queue)
        op.create_index(f"{queue}_next", queue, ["given_up", "share", "next_attempt"])


def downgrade() -> None:
    for queue in _QUEUES:
        op.drop_index(f"{queue}_next", queue)
        op.drop_column(queue, "share")
        op.create_index(f"{queue}_next", queue, ["given_up", "next_attempt"])
