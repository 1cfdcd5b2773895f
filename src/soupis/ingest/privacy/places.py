"""Addresses by their shape: words with capitals, small words that addresses have, and numbers."""

from __future__ import annotations

import re
from typing import NamedTuple

from soupis.ingest.privacy import words
from soupis.ingest.privacy.tokens import Token, is_house_mark

_HOUSE = re.compile(r"\d{1,5}[a-z]?(?:\s?/\s?\d{1,4}[a-z]?)?")
_YEAR = re.compile(r"(?:19\d|20[0-4])\d")
_BESIDE = frozenset(",./-\n")
_NO_PLACE = (
    words.LIVING | words.MAYBE_LIVING | words.BIRTH | words.BIRTH_NUMBER | words.TAX_ID | words.ROLE
    | words.PROFESSION | words.SEAT | words.STOP | words.OTHER_NUMBER | words.PERSON | words.DATE
    | words.NUMBER | words.HIDDEN | words.TITLE | words.SALUTATION
)  # fmt: skip
_MOST_TOKENS = 40
_ABBREVIATED = words.LIVING | words.MAYBE_LIVING | words.BIRTH | words.IN_ADDRESS
# A number up to this behind the name of a large town is one of its districts.
_MOST_DISTRICTS = 22


class Place(NamedTuple):
    """Tokens that may be an address, `end` excluded, and whether they surely are one."""

    start: int
    end: int
    is_address: bool


def read_place(tokens: list[Token], start: int) -> Place:
    """Return the longest place that begins with a token; it is empty if none does."""
    end = start
    while end < min(len(tokens), start + _MOST_TOKENS) and _goes_on(tokens, start, end):
        end += 1
    while end > start and not _may_end(tokens[end - 1]):
        end -= 1
    return Place(start, end, _is_address(tokens, start, end))


def ends_sentence(tokens: list[Token], index: int) -> bool:
    """Tell whether a full stop ends a sentence and not an abbreviation."""
    token, following = tokens[index], tokens[index + 1 : index + 2]
    if token.text not in (".", "!", "?") or not following or not index:
        return False
    before = tokens[index - 1]
    is_short = len(before.text) <= (5 if before.kinds & _ABBREVIATED else 3) and before.text[0].isalpha()
    if is_short or before.kinds & (words.SOFT_TITLE | words.TITLE | words.MONTH):
        return False
    if before.text.isdigit() and (
        following[0].kinds & words.MONTH or re.fullmatch("[ivx]+", following[0].text)
    ):
        return False  # "28. ŘÍJNA"
    opens = (following[0].capital and len(following[0].text) > 1) or following[0].kinds & words.PERSON
    return bool(opens) and following[0].start > token.end and not following[0].kinds & words.COUNTRY


def _goes_on(tokens: list[Token], start: int, index: int) -> bool:
    token = tokens[index]
    if token.text[0].isdigit() and not token.kinds:
        return _is_house(tokens, start, index)
    if token.text == ":":
        return index > start and tokens[index - 1].text == "psc"
    if token.text in _BESIDE:
        return index > start and not ends_sentence(tokens, index) and token.kinds == 0
    if not token.text[0].isalpha():
        return False
    following = tokens[index + 1] if index + 1 < len(tokens) else None
    if following is not None and following.text == ":":
        return bool(token.kinds & words.IN_ADDRESS) and token.text == "psc"
    if token.kinds & words.IN_ADDRESS or is_house_mark(tokens, index):
        return True
    if not token.capital:
        # "17. listopadu 5", "Pod lipami 5"
        is_day = token.kinds & words.MONTH and index > start and tokens[index - 1].text == "."
        return bool(is_day) or _is_small_street(tokens, start, index)
    if token.kinds & words.SEAT and index > start and tokens[index - 1].kinds & words.IN_ADDRESS:
        return _ends_with_number(tokens, index + 1)  # "U Školy 3"
    return not token.kinds & _NO_PLACE


def _is_small_street(tokens: list[Token], start: int, index: int) -> bool:
    """Tell whether a small word goes on a street that began with a preposition: "U Staré školy 5"."""
    if tokens[index].kinds & (_NO_PLACE & ~words.SEAT | words.ACT) or not _ends_with_number(
        tokens, index + 1
    ):
        return False
    if (
        not tokens[index].kinds
        and tokens[index + 1].text[0].isdigit()
        and tokens[index - 1].capital
        and index > start
    ):
        return True
    for before in tokens[max(start, index - 2) : index][::-1]:
        if before.kinds & words.IN_ADDRESS or not before.text.isalpha():
            return bool(before.kinds & words.IN_ADDRESS)
    return False


