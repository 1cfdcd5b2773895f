"""What happened to a company, and which sections of its document changed; older lines do not tell"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("change", sa.Column("event", sa.SmallInteger(), nullable=False, server_default="2"))
    op.add_column("change", sa.Column("sections", sa.Text(), nullable=True))
    op.create_index(
        "change_of_company",
        "change",
        ["seq"],
        sqlite_where=sa.text("kind = 1"),
        postgresql_where=sa.text("kind = 1"),
    )


def downgrade() -> None:
    op.drop_index("change_of_company", "change")
    op.drop_column("change", "sections")
    op.drop_column("change", "event")
