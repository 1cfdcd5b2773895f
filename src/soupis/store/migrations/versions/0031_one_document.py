"""One document per company and person; items, export lines and entries are derived from it"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None

_COMPANY = ("summary", "entry", "csv", "vat")
_PERSON = ("summary", "entry")


def upgrade() -> None:
    with op.batch_alter_table("company_document") as table:
        for name in _COMPANY:
            table.drop_column(name)
        table.add_column(sa.Column("extra", sa.LargeBinary()))
    # Profiles were stored without their summaries; they are published again, as all documents are.
    op.execute("DELETE FROM person_document")
    with op.batch_alter_table("person_document") as table:
        for name in _PERSON:
            table.drop_column(name)
        table.add_column(sa.Column("towns", sa.LargeBinary()))


def downgrade() -> None:
    with op.batch_alter_table("company_document") as table:
        table.drop_column("extra")
        for name in _COMPANY:
            empty = None if name == "vat" else sa.text("''")
            table.add_column(sa.Column(name, sa.LargeBinary(), nullable=name == "vat", server_default=empty))
    op.execute("DELETE FROM person_document")
    with op.batch_alter_table("person_document") as table:
        table.drop_column("towns")
        for name in _PERSON:
            table.add_column(sa.Column(name, sa.LargeBinary(), nullable=False))
