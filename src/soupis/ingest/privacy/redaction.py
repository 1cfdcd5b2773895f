"""One text in, the same text out without what is private in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

from soupis.ingest.privacy import words
from soupis.ingest.privacy.folded import Folded, fold
from soupis.ingest.privacy.places import Place, ends_sentence, read_place
from soupis.ingest.privacy.tokens import Token, find_dates, is_birth_number, tokens_of
from soupis.kept import Kept
from soupis.times import prague_today

HIDDEN = "[skryto]"

Span = tuple[int, int]

_LONG = 400
# No part of a name has more characters, with all titles.
LONGEST_NAME = 400
# Nobody sits in a company who was born later than so many years ago; acts are registered since 1990.
_ADULT_YEARS = 15
_FIRST_YEAR_OF_ACTS = 1990
# Characters between a person and what is said about it, and between a word of birth and its day.
_FAR, _NEAR, _LABEL = 90, 60, 4

_AGE = r"(?:(?:vek\w*|stari|\d\d\s?(?:let|r\.?|roku)(?![a-z]))[\W_]*)*"
_ONLY_PUNCTUATION = re.compile(rf"[\W_]*{_AGE}")
_FEW_WORDS = re.compile(r"(?:\s[a-z]+){1,3}\s")
_SHORT_WORD_OF_BIRTH = re.compile(r"(?:(?<![a-z])(?:n|b|ur|roz)\s?[.:]|\*)\s{0,2}$")
_LABELLED_DIGITS = re.compile(
    r"[\s:.,(=-]{0,6}(?:[a-z]{1,10}[\s:.]{1,3}){0,2}((?:\d[\s./-]{0,3}){3,9}\d)(?!\d)"
)
# Six digits, a slash and three or four, but not the year of a file.
_SLASHED = re.compile(r"[\d .]{6,8}\s?/\s?(?!(?:199|20[0-2])\d$)\d{3,4}")
_RANGE = re.compile(r"\s?-\s?\d")
_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"[^\W\d_]{2,}")
_TELLS_WITHOUT_DIGITS = words.LIVING | words.MAYBE_LIVING | words.BIRTH | words.HIDDEN
_TELLS = (
    _TELLS_WITHOUT_DIGITS | words.BIRTH_NUMBER | words.TAX_ID | words.FIRST_NAME | words.TITLE
    | words.SALUTATION | words.ROLE
)  # fmt: skip
# What single letters say: "r. č.", "t. b.", "b y t e m".
_TELLS_BY_LETTERS = re.compile(
    r"(?<![^\W\d_])(?:(?:r\s?\.\s{0,3}c|t\s?\.\s{0,3}[bpc]|d\s?\.\s{0,3}[no])(?![a-z])|"
    r"[a-z] [a-z] [a-z](?![a-z]))"
)
# A birth number, a day alone, an initial, a woman's surname, an asterisk, something hidden.
_TELLS_BY_SHAPE = re.compile(
    r"\d(?:[\s./-]{0,4}\d){5}|(?<![^\W\d_])[^\W\d_]\.\s{0,2}[^\W\d_]{2}|ova(?![a-z])|ovou(?![a-z])|\*|\[|^\W*\d"
)


_ENDS_CLAUSE_OF_BIRTH = words.DATE | words.PERSON | words.HIDDEN | words.LIVING | words.NUMBER | words.BIRTH
_MOST_WORDS = 25
_ENDS_HOME = words.PERSON | words.SEAT | words.DATE | words.NUMBER | words.HIDDEN
_LEADS_HOME = words.IN_ADDRESS | words.MAYBE_LIVING | words.LIVING
# Tokens between a word of living and its address: "trvale hlášena v době voleb na adrese".
_MOST_LEADING = 9
_LEADS_TAX_ID = frozenset((":", ".", "-", "\n", "cz", "sk"))
# Of programs and data, where another field begins.
_CODE = re.compile('["=]')


class _Rules:
    """The rules, which read the tokens of one text from left to right and collect what they hide."""

    def __init__(self, folded: Folded, tokens: list[Token], *, beside_name: bool) -> None:
        self.spans: list[Span] = []
        self._text, self._tokens = folded.text, tokens
        self._at = 0
        # End of the last person: addresses and days that follow are this person's. None = nobody's.
        self._person: int | None = 0 if beside_name else None
        self._lives = False
        self._birth: int | None = None  # end of the last word of birth
        self._birth_told = self._act = self._event = False
        self._other_number = -_FAR

    def run(self) -> list[Span]:
        """Return what is private."""
        while self._at < len(self._tokens):
            token, at = self._tokens[self._at], self._at
            self._read(token)
            if self._at == at:
                self._at += 1
        return self.spans

    def _read(self, token: Token) -> None:
        kinds = token.kinds
        for kind, rule in _RULES:
            if kinds & kind:
                return rule(self, token)
        if token.text == ",":
            self._event = False
        if token.text == ";" or ends_sentence(self._tokens, self._at):
            self._birth, self._act, self._event = None, False, False
            if token.text != ";":
                self._person, self._lives = None, False
            return None
        place = read_place(self._tokens, self._at)
        if place.end > place.start:
            return self._read_place(place)
        self._read_context(token)
        return None

    def _read_context(self, token: Token) -> None:
        """Note words that say what follows: an act, a seat, another number."""
        if token.kinds & words.OTHER_NUMBER:
            self._other_number = token.end
        elif token.text[0].isdigit():
            self._other_number = -_FAR
        self._act |= bool(token.kinds & words.ACT)
        self._event |= bool(token.kinds & words.EVENT)
        if token.kinds & (words.SEAT | words.PROFESSION) or (token.kinds & words.OFFICE and not self._lives):
            self._person, self._lives = None, False

    def _hide(self, start: int, end: int) -> None:
        self.spans.append((start, end))
        self._person = end  # whatever is hidden is about a person
        self._act = False

    # Rule: what is said beside a person who is named in the sentence is about that person.
    def _read_person(self, token: Token) -> None:
        self._person = None if token.kinds & words.PROFESSION else token.end
        self._lives, self._birth, self._act = False, None, False

    def _read_hidden(self, token: Token) -> None:
        self._person, self._birth_told = token.end, True

    # Rule: a day is one of birth behind a word of birth, or beside a person unless an act leads to it.
    def _read_birth(self, token: Token) -> None:
        self._birth, self._birth_told, self._act = token.end, False, False
        clause = (
            self._unreadable_day()
            if len(token.text) > 4 or "." in self._text[token.start : token.end]
            else None
        )
        if clause is not None:
            self._hide(*clause)

    def _unreadable_day(self) -> Span | None:
        """Return the clause behind a word of birth if it seems to have a day that cannot be read."""
        start = index = self._at + 1
        while index < len(self._tokens):
            token = self._tokens[index]
            if token.kinds & _ENDS_CLAUSE_OF_BIRTH or index > start + _MOST_WORDS:
                return None
            if token.text in ';,()="' or ends_sentence(self._tokens, index):
                break
            index += 1
        clause = self._tokens[start:index]
        digits = [token.text for token in clause if token.text[0].isdigit()]
        if any(token.kinds & (words.MONTH | words.NUMBER_WORD) for token in clause) or len(digits) > 1:
            return clause[0].start, clause[-1].end
        return None

    def _read_date(self, token: Token) -> None:
        if self._is_birth(token):
            self._hide(token.start, token.end)
            self._birth_told = True

    def _is_birth(self, date: Token) -> bool:
        if date.year > prague_today().year - _ADULT_YEARS and self._birth is None:
            return False
        if self._is_after_birth(date) or self._is_before_birth():
            return True
        if not date.year or self._before(1).kinds & words.BEFORE_ACT:
            return " " in date.text and not date.year and self._is_beside(date)
        if self._person is None:
            return self._opens_text(date)
        if (
            self._act
            or date.start - self._person > _FAR
            or _CODE.search(self._text, self._person, date.start)
        ):
            return False
        if date.year < _FIRST_YEAR_OF_ACTS:
            return True
        ends_range = self._before(1).text == "-" and self._before(2).kinds & words.DATE
        if self._event and self._before(1).text != "(":
            return False  # "vznik funkce Jana Nováka: 1. 6. 1998"
        return self._is_beside(date) and not (ends_range or _RANGE.match(self._text, date.end))

    def _is_after_birth(self, date: Token) -> bool:
        if _SHORT_WORD_OF_BIRTH.search(self._text, max(0, date.start - 8), date.start):
            return True
        if self._birth is None or date.start - self._birth > _NEAR:
            return False
        if _CODE.search(self._text, self._birth, date.start):
            return False
        old = 0 < date.year < _FIRST_YEAR_OF_ACTS
        if not self._birth_told:
            return old or not self._act
        few = self._person is not None and _FEW_WORDS.fullmatch(self._text, self._person, date.start)
        return old or few is not None

    def _is_before_birth(self) -> bool:
        """Tell whether a word of birth follows that has no day of its own."""
        index = self._at + 1
        while self._token(index).text in ("(", ",", "-"):
            index += 1
        if not self._token(index).kinds & words.BIRTH:
            return False
        return not any(self._token(place).kinds & words.DATE for place in range(index, index + 4))

    def _is_beside(self, date: Token) -> bool:
        return self._person is not None and bool(
            _ONLY_PUNCTUATION.fullmatch(self._text, self._person, date.start)
        )

    def _opens_text(self, date: Token) -> bool:
        """Tell whether nothing is before a day, and a person or nothing at all behind it."""
        in_brackets = self._at == 1 and self._before(1).text in "(["
        if self._at and not in_brackets:
            return False
        index = self._at + 1
        while self._token(index).text in (")", "]", ",", "-", "("):
            index += 1
        if self._token(index).text and not self._token(index).kinds & words.PERSON:
            return False
        return in_brackets or date.year < _FIRST_YEAR_OF_ACTS

    # Rule: digits that begin with a day are a birth number, unless a word says what other number they are.
    def _read_number(self, token: Token) -> None:
        digits = re.sub(r"\D", "", token.text)
        taxed = self._is_taxed()
        if self._before(1).text == "-" and self._before(1).end == token.start and not taxed:
            return  # "19-2784560277/0100"
        if self._token(self._at + 1).kinds & words.UNIT:
            return
        beside = self._is_beside(token)
        if token.start - self._other_number < _FAR and not (taxed or beside):
            self._other_number = -_FAR
            return
        slashed = _SLASHED.fullmatch(token.text) is not None
        passes = len(digits) == 10 and (is_birth_number(digits) or len(self._tokens) == 1)
        in_threes = re.fullmatch(r"\d{3} \d{3} \d{3}", token.text) is not None
        if slashed or passes or taxed or (beside and not in_threes):
            self._hide(token.start, token.end)

    def _is_taxed(self) -> bool:
        """Tell whether only a country or an office is between a label of tax IDs and a number."""
        steps = 1
        while steps < _MOST_LEADING and (
            self._before(steps).text in _LEADS_TAX_ID or self._before(steps).text.isdigit()
        ):
            steps += 1
        return bool(self._before(steps).kinds & words.TAX_ID)

    def _read_label(self, token: Token) -> None:
        match = _LABELLED_DIGITS.match(self._text, token.end)
        if match is None:
            return
        self._hide(*match.span(1))
        while self._at < len(self._tokens) and self._tokens[self._at].start < match.end(1):
            self._at += 1

    # Rule: an address is a home behind a word of living, or beside a person, unless a seat is between.
    def _read_place(self, place: Place) -> None:
        tokens = self._tokens
        start, end = tokens[place.start].start, tokens[place.end - 1].end
        near = (
            self._person is not None
            and start - self._person <= _FAR
            and start - self._other_number > _LABEL
            and not _CODE.search(self._text, self._person, start)
        )
        is_office = tokens[place.start].kinds & words.OFFICE and not self._lives
        if place.is_address and not is_office and (near or self._is_home_of_following(place)):
            self._hide(start, end)
        else:
            for token in tokens[place.start : place.end]:
                self._read_context(token)
        self._at = place.end

    def _is_home_of_following(self, place: Place) -> bool:
        """Tell whether a word of living follows an address, or a person whom the text opens with it for."""
        index = place.end
        while self._token(index).text in (",", "-", "(", "/"):
            index += 1
        if self._token(index).kinds & words.LIVING or self._token(index).text == "byt":
            return not read_place(self._tokens, index + 1).is_address
        person = self._token(index).kinds & words.PERSON and self._token(place.end).text == ","
        told = any(
            self._token(later).kinds & (words.BIRTH | words.DATE | words.NUMBER | words.BIRTH_NUMBER)
            for later in range(index + 1, index + 3)
        )
        return bool(place.start == 0 and person and told)

    def _read_living(self, token: Token) -> None:
        if self._is_thing():
            return
        self._person, self._lives, self._act, self._birth = token.end, True, False, None
        is_far = False
        for index in range(self._at + 1, min(self._at + _MOST_LEADING, len(self._tokens))):
            other = self._tokens[index]
            if other.kinds & _ENDS_HOME or other.text in ";\"'_" or ends_sentence(self._tokens, index):
                return
            place = read_place(self._tokens, index)
            if self._is_named(place) and (place.is_address or not is_far):
                self._hide_home(place)
                return
            if other.text[0].isdigit() and _in_small_letters(self._tokens[self._at + 1 : index]):
                self._hide_small(index)
                return
            is_far |= other.text.isalpha() and not other.kinds & _LEADS_HOME

    def _hide_home(self, place: Place) -> None:
        start = place.start
        while self._tokens[start].text in ("v", "ve", "na", "u", "in", "at", "of", "zu", "the", "am"):
            if self._tokens[start].capital:
                break
            start += 1
        self._hide(self._tokens[start].start, self._tokens[place.end - 1].end)
        self._at = place.end

    def _hide_small(self, index: int) -> None:
        """Hide an address in small letters, with the town behind its number."""
        start, end = self._tokens[self._at + 1], index + 1
        if (
            self._token(end).text == ","
            and self._token(end + 1).text.isalpha()
            and self._token(end + 2).text in ("", ",", ")")
        ):
            end += 2
        self._hide(start.start, self._tokens[end - 1].end)
        self._at = end

    def _is_thing(self) -> bool:
        """Tell a flat from where somebody lives: "nakládání s bytem č. 5"."""
        return self._before(0).text == "bytem" and self._before(1).text in (
            "s",
            "nad",
            "pod",
            "mezi",
            "za",
            "tim",
        )

    def _is_named(self, place: Place) -> bool:
        """Tell whether a place has a name that is not a country's."""
        named = self._tokens[place.start : place.end]
        return any(token.capital for token in named) and not all(
            token.kinds & (words.COUNTRY | words.IN_ADDRESS) or not token.text.isalpha() for token in named
        )

    def _read_maybe_living(self, token: Token) -> None:
        if self._person is not None or read_place(self._tokens, self._at + 1).is_address:
            self._read_living(token)

    def _before(self, steps: int) -> Token:
        return self._token(self._at - steps)

    def _token(self, index: int) -> Token:
        return self._tokens[index] if 0 <= index < len(self._tokens) else _NOTHING


