"""Alembic environment: always given a connection by `soupis.store.migrate`."""

from __future__ import annotations

from alembic import context

from soupis.store.tables import metadata

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=metadata,
    version_table="registry_version",
    render_as_batch=connection.dialect.name == "sqlite",
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
