"""Texts that stand in the public register many times are stored by their number"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from soupis.store.common_texts import COMMON_TEXTS, shorten

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

# Numbers are for good, so this list of texts may have grown meanwhile.
_COLUMNS = {
    "extract": ("source", "dataset"),
    "branch": ("source", "court_name"),
    "company_name": ("source",),
    "company_seat": ("source",),
    "file_mark": ("source", "court_name"),
    "capital": ("source", "kind", "amount_unit", "paid_unit"),
    "share_issue": ("source", "kind", "form", "value_unit"),
    "other_fact": ("source", "kind", "name", "text"),
    "business_line": ("source", "text"),
    "body": ("source", "role", "kind", "name"),
    "acting": ("source", "text"),
    "engagement": ("source", "kind", "function", "country", "note"),
    "share": ("source", "kind", "contribution_unit", "size_unit", "paid_unit", "note"),
}


def upgrade() -> None:
    _replace([(text, shorten(text)) for text in COMMON_TEXTS])


def downgrade() -> None:
    _replace([(shorten(text), text) for text in COMMON_TEXTS])


def _replace(pairs: list[tuple[str, str]]) -> None:
    """Put other texts in the place of some, reading and writing each table once."""
    op.execute("CREATE TEMPORARY TABLE replaced (before TEXT PRIMARY KEY, after TEXT NOT NULL)")
    replaced = sa.table("replaced", sa.column("before"), sa.column("after"))
    op.bulk_insert(replaced, [{"before": before, "after": after} for before, after in pairs])
    for name, columns in _COLUMNS.items():
        table = sa.table(name, *map(sa.column, columns))
        after = {
            column.name: sa.func.coalesce(
                sa.select(replaced.c.after).where(replaced.c.before == column).scalar_subquery(), column
            )
            for column in table.columns
        }
        op.execute(table.update().values(after))
    op.execute("DROP TABLE replaced")
