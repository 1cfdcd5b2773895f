"""ARES: answers of its REST interface (version 3), whatever endpoint they come from, as typed records."""

from soupis.registers.ares.answers import error_of, read

__all__ = ["error_of", "read"]
