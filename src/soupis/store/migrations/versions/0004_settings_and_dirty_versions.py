"""What the database keeps about itself is called a setting, all of it JSON; dirty entries have a version"""

from __future__ import annotations

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

# Kept as plain text so far; a number is JSON already.
_TEXTS = "name IN ('demo', 'packaged_codelists', 'published_day')"


def upgrade() -> None:
    op.rename_table("fact", "setting")
    op.execute(f"UPDATE setting SET value = '\"' || value || '\"' WHERE {_TEXTS}")  # noqa: S608 (our own names)
    op.execute("ALTER TABLE dirty RENAME COLUMN mark TO version")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER INDEX fact_pkey RENAME TO setting_pkey")


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER INDEX setting_pkey RENAME TO fact_pkey")
    op.execute("ALTER TABLE dirty RENAME COLUMN version TO mark")
    op.execute(f"UPDATE setting SET value = replace(value, '\"', '') WHERE {_TEXTS}")  # noqa: S608 (our own names)
    op.rename_table("setting", "fact")
