"""Several extracts under one ID, branches of a company, and what a branch never speaks for"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_ENTRIES = (
    "company_name", "file_mark", "capital", "business_line", "body", "acting", "engagement", "share",
)  # fmt: skip
# The mark of an extract is its valid one; where all were deleted, the one deleted last.
_MARK = """
COALESCE((SELECT section || ' ' || insert_number || '/' || court FROM file_mark
 WHERE file_mark.ico = extract.ico AND file_mark.source = extract.source
 ORDER BY COALESCE(deleted, '9999') DESC, COALESCE(entered, '') DESC LIMIT 1), '')
"""
_CLAIM = "FROM company_claim claim WHERE claim.ico = extract.ico AND claim.source = extract.source"


def upgrade() -> None:
    for table in _ENTRIES:
        op.add_column(table, sa.Column("part", sa.Integer(), nullable=False, server_default="0"))
    op.create_table(
        "extract_of_part",
        sa.Column("ico", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("source", sa.String(16), nullable=False),
        sa.Column("part", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("fingerprint", sa.LargeBinary(16), nullable=False),
        sa.Column("persons_hidden", sa.Boolean(), nullable=False),
        sa.Column("dataset", sa.Text()),
        sa.Column("mark", sa.Text(), nullable=False),
        sa.Column("branch", sa.Boolean(), nullable=False),
        sa.Column("ended", sa.Boolean(), nullable=False),
        sa.Column("entered", sa.String(10)),
        sa.Column("claim", sa.LargeBinary()),
        sa.PrimaryKeyConstraint("ico", "source", "part", name="extract_of_part_pkey"),
    )
    false = "false" if op.get_bind().dialect.name == "postgresql" else "0"
    op.execute(
        "INSERT INTO extract_of_part"  # noqa: S608 (our own names)
        " (ico, source, part, fingerprint, persons_hidden, dataset, mark, branch, ended)"
        f" SELECT ico, source, 0, fingerprint, persons_hidden, dataset, {_MARK},"
        f" COALESCE((SELECT legal_form IN ('421', '422', '423', '425', '501') {_CLAIM}), {false}),"
        f" COALESCE((SELECT ended {_CLAIM}), {false}) FROM extract"
    )
    op.drop_table("extract")
    op.rename_table("extract_of_part", "extract")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER INDEX extract_of_part_pkey RENAME TO extract_pkey")
    _create_branch()


def _create_branch() -> None:
    texts = ("name", "court", "court_name", "section")
    op.create_table(
        "branch",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True),
        sa.Column("ico", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(16), nullable=False),
        *(sa.Column(name, sa.Text()) for name in texts),
        sa.Column("insert_number", sa.BigInteger()),
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
    op.create_index("branch_ico", "branch", ["ico"])


def downgrade() -> None:
    raise NotImplementedError("extracts of branches have no place in the former tables; restore a backup")
