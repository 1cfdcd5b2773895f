"""Receipts: signatures over answers, the append-only log of them, and how both are verified."""
