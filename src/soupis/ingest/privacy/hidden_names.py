"""Names of hidden persons in texts: in all cases and any order, with and without diacritics."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from soupis.ingest.privacy.declension import forms_of_first_name, forms_of_surname, is_womans
from soupis.ingest.privacy.folded import Folded, fold
from soupis.ingest.privacy.redaction import hide_spans
from soupis.ingest.privacy.words import is_first_name, is_for_somebody, is_particle, is_title

_WORD = re.compile(r"[^\W\d_]+")
# What stands between two words of one name: "Novák, Jan", "jan.novak@", "Novák (Jan)", "Novák - Jan".
_BETWEEN = re.compile(r"[\s.,;:_()'\"/&+-]{1,5}")
_MOST_BETWEEN = 3
# Words that parts of names are labelled with in lists: "příjmení: Novák, jméno: Jan".
_LABELS = frozenset("jmeno prijmeni krestni rodne".split())
_LEGAL_FORM = (
    r"(?:(?:spol(?:\.|ecnost)?,?\s*)?s\s?(?:r\.?\s?o\b|rucenim)|s\.?\s?r\.?\s?[ol]\b|akciova spolecnost|"
    r"[ak]\.\s?s\b|v\.?\s?o\.?\s?s\b|o\.\s?p\.\s?s\b|z\.\s?[su]\b|s\.\s?(?:p|a|p\.\s?a)\b|b\.\s?v\b|"
    r"sp\.?\s?z\s?o\.?\s?o\b|(?:gmbh|ag|kg|ltd|limited|llc|inc|plc|kft)\b)"
)
_FORM_AFTER = (
    r"(?:\s(?:holding|group|trad\w+|invest\w*|consult\w*|servis|stavby|reality|auto\w*|transport)){0,2}"
    r"[\s,\"“”]{0,3}(?:(?:a|&|und|and)\s?(?:syn|spol|partner|dcer|brat|co\b|sohn|son)\w*\.?[\s,]{1,3})?"
    + _LEGAL_FORM
)
# A name before one of these is a company's: "Jan Novák s.r.o.", "Jan Novák a syn, spol. s r.o."
_BEFORE_FORM = re.compile(_FORM_AFTER)
# A surname alone before one of these is part of a company's name: "společník Novák & Malý"
_OF_COMPANY = re.compile(
    rf"[\s,]{{1,3}}(?:&|spol|a\s(?:syn|spol|partner)|holding|group|trade|invest)|{_FORM_AFTER}"
)
# Words before the whole name of a company, which has up to two more words: "společnost Jan Novák Stavby a.s."
_COMPANY_BEFORE = re.compile(r"\b(?:spolecnost|firm|podnik|zavod|nazev|nazv)\w*[\s:,\"'„“]{1,4}\Z")
_WORDS_AND_FORM = re.compile(rf"[\s-]{{1,3}}(\w+)(?:[\s-]{{1,3}}(\w+))??,?\s{_LEGAL_FORM}")
# Words before the name of somebody whom a place or an institution is called after: "ulice Jana Nováka".
_CALLED_AFTER = re.compile(
    r"\b(?:(?:ulic|namest|nabrez|sidlist|nadac|gymnazi|divadl|knihovn)\w*|trid[aeuy]|sady|sadech|skol[aeuy]|"
    r"fondu?|muze(?:um|a|u|em)|(?:ul|nam|tr|nabr)\.?)\s{1,2}\Z"
)
_HOUSE_NUMBER = re.compile(
    r"\s{1,2}(?:c\.\s?p\.\s?)?\d{1,4}\b(?:/\d{1,4}\w?)?(?P<town>,?\s+(?:psc\s)?\d{3}\s?\d\d\b)?"
)
_LOOKED_BACK = 24
# Parts of names that thousands share, so that they tell nobody beside a surname.
_UMLAUT = re.compile("([aou])e")
_COMMON_PARTS = frozenset(("van", "thi"))


# Titles of several words, and others that the lists lack because they may be abbreviations of other things.
_DEGREES = re.compile(r"\b(?:(?:ph|th|art)\.?\s?d|ll\.?\s?m|h\.\s?c|[bdm]ba|m[hp]a|acca)\b", re.I)
# Marks of the elder and the younger of two persons of one name; the lists of titles have their short forms.
_GENERATIONS = frozenset("mladsi starsi junior senior jun sen".split())


class Name(NamedTuple):
    """The name of a person."""

    first: str | None
    last: str

    def parts(self) -> tuple[list[str], list[str]]:
        """Return the words of first name and surname without titles, wherever those were entered."""
        first = _words(self.first or "")
        last = _without_titles(_words(self.last.partition(",")[0] if first else self.last))
        is_whole_name = len(last) > 1 and "-" not in self.last  # that was entered as a surname
        if is_whole_name and all(map(_is_beside_name, first)):
            last.sort(key=lambda word: not is_first_name(_fold(word)))
            return last[:1], last[1:]
        return _without_titles(first), last


class HiddenName:
    """One name that is looked for; `find` reads a text in time that grows with its length."""

    def __init__(self, name: Name) -> None:
        first, last = name.parts()
        womans = is_womans(" ".join(first), " ".join(last))
        first = [word for word in first if word.casefold() not in _COMMON_PARTS]
        last = [word for word in last if not is_particle(word.casefold())]
        self._first = _plain(first)
        self._last = _plain(last)
        self._first_forms = {
            form for word in first if len(word) > 1 for form in forms_of_first_name(word, womans=womans)
        }
        self._last_forms = {
            form for word in last if len(word) > 1 for form in forms_of_surname(word, womans=womans)
        }
        self._initials = {word[0] for word in self._first}

    def find(self, folded: Folded) -> Iterator[tuple[int, int]]:
        """Yield where the name stands in a text."""
        words = list(_WORD.finditer(folded.text))
        index = 0
        while index < len(words):
            last = self._name_from(folded, words, index)
            if last is None:
                index += 1
                continue
            if not self._is_of_thing(folded, words[index : last + 1]):
                yield words[index].start(), words[last].end()
            index = last + 1

    def _is_of_thing(self, folded: Folded, name: list[re.Match[str]]) -> bool:
        """Tell whether a name is part of that of a company, or of a place or institution called after it."""
        text, start, end = folded.text, name[0].start(), name[-1].end()
        if _BEFORE_FORM.match(text, end):
            return True
        before = text[max(0, start - _LOOKED_BACK) : start]
        if _COMPANY_BEFORE.search(before):
            following = _WORDS_AND_FORM.match(text, end)
            return following is not None and all(
                folded.is_capital(following.start(place)) for place in (1, 2) if following[place]
            )
        # Streets have names in the genitive: "v ulici Jan Novák postavil dům".
        is_declined = name[0][0] not in self._first | self._last
        number = _HOUSE_NUMBER.match(text, end)
        if _CALLED_AFTER.search(before):
            return is_declined or number is not None
        return is_declined and number is not None and number["town"] is not None

    def _name_from(self, folded: Folded, words: list[re.Match[str]], index: int) -> int | None:
        """Return the last word of the name that begins with a word, None if none does."""
        word = words[index][0]
        is_first, is_last = self._is_first(words[index]), word in self._last_forms
        if is_last and not self._first and folded.is_capital(words[index].start()):
            before = _beside(folded, words, index, -1)
            return None if before and is_first_name(before) else index  # somebody with a single name
        if not (is_first or is_last):
            return None
        for other in range(index + 1, min(index + 2 + _MOST_BETWEEN, len(words))):
            if not _BETWEEN.fullmatch(folded.text, words[other - 1].end(), words[other].start()):
                break
            wanted = (is_first and words[other][0] in self._last_forms) or (
                is_last and self._is_first(words[other])
            )
            if wanted and self._is_name(folded, words, index, other):
                return self._to_the_end(folded, words, other)
            if not self._may_stand_between(folded, words, index, other):
                break
        return index if is_last and self._is_led_to(folded, words, index) else None

    def _is_first(self, word: re.Match[str]) -> bool:
        """Tell whether a word is a form of the first name, or its initial with a full stop."""
        text = word[0]
        return text in self._first_forms or (
            text in self._initials and word.string[word.end() : word.end() + 1] == "."
        )

    def _is_name(self, folded: Folded, words: list[re.Match[str]], start: int, end: int) -> bool:
        """Tell whether two words that may be first name and surname are those of one person."""
        pair = {words[start][0], words[end][0]}
        is_plain = not (pair.isdisjoint(self._first) or pair.isdisjoint(self._last))
        if not is_plain and not all(folded.is_capital(words[at].start()) for at in (start, end)):
            return False  # declined names may be other words where they have no capitals: "nových daní"
        between = folded.text[words[start].end() : words[end].start()]
        if "," not in between and ";" not in between:
            return True
        # "Petr Novák, Jan Malý" is a list of others.
        before, after = _beside(folded, words, start, -1), _beside(folded, words, end, 1)
        return before is None or after is None

    def _may_stand_between(self, folded: Folded, words: list[re.Match[str]], start: int, at: int) -> bool:
        """Tell whether a name may go on behind a word that is neither its first name nor its surname."""
        word = words[at][0]
        if is_title(word) or is_particle(word) or word in _LABELS:
            return True
        if word in self._first_forms or word in self._last_forms:
            return True
        if words[start][0] in self._last_forms:  # "Novák Petr Jan" is called Petr
            return False
        # "Jan K. Novák", "Jan a Marie Novákovi", and a second name: "Jana Malá Nováková".
        if len(word) == 1 or is_first_name(word):
            return True
        in_the_midst = at + 1 < len(words) and _adjoins(folded, words, at) and _adjoins(folded, words, at + 1)
        return at == start + 1 and folded.is_capital(words[at].start()) and in_the_midst

    def _to_the_end(self, folded: Folded, words: list[re.Match[str]], last: int) -> int:
        """Return the last word of a name, whose surname may go on behind a hyphen: "Nováková-Malá"."""
        while last + 1 < len(words):
            word, gap = words[last + 1][0], folded.text[words[last].end() : words[last + 1].start()]
            is_own = word in self._first_forms or word in self._last_forms
            if gap != "-" and not (is_own and gap in (" ", "\n", "  ", " - ")):
                break
            last += 1
        return last

    def _is_led_to(self, folded: Folded, words: list[re.Match[str]], index: int) -> bool:
        """Tell whether a surname alone is this person's: "pan Novák", "Ing. Nováka", "jednatel Novák"."""
        word, before = words[index], words[index - 1] if index else None
        if before is None or not folded.is_capital(word.start()):
            return False
        gap = folded.text[before.end() : word.start()]
        if len(gap) > 3 or gap.strip(" \n.:") or not (is_title(before[0]) or is_for_somebody(before[0])):
            return False
        following = _beside(folded, words, index, 1)
        return not (following and is_first_name(following)) and not _OF_COMPANY.match(folded.text, word.end())


