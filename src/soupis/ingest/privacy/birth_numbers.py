"""Birth numbers: YYMMDD and three or four digits, however they are grouped, with a label or bare.

The month is raised by 50 for women, and by 20 where a day's numbers ran out (since 2004). Numbers of ten
digits, given since 1954, are divisible by eleven; until 1985 some are whose first nine digits leave ten
and that end with zero. Those of nine digits have no check digit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from soupis.ingest.privacy.folded import Folded
from soupis.ingest.privacy.names import name_before, people
from soupis.times import prague_today

Span = tuple[int, int]

# Digits that stand together, with what people put between them.
_RUN = re.compile(r"\d(?:(?:\s{0,3}(?:[-./_]|lomeno)\s{0,3}|\s{1,3})?\d)*")
# Where not even six digits and something for the others stand together, there is nothing to judge.
ENOUGH = re.compile(r"\d(?:(?:[\s\-./\\_]|lomeno){0,7}\d){8}|\d{6}[\s/-]{0,7}[x*?]")
_TEN = re.compile(r"(?<![\da-z])\d\d\s?\d\d\s?\d\d[\s-]?\d{4}(?!\d)")
_TEN_IN_THREES = re.compile(r"(?<![\da-z])\d{3}([\s.-])\d{3}\1\d{3}\1?\d(?![\s.-]?\d)")
_DASHED = re.compile(r"(?<![\da-z-])(\d{6})\s?-\s?\d{4}(?![\d-])")
_NINE = re.compile(r"(?<![\da-z])\d{6}[\s-]?\d{3}(?!\d)")
# Letters that a label may put right before a number: "DIČ:CZ", "RČ".
_LABEL_LETTERS = 5
_GROUP = re.compile(r"\d+")
_LABEL = re.compile(
    r"(?<![a-z0-9])(?:"
    r"r\.?\.?(?:\s?-)?\s{0,2}c(?:\.|is\.?|(?![a-z]))|r\s?/\s?c\b\.?|c\.\s?r\.|birth\s+certificate(?:\s+no\b\.?)?|numero\s+de\s+naissance|"
    r"rod(?:n\w*|\.)\s{0,3}c(?:is\w*|isl\w*|\.)|rod\w*\s*id\w*|"
    r"birth\s*(?:number|no\b\.?|code)|personal\s+(?:identification\s+)?(?:number|no\b\.?|id\b|code)|"
    r"(?:national|identity)\s+(?:identification\s+)?number|geburtsnummer|personenkennzahl|"
    r"numer\s+pesel|pesel|osobni\s+cislo\s+obcana|codice\s+fiscale|szemelyi\s+szam\w*"
    r")"
)
# After a label, whose number it is may come first.
_LABELLED = re.compile(
    _LABEL.pattern + r"(?P<gap>[^a-z0-9\[]{0,6}(?:(?!obchod|spis)[a-z]{1,15}[^a-z0-9\[]{1,4}){0,4}?)"
    r"(?P<number>\d(?:[\s\-./_,:]{0,3}(?:lomeno\s{0,3})?[\dx*]){4,12})"
)
# Tax IDs of natural persons are made of their birth numbers.
_TAX = re.compile(
    r"(?<![a-z0-9])(?:dic|dan\w*\s+(?:ident\w*\s+)?c\w*|vat(?:\s+(?:id|no\b\.?|number))?|tax\s?id\w*|id\s+(?:number|no\b\.?)|ic\s?dph|c\.\s?op)"
    r"[\s.:(]{0,4}(?:cz\s?)?(?:\d{3}\s?-\s?)?(?P<number>\d(?:[\s.-]?\d){5}[\s/-]{0,3}\d(?:\s?\d){2,3})(?!\d)"
)
_SLASHED = re.compile(
    r"(?<!\d)(\d{2})\s?(\d{2})\s?(\d{2})\s{0,3}(?:/|lomeno)\s{0,3}(\d\d\s?\d{1,2})(?!\d|/\d)"
)
_MASKED = re.compile(r"(?<!\d)(\d{2})(\d{2})(\d{2})\s{0,3}[/-]?\s{0,3}(?:[x*?]\s?){3,4}(?![a-z0-9])")
_MONEY_AFTER = re.compile(r"\s{0,2}(?:,-|,\d\d?(?!\d)|kc|czk|eur|usd|kcs|korun|sk\b|ks\b|akci|%|m2|\$|€|£)")
_MONEY_BEFORE = re.compile(r"(?:kc|czk|eur|usd|kcs|\$|€|£|hodnot\w*|vys[ie]|cast\w{1,3})\W{0,3}$")
_THOUSANDS = re.compile(r"\d{1,3}(?:(?:\s\d{3})+|(?:\.\d{3})+)")
_BANK_CODE = re.compile(r"\s?/\s?\d{4}(?!\d)")
_ISIN = re.compile(r"isin\W{0,3}(?:[a-z]{2})?$|(?<![a-z])(?:[a-bd-z][a-z]|c[a-y])\d?$")
# The word stands somewhere before the code: "ISIN kmenových akcií je CZ1005…". A tax ID has the same form.
_ISIN_BEFORE = re.compile(
    r"(?<![a-z])isin(?![a-z])(?:(?!(?<![a-z])(?:dic|r\.?\s?c|rod|osob|nar)(?![a-z]{3}))\D){0,40}?"
    r"(?<![a-z])(?P<country>[a-z]{2})[\s-]{0,3}$"
)
# A number of something else: nine digits say too little against it.
_OTHER_NUMBER = re.compile(
    r"(?:\b(?:tel|telefon\w*|fax|mob|mobil\w*|gsm|phone|uct\w|ucet|c\.?\s?u|ico?|ic|dic|vs|ks|ss|symbol\w*|"
    r"c|cis|cislo|cisl\w+|no|nr|num|number|id|ev|c\.\s?j|cj|zn|znacka|sp|parc\w*|p\.\s?c|st|smlouv\w+|iban|"
    r"swift|isin|psc|lv|vlozk\w+|kod\w*|jid|eori|lei|duns|pocet|castk\w*|serie|rz|vin)\b[\s.:#=/(-]{0,4}"
    r"(?:[a-z]{1,4}[-/ ]?)?|[a-z]-?|\+\s?|#\s?|\d)$"
)
_PHONE = re.compile(r"\d{3}(?P<gap>[ .\-])\d{3}(?P=gap)\d{3}")
_EXECUTORS_MARK = re.compile(r"\d{4}/\d\d-\d{3}")  # "103 EX 1207/15-213"
_OF_A_YEAR = re.compile(r"/(?:19|20)\d\d$")
_FILE_MARK = re.compile(
    r"\b(?:c\.?\s?j|cj|sp\.?\s?zn|zn|znack\w+|ev|parc\w*|p\.\s?c|ucet|uct\w|c\.?\s?u|vlozk\w+|c|cis|cisl\w)"
    r"[\s.:(-]{0,4}(?:[a-z]{1,6}[-/ ]{1,2})?$"
)


def find(folded: Folded) -> Iterator[Span]:
    """Yield the places of birth numbers in a text."""
    text = folded.text
    for match in _TAX.finditer(text):
        if _starts_with_day(re.sub(r"\D", "", match["number"])):
            yield match.span("number")
    if _LABEL.search(text):
        yield from _labelled(text)
    if ENOUGH.search(text) is None:
        return
    for pattern in (_SLASHED, _MASKED):
        for match in pattern.finditer(text):
            if _is_slashed(folded, match):
                yield match.span()
    for run in _RUN.finditer(text):
        if run.end() - run.start() >= 9:
            yield from _in_run(text, run.start(), run[0])
    for match in _NINE.finditer(text):
        digits = re.sub(r"\D", "", match[0])
        if (
            is_birth_number(digits)
            and name_before(folded, match.start())
            and not _is_innocent(text, *match.span(), digits, 1)
        ):
            yield match.span()
    for match in _DASHED.finditer(text):
        if _starts_with_day(match[1]) and people(folded) and not _FILE_MARK.search(text, 0, match.start()):
            yield match.span()
    for pattern in (_TEN, _TEN_IN_THREES):
        for match in pattern.finditer(text):
            if _is_mistyped(folded, match):
                yield match.span()


def _is_mistyped(folded: Folded, match: re.Match[str]) -> bool:
    """Tell of ten digits that begin with a date whether a person's name says that they are a birth number."""
    digits = re.sub(r"\D", "", match[0])
    year, month, day = int(digits[:2]), int(digits[2:4]), int(digits[4:6])
    century = 1900 if year >= 54 else 2000
    if not _is_date(century + year, month % 50 % 20, day) or _BANK_CODE.match(folded.text, match.end()):
        return False
    text, (start, end) = folded.text, match.span()
    alone = match.re is _TEN and len(text.strip(" \n()")) == len(match[0])
    enclosed = text[start - 1 : start] in tuple("([/") and text[end : end + 1] in tuple(")]/")
    return alone or name_before(folded, start) or (enclosed and bool(people(folded)))


