"""Persons have indexes that a first load makes at its end, instead of constraints of their table"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

_UNIQUE = ("key", "identity")
_NAMES = ("id", *_UNIQUE, "first_name", "last_name", "title_before", "title_after", "birth_date", "hidden")


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        _copy()
    else:
        for name in _UNIQUE:
            op.drop_constraint(f"person_{name}_key", "person", type_="unique")
    for name in _UNIQUE:
        op.create_index(f"person_{name}", "person", [name], unique=True)


def downgrade() -> None:
    for name in _UNIQUE:
        op.drop_index(f"person_{name}", "person")
    if op.get_bind().dialect.name == "sqlite":
        _copy(*(sa.UniqueConstraint(name) for name in _UNIQUE))
    else:
        for name in _UNIQUE:
            op.create_unique_constraint(f"person_{name}_key", "person", [name])


def _copy(*constraints: sa.UniqueConstraint) -> None:
    """Put a table with other constraints in the place of this one: SQLite cannot take any away."""
    op.rename_table("person", "person_before")
    columns: list[sa.ColumnClause[object]] = [sa.column(name) for name in _NAMES]
    copy = op.create_table(
        "person",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(120), nullable=False),
        sa.Column("identity", sa.LargeBinary(16), nullable=False),
        sa.Column("first_name", sa.Text()),
        sa.Column("last_name", sa.Text(), nullable=False),
        sa.Column("title_before", sa.Text()),
        sa.Column("title_after", sa.Text()),
        sa.Column("birth_date", sa.String(10)),
        sa.Column("hidden", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        *constraints,
    )
    before = sa.table("person_before", *columns)
    op.execute(copy.insert().from_select(_NAMES, sa.select(*columns).select_from(before).order_by("id")))
    op.drop_table("person_before")
