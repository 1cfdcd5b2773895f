"""A folded text as tokens: words with their kinds, numbers, punctuation, days, birth numbers, persons."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from soupis.ingest.privacy import words
from soupis.ingest.privacy.folded import Folded


class Token(NamedTuple):
    """A word, a number, one character, or several of them that are read as one thing."""

    start: int
    end: int
    text: str
    kinds: int
    capital: bool = False
    year: int = 0
    """Year of a day; 0 if it has none."""


_TOKEN = re.compile(
    r"(?<!\w)(?:[^\W\d_] ){2,9}[^\W\d_](?!\w)|[^\W\d_]+(?:'[^\W\d_]+)*|"
    r"\d+[a-z]?(?![^\W\d_])(?:\s?/\s?\d{1,4}[a-z]?(?![\w/]))?|\d+|\[skryto\]|[^\w\s]|[\n_]"
)
_HIDDEN = "[skryto]"

_GAP = r"(?:\s{0,3}[./-]{1,2}\s{0,3}|\s{1,3})"
_YEAR = r"(?:1[89]|20)\d\d"
_IN_YEAR = rf"(?:\s{{0,2}}(?:r\.|roku|v\sroce))?\s{{0,2}}(?P<year>{_YEAR}|'\d\d)"
_DATES = (
    re.compile(
        rf"(?<!\d)(?<!\d[./-])(?P<day>\d{{1,2}}){_GAP}(?P<month>\d{{1,2}}|[ivx]{{1,4}})(?P<gap>{_GAP})"
        rf"(?P<year>{_YEAR}|'?\d\d)(?!\d|\s?/\s?\d|[.,-]\d)"
    ),
    re.compile(
        rf"(?<!\d)(?P<year>{_YEAR})\s?[./-]\s?(?P<month>\d{{1,2}})\s?[./-]\s?(?P<day>\d{{1,2}})(?!\d)\.?"
    ),
    re.compile(
        r"(?<!\d)(?P<day>\d{1,2})(?:\s?\.|st|nd|rd|th|er)?[\s/-]{0,3}(?:of\s)?(?P<word>[^\W\d_]{2,12})[.,/-]?"
        rf"{_IN_YEAR}(?!\d|/\d)"
    ),
    re.compile(
        rf"(?<![^\W\d_])(?P<word>[^\W\d_]{{3,12}})\.?\s{{1,2}}(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s{{1,2}}(?P<year>{_YEAR})(?!\d)"
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
_SHORT_YEARS_FROM = 30


def tokens_of(folded: Folded) -> list[Token]:
    """Return the tokens of a text, where phrases and names of persons are one token each."""
    text = folded.text
    found = sorted(_special(text), key=lambda token: (token.start, -token.end))
    tokens: list[Token] = []
    end = 0
    for special in [*found, Token(len(text), len(text), "", 0)]:
        if special.start < end:
            continue
        tokens += [_plain(folded, match) for match in _TOKEN.finditer(text, end, special.start)]
        if special.text:
            tokens.append(special)
        end = special.end
    return _with_persons(folded, _with_phrases(tokens))


def _plain(folded: Folded, match: re.Match[str]) -> Token:
    text = match[0].replace(" ", "") if match[0][0].isalpha() else match[0]  # "b y t e m"
    if text == _HIDDEN:
        return Token(*match.span(), text, words.HIDDEN)
    if not text[0].isalpha():
        return Token(*match.span(), text, 0)
    return Token(*match.span(), text, words.kinds_of(text), folded.is_capital(match.start()))


def _special(text: str) -> Iterator[Token]:
    """Yield days and birth numbers of a text."""
    if not any(map(str.isdigit, text)):
        return
    for match in _SPACED_DIGITS.finditer(text):
        yield Token(*match.span(), match[0], words.DATE)
    for match in _BIRTH_NUMBER.finditer(text):
        if is_birth_day(re.sub(r"\D", "", match[0])):
            yield Token(*match.span(), match[0], words.NUMBER)
    for pattern in _DATES:
        for match in pattern.finditer(text):
            if (year := _year_of(match)) is not None:
                yield Token(*match.span(), match[0], words.DATE, year=year)


def find_dates(text: str) -> Iterator[Token]:
    """Yield all days with a year in a folded text."""
    return (token for token in _special(text) if token.kinds == words.DATE and token.year)


def _year_of(match: re.Match[str]) -> int | None:
    """Return the year of a day, 0 if it has none, None if the match is no day."""
    parts = match.groupdict()
    if not 1 <= int(parts["day"]) <= 31:
        return None
    if (word := parts.get("word")) is not None:
        if not words.kinds_of(word) & words.MONTH and not re.fullmatch("[ivx]+", word):
            return None
    elif parts["month"].isdigit() and not 1 <= int(parts["month"]) <= 12:
        return None
    year = parts.get("year")
    if year is None:
        return 0
    if len(year) == 2 and parts["gap"].isspace():
        return None  # "12 10 20" is an amount
    number = int(year.lstrip("'"))
    return number if number > 99 else number + (1900 if number >= _SHORT_YEARS_FROM else 2000)


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
    """Return tokens where words that form a phrase ("trvalý pobyt", "s.r.o.") are one."""
    merged: list[Token] = []
    index = 0
    while index < len(tokens):
        token, after = tokens[index], index + 1
        for phrase in words.phrases_from(token.text) if token.text[0].isalpha() else ():
            if (end := _phrase_end(tokens, index, phrase.rest)) is not None:
                token = token._replace(end=tokens[end - 1].end, kinds=phrase.kinds)
                after = end
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
        if at >= len(tokens) or not words.is_word(tokens[at].text, word):
            return None
        if len(tokens[index].text) == 1 and not dotted:
            return None  # "a s ním" is no company
        at += 1
    return at


_NO_NAME = (
    words.LIVING | words.BIRTH | words.BIRTH_NUMBER | words.TAX_ID | words.ROLE | words.PROFESSION
    | words.SEAT | words.OFFICE | words.ACT | words.STOP | words.NAMED_AFTER
    | words.DATE | words.NUMBER | words.HIDDEN
)  # fmt: skip
_ANY_TITLE = words.TITLE | words.SOFT_TITLE | words.SALUTATION
_MOST_NAMES, _MOST_TITLES = 4, 40
_LINKS = frozenset(("je", "byl", "byla", "a", "to", ":", "-", ".", ",", "("))


def _with_persons(folded: Folded, tokens: list[Token]) -> list[Token]:
    """Return tokens where the name of a person with its titles is one."""
    merged: list[Token] = []
    index = 0
    while index < len(tokens):
        token = tokens[index]
        name = _Name(folded, tokens, index)
        end = name.end() if token.capital or token.kinds & _ANY_TITLE else None
        if end is None:
            after = max(index + 1, name.namesake_until)
            merged += tokens[index:after]
            index = after
            continue
        before = next((other for other in reversed(merged[-3:]) if other.text not in ".:"), None)
        profession = words.PROFESSION & before.kinds if before is not None else 0
        merged.append(token._replace(end=tokens[end - 1].end, kinds=words.PERSON | profession))
        index = end
    return merged


class _Name:
    """Reader of one name: titles, first names, surnames, titles."""

    def __init__(self, folded: Folded, tokens: list[Token], index: int) -> None:
        self._folded, self._tokens, self._start, self._at = folded, tokens, index, index
        self._names: list[int] = []
        self.namesake_until = 0
        """Behind the name of a thing that is called after somebody: "knihovna Jana Nováka"."""
        self._titled = self._initials = False

    def end(self) -> int | None:
        """Return behind which token the name ends, None if none begins here."""
        self._skip_titles()
        while len(self._names) < _MOST_NAMES and self._take_name():
            pass
        if self._names and self._is_street():
            # A street is called after somebody, or stands right behind a name.
            if len(self._names) < 3:
                return None
            self._at = self._names.pop()
        if not self._is_person():
            return None
        self._skip_titles()
        return self._at

    def _token(self, place: int) -> Token:
        return self._tokens[place] if 0 <= place < len(self._tokens) else Token(0, 0, "\n", 0)

    def _skip_titles(self) -> None:
        at = self._at
        while at < self._start + _MOST_TITLES:
            skipped = at + (self._token(at).text == "," if self._names else 0)
            token = self._token(skipped)
            if not token.kinds & _ANY_TITLE or (self._names and token.kinds & words.SALUTATION):
                return
            salutes = token.kinds & words.SALUTATION and not token.capital
            is_house = self._token(self._start - 1).text == "u"  # "Hospoda U pana Broučka"
            self._titled |= bool(token.kinds & words.TITLE or (salutes and not is_house))
            at = skipped + 1
            while self._token(at).text in (".", "-") and self._token(at).start == self._token(at - 1).end:
                at += 1
            self._at = at

    def _take_name(self) -> bool:
        token, following = self._token(self._at), self._token(self._at + 1)
        if (
            token.text == "-"
            and self._names
            and token.start == self._token(self._at - 1).end == following.start - 1
        ):
            self._at += 1
            return following.capital
        if (
            token.kinds & words.PARTICLE
            and self._names
            and (following.capital or following.kinds & words.PARTICLE)
        ):
            self._at += 1
            return True
        if not token.capital or not self._may_be_name(token):
            return False
        if len(token.text) == 1:
            self._initials |= following.text == "."
            self._at += 1 + (following.text == ".")
            return following.text == "."
        if token.kinds & _ANY_TITLE and self._names:
            return False
        self._names.append(self._at)
        self._at += 1
        return True

    def _may_be_name(self, token: Token) -> bool:
        if token.kinds & words.OTHER_NUMBER or (not self._names and token.kinds & words.TOWN_WORD):
            return False  # "ISIN", "Mladá Boleslav"
        if not token.kinds & _NO_NAME or token.kinds & words.FIRST_NAME:
            return True
        # "Petr Věřitel", "Jan Most"
        first = len(self._names) == 1 and self._tokens[self._names[0]].kinds & words.FIRST_NAME
        is_spelt = not self._folded.original.isupper()
        return bool(
            first
            and is_spelt
            and token.kinds & (words.ROLE | words.NAMED_AFTER)
            and not token.kinds & words.SEAT
        )

    def _is_street(self) -> bool:
        """Tell whether the number of a house follows."""
        at = self._at + (self._initials and self._token(self._at).text == ";")  # fields of a table
        token, following = self._token(at), self._token(at + 1)
        is_postal = len(token.text) == 3 and len(following.text) == 2 and following.text.isdigit()
        is_number = token.text[0].isdigit() and not token.kinds and not is_postal
        return is_number or is_house_mark(self._tokens, self._at)

    def _is_person(self) -> bool:
        names = [self._tokens[place] for place in self._names]
        if self._is_namesake() and not self._titled:
            self.namesake_until = self._at
            return False
        if not names:
            return False
        if self._titled:
            return True
        if self._initials:
            return not names[-1].kinds & (words.IN_ADDRESS | words.NUMBERED_TOWN)
        if len(names) < 2:
            return False
        return (
            self._is_womans(names)
            or any(name.kinds & words.FIRST_NAME and not name.kinds & words.IN_ADDRESS for name in names)
            or self._has_role()
        )

    def _is_namesake(self) -> bool:
        """Tell whether a thing is called after somebody: "knihovna J. Nováka", "škola strojní J. Nováka"."""
        before = [token for token in self._tokens[max(0, self._start - 4) : self._start] if token.text != "."]
        if (
            len(before) > 1
            and not before[-1].kinds
            and not before[-1].capital
            and before[-1].text[-2:] in ("ka", "ni")
        ):
            before.pop()
        is_thing = bool(before and before[-1].kinds & words.NAMED_AFTER)
        return is_thing and not (len(before) > 1 and before[-2].kinds & words.ROLE)

    def _is_womans(self, names: list[Token]) -> bool:
        """Tell a woman's surname from a town: "Kofi Nováková" and "Moravská Třebová"."""
        first, last = (
            self._folded.original[slice(*self._folded.span(name.start, name.end))].lower()
            for name in names[-2:]
        )
        return (
            last.endswith(("ová", "ovou"))
            and first[-1] not in "áéíý"
            and not names[-2].kinds & words.IN_ADDRESS
        )

    def _has_role(self) -> bool:
        place = self._start - 1
        while self._token(place).text in _LINKS and place > self._start - 4:
            place -= 1
        return bool(self._token(place).kinds & words.ROLE)


def is_house_mark(tokens: list[Token], index: int) -> bool:
    """Tell whether a token marks the number of a house: "č. p. 12", "č. 12"."""
    if index >= len(tokens):
        return False
    if tokens[index].kinds & words.HOUSE_MARK:
        return True
    after = index + 1 + (index + 1 < len(tokens) and tokens[index + 1].text == ".")
    return (
        tokens[index].text in ("c", "cislo", "d") and after < len(tokens) and tokens[after].text[0].isdigit()
    )
