"""Ingest: merge what the registers say into the tables, decide, and publish documents."""
