"""Lists of documents come from one source; look-ups at the portal in trial operation count for it"""

from __future__ import annotations

from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(
        "DELETE FROM lookup WHERE source = 'documents_portal'"
        " AND ico IN (SELECT ico FROM lookup WHERE source = 'documents')"
    )
    op.execute("UPDATE lookup SET source = 'documents' WHERE source = 'documents_portal'")


def downgrade() -> None:
    """Do nothing, because nothing depends on which portal answered."""
