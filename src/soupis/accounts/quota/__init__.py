"""Quotas: tariffs, windows, units counted exactly, exports one at a time, daily statistics."""
