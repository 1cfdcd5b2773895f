"""Bank accounts: one account in any notation, Czech ("19-2000145399/0800") or international (IBAN).

The two check digits of an IBAN make it divisible by 97 with remainder 1. The prefix and the number of a Czech
account each have a weighted sum divisible by 11.
"""

from __future__ import annotations

import re
from typing import NamedTuple

# Signs that people and registers write between digits.
_BLANKS = re.compile(r"[\s\u200b\u2060\ufeff]+")
_DASHES = str.maketrans("\u2010\u2011\u2012\u2013\u2014\u2212", "------")
_NATIONAL = re.compile(r"(?:([0-9]{1,6})-)?([0-9]{1,10})/([0-9]{4})")
# Without a dash only the last ten digits are certain to be the number.
_WITHOUT_DASH = re.compile(r"([0-9]{1,6})([0-9]{10})/([0-9]{4})")
_IBAN = re.compile(r"([A-Z]{2})[0-9]{2}[A-Z0-9]{11,30}")
_CZECH_IBAN = re.compile(r"CZ[0-9]{2}([0-9]{4})([0-9]{6})([0-9]{10})")
_WEIGHTS = (1, 2, 4, 8, 5, 10, 9, 7, 3, 6)  # of the digits from the last one on
_GROUP = re.compile(r".{1,4}")
_CHARACTERS = re.compile(r"[^A-Z0-9]+")

# Length of an IBAN by country, from the registry of SWIFT.
IBAN_LENGTHS = {
    entry[:2]: int(entry[2:])
    for entry in (
        "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 "
        "EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 "
        "IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 "
        "NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 "
        "SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30"
    ).split()
}


class BankAccount(NamedTuple):
    """A bank account, the same for every notation in which it may be written.

    `key` is equal for all notations of an account; it is the IBAN if the check digits are right. `iban` is
    None if check digits are wrong, `national` also for accounts abroad. `bank` is the code of a Czech bank.
    `text` is the usual notation: that of the country for a Czech account, otherwise the IBAN. If check digits
    are wrong, it is the notation that was read, without spaces and leading zeros.
    """

    key: str
    text: str
    iban: str | None = None
    national: str | None = None
    bank: str | None = None

    @property
    def notations(self) -> str:
        """Both notations in one text, "19-2000145399/0800, IBAN CZ6508000000192000145399"."""
        return f"{self.national}, IBAN {self.iban}" if self.national else self.text


def parse_account(text: str) -> BankAccount | None:
    """Return the account that a text is, or None if the text is not written like one.

    Wrong check digits still give an account, without `iban` and `national`.
    """
    compact = _BLANKS.sub("", text.translate(_DASHES)).upper()
    if match := _NATIONAL.fullmatch(compact):
        return _of_parts(match[1] or "", match[2], match[3])
    if match := _WITHOUT_DASH.fullmatch(compact):
        return _of_parts(*match.groups())
    return _of_iban(re.sub(r"[-.:]", "", compact).removeprefix("IBAN"))


def account_key(text: str) -> str:
    """Return a text that is equal for all notations of an account, whatever a register may have printed."""
    account = parse_account(text)
    return account.key if account else _CHARACTERS.sub("", text.upper())


def group_iban(iban: str) -> str:
    """Return an IBAN in groups of four, as it is printed."""
    return " ".join(_GROUP.findall(iban))


def has_valid_iban_digits(iban: str) -> bool:
    """Tell whether the check digits of an IBAN without spaces are right."""
    return int("".join(str(int(char, 36)) for char in iban[4:] + iban[:4])) % 97 == 1


def with_check_digit(stem: int) -> int:
    """Return a number that begins with a stem, or a slightly bigger one, and has a right last digit."""
    while (digit := -_weighted_sum(f"{stem}0") % 11) == 10:
        stem += 1
    return stem * 10 + digit


def _of_parts(prefix: str, number: str, bank: str) -> BankAccount:
    body = f"{bank}{prefix:0>6}{number:0>10}"
    check = 98 - int(f"{body}123500") % 97  # CZ00 in digits
    iban = f"CZ{check:02d}{body}"
    prefix, number = prefix.lstrip("0"), number.lstrip("0") or "0"
    written = f"{prefix}-{number}/{bank}" if prefix else f"{number}/{bank}"
    if not _has_valid_digits(prefix, number):
        return BankAccount(iban, written, None, None, bank)
    return BankAccount(iban, written, iban, written, bank)


def _of_iban(iban: str) -> BankAccount | None:
    match = _IBAN.fullmatch(iban)
    if match is None or IBAN_LENGTHS.get(match[1]) != len(iban):
        return None
    valid = iban if has_valid_iban_digits(iban) else None
    if match[1] != "CZ":
        return BankAccount(iban, iban, valid)
    if (parts := _CZECH_IBAN.fullmatch(iban)) is None:
        return None
    bank, prefix, number = parts.groups()
    national = _of_parts(prefix, number, bank).national if valid else None
    return BankAccount(iban, national or iban, valid, national, bank)


def _has_valid_digits(prefix: str, number: str) -> bool:
    return number != "0" and _weighted_sum(prefix) % 11 == 0 == _weighted_sum(number) % 11


def _weighted_sum(digits: str) -> int:
    return sum(weight * int(digit) for weight, digit in zip(_WEIGHTS, reversed(digits), strict=False))
