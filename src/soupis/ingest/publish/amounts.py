"""Amounts and codes of the public register as numbers and words."""

from __future__ import annotations

from functools import lru_cache

from soupis.registers.records import Amount
from soupis.wire.labels import CODE_WORDS, CURRENCIES

_SIGNS = {"CZK": "Kč"}


def words_of(code: str | None) -> str | None:
    """Return a code of the register in words: KMENOVE_NA_JMENO → kmenové na jméno."""
    if code is None:
        return None
    if words := CODE_WORDS.get(code.upper()):
        return words.cs
    return code.replace("_", " ").lower() if code.isupper() else code


def number(text: str | None) -> int | float | None:
    """Return a stored decimal as a JSON number."""
    if text is None:
        return None
    value = float(text)
    return int(value) if value.is_integer() else value


@lru_cache(maxsize=10_000)
def amount_text(amount: Amount | None) -> str | None:
    """Return an amount in words: "33,5 %", "66 666,50 Kč", or the register's own wording."""
    if amount is None:
        return None
    unit, value = amount.unit, amount.value
    if unit == "PROCENTA" and value is not None:
        return f"{_czech_number(value)} %"
    if unit in CURRENCIES and value is not None:
        currency = CURRENCIES[unit]
        return f"{_czech_number(value, cents=2)} {_SIGNS.get(currency, currency)}"
    return amount.text


def _czech_number(value: str, *, cents: int = 0) -> str:
    """Return a stored decimal as Czechs write it: thousands apart, a decimal comma.

    A part of a unit has at least so many digits as `cents`.
    """
    whole, _, part = value.partition(".")
    grouped = f"{int(whole):,}".replace(",", " ")
    # Nobody owes or holds "-0": a sign is kept where the whole part loses it.
    sign = "-" if value.startswith("-") and not grouped.startswith("-") else ""
    return f"{sign}{grouped},{part:0<{cents}}" if part else f"{sign}{grouped}"