def _ends_with_number(tokens: list[Token], index: int) -> bool:
    following = tokens[index] if index < len(tokens) else None
    return following is not None and (
        is_house_mark(tokens, index) or (following.text[0].isdigit() and not following.kinds)
    )


def _is_house(tokens: list[Token], start: int, index: int) -> bool:
    """Tell whether a number may be one of a house, or a part of a postal code."""
    token, before = tokens[index], tokens[index - 1] if index else None
    following = tokens[index + 1] if index + 1 < len(tokens) else None
    if not _HOUSE.fullmatch(token.text):
        return False
    label = tokens[index - 2] if index > 1 and before is not None and before.text == "." else before
    if label is not None and (label.kinds & words.OTHER_NUMBER or label.text in "§%+"):
        return False
    if before is not None and before.text.isalpha() and before.end == token.start and not before.kinds:
        return False  # "CZ0203"
    if following is None:
        return True
    if following.text in ("%", ")") and (before is None or not before.text[0].isalpha()):
        return following.text == ")" and index > start and before is not None and before.text not in ",;\n"
    if following.text in ".," and following.start == token.end and index + 2 < len(tokens):
        after = tokens[index + 2]
        if after.start == following.end and (after.text[0].isdigit() or after.text == "-"):
            return False
    if (
        before is not None
        and before.text in ".,"
        and before.end == token.start
        and tokens[index - 2].text.isdigit()
    ):
        return False
    return not _is_amount(tokens, index)


def _is_amount(tokens: list[Token], index: int) -> bool:
    """Tell whether thousands or a unit follow a number: "20 000", "12 ks"."""
    following = tokens[index + 1]
    after = tokens[index + 2] if index + 2 < len(tokens) else None
    if re.fullmatch(r"\d{3}", following.text) and following.start > tokens[index].end:
        return after is None or not re.fullmatch(r"\d\d", after.text)
    return bool(following.kinds & words.UNIT) and len(following.text) > 1


def _may_end(token: Token) -> bool:
    return token.capital or token.text[0].isdigit()


def _is_address(tokens: list[Token], start: int, end: int) -> bool:
    if not any(token.capital or token.kinds & words.MONTH for token in tokens[start:end]):
        return False
    return any(
        _is_number_of_address(tokens, start, end, index)
        for index in range(start, end)
        if tokens[index].text[0].isdigit()
    )


def _is_number_of_address(tokens: list[Token], start: int, end: int, index: int) -> bool:
    """Tell whether a number is one of a house or a postal code, not of a district or a year."""
    number = tokens[index].text
    before = tokens[index - 1] if index > start else None
    following = tokens[index + 1] if index + 1 < end else None
    if re.fullmatch(r"\d{5}", number) or (
        len(number) == 3 and following is not None and re.fullmatch(r"\d\d", following.text)
    ):
        return True
    if before is not None and (before.kinds & words.HOUSE_MARK or before.text in ("c", ".", "cislo")):
        return before.text != "." or _is_marked(tokens, start, index)
    if "/" in number:
        return not re.search(r"/\s?(?:19|20)\d\d$", number)
    if before is None or not before.text[0].isalpha():
        return following is not None and (following.capital or bool(following.kinds & words.IN_ADDRESS))
    if before.kinds & words.NUMBERED_TOWN and int(re.match(r"\d+", number)[0]) <= _MOST_DISTRICTS:  # type: ignore[index]
        return False
    if _YEAR.fullmatch(number):
        has_street = any(token.kinds & words.IN_ADDRESS for token in tokens[start:index])
        return has_street or (following is not None and following.text in ",\n-")
    return True


def _is_marked(tokens: list[Token], start: int, index: int) -> bool:
    """Tell whether a mark of a house ("č.", "č. p.") or an abbreviation of a street is before a number."""
    return index - 2 >= start and bool(
        tokens[index - 2].kinds & (words.HOUSE_MARK | words.IN_ADDRESS) or tokens[index - 2].text == "c"
    )
