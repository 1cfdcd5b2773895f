"""Issues of shares, what the register adds to a person, and entries kept as their text"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def _create(name: str, *columns: sa.Column[str] | sa.Column[int]) -> None:
    op.create_table(
        name,
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True),
        sa.Column("ico", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(16), nullable=False),
        *columns,
        sa.Column("part", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("entered", sa.String(10)),
        sa.Column("deleted", sa.String(10)),
    )
    op.create_index(f"{name}_ico", name, ["ico"])


def upgrade() -> None:
    op.add_column("engagement", sa.Column("note", sa.Text()))
    _create(
        "share_issue",
        sa.Column("kind", sa.Text()),
        sa.Column("form", sa.Text()),
        sa.Column("count", sa.BigInteger()),
        *(sa.Column(name, sa.Text()) for name in ("value_unit", "value_value", "value_text", "note")),
    )
    _create(
        "other_fact",
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text()),
        sa.Column("text", sa.Text(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("other_fact")
    op.drop_table("share_issue")
    op.drop_column("engagement", "note")
