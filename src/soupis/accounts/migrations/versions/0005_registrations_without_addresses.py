"""Registrations of applications are limited as all other attempts are, and keep no address"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_index("oauth_client_address", "oauth_client")
    op.drop_column("oauth_client", "address_key")


def downgrade() -> None:
    op.add_column("oauth_client", sa.Column("address_key", sa.String(length=32), nullable=True))
    op.create_index("oauth_client_address", "oauth_client", ["address_key", "created"])
