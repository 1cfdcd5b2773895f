"""A newer source overrules the end of a subject that an older one states"""

from __future__ import annotations

from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Earlier versions took every end from the same claims. A new database has no claims.
    op.execute(
        "INSERT INTO setting (name, value) SELECT 'merge_again', 'true'"
        " WHERE EXISTS (SELECT 1 FROM company_claim)"
        " AND NOT EXISTS (SELECT 1 FROM setting WHERE name = 'merge_again')"
    )


def downgrade() -> None:
    op.execute("DELETE FROM setting WHERE name = 'merge_again'")