def _words(name: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", _DEGREES.sub("", name))


def _fold(word: str) -> str:
    return fold(word.casefold()).text


def _plain(words: Iterable[str]) -> frozenset[str]:
    return frozenset(map(_fold, words))


def _is_beside_name(word: str) -> bool:
    folded = _fold(word)
    return len(word) > 1 and (is_title(folded) or folded in _GENERATIONS)


def _without_titles(words: list[str]) -> list[str]:
    """Return words without titles, those of which nothing else would be left as they are."""
    return [word for word in words if not _is_beside_name(word)] or words


def _adjoins(folded: Folded, words: list[re.Match[str]], at: int) -> bool:
    """Tell whether only a space or a hyphen stands between a word and the one before it."""
    return folded.text[words[at - 1].end() : words[at].start()] in (" ", "-", "\n", "  ")


def _beside(folded: Folded, words: list[re.Match[str]], at: int, step: int) -> str | None:
    """Return the word with a capital that adjoins a word on one side; titles are passed over as none."""
    other = at + step
    if not 0 <= other < len(words) or not _adjoins(folded, words, max(at, other)):
        return None
    word = words[other]
    return word[0] if folded.is_capital(word.start()) and not is_title(word[0]) else None


_hidden_name = lru_cache(maxsize=1_000)(HiddenName)


def hide_names(text: str, names: Iterable[Name]) -> str:
    """Return a text without the names of hidden persons."""
    for name in names:
        text = hide_spans(text, _hidden_name(name).find)
    return text


def is_company_name(text: str) -> bool:
    """Tell whether a name ends in a legal form, so that it is no person's."""
    return re.search(rf"{_LEGAL_FORM}\W*\Z", fold(text).text) is not None


@lru_cache(maxsize=65_536)
def words_of(name: Name) -> tuple[str, ...]:
    """Return what names have in common that differ in order, capitals, diacritics and titles only."""
    return tuple(sorted(_compared(word) for part in name.parts() for word in part))


def share_word(one: Name, other: Name) -> bool:
    """Tell whether two names have a word in common that is more than an initial."""
    return any(len(word) > 1 for word in set(words_of(one)).intersection(words_of(other)) - _COMMON_PARTS)


def may_be_same_name(one: Name, other: Name) -> bool:
    """Tell whether two names may be spellings of one: with an initial, with more or fewer first names."""
    shorter, longer = sorted((words_of(one), words_of(other)), key=len)
    surnames = [{_compared(word) for word in name.parts()[1] if len(word) > 1} for name in (one, other)]
    surname = set.intersection(*surnames) if len(shorter) == 1 else set.union(*surnames)
    if not surname.intersection(shorter, longer):
        return False
    left = list(longer)
    for word in sorted(shorter, key=len, reverse=True):
        matching = [item for item in left if item == word or _is_initial(item, word)]
        if not matching:
            return False
        left.remove(word if word in matching else matching[0])
    return True


def _compared(word: str) -> str:
    """Return a word as names are compared: umlauts that are written out (Mueller) are those letters."""
    return _UMLAUT.sub(r"\1", _fold(word))


def _is_initial(one: str, other: str) -> bool:
    return 1 in (len(one), len(other)) and one[0] == other[0]
