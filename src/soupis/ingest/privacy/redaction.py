"""One text in, the same text out without what is private in it; most texts pass after a quick check."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache, partial

from soupis.ingest.privacy import birth_numbers, dates, homes, names
from soupis.ingest.privacy.decoded import ESCAPED, decoded
from soupis.ingest.privacy.folded import Folded, fold
from soupis.ingest.privacy.mended import has_misspelt_word, mended
from soupis.kept import Kept

HIDDEN = "[skryto]"

Span = tuple[int, int]

# What the rules would read in another way than it stands: characters that nobody sees, digits and dashes of
# other scripts, capitals that Czech texts have only where their encoding was mistaken. Other letters of Latin
# scripts and what Czech texts are written with are not among them.
_ODD = re.compile(
    "[^\\x20-\\x7e\\n\u00a0\u00a7\u00b0-\u00b4\u00c0\u00c1\u00c6-\u0101\u0103-\u0138\u013a-\u024f\u2019\u201a-\u201e\u20ac]"
)
# Without any of these a text says nothing private: enough digits, a date, a word of living or of birth.
_DIGIT = re.compile(r"\d")
_STEMS = (
    "byt byv býv bydl pob. domov ansäss ansass ansaess zdrž zdrz hláš hlas lašo domic dome domác domac "
    "adr wohn wh. ansch resid live living home zam demeur abit laki lako lakh lakc woona prebi stanuj "
    "žije zije usaz evid trval nar born rod geb uro naci nasc szül szul föd fod rodn tisic tisíc "
    "devatenac devatenác pesel person identit code ident"
).split()


def _by_first_letter(stems: list[str]) -> str:
    """Return a pattern of any of the stems; each place of a text is tried for one letter's stems only."""
    ends: dict[str, list[str]] = {}
    for stem in stems:
        ends.setdefault(stem[0], []).append(re.escape(stem[1:]))
    return "|".join(f"{letter}(?:{'|'.join(rest)})" for letter, rest in ends.items())


# A word boundary stands behind the first letter: a search skips to letters that a pattern may begin with.
_WORDS = re.compile(
    _by_first_letter(_STEMS) + r"|r(?:\.?\s{0,2}č|\.\s{0,2}c|(?<!\wr)c\b)|t(?<!\wt)(?:\.\s?b\.|p\b)|\*"
)
# A number of a house, or what no one who spells and types well would write.
_HOUSE = re.compile(
    r"[^\W\d_]\s?\.?,?\s{0,3}\d{1,4}[a-z]?(?:\s?/\s?\d{1,4}[a-z]?)?(?!\d|\.\s?\d)|"
    r"\b(?:road|street|avenue|lane|drive|rue)\b"
)
# No name, title or word goes on behind one of these.
_PIECE = re.compile(r"[^\s\d,/()]+")
_SPOILT = re.compile(
    r"&#?\w{2,8};|<[/a-z]|(?<!\S)\S\s{1,9}\S\s{1,9}\S(?!\S)|\d[loi]|[loi]\d|[^\S\n]{2}|\s[.;:]\s"
)
# What else is spoilt than by entities, tags and letters beside digits has such a gap, which is quickly found.
_GAP = re.compile(r"\s\S?\s")
# A number of a house, a file mark of a court. No rule hides any of them, but years and days are looked for.
_PLAIN_NUMBER = re.compile(r"\d{1,4}[a-f]?(?:/\d{1,3}[a-f]?)?|[A-Z] \d{1,6}/[KM]S[A-Z]{2}", re.ASCII)
_LONG = 400
# No part of a name has more characters, with all titles. The rules for names read each address to its end, so
# that a long text of addresses would take time that grows with its square.
LONGEST_NAME = 400


def _redact_name(text: str) -> str:
    if len(text) > LONGEST_NAME:
        return HIDDEN
    shorter = redact(text)
    plain = not (_ODD.search(shorter) or _DIGIT.search(shorter) or _WORDS.search(shorter.lower()))
    return shorter if plain else _redact_all(shorter)


def hide_spans(text: str, find: Callable[[Folded], Iterator[Span]]) -> str:
    """Return a text without the places that `find` yields, also where the text is spoilt."""
    return _hide(text, find, False)


