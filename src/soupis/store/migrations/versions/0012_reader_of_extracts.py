"""Which version read an extract; branches known so far as bodies or claims; companies are merged again"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

_SEAT = (
    "seat_text, seat_country, seat_region, seat_district, seat_municipality_code, seat_municipality,"
    " seat_part, seat_city_district, seat_street, seat_house_number, seat_house_number_kind,"
    " seat_orientation_number, seat_postal_code, seat_address_point"
)
_UNKNOWN = (
    "NOT EXISTS (SELECT 1 FROM branch b WHERE b.ico = e.ico AND b.source = e.source AND b.part = e.part)"
)
# A branch with an extract of its own: what is known of it was the claim about the company.
_OWN = f"""
INSERT INTO branch
 (ico, source, part, name, court, court_name, section, insert_number, {_SEAT}, entered, deleted)
SELECT e.ico, e.source, e.part,
 c.name, m.court, m.court_name, m.section, m.insert_number, {_SEAT}, e.entered, c.ceased
FROM extract e
JOIN company_claim c ON c.ico = e.ico AND c.source = e.source
LEFT JOIN file_mark m ON m.ico = e.ico AND m.source = e.source AND m.part = e.part
 AND m.section || ' ' || m.insert_number || '/' || m.court = e.mark
WHERE e.branch AND e.part = 0 AND {_UNKNOWN}
"""  # noqa: S608 (our own names)
# A branch in the extract of its parent: it was kept as a body of that name.
_NESTED = f"""
INSERT INTO branch (ico, source, part, name, entered, deleted)
SELECT e.ico, e.source, e.part, d.name, d.entered, d.deleted
FROM extract e
JOIN body d ON d.ico = e.ico AND d.source = e.source AND d.part = e.part AND d.kind = 'ODSTEPNY_ZAVOD'
WHERE NOT e.branch AND d.name IS NOT NULL AND {_UNKNOWN}
"""  # noqa: S608


def upgrade() -> None:
    op.add_column("extract", sa.Column("reader", sa.Integer(), nullable=True))
    op.execute(_OWN)
    op.execute(_NESTED)
    # Earlier versions made companies of the same claims otherwise. A new database has none.
    op.execute(
        "INSERT INTO setting (name, value) SELECT 'merge_again', 'true'"
        " WHERE EXISTS (SELECT 1 FROM company_claim)"
    )


def downgrade() -> None:
    op.execute("DELETE FROM setting WHERE name = 'merge_again'")
    op.drop_column("extract", "reader")
