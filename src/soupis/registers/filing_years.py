"""Year that a filed document is about, from the words beside its kind.

Courts write it in brackets today ("výroční zpráva [2024]") and wrote it freely before: "r. 2010",
"za rok 2010", "-r.2007 - Příloha", "k 31.12.2010", "r. '02". A date of a decision is not such a year.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from soupis.folding import fold

_YEAR = r"(?:19[5-9]\d|20\d\d)"
_YEARS = (
    rf"(?<![\d/])(?<!\d[.,])(?P<years>{_YEAR}(?!\d)"
    rf"(?:\s?(?:[/–-]|,|až|a|i)\s?(?:{_YEAR}(?!\d)|(?<=/)\d\d(?!\d)))*)(?![\d/]|\s?(?:tis\.\s?)?Kč)"
)
_MONTH = r"(?:\d{1,2}\.|[IVX]{1,4}\.|[^\W\d_]{4,10})"
_DATE = rf"\d{{1,2}}\.\s?{_MONTH}\s?(?:r\.\s?|roku\s)?(?P<year>{_YEAR})(?!\d)"
_ANY_DATE = re.compile(_DATE, re.IGNORECASE)
_PERIOD = r"(?:(?:hosp|účet|ucet|kalend|zdaň|zdan)\w*\.?\s*)?(?:rok[uůy]?|r\.?|lét[oa]|léta|období|obd\.)"
_FOR_PERIOD = re.compile(rf"\bza\s+(?:celý\s+)?{_PERIOD}\s*{_YEARS}", re.IGNORECASE)
_OF_PERIOD = re.compile(rf"(?<!v )(?<!\w){_PERIOD}\s*{_YEARS}", re.IGNORECASE)
_CLOSING_DATE = re.compile(
    rf"(?:\bk(?:e\s+dni)?\s|\bdo\s|\d\.\s?[–-]|\d{{4}}\s?[–-]|\b(?:s|u)?končen\w*\s|\bkončí\w*\s)\s?{_DATE}",
    re.IGNORECASE,
)
# Two digits are a year behind an apostrophe, a word for a year, or the day and month of a date.
_SHORT_YEAR = r"(?:9|[0-2])\d(?!\w)"
_SHORT_YEARS = re.compile(
    r"(?P<before>(?<!\w)['’‘´`]\s?|(?<!\w)rok[uůy]?\s+|\bza\s+r\.?\s*|(?<!\w)r\.\s?(?=[09]))"
    rf"(?P<first>{_SHORT_YEAR})(?:(?P<mark>\s?(?:[/–-]|až|a|i)\s?)['’‘´`]?(?P<second>{_SHORT_YEAR}))?"
    r"(?!['’‘´`]|[.,:]\d|\s?[/–-]\s?\d|\s?(?:%|měs|dn[íůy]|hod|let\b|tis|Kč))",
    re.IGNORECASE,
)
_SHORT_DATE = re.compile(
    rf"(?<![\d.])(?P<before>\d{{1,2}}\.\s?(?:0?[1-9]|1[0-2])\.\s?)(?P<year>{_SHORT_YEAR})(?![.,:]\d)"
)
# Years beside these words tell when something was done.
_DONE = re.compile(
    r"(?:\bv\s+(?:roce|r\.)|\b(?:oprav|vyhotov|aktual|podan|předlož|doplněn|přijat)\w*(?:\s+v\s+roce)?|\bdne|[čc]\.)\s*$",
    re.IGNORECASE,
)
_BARE = re.compile(rf"(?<!\w){_YEARS}", re.IGNORECASE)
_IN_BRACKETS = re.compile(r"\[([^\]]*)\]")
_SINGLE = re.compile(rf"(?<!\d)(?P<first>{_YEAR})(?:/(?P<short>\d\d))?(?!\d)")
_ANNUAL = re.compile(
    r"ucetni zaverk|vyrocni zprav|zprav\w* (?:nezavisl\w* )?audit"
    r"|zprav\w* o (?:vztaz|propoj|hospodar|cinnosti)|rozvah|vykaz|priloha"
)


def is_annual(kind: str) -> bool:
    """Tell whether documents of a kind are about a year: financial statements, annual and audit reports."""
    return _ANNUAL.search(fold(kind)) is not None


def bracketed_year(text: str) -> int | None:
    """Return the latest year in brackets: "účetní závěrka [2023/2024]" → 2024."""
    return max((year for part in _IN_BRACKETS.findall(text) for year in _single_years(part)), default=None)


def without_brackets(text: str) -> str:
    """Return the text without its brackets."""
    return _IN_BRACKETS.sub("", text)


def written_year(text: str, *, annual: bool) -> int | None:
    """Return the latest year that a text says a document is about, or None if it says none.

    Args:
        text: the clerk's words: "r. 2010", "za hospodářský rok 2009/2010", "-ověřená za rok 2002".
        annual: whether the document is of a kind that is about a year; otherwise only "za rok 2010" counts.
    """
    text = _SHORT_DATE.sub(lambda found: found["before"] + _full_year(found["year"]), text)
    text = _SHORT_YEARS.sub(_write_out_years, text)
    if years := _all_years(_FOR_PERIOD, text):
        return max(years)
    if not annual:
        return None
    without_dates = _ANY_DATE.sub(" ", text)
    if years := _all_years(_OF_PERIOD, without_dates):
        return max(years)
    if closing := [int(found["year"]) for found in _CLOSING_DATE.finditer(text)]:
        return max(closing)
    return max(_all_years(_BARE, without_dates), default=None)


def _write_out_years(found: re.Match[str]) -> str:
    """Return "r. 2002" for "r. '02", and "r. 2001/2002" for "r. 01/02"; other pairs of numbers stay."""
    before, first, mark, second = (
        found["before"].rstrip("'’‘´`"),
        found["first"],
        found["mark"],
        found["second"],
    )
    if second is None:
        return f"{before}{_full_year(first)}"
    if int(second) != (int(first) + 1) % 100:
        return found[0]
    return f"{before}{_full_year(first)}{mark}{_full_year(second)}"


def _full_year(short: str) -> str:
    return f"19{short}" if short[0] == "9" else f"20{short}"


def _all_years(pattern: re.Pattern[str], text: str) -> list[int]:
    return [
        year
        for found in pattern.finditer(text)
        if not _DONE.search(text[: found.start()])
        for year in _single_years(found["years"])
    ]


def _single_years(text: str) -> Iterator[int]:
    """Yield the years of "2009/2010" or "2009/10"."""
    for found in _SINGLE.finditer(text):
        first, short = int(found["first"]), found["short"]
        if short is None:
            yield first
        elif int(short) == (first + 1) % 100:  # otherwise a file number: "2010/45"
            yield first + 1
