"""Changes of chosen companies are found without a walk through the change log"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index(
        "change_by_company",
        "change",
        ["key", "seq"],
        sqlite_where=sa.text("kind = 1"),
        postgresql_where=sa.text("kind = 1"),
    )


def downgrade() -> None:
    op.drop_index("change_by_company", "change")
