"""Profiles are found by the number of their person, whose key has an index already"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

_NAMES = ("id", "key", "version", "summary", "entry", "detail")


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        _copy()
    else:
        op.drop_constraint("person_document_key_key", "person_document", type_="unique")


def downgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        _copy(sa.UniqueConstraint("key"))
    else:
        op.create_unique_constraint("person_document_key_key", "person_document", ["key"])


def _copy(*constraints: sa.UniqueConstraint) -> None:
    """Put a table with other constraints in the place of this one: SQLite cannot take any away."""
    op.rename_table("person_document", "person_document_before")
    columns: list[sa.ColumnClause[object]] = [sa.column(name) for name in _NAMES]
    copy = op.create_table(
        "person_document",
        sa.Column("id", sa.Integer(), autoincrement=False, primary_key=True),
        sa.Column("key", sa.String(120), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("summary", sa.LargeBinary(), nullable=False),
        sa.Column("entry", sa.LargeBinary(), nullable=False),
        sa.Column("detail", sa.LargeBinary(), nullable=False),
        *constraints,
    )
    before = sa.table("person_document_before", *columns)
    op.execute(copy.insert().from_select(_NAMES, sa.select(*columns).select_from(before).order_by("id")))
    op.drop_table("person_document_before")
