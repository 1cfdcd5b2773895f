"""Made-up bank accounts and the notations in which people and registers write them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hypothesis import strategies as st

_WEIGHTS = (6, 3, 7, 9, 10, 5, 8, 4, 2, 1)


class Parts(NamedTuple):
    """A valid Czech account; the prefix may be zero."""

    prefix: int
    number: int
    bank: int

    @property
    def national(self) -> str:
        """Notation without leading zeros."""
        return (
            f"{self.prefix}-{self.number}/{self.bank:04d}"
            if self.prefix
            else f"{self.number}/{self.bank:04d}"
        )

    @property
    def iban(self) -> str:
        """IBAN, computed by the definition: letters as numbers, the first four signs moved to the end."""
        body = f"{self.bank:04d}{self.prefix:06d}{self.number:010d}"
        return f"CZ{98 - int(body + '123500') % 97:02d}{body}"


def is_valid(number: int) -> bool:
    """Tell whether a prefix or a number is divisible by the rule of the Czech National Bank."""
    return (
        sum(weight * int(digit) for weight, digit in zip(_WEIGHTS, f"{number:010d}", strict=True)) % 11 == 0
    )


def _completed(stem: int, digits: int) -> int | None:
    number = next((stem * 10 + last for last in range(10) if is_valid(stem * 10 + last)), None)
    return number if number is not None and number < 10**digits else None


_numbers = st.integers(10, 10**9 - 1).map(lambda stem: _completed(stem, 10)).filter(bool)
_prefixes = st.one_of(st.just(0), st.integers(1, 10**5 - 1).map(lambda stem: _completed(stem, 6) or 0))
valid_accounts: st.SearchStrategy[Parts] = st.builds(
    Parts, _prefixes, _numbers.map(lambda number: number or 0), st.integers(100, 9_999)
)


def _padded(parts: Parts) -> str:
    return f"{parts.prefix:06d}-{parts.number:010d}/{parts.bank:04d}"


def _padded_number(parts: Parts) -> str:
    return f"{parts.prefix}-" * bool(parts.prefix) + f"{parts.number:010d}/{parts.bank:04d}"


def _blanks(parts: Parts) -> str:
    prefix = f"{parts.prefix} - " if parts.prefix else ""
    return f"{prefix}{parts.number} / {parts.bank:04d}"


def _grouped(parts: Parts) -> str:
    return " ".join(parts.iban[place : place + 4] for place in range(0, 24, 4))


NOTATIONS: dict[str, Callable[[Parts], str]] = {
    "national": lambda parts: parts.national,
    "padded": _padded,
    "padded without a dash": lambda parts: _padded(parts).replace("-", ""),
    "padded number alone": _padded_number,
    "spaces": _blanks,
    "no-break spaces": lambda parts: _blanks(parts).replace(" ", "\u00a0"),
    "long dash": lambda parts: parts.national.replace("-", "–"),
    "IBAN": lambda parts: parts.iban,
    "small IBAN": lambda parts: parts.iban.lower(),
    "IBAN in groups": _grouped,
    "small IBAN in groups": lambda parts: _grouped(parts).lower(),
    "IBAN with dashes": lambda parts: _grouped(parts).replace(" ", "-"),
    "IBAN with no-break spaces": lambda parts: _grouped(parts).replace(" ", "\u00a0"),
}

LABELS = (
    "{}", " {} ", "účet {}", "Účet: {}", "č. ú. {}", "č.ú.: {}", "číslo účtu {}", "IBAN {}", "IBAN: {}",
    "bankovní účet {}", "Bankovní spojení: {}", "komu patří účet {}", "čí je účet {}?", "account {}",
    "bank account no. {}", "platba na účet {}", "ucet {}", "ÚČET Č. {}",
    "IBAN{}", "účet{}", "č.ú.{}",
)  # fmt: skip
