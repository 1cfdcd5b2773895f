"""ARES: answers of its REST interface (version 3), whatever endpoint they come from, as typed records."""

from soupis.registers.ares.answers import AresError, read

__all__ = ["AresError", "read"]
