"""The country of natural persons beside that of legal ones; numbers of foreign registers link nobody"""

from __future__ import annotations

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_CZECH = "('Česká republika', 'ČESKÁ REPUBLIKA', 'Česko', 'CZ')"


def upgrade() -> None:
    op.execute("ALTER TABLE engagement RENAME COLUMN legal_country TO country")
    op.execute(
        "UPDATE engagement"  # noqa: S608 (our own names)
        " SET legal_number = COALESCE(legal_number, CAST(legal_ico AS TEXT)), legal_ico = NULL"
        f" WHERE legal_ico IS NOT NULL AND country IS NOT NULL AND country NOT IN {_CZECH}"
    )


def downgrade() -> None:
    op.execute("ALTER TABLE engagement RENAME COLUMN country TO legal_country")
