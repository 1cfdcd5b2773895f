"""Receipts without a log

The public log of receipts goes. A receipt is signed itself, not the answer that it is of; those that were
issued before are signed anew when they are read.
"""

from __future__ import annotations

import json
import zlib

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_BATCH = 500
_receipt = sa.table("receipt", sa.column("number"), sa.column("document", sa.LargeBinary()))


def upgrade() -> None:
    op.add_column("receipt", sa.Column("signature", sa.Text(), nullable=True))
    op.add_column("receipt", sa.Column("time_stamp", sa.LargeBinary(), nullable=True))
    _rewrite_documents()
    op.drop_index("receipt_waiting", table_name="receipt")
    op.drop_column("receipt", "leaf")
    op.drop_table("receipt_checkpoint")
    op.drop_table("receipt_node")


def _rewrite_documents() -> None:
    connection, after = op.get_bind(), 0
    while rows := connection.execute(
        sa.select(_receipt).where(_receipt.c.number > after).order_by(_receipt.c.number).limit(_BATCH)
    ).all():
        for number, document in rows:
            facts = json.loads(document) | {"firmy": None}
            del facts["jws"]
            packed = zlib.compress(json.dumps(facts, ensure_ascii=False, separators=(",", ":")).encode())
            connection.execute(sa.update(_receipt).where(_receipt.c.number == number).values(document=packed))
        after = rows[-1].number
