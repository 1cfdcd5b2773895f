"""Bank accounts in what people type: behind a label, alone, or beside a name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from soupis.bank_accounts import IBAN_LENGTHS, BankAccount, parse_account
from soupis.search.analysis import words_of

# Texts come folded: small letters without diacritics.
_LABEL = (
    r"(?<![a-z0-9])(?:ucet|uctu|ucte|uctem|c\.? ?u\.?|bankovni(?:ho)? spojeni|iban"
    r"|(?:bank )?account(?: n(?:o|umber))?)(?:(?![a-z])|(?=[a-z]{2}[0-9]{2}))"
)
_BANK = r"\s?(?:/|,?\s?(?:kod(?:em|u)? )?bank[ay]?:?)\s?([0-9]{4})(?![0-9/])"
_BEFORE_NUMBER = rf"(?:a )?(?:cislo[\s:]*)?(?:{_LABEL})?[\s.:#]*(?:cislo[\s:]*)?"
# Behind a label digits may stand in groups: "účet 2000 145 399 / 0800".
_LABELLED = re.compile(_LABEL + r"[\s.:#]*((?:[0-9][0-9 ]{0,7}-\s?)?[0-9][0-9 ]{0,20})" + _BANK)
# "19 2000145399/0800": read without its prefix, it would be the account of somebody else.
_SPACE_FOR_DASH = re.compile(r"(?<![0-9/.-])([0-9]{1,6})\s([0-9]{2,10})" + _BANK)
# "předčíslí 107, číslo účtu 2111222334": without its prefix, it would be the account of somebody else.
_PREFIX_APART = re.compile(
    r"predcisli(?: uctu)?[\s:]*([0-9]{1,6})[\s,;.]+" + _BEFORE_NUMBER + r"(?=[0-9]{2,10}(?![0-9-]))"
)
# "kód banky 0100, číslo účtu 107-2111222334"
_BANK_FIRST = re.compile(
    r"(?<![a-z])(?:kod(?:em|u)? )?bank[ay]?[\s:]*([0-9]{4})[\s,;.]+"
    + _BEFORE_NUMBER
    + r"((?:[0-9]{1,6}\s?-\s?)?[0-9][0-9 ]{0,20})(?!\s?[0-9/-])"
)
# "107-2111222334 0100", and behind a label "2111222334 0100"
_SPACE_FOR_STROKE = re.compile(
    rf"(?:(?<![0-9/.-])(?=[0-9]+-)|{_LABEL}[\s.:#]*)((?:[0-9]{{1,6}}-)?[0-9]{{6,10}})\s([0-9]{{4}})(?!\s?[0-9/-])"
)
_BIC = re.compile(r"(?<![a-z0-9])(?:bic|swift)[\s:]*[a-z]{6}[a-z0-9]{2}(?:[a-z0-9]{3})?(?![a-z0-9])")
_NATIONAL = re.compile(r"(?<![0-9/.-])(?<![0-9]- )(?<![0-9] - )((?:[0-9]{1,6}\s?-\s?)?[0-9]{1,16})" + _BANK)
# A label may stand before it without a space: "IBANCZ65 0800 …".
_BEGINNING_OF_IBAN = re.compile(
    r"(?:(?<![a-z0-9])|(?<=(?<![a-z0-9])iban)|(?<=(?<![a-z0-9])ucet)|(?<=(?<![a-z0-9])uctu))"
    r"[a-z]{2}[ -]?[0-9]{2}(?=[ .-]?[a-z0-9])"
)
_SIGN = re.compile(r"[ .-]?([a-z0-9])")
_HAS_LABEL = re.compile(_LABEL)
_DASHES = str.maketrans("\u2010\u2011\u2012\u2013\u2014\u2212", "------")
# A shorter number beside other words may be that of a house or a decree.
_SHORTEST_UNLABELLED = 6
# Words that are written around an account and name nobody.
_AROUND_ACCOUNT = frozenset("""
bankovni bankovniho spojeni cislo cisla cislem c u cu ucet uctu ucte uctem banka banky bance bankou kod kodu
kodem iban swift bic account bank number no platba platbu platby platit zaplatit poslat prevod na z komu ci je
patri nalezi kdo vlastni ma zverejneny zverejnena zverejnil overit overeni firma firmy spolecnost dodavatel
prijemce cz czk kc dodavatele dodavateli odberatel odberatele prijemci plati platim bu over overte
vs ks ss variabilni konstantni specificky symbol castka castku eur the of for to who owns whose it belongs
company pay payment
""".split())  # fmt: skip


class FoundAccount(NamedTuple):
    """An account in a text, and the text without it."""

    account: BankAccount
    rest: str

    @property
    def names_nobody(self) -> bool:
        """Whether the rest of the text is only said about accounts and payments."""
        words = words_of(_BIC.sub(" ", self.rest))
        return all(word in _AROUND_ACCOUNT or word.isdigit() for word in words)


def find_account(folded: str) -> FoundAccount | None:
    """Return the account that somebody wrote in a text, None where there is none.

    Digits with a stroke that are not labelled and whose check digits are wrong may be anything, unless they
    are all that is written.
    """
    if "/" not in folded and not any(char.isdigit() for char in folded):
        return None
    folded = _PREFIX_APART.sub(r"ucet \1-", folded.translate(_DASHES))
    labelled = _HAS_LABEL.search(folded) is not None
    for start, end, account in (*_ibans(folded), *_nationals(folded, labelled=labelled)):
        rest = f"{folded[:start]} {folded[end:]}"
        if account.iban or labelled or not any(char.isalnum() for char in rest):
            return FoundAccount(account, rest)
    return None


def _nationals(folded: str, *, labelled: bool) -> Iterator[tuple[int, int, BankAccount]]:
    for match in _SPACE_FOR_DASH.finditer(folded):
        account = parse_account(f"{match[1]}-{match[2]}/{match[3]}")
        if account and account.iban:
            yield match.start(), match.end(), account
    for match in _BANK_FIRST.finditer(folded):
        account = parse_account(f"{match[2]}/{match[1]}")
        if account and (account.iban or (labelled and len(match[2]) >= _SHORTEST_UNLABELLED)):
            yield match.start(), match.end(), account
    for match in _SPACE_FOR_STROKE.finditer(folded):
        account = parse_account(f"{match[1]}/{match[2]}")
        if account and account.iban:
            yield match.start(), match.end(), account
    for pattern in (_LABELLED, _NATIONAL):
        for match in pattern.finditer(folded):
            account = parse_account(f"{match[1]}/{match[2]}")
            digits = sum(char.isdigit() for char in match[1])
            is_long = "-" in match[1] or digits >= _SHORTEST_UNLABELLED
            is_whole = match[0] == folded.strip() and account is not None and account.iban is not None
            if account and (is_long or is_whole or labelled):
                yield match.start(1), match.end(), account


def _ibans(folded: str) -> Iterator[tuple[int, int, BankAccount]]:
    for match in _BEGINNING_OF_IBAN.finditer(folded):
        length = IBAN_LENGTHS.get(match[0][:2].upper(), 0)
        signs, end = re.sub("[ -]", "", match[0]), match.end()
        while len(signs) < length and (sign := _SIGN.match(folded, end)):
            signs, end = signs + sign[1], sign.end()
        ends = end == len(folded) or not folded[end].isalnum()
        if ends and (account := parse_account(signs)):
            yield match.start(), end, account