_NOTHING = Token(0, 0, "", 0)
_RULES: tuple[tuple[int, Callable[[_Rules, Token], None]], ...] = (
    (words.PERSON, _Rules._read_person),
    (words.HIDDEN, _Rules._read_hidden),
    (words.DATE, _Rules._read_date),
    (words.NUMBER, _Rules._read_number),
    (words.BIRTH_NUMBER, _Rules._read_label),
    (words.BIRTH, _Rules._read_birth),
    (words.LIVING, _Rules._read_living),
    (words.MAYBE_LIVING, _Rules._read_maybe_living),
)


def _in_small_letters(tokens: list[Token]) -> bool:
    """Tell whether a few small words that may be a street are before a number."""
    named = [token for token in tokens if token.text.isalpha()]
    return bool(named) and not any(
        token.capital or token.kinds & (words.STOP | words.UNIT | words.ACT | words.OTHER_NUMBER)
        for token in named
    )


def hide_spans(text: str, find: Callable[[Folded], Iterator[Span]]) -> str:
    """Return a text without the places that `find` yields."""
    folded = fold(text)
    return _hide(folded, list(find(folded)))


def _hide(folded: Folded, spans: list[Span]) -> str:
    pieces: list[str] = []
    end = 0
    for start, stop in sorted(folded.span(*span) for span in spans if span[0] < span[1]):
        if start >= end or not pieces:
            pieces += [folded.original[end:start], HIDDEN]
        end = max(end, stop)
    pieces.append(folded.original[end:])
    return "".join(pieces)


