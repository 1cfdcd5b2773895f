"""Ranks: one number per hit that orders equal matches, and tells which company it is.

Ordering by a single fast field is one pass over a column; the ID of a company takes its lowest bits, so that
ties are decided by it, no two ranks are equal, and a hit needs no look-up to be identified. The number of a
person is as long as a rank: its lowest bits decide ties, and hits are looked up.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from soupis.kept import Kept
from soupis.search.entries import CompanyEntry, PersonEntry

_ICO_BITS = 27  # 10^8 < 2^27
_LAST_ICO = 99_999_999
_ID_BITS = 39
_YEAR_BITS = 1
_COUNT_BITS = 11
_MOST = (1 << _COUNT_BITS) - 1
_LAST_ID = (1 << _ID_BITS) - 1
_LAST_YEAR = 9_999
_LAST_DAY = 99_99_99_99
_HIGHEST = (1 << 64) - 1

# The order of names: the space, digits, letters, and what is neither of Latin script nor a digit.
_SYMBOLS = " 0123456789abcdefghijklmnopqrstuvwxyz"
_BASE = len(_SYMBOLS) + 1
_CODES = {symbol: code for code, symbol in enumerate(_SYMBOLS)}
_OTHER = _BASE - 1
_LETTERS = 11 + 7
_OF_TWO, _OF_THREE, _OF_SEVEN = _BASE**2, _BASE**3, _BASE**7
# Tens of thousands of names begin alike; what is behind such a beginning has to decide.
_COMMON_BEGINNINGS = (
    "bytove druzstvo", "cesky rybarsky svaz", "cesky svaz", "cesky svaz chovatelu", "cesky zahradkarsky svaz",
    "ceska republika", "honebni spolecenstvo", "mestska cast", "materska skola", "myslivecke sdruzeni",
    "myslivecky spolek", "nadacni fond", "odborova organizace", "osadni vybor", "sbor dobrovolnych hasicu",
    "sdh cms sbor dobrovolnych hasicu", "sportovni klub", "spolecenstvi pro dum", "spolecenstvi vlastniku",
    "spolecenstvi vlastniku domu", "spolecenstvi vlastniku jednotek", "spolecenstvi vlastniku jednotek domu",
    "spolecenstvi vlastniku jednotek pro dum", "spolecenstvi vlastniku pro dum", "spolek rodicu",
    "stavebni bytove druzstvo", "stavebni firma", "telocvicna jednota sokol", "telovychovna jednota",
    "telovychovna jednota sokol", "zakladni organizace", "zakladni skola", "zakladni skola a materska skola",
)  # fmt: skip
_END = "\U0010ffff"
# Where each begins and ends among all names; a name lies between two of these, its place is their number.
_BORDERS = sorted(border for text in _COMMON_BEGINNINGS for border in (f"{text} ", f"{text} {_END}"))
# How many letters the names of each place have in common.
_COMMON_LETTERS = [
    0,
    *(
        max(
            (len(text) + 1 for text in _COMMON_BEGINNINGS if f"{text} " <= border < f"{text} {_END}"),
            default=0,
        )
        for border in _BORDERS
    ),
]

# Living companies from these sizes on are the first of whatever is found; the fewest of them first.
BIGGEST = (84, 60, 48, 36, 24)


class NameRanks(NamedTuple):
    """The place of a name in the alphabet, as two numbers: the earlier the name, the higher.

    `start` is made of a common beginning and the letters behind it, `rest` of the next letters and the ID.
    """

    start: int
    rest: int


def company_rank(entry: CompanyEntry) -> int:
    """Return the rank of a company: living first, then bigger, then the lower ID."""
    size = min(max(entry.size, 0), 255)
    return (entry.living << 8 | size) << _ICO_BITS | (_LAST_ICO - entry.ico)


def biggest(size: int, *, living: bool) -> str:
    """Return the sizes of BIGGEST that a company has: nobody who lacks one ranks before who has it."""
    return " ".join(str(least) for least in BIGGEST if living and size >= least)


def number_of_day(day: str) -> int:
    """Return a day as a number: "2026-11-22" → 20261122."""
    return int(day.replace("-", ""))


def founding_ranks(entry: CompanyEntry) -> tuple[int, int]:
    """Return the ranks from the newest and from the oldest company; unknown dates are last in both."""
    day = number_of_day(entry.founded) if entry.founded else 0
    low = _LAST_ICO - entry.ico
    return day << _ICO_BITS | low, (_LAST_DAY - day if day else 0) << _ICO_BITS | low


def name_ranks(words: Sequence[str], ico: int) -> NameRanks:
    """Return the ranks of a company by the folded words of its name, its legal form left out."""
    name = " ".join(words)
    place = bisect_right(_BORDERS, name)
    own = name[_COMMON_LETTERS[place] :]
    letters = own[:_LETTERS].ljust(_LETTERS)
    # Eleven letters, then seven: three at once, as names have in common.
    before = place * _OF_THREE + _numbers[letters[:3]]
    before = before * _OF_THREE + _numbers[letters[3:6]]
    before = before * _OF_THREE + _numbers[letters[6:9]]
    before = before * _OF_TWO + _numbers[letters[9:11]]
    behind = _numbers[letters[11:14]] * _OF_THREE + _numbers[letters[14:17]]
    behind = behind * _BASE + _numbers[letters[17]]
    return NameRanks(_HIGHEST - before, (_OF_SEVEN - 1 - behind) << _ICO_BITS | (_LAST_ICO - ico))


def _number_of(text: str) -> int:
    """Return a number that grows with the text, of so many letters, in the order of names."""
    number = 0
    for letter in text:
        number = number * _BASE + _CODES.get(letter, _OTHER)
    return number


_numbers = Kept(_number_of, 1 << 16)


def ico_of(rank: int) -> int:
    """Return the ID of the company that has the rank."""
    return _LAST_ICO - (rank & ((1 << _ICO_BITS) - 1))


def bigness(rank: int) -> int:
    """Return what of a company's rank is the same for all that are as big, and as living."""
    return rank >> _ICO_BITS


def is_living(rank: int) -> bool:
    """Tell whether a company's rank is of a living one."""
    return bool(bigness(rank) >> 8)


def person_rank(entry: PersonEntry) -> int:
    """Return the rank of a person: more companies now, then ever, a known year of birth, the lower number."""
    active, ever = min(entry.active_companies, _MOST), min(entry.companies, _MOST)
    of_known_year = bool(entry.birth_year)
    best = (active << _COUNT_BITS | ever) << _YEAR_BITS | of_known_year
    return best << _ID_BITS | (~entry.id & _LAST_ID)


def birth_ranks(entry: PersonEntry) -> tuple[int, int]:
    """Return the ranks from the youngest and from the oldest person; unknown years are last in both."""
    year = entry.birth_year or 0
    low = ~entry.id & _LAST_ID
    return year << _ID_BITS | low, (_LAST_YEAR - year if year else 0) << _ID_BITS | low


def living_rank() -> int:
    """Return the least rank of a person with a company now."""
    return 1 << (_COUNT_BITS + _YEAR_BITS + _ID_BITS)
