"""Seats that a company had one after another, and which of its names are in other languages"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "company_name", sa.Column("foreign", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.create_table(
        "company_seat",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True),
        sa.Column("ico", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(16), nullable=False),
        sa.Column("seat_text", sa.Text()),
        sa.Column("seat_country", sa.String(3)),
        sa.Column("seat_region", sa.BigInteger()),
        sa.Column("seat_district", sa.String(6)),
        sa.Column("seat_municipality_code", sa.BigInteger()),
        sa.Column("seat_municipality", sa.Text()),
        sa.Column("seat_part", sa.Text()),
        sa.Column("seat_city_district", sa.Text()),
        sa.Column("seat_street", sa.Text()),
        sa.Column("seat_house_number", sa.Text()),
        sa.Column("seat_house_number_kind", sa.BigInteger()),
        sa.Column("seat_orientation_number", sa.Text()),
        sa.Column("seat_postal_code", sa.BigInteger()),
        sa.Column("seat_address_point", sa.BigInteger()),
        sa.Column("part", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("entered", sa.String(10)),
        sa.Column("deleted", sa.String(10)),
    )
    op.create_index("company_seat_ico", "company_seat", ["ico"])


def downgrade() -> None:
    op.drop_table("company_seat")
    op.drop_column("company_name", "foreign")
