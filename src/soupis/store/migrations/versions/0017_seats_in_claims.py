"""A company names the source whose claim gives its seat, which is stored there only"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

_TEXTS = (
    "seat_text", "seat_municipality", "seat_part", "seat_city_district", "seat_street", "seat_house_number",
    "seat_orientation_number",
)  # fmt: skip
_NUMBERS = (
    "seat_region", "seat_municipality_code", "seat_house_number_kind", "seat_postal_code",
    "seat_address_point",
)  # fmt: skip
_LENGTHS = {"seat_country": 3, "seat_district": 6}
_NAMES = (*_TEXTS, *_NUMBERS, *_LENGTHS)
# Seats were taken whole from the first of these that names a municipality or gives a text.
_SOURCES = ("ares", "res", "ares_res", "public_register", "ares_vr")

_company = sa.table("company", sa.column("ico"), sa.column("seat_source"))
_claim = sa.table("company_claim", sa.column("ico"), sa.column("source"), *map(sa.column, _NAMES))
_seat = sa.table("seat", sa.column("ico"), *map(sa.column, _NAMES))


def upgrade() -> None:
    op.add_column("company", sa.Column("seat_source", sa.String(16)))
    same = [_claim.c[name].is_not_distinct_from(_seat.c[name]) for name in _NAMES]
    # The first claim that says what the merged seat does is the one it came from; should none do so, the
    # first that tells of any.
    whens = [(_has_claim(source, *same), sa.literal(source)) for source in _SOURCES]
    whens += [(_has_claim(source), sa.literal(source)) for source in _SOURCES]
    op.execute(_company.update().values(seat_source=sa.case(*whens)))
    op.drop_table("seat")


def _has_claim(source: str, *conditions: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    """Tell whether a company with a seat has a claim of a source that tells one, under some conditions."""
    claim = (_claim.c.source == source) & (_claim.c.ico == _company.c.ico)
    query = sa.select(sa.literal(1)).select_from(_claim.join(_seat, _seat.c.ico == _claim.c.ico))
    return query.where(claim, _told(_claim), _told(_seat), *conditions).correlate(_company).exists()


def _told(table: sa.TableClause) -> sa.ColumnElement[bool]:
    return sa.or_(table.c.seat_municipality.is_not(None), table.c.seat_text.is_not(None))


def downgrade() -> None:
    op.create_table(
        "seat",
        sa.Column("ico", sa.Integer(), autoincrement=False, primary_key=True),
        *(sa.Column(name, sa.Text()) for name in _TEXTS),
        *(sa.Column(name, sa.BigInteger()) for name in _NUMBERS),
        *(sa.Column(name, sa.String(length)) for name, length in _LENGTHS.items()),
    )
    seats = sa.select(_company.c.ico, *(_claim.c[name] for name in _NAMES)).select_from(
        _company.outerjoin(
            _claim, (_claim.c.source == _company.c.seat_source) & (_claim.c.ico == _company.c.ico)
        )
    )
    op.execute(_seat.insert().from_select(["ico", *_NAMES], seats))
    op.drop_column("company", "seat_source")
