"""An extract is one record; persons are numbered by their identity. The public register is read again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from soupis.store.change_log import EPOCH, new_epoch

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None

_REPLACED = (
    "extract", "branch", "company_name", "company_seat", "file_mark", "capital", "share_issue", "other_fact",
    "business_line", "body", "acting", "engagement", "share", "person",
)  # fmt: skip
_ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    for name in _REPLACED:
        op.drop_table(name)
    _create_extract()
    _create_person()
    _create_engagement()
    # Profiles are known by the numbers of their persons; whoever follows the log begins anew.
    op.execute("DELETE FROM person_document")
    op.execute("DELETE FROM dirty WHERE kind = 2")
    op.execute("DELETE FROM change WHERE kind = 2")
    op.execute("UPDATE source_run SET fingerprint = NULL WHERE source = 'public_register'")
    op.execute("DELETE FROM setting WHERE name LIKE 'public_register_versions%'")
    setting = sa.table("setting", sa.column("name"), sa.column("value"))
    op.execute(setting.delete().where(setting.c.name == "last_extract_id"))
    op.execute(setting.update().where(setting.c.name == EPOCH).values(value=new_epoch()))


def downgrade() -> None:
    raise NotImplementedError("Version 0029 cannot be restored: restore a backup that it made.")


def _create_extract() -> None:
    op.create_table(
        "extract",
        sa.Column("ico", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("source", sa.String(16), nullable=False),
        sa.Column("part", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("fingerprint", sa.LargeBinary(16), nullable=False),
        sa.Column("persons_hidden", sa.Boolean(), nullable=False),
        sa.Column("dataset", sa.Text()),
        sa.Column("mark", sa.Text(), nullable=False),
        sa.Column("branch", sa.Boolean(), nullable=False),
        sa.Column("bare", sa.Boolean(), nullable=False),
        sa.Column("ended", sa.Boolean(), nullable=False),
        sa.Column("entered", sa.String(10)),
        sa.Column("ceased", sa.String(10)),
        sa.Column("record", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("ico", "source", "part"),
    )


def _create_person() -> None:
    op.create_table(
        "person",
        sa.Column("id", _ROW_ID, autoincrement=False, nullable=False),
        sa.Column("key", sa.String(120), nullable=False),
        sa.Column("identity", sa.LargeBinary(16), nullable=False),
        sa.Column("first_name", sa.Text()),
        sa.Column("last_name", sa.Text(), nullable=False),
        sa.Column("title_before", sa.Text()),
        sa.Column("title_after", sa.Text()),
        sa.Column("birth_date", sa.String(10)),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("person_key", "person", ["key"], unique=True)


def _create_engagement() -> None:
    op.create_table(
        "engagement",
        sa.Column("id", _ROW_ID, nullable=False),
        sa.Column("ico", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(16), nullable=False),
        sa.Column("part", sa.Integer(), nullable=False),
        sa.Column("person_id", _ROW_ID),
        sa.Column("legal_ico", sa.Integer()),
        sa.Column("claimed_ico", sa.Integer()),
        sa.Column("member_to", sa.String(10)),
        sa.Column("function_to", sa.String(10)),
        sa.Column("membership", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("engagement_ico", "engagement", ["ico"])
    for name, column in (("person", "person_id"), ("legal", "legal_ico"), ("claimed", "claimed_ico")):
        is_told = sa.column(column).is_not(None)
        op.create_index(
            f"engagement_{name}", "engagement", [column], sqlite_where=is_told, postgresql_where=is_told
        )
