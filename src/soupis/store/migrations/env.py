"""Alembic environment: always given a connection and the tables by `soupis.store.migrate`."""

from __future__ import annotations

from alembic import context

attributes = context.config.attributes
connection = attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=attributes["metadata"],
    version_table=attributes["version_table"],
    render_as_batch=connection.dialect.name == "sqlite",
    transactional_ddl=True,
    # On PostgreSQL the tables of registers and of accounts stand in one database.
    include_name=lambda name, kind, _parents: kind != "table" or name in attributes["metadata"].tables,
)
with context.begin_transaction():
    context.run_migrations()