def _starts_with_day(digits: str) -> bool:
    """Tell whether digits begin with a day as birth numbers do."""
    year, month, day = int(digits[:2]), int(digits[2:4]) % 50 % 20, int(digits[4:6])
    return _is_date(1900 + year, month, day) or _is_date(2000 + year, month, day)


def _labelled(text: str) -> Iterator[Span]:
    for match in _LABELLED.finditer(text):
        number = match["number"].rstrip()
        if len(re.sub(r"\D", "", number)) >= 6 and not _looks_like_date(number):
            yield match.start("number"), match.start("number") + len(number)


def is_birth_number(digits: str) -> bool:
    """Tell whether nine or ten digits pass the check of birth numbers."""
    year, month, day = int(digits[:2]), int(digits[2:4]), int(digits[4:6])
    if len(digits) == 9:
        return year < 54 and digits[6:] != "000" and _is_date(1900 + year, month % 50, day)
    year += 1900 if year >= 54 else 2000
    if month % 50 > 20 and year >= 2004:
        month -= 20
    if int(digits) % 11 and not (int(digits[:9]) % 11 == 10 and digits[9] == "0" and year < 1986):
        return False
    return _is_date(year, month % 50 if month < 63 else 0, day)


def _is_date(year: int, month: int, day: int) -> bool:
    try:
        return date(year, month, day) <= prague_today()
    except ValueError:
        return False


