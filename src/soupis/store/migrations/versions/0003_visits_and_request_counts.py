"""Queue of visited companies, counts of requests"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "request_count",
        sa.Column("source", sa.String(length=24), nullable=False),
        sa.Column("minute", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("requests", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("source", "minute"),
    )
    op.create_table(
        "visit_queue",
        sa.Column("ico", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("asked", sa.String(length=20), nullable=False),
        sa.Column("attempts", sa.SmallInteger(), nullable=False),
        sa.Column("next_attempt", sa.String(length=20), nullable=False),
        sa.Column("last_error", sa.Text(), nullable=True),
        sa.Column("given_up", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("ico"),
    )
    with op.batch_alter_table("visit_queue", schema=None) as batch_op:
        batch_op.create_index("visit_queue_next", ["given_up", "next_attempt"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("visit_queue", schema=None) as batch_op:
        batch_op.drop_index("visit_queue_next")
    op.drop_table("visit_queue")
    op.drop_table("request_count")
