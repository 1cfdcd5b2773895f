"""Alembic migrations of the system of record."""
