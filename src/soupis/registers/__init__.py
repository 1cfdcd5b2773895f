"""Source registers: one module each, bytes in, typed records out; no database in here."""
