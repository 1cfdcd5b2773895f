"""The tariffs: the one place where limits and prices are written down ("Rules" in docs/quotas.md)."""

from __future__ import annotations

from typing import Literal, NamedTuple

ROWS_PER_UNIT = 100

Period = Literal["day", "month"]


class Tariff(NamedTuple):
    """What a caller may use: units per calendar period and rows per export."""

    name: str
    limit: int
    period: Period
    export_rows: int
    price_czk: int  # per month, without VAT
    lease: int  # units that a process may take ahead for a busy caller; 0 = every step goes to the database
    watched: int = 0  # companies that may be watched


ANONYMOUS = Tariff("anonymous", 30, "day", 1_000, 0, lease=0)
FREE = Tariff("free", 500, "month", 5_000, 0, lease=0, watched=50)
STANDARD = Tariff("standard", 50_000, "month", 20_000, 990, lease=50, watched=2_000)
BUSINESS = Tariff("business", 500_000, "month", 50_000, 2_990, lease=50, watched=20_000)
ENTERPRISE = Tariff("enterprise", 5_000_000, "month", 50_000, 9_900, lease=50, watched=200_000)

# Tariffs that an account can have, cheapest first.
TARIFFS = {tariff.name: tariff for tariff in (FREE, STANDARD, BUSINESS, ENTERPRISE)}


def export_units(rows: int) -> int:
    """Return what an export of so many rows costs, in units: one for every started hundred."""
    return -(-rows // ROWS_PER_UNIT)
