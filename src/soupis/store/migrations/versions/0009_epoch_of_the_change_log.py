"""The identity of the change log"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from soupis.store.change_log import EPOCH, new_epoch

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_SETTING = sa.table("setting", sa.column("name", sa.String), sa.column("value", sa.Text))


def upgrade() -> None:
    op.execute(_SETTING.insert().values(name=EPOCH, value=new_epoch()))


def downgrade() -> None:
    op.execute(_SETTING.delete().where(_SETTING.c.name == EPOCH))