def _looks_like_date(number: str) -> bool:
    """Tell whether what follows a label is a whole date, which the rule of dates judges."""
    return re.fullmatch(r"\d{1,2}\s?[.]\s?\d{1,2}\s?[.]\s?\d{4}.*", number) is not None


def _is_slashed(folded: Folded, match: re.Match[str]) -> bool:
    """Tell of YYMMDD/NNNN whether it may be a birth number; people mistype the last digits."""
    text = folded.text
    year, month, day = (int(match[index]) for index in (1, 2, 3))
    if not any(_is_date(century + year, (month % 50) % 20, day) for century in (1900, 2000)):
        return False
    if (month % 50) % 20 == 0 or (month % 50) % 20 > 12:
        return False
    tail = "".join(match[4].split()) if match.re is _SLASHED else ""
    if not tail:
        return True
    if len(tail) == 3 and year >= 54:
        return not _FILE_MARK.search(text[max(0, match.start() - 20) : match.start()]) and tail != "000"
    checked = is_birth_number("".join((*match.groups()[:3], tail)))
    is_year = len(tail) == 4 and 1950 <= int(tail) <= prague_today().year
    marked = _FILE_MARK.search(text[max(0, match.start() - 20) : match.start()])
    if is_year and not marked and name_before(folded, match.start()):
        return True
    if is_year or marked:
        return checked and not (is_year and marked)
    return True


def _in_run(text: str, start: int, run: str) -> Iterator[Span]:
    """Yield the birth numbers in a run of groups of digits: any neighbours that together pass the check."""
    groups = list(_GROUP.finditer(run))
    first = 0
    while first < len(groups):
        digits, last = "", first
        while last < len(groups) and len(digits) < 10:
            digits += groups[last][0]
            if len(digits) in (9, 10) and is_birth_number(digits):
                begin, end = start + groups[first].start(), start + groups[last].end()
                if not _is_innocent(text, begin, end, digits, last - first + 1):
                    yield begin, end
                    first = last
                    break
            last += 1
        first += 1


def _is_innocent(text: str, begin: int, end: int, digits: str, groups: int) -> bool:
    piece, before, after = text[begin:end], text[max(0, begin - 24) : begin], text[end : end + 8]
    if _BANK_CODE.match(after) or _ISIN.search(before) or _is_isin(text[:begin], digits):
        return True
    letters = re.search(r"[a-z0-9]*$", before), re.match(r"[a-z0-9]*", after)
    if sum(len(match[0]) for match in letters if match) > _LABEL_LETTERS:  # a fingerprint, a key
        return True
    if _THOUSANDS.fullmatch(piece) and (_MONEY_AFTER.match(after) or _MONEY_BEFORE.search(before)):
        return True
    if re.search(r"(?:\+|\b00)\s?\d{0,3}[\s(]*$", before):  # a telephone abroad
        return True
    if len(digits) == 10:
        if _OF_A_YEAR.search(piece) and (
            _FILE_MARK.search(before) or not re.match(r"\d\d\D?\d\d\D?\d\d\D", piece)
        ):
            return True
        return groups > 1 and _is_otherwise_divided(piece)
    return bool(
        _PHONE.fullmatch(piece)
        or _EXECUTORS_MARK.fullmatch(piece)
        or _MONEY_AFTER.match(after)
        or _OTHER_NUMBER.search(before)
        or re.match(r"\s?[-/]\s?\d", after)
        or (groups > 1 and not re.fullmatch(r"\d\d\W{0,3}\d\d\W{0,3}\d\d\W{0,5}\d{3}", piece))
    )


def _is_isin(before: str, digits: str) -> bool:
    """Tell whether ten digits behind the word ISIN and a country pass the check of securities' codes."""
    found = _ISIN_BEFORE.search(before[-64:])
    if found is None or len(digits) != 10:
        return False
    values = "".join(str(int(char, 36)) for char in found["country"] + digits)
    doubled = [int(digit) * (1 + place % 2) for place, digit in enumerate(reversed(values))]
    return sum(value // 10 + value % 10 for value in doubled) % 10 == 0


def _is_otherwise_divided(piece: str) -> bool:
    """Tell of a run that it is a date with something behind it, or a mark such as "2232/24/2012"."""
    if re.match(r"\d{1,2}\s?\.\s?\d{1,2}\s?\.\s?(?:19|20)\d\d(?!\d)", piece):
        return True
    # A moment, or a company ID and something after it.
    if re.match(r"(?:19|20)\d\d-\d\d-\d\d(?!\d)|\d{8}(?!\d)", piece):
        return True
    return "/" in piece and re.fullmatch(r"[^/]*/\s*\d{4}", piece) is None
