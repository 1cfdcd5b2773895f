"""Receipts: signed statements of what was answered, and how they are verified."""
