"""Real databases, see tests/support/databases.py."""

from tests.support.databases import (
    empty_file,
    postgresql_registry,
    registry,
    registry_database,
    sqlite_registry,
)

__all__ = ["empty_file", "postgresql_registry", "registry", "registry_database", "sqlite_registry"]
