"""Hidden persons are a list of decisions instead of a column of all persons"""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

_SETTING = sa.table("setting", sa.column("name", sa.Text), sa.column("value", sa.Text))
_LONG_AGO = "1970-01-01T00:00:00Z"  # when was not noted, and any decision that was is later
_NAME, _UNPUBLISHED = "hidden_persons", "hidden_unpublished"


def upgrade() -> None:
    connection = op.get_bind()
    person = sa.text("SELECT id, key, identity, first_name, last_name FROM person WHERE hidden")
    hidden = [_decision(connection, *row) for row in connection.execute(person).all()]
    if hidden:
        companies = sorted({ico for item in hidden for ico in item["companies"]})
        for name, value in ((_NAME, hidden), (_UNPUBLISHED, companies)):
            connection.execute(_SETTING.insert().values(name=name, value=json.dumps(value)))
    op.drop_column("person", "hidden")


def downgrade() -> None:
    op.add_column("person", sa.Column("hidden", sa.Boolean(), nullable=False, server_default=sa.false()))
    connection = op.get_bind()
    stored = connection.scalar(sa.select(_SETTING.c.value).where(_SETTING.c.name == _NAME))
    person = sa.table("person", sa.column("identity", sa.LargeBinary), sa.column("hidden", sa.Boolean))
    for item in json.loads(stored or "[]"):
        is_same = person.c.identity == bytes.fromhex(item["identity"])
        connection.execute(person.update().where(is_same).values(hidden=item.get("hidden", True)))
    connection.execute(_SETTING.delete().where(_SETTING.c.name.in_((_NAME, _UNPUBLISHED))))


def _decision(
    connection: sa.Connection, number: int, key: str, identity: bytes, first: str | None, last: str
) -> dict[str, Any]:
    engagements = sa.text("SELECT DISTINCT ico FROM engagement WHERE person_id = :number ORDER BY ico")
    return {
        "identity": bytes(identity).hex(),
        "key": key,
        "decided": _LONG_AGO,
        "firstName": first,
        "lastName": last,
        "companies": [ico for (ico,) in connection.execute(engagements, {"number": number})],
    }