def _redact(text: str, *, beside_name: bool = False) -> str:
    folded = fold(text)
    if not beside_name and not _may_be_private(folded.text):
        return text
    return _hide(folded, _Rules(folded, tokens_of(folded), beside_name=beside_name).run())


def _may_be_private(text: str) -> bool:
    """Tell quickly whether a text may tell of a person; most names and addresses of companies do not."""
    has_digits = _DIGIT.search(text) is not None
    telling = _TELLS if has_digits else _TELLS_WITHOUT_DIGITS
    if any(words.possible_kinds_of(word) & telling for word in _WORD.findall(text)):
        return True
    if _TELLS_BY_LETTERS.search(text):
        return True
    return has_digits and _TELLS_BY_SHAPE.search(text) is not None


redact = Kept(_redact, 32_768, longest=_LONG).__getitem__
"""Return a text with the birth dates, birth numbers and homes of persons replaced by `[skryto]`."""

redact_beside_name = Kept(partial(_redact, beside_name=True), 32_768, longest=_LONG).__getitem__
"""Return a text that stands beside a person's name, such as a function: nobody has to be named in it."""


_NUMBER_IN_NAME = re.compile(r"\d(?:[\s\-./_,:]{0,3}\d){2,}")
_YEAR_ALONE = re.compile(r"(?:19|20)\d\d")


