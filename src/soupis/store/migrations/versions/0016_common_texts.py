"""Texts that stand in the public register many times were stored by their number until version 0030"""

from __future__ import annotations

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Change nothing: the texts are read again with version 0030."""


def downgrade() -> None:
    """Change nothing."""
