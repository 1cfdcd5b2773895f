"""Clients of the source registers: what to ask and at which address; parsing is in `soupis.registers`."""