def redact_error(text: str) -> str:
    """Return the text of an error; it quotes values with no word beside them, so every old day is hidden."""
    return "\n".join(_hide(redact(line), _in_an_error, False) for line in text.split("\n"))


def _redact(text: str, *, of_somebody: bool = False) -> str:
    if _PLAIN_NUMBER.fullmatch(text) and not of_somebody:
        return text
    if _ODD.search(text) is None and _says_nothing(text.lower(), of_somebody):
        return text
    # What is hidden may bring two things together that say more beside each other.
    while (shorter := _hide(text, _private, of_somebody)) != text:
        text = shorter
    return text


def _says_nothing(text: str, of_somebody: bool) -> bool:
    if "_" in text or "\\" in text or ("%" in text and ESCAPED.search(text)):
        return False
    if _DIGIT.search(text) is None:
        may_be_spoilt = "&" in text or "<" in text or _GAP.search(text)
        return not (_WORDS.search(text) or (may_be_spoilt and _SPOILT.search(text)))
    return not (
        _WORDS.search(text)
        or dates.LIKE_A_DATE.search(text)
        or birth_numbers.ENOUGH.search(text)
        or _SPOILT.search(text)
        or (_HOUSE.search(text) and (of_somebody or _tells_of_somebody(text)))
    )


def _tells_of_somebody(text: str) -> bool:
    """Tell whether an address may be a home; a seat, which every document has, stands beside nobody."""
    return any(map(_piece_tells, _PIECE.findall(text))) or names.may_have_initial(text)


@lru_cache(maxsize=32_768)  # the words of streets and towns come again and again
def _piece_tells(piece: str) -> bool:
    text = fold(piece).text
    return names.may_name_somebody(text) or piece.endswith(names.WOMANS) or has_misspelt_word(text)


redact = Kept(_redact, 32_768, longest=_LONG).__getitem__
"""Return a text with the birth dates, birth numbers and homes of persons replaced by `[skryto]`."""

redact_beside_name = Kept(partial(_redact, of_somebody=True), 32_768, longest=_LONG).__getitem__
"""Return a text that stands beside a person's name, such as a function: nobody has to be named in it."""

redact_name = Kept(_redact_name, 16_384, longest=_LONG).__getitem__
"""Return a part of a person's name without dates and numbers of any kind; only a year may stand there."""


def redact_each(texts: list[str]) -> list[str]:
    """Return a list of texts, each as by `redact`."""
    return list(map(redact, texts))


def _redact_all(text: str) -> str:
    while (shorter := _hide(text, _in_a_name, True)) != text:
        text = shorter
    return text


def _private(folded: Folded) -> Iterator[Span]:
    yield from birth_numbers.find(folded)
    yield from dates.find(folded)
    yield from homes.find(folded)


def _in_an_error(folded: Folded) -> Iterator[Span]:
    return dates.find_old(folded.text)


_NUMBER_IN_A_NAME = re.compile(r"\d(?:[\s\-./_,:]{0,3}\d){2,}")
_YEAR_ALONE = re.compile(r"(?:19|20)\d\d")


def _in_a_name(folded: Folded) -> Iterator[Span]:
    yield from dates.find_any(folded.text)
    yield from homes.find_any(folded)
    for match in _NUMBER_IN_A_NAME.finditer(folded.text):
        if not _YEAR_ALONE.fullmatch(match[0]):
            yield match.span()


def _hide(text: str, find: Callable[[Folded], Iterator[Span]], of_somebody: bool) -> str:
    spans = _found(text, find, of_somebody)
    if (meant := decoded(text)) is not None:
        spans += (meant.span(*span) for span in _found(meant.text, find, of_somebody))
    spans.sort()
    if not spans:
        return text
    pieces: list[str] = []
    end = 0
    for start, stop in spans:
        if start >= end or not pieces:
            pieces += [text[end:start], HIDDEN]
        end = max(end, stop)
    pieces.append(text[end:])
    return "".join(pieces)


def _found(text: str, find: Callable[[Folded], Iterator[Span]], of_somebody: bool) -> list[Span]:
    folded = fold(text, of_somebody=of_somebody)
    readings = (folded, meant) if (meant := mended(folded)) is not None else (folded,)
    return [reading.span(*span) for reading in readings for span in find(reading) if span[0] < span[1]]
