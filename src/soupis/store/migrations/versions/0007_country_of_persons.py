"""The country of natural persons beside that of legal ones; numbers of foreign registers link nobody"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

from soupis.folding import fold_words
from soupis.identifiers import has_valid_check_digit

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

# What the registers print for this state, or where they know none; folded.
_NOT_FOREIGN = frozenset(
    {
        "ceska republika", "ceska a slovenska federativni republika", "cesko", "cr", "cz", "ceska rep",
        "czech republic", "", "neuvedeno", "neuveden", "neznamy", "nezjisteno", "stat neuveden",
    }
)  # fmt: skip
_ENGAGEMENT = sa.table("engagement", sa.column("legal_ico"), sa.column("legal_number"), sa.column("country"))
_ICO, _COUNTRY = _ENGAGEMENT.c.legal_ico, _ENGAGEMENT.c.country


def upgrade() -> None:
    op.execute("ALTER TABLE engagement RENAME COLUMN legal_country TO country")
    linked = _ICO.is_not(None)
    countries = _distinct(_COUNTRY, linked & _COUNTRY.is_not(None))
    _unlink(_COUNTRY, (name for name in countries if " ".join(fold_words(name)) not in _NOT_FOREIGN))
    _unlink(_ICO, (ico for ico in _distinct(_ICO, linked) if not has_valid_check_digit(ico)))


def _distinct(column: sa.ColumnClause[Any], where: sa.ColumnElement[bool]) -> list[Any]:
    return list(op.get_bind().scalars(sa.select(column).where(where).distinct()))


def _unlink(column: sa.ColumnClause[Any], values: Iterable[Any]) -> None:
    """Keep the number of a legal person as that of a foreign register."""
    number = sa.func.coalesce(_ENGAGEMENT.c.legal_number, sa.cast(_ICO, sa.Text))
    for chunk in _chunks(list(values)):
        op.execute(
            _ENGAGEMENT.update()
            .where(_ICO.is_not(None), column.in_(chunk))
            .values(legal_number=number, legal_ico=None)
        )


def _chunks(values: list[Any]) -> Iterator[list[Any]]:
    for first in range(0, len(values), 500):
        yield values[first : first + 500]


def downgrade() -> None:
    op.execute("ALTER TABLE engagement RENAME COLUMN country TO legal_country")