def _redact_name(text: str) -> str:
    if len(text) > LONGEST_NAME:
        return HIDDEN
    shorter = redact(text)
    if _DIGIT.search(fold(shorter).text) is None:
        return shorter
    folded = fold(shorter)
    spans = [(date.start, date.end) for date in find_dates(folded.text)]
    spans += [
        match.span() for match in _NUMBER_IN_NAME.finditer(folded.text) if not _YEAR_ALONE.fullmatch(match[0])
    ]
    rest = [token for token in tokens_of(folded) if not token.kinds & words.PERSON][1:]
    spans += _Rules(folded, rest, beside_name=True).run()
    return _hide(folded, spans)


redact_name = Kept(_redact_name, 16_384, longest=_LONG).__getitem__
"""Return a part of a person's name without dates and numbers of any kind; only a year may stand there."""


def redact_error(text: str) -> str:
    """Return the text of an error; it quotes values with no word beside them, so every old day is hidden."""
    return "\n".join(hide_spans(redact(line), _old_days) for line in text.split("\n"))


def _old_days(folded: Folded) -> Iterator[Span]:
    for date in find_dates(folded.text):
        if 1900 <= date.year <= prague_today().year - _ADULT_YEARS:
            yield date.start, date.end


def redact_each(texts: list[str]) -> list[str]:
    """Return a list of texts, each as by `redact`."""
    return list(map(redact, texts))
