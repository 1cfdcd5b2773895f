"""The databases of accounts, in which grants and clients are stored too."""

from tests.accounts.conftest import clock, database, directory, postgresql_url, sqlite_url, url

__all__ = ["clock", "database", "directory", "postgresql_url", "sqlite_url", "url"]
