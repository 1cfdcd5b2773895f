"""A folded text as tokens, each with its kinds as bits: words, numbers, days, punctuation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from soupis.ingest.privacy.folded import Folded
from soupis.ingest.privacy.words import BITS, bits, is_word, kinds_of, phrases_from, shaped
from soupis.times import prague_today

# Nobody sits in a company who was born later than so many years ago; acts are registered since 1990.
ADULT_YEARS = 15
_FIRST_YEAR_OF_ACTS = 1990
_SHORT_YEARS_FROM = 30
# A number up to this behind the name of a large town is one of its districts.
_MOST_DISTRICTS = 22


class Token(NamedTuple):
    """A word, a number, one character, or several of them that are read as one thing."""

    start: int
    end: int
    text: str
    kinds: int


_TOKEN = re.compile(
    r"(?<!\w)[a-z]{1,2}\d[a-z\d]?\s\d[a-z]{2}(?!\w)|"
    r"(?<!\w)(?:[^\W\d_] ){2,9}[^\W\d_](?!\w)|[^\W\d_]+(?:'[^\W\d_]+)*|"
    r"\d\d-\d{3}(?!\d)|\d+[a-z]?(?![^\W\d_])(?:\s?/\s?(?:\d{1,4}[a-z]?|[ivx]+)(?![\w/]))?|\d+|\[skryto\]|[^\w\s]|[\n_]"
)
_GAP = r"(?:\s{0,3}[./-]{1,2}\s{0,3}|\s{1,3})"
_YEAR = r"(?:1[89]|20)\d\d"
_IN_YEAR = rf"(?:\s{{0,2}}(?:r\.|roku|v\sroce))?\s{{0,2}}(?P<year>{_YEAR}|'\d\d)"
_DATES = (
    re.compile(
        rf"(?<!\d)(?<!\d[./-])(?P<day>\d{{1,2}}){_GAP}(?P<month>\d{{1,2}}|[ivx]{{1,4}})(?P<gap>{_GAP})"
        rf"(?P<year>{_YEAR}|'?\d\d)(?!\d|\s?/\s?\d|[.,-]\d)"
    ),
    re.compile(
        rf"(?<!\d)(?P<year>{_YEAR})\s?[./-]\s?(?P<month>\d{{1,2}})\s?[./-]\s?(?P<day>\d{{1,2}})(?!\d)z?\.?"
    ),
    re.compile(
        r"(?<!\d)(?P<day>\d{1,2})(?:\s?\.|st|nd|rd|th|er)?[\s/-]{0,3}(?:of\s|de\s)?(?P<word>[^\W\d_]{2,12})[.,/-]?"
        rf"{_IN_YEAR}(?!\d|/\d)"
    ),
    re.compile(
        r"(?<![^\W\d_])(?P<word>[^\W\d_]{3,12})\.?\s{1,2}(?P<day>\d{1,2})(?:st|nd|rd|th)?,?\s{1,2}"
        rf"(?P<year>{_YEAR})(?!\d)"
    ),
    re.compile(
        r"(?<!\d)(?<!\d[./-])(?P<day>\d{1,2})\.\s{0,2}(?:(?P<month>\d{1,2})\.|(?P<word>[^\W\d_]{3,12}))"
        r"(?![^\W\d_]|\s?[\d/]|\sc(?:p|islo)?(?![^\W\d_]))"
    ),
)
# Digits of a day with spaces between all of them, as it is printed on forms.
_SPACED_DIGITS = re.compile(r"(?<!\d)\d(?:\s{1,3}(?:[./-]\s{1,3})?\d){5,9}(?!\d)")
_BIRTH_NUMBER = re.compile(
    r"(?<!\d)(?<!\d[./])(?:\d{6}\s{0,2}[-/.]?\s{0,2}\d{3,4}|(?:\d\d[\s.]){2}\d\d\s?[\s/-]\s?\d{3,4}|"
    r"\d{3}[ -]\d{3}[ -]\d{3}[ -]?\d)(?!\d|/\d|[-.]\d)"
)
# Six digits, a slash and three or four, but not the year of a file.
_SLASHED = re.compile(r"[\d .]{6,8}\s?/\s?(?!(?:199|20[0-2])\d$)\d{3,4}")


def tokens_of(folded: Folded) -> list[Token]:
    """Return the tokens of a text, where phrases ("trvalý pobyt", "s.r.o.") are one token each."""
    tokens: list[Token] = []
    end, text = 0, folded.text
    for special in [*sorted(_dates_and_numbers(text), key=lambda item: (item.start, -item.end)), None]:
        start = special.start if special else len(text)
        if start < end:
            continue
        tokens += [_plain(folded, match) for match in _TOKEN.finditer(text, end, start)]
        if special:
            tokens.append(special)
            end = special.end
    tokens = _with_phrases(tokens)
    tokens = [token for index, token in enumerate(tokens) if not _is_full_stop(tokens, index)]
    return [
        _number(tokens, index) if token.text[0].isdigit() else token for index, token in enumerate(tokens)
    ]


def _plain(folded: Folded, match: re.Match[str]) -> Token:
    text, (start, end) = match[0], match.span()
    if not text[0].isalpha():
        if text == "-" and match.string[start - 1 : start + 2] == " - ":
            text = ","
        return Token(start, end, text, BITS["hidden"] if text == "[skryto]" else 0)
    if text[-3:-2].isdigit():  # "SW1A 2AA"
        return Token(start, end, text, bits("digits postal"))
    original = folded.original[start:end]
    is_womans = text.endswith(("ova", "ovou")) and original[-1] in "áÁuU"
    is_adjective = original[-1] in "áéíýÁÉÍÝ" or is_womans
    is_acronym = len(text) < 5 and original.isupper()
    is_dotted = folded.text[end : end + 1] == "."
    text = text.replace(" ", "")  # "b y t e m"
    shapes = (folded.is_capital(start), len(text) == 1, is_dotted, is_womans, is_adjective, is_acronym)
    return Token(start, end, text, shaped(kinds_of(text), *shapes))


def _dates_and_numbers(text: str) -> Iterator[Token]:
    if not any(map(str.isdigit, text)):
        return
    for match in _SPACED_DIGITS.finditer(text):
        yield Token(*match.span(), match[0], bits("date adult_date old_date"))
    for match in _BIRTH_NUMBER.finditer(text):
        digits = re.sub(r"\D", "", match[0])
        if is_birth_day(digits):
            is_sure = _SLASHED.fullmatch(match[0]) or (len(digits) == 10 and is_birth_number(digits))
            in_threes = re.fullmatch(r"\d{3} \d{3} \d{3}", match[0])
            kind = "sure_digits birth_digits" if is_sure else "digits" if in_threes else "birth_digits"
            yield Token(*match.span(), match[0], bits(kind))
    yield from find_dates(text)


def find_dates(text: str) -> Iterator[Token]:
    """Yield the days of a folded text."""
    youngest = prague_today().year - ADULT_YEARS
    for pattern in _DATES:
        for match in pattern.finditer(text):
            year = _year_of(match)
            if year == 0:
                yield Token(*match.span(), match[0], BITS["day"])
            elif year is not None:
                age = (
                    "adult_date old_date"
                    if year < _FIRST_YEAR_OF_ACTS
                    else "adult_date"
                    if year <= youngest
                    else ""
                )
                yield Token(*match.span(), match[0], bits(f"date {age}"))


def _year_of(match: re.Match[str]) -> int | None:
    """Return the year of a day, 0 if it has none, None if the match is no day."""
    parts = match.groupdict()
    day, month, word = int(parts["day"]), parts.get("month") or "", parts.get("word")
    if word is not None:
        if not kinds_of(word) & BITS["month"] and not re.fullmatch("[ivx]+", word):
            return None
    elif month.isdigit() and not (1 <= int(month) <= 12 or (1 <= int(month) <= 31 and day <= 12)):
        return None
    year = parts.get("year")
    if not 1 <= day <= 31 or (year and len(year) == 2 and parts["gap"].isspace()):
        return None  # "12 10 20" is an amount
    number = int((year or "0").lstrip("'"))
    return number if number > 99 or not year else number + (1900 if number >= _SHORT_YEARS_FROM else 2000)


def is_birth_day(digits: str) -> bool:
    """Tell whether digits begin with a day as birth numbers do, with months of women and since 2004."""
    month, day = int(digits[2:4]), int(digits[4:6])
    return 1 <= day <= 31 and any(1 <= month - more <= 12 for more in (0, 20, 50, 70))


def is_birth_number(digits: str) -> bool:
    """Tell whether digits pass the check of birth numbers; nine digits have none."""
    if not is_birth_day(digits):
        return False
    return len(digits) == 9 or int(digits) % 11 == 0 or (int(digits[:9]) % 11 == 10 and digits[9] == "0")


def _with_phrases(tokens: list[Token]) -> list[Token]:
    merged: list[Token] = []
    index = 0
    while index < len(tokens):
        token, after = tokens[index], index + 1
        for rest, kind in phrases_from(token.text) if token.text[0].isalpha() else ():
            if (end := _phrase_end(tokens, index, rest)) is not None:
                token, after = token._replace(end=tokens[end - 1].end, kinds=kind), end
                break
        merged.append(token)
        index = after
    return merged


def _phrase_end(tokens: list[Token], index: int, rest: tuple[str, ...]) -> int | None:
    at = index + 1
    for word in rest:
        dotted = False
        while at < len(tokens) and tokens[at].text in ".\n":
            dotted, at = True, at + 1
        if at >= len(tokens) or not is_word(tokens[at].text, word):
            return None
        if len(tokens[index].text) == len(word) == 1 and not dotted:
            return None  # "a s ním" is no company
        at += 1
    return at


_ABBREVIATED = bits("living maybe_living birth part_of_address")
_NEVER_LAST = bits("soft_title title month")
_ROMAN = re.compile("[ivx]+")


def _is_full_stop(tokens: list[Token], index: int) -> bool:
    """Tell whether a token is the full stop of an abbreviation, and does not end a sentence."""
    if tokens[index].text != "." or not index:
        return False
    before, following = tokens[index - 1], tokens[index + 1] if index + 1 < len(tokens) else None
    if following is None:
        return False
    if before.text[0].isalpha() and len(before.text) <= (5 if before.kinds & _ABBREVIATED else 3):
        return True
    if before.kinds & _NEVER_LAST or following.kinds & BITS["country"]:
        return True
    if before.text.isdigit() and (following.kinds & BITS["month"] or _ROMAN.fullmatch(following.text)):
        return True  # "28. ŘÍJNA"
    opens = following.kinds & BITS["capital"] and len(following.text) > 1
    return not (opens and following.start > tokens[index].end) and following.text != "\n"


_HOUSE = re.compile(r"\d{1,5}[a-z]?(?:\s?/\s?(?:\d{1,4}[a-z]?|[ivx]+))?|\d\d-\d{3}")
_CALENDAR_YEAR = re.compile(r"(?:19\d|20[0-4])\d")
_POSTAL = re.compile(r"\d\d-?\d{3}")
_LEADS_HOUSE = bits("house_mark part_of_address month")
_NOTHING = Token(0, 0, "\n", 0)


class _Around(NamedTuple):
    """The tokens before a number and behind it."""

    last: Token
    before: Token
    following: Token
    after: Token


def _number(tokens: list[Token], index: int) -> Token:
    """Return a number with its kinds: one of a house, a postal code, a district of a town."""
    token = tokens[index]
    if token.kinds:
        return token
    places = (index - 2, index - 1, index + 1, index + 2)
    around = _Around(*(tokens[place] if 0 <= place < len(tokens) else _NOTHING for place in places))
    return token._replace(kinds=bits(f"digits {_kind_of_number(token, around)}"))


def _kind_of_number(token: Token, around: _Around) -> str:
    last, before, following, _ = around
    if not _HOUSE.fullmatch(token.text) or _is_other_number(token, around):
        return ""
    if _is_postal(token, before, following):
        return "postal"
    number = int(re.match(r"\d+", token.text)[0])  # type: ignore[index]
    if before.kinds & BITS["numbered_town"] and number <= _MOST_DISTRICTS and "/" not in token.text:
        return "district"
    is_street = (before.kinds & BITS["placed"] and len(before.text) > 2) or (
        before.kinds & BITS["word"] and (last.kinds & bits("placed part_of_address") or last.text.isdigit())
    )
    if before.kinds & _LEADS_HOUSE:
        return "house"
    if "/" in token.text and before.text[0].isalpha() and not is_street:
        return "reference"  # "N 88/96"
    if not _CALENDAR_YEAR.fullmatch(token.text):
        return "house"
    in_street = last.kinds & bits("part_of_address named") == BITS["part_of_address"]  # "V Jamce 1912"
    return "house" if is_street and (following.text in ",\n-" or in_street) else "year"


def _is_other_number(token: Token, around: _Around) -> bool:
    """Tell whether a number is the one of a file or an account, a part of a code, or an amount."""
    last, before, following, after = around
    labels = before.kinds | (last.kinds if before.text in ".:" else 0)
    is_glued = before.text.isalpha() and before.end == token.start and not before.kinds & _LEADS_HOUSE
    is_labelled = bool(labels & BITS["other_number"]) or before.text in "§%+"
    return is_labelled or is_glued or _is_amount(token, before, following, after)


def _is_postal(token: Token, before: Token, following: Token) -> bool:
    if _POSTAL.fullmatch(token.text) or (
        re.fullmatch(r"\d\d", token.text) and re.fullmatch(r"\d{3}", before.text)
    ):
        return True
    is_first_half = re.fullmatch(r"\d{3}", token.text) and re.fullmatch(r"\d\d", following.text)
    return bool(is_first_half) and following.start - token.end < 3


def _is_amount(token: Token, before: Token, following: Token, after: Token) -> bool:
    """Tell whether thousands, decimals or a unit follow a number or stand before it: "20 000", "12 ks"."""
    if following.text == "%" or (following.text in ".," and following.start == token.end == after.start - 1):
        return following.text == "%" or after.text[0].isdigit() or after.text == "-"
    if before.text in ".," and before.end == token.start:
        return True
    if re.fullmatch(r"\d{3}", following.text) and token.end < following.start < token.end + 2:
        return not re.fullmatch(r"\d\d", after.text)
    return bool(following.kinds & BITS["unit"]) and len(following.text) > 1 and following.start > token.end
