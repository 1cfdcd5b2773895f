"""All activities that a source lists of a subject stand in one text"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

# The order of the keys is that of the text: by revision, then by code.
_TOGETHER = {
    "sqlite": "SELECT ico, source, group_concat(revision || ':' || code, ' ')"
    " FROM (SELECT * FROM activity ORDER BY ico, source, revision, code) GROUP BY ico, source",
    "postgresql": "SELECT ico, source,"
    " string_agg(revision || ':' || code, ' ' ORDER BY revision, code COLLATE \"C\")"
    " FROM activity GROUP BY ico, source",
}
_APART = {
    "sqlite": "SELECT ico, source, CAST(substr(value, 1, 4) AS INTEGER), substr(value, 6)"
    " FROM activities, json_each('[\"' || replace(codes, ' ', '\",\"') || '\"]')",
    "postgresql": "SELECT ico, source, left(code, 4)::smallint, substr(code, 6)"
    " FROM activities, unnest(string_to_array(codes, ' ')) AS code",
}


def upgrade() -> None:
    op.create_table(
        "activities",
        sa.Column("ico", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("source", sa.String(length=16), nullable=False),
        sa.Column("codes", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("ico", "source"),
        sqlite_with_rowid=False,
    )
    op.execute(f"INSERT INTO activities (ico, source, codes) {_TOGETHER[op.get_bind().dialect.name]}")
    op.drop_table("activity")


def downgrade() -> None:
    op.create_table(
        "activity",
        sa.Column("ico", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("source", sa.String(length=16), nullable=False),
        sa.Column("revision", sa.SmallInteger(), nullable=False),
        sa.Column("code", sa.String(length=6), nullable=False),
        sa.PrimaryKeyConstraint("ico", "source", "revision", "code"),
        sqlite_with_rowid=False,
    )
    op.execute(f"INSERT INTO activity (ico, source, revision, code) {_APART[op.get_bind().dialect.name]}")
    op.drop_table("activities")
