"""Databases: the system of record, the change log, and the read model that requests are answered from."""
