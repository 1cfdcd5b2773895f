"""Shares of one partner are found without reading those of all partners of the company"""

from __future__ import annotations

from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_index("share_ico", "share")
    op.create_index("share_ico", "share", ["ico", "engagement_id"])


def downgrade() -> None:
    op.drop_index("share_ico", "share")
    op.create_index("share_ico", "share", ["ico"])
