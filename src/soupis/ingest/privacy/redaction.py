"""One text in, the same text out without what is private in it.

A text is read as tokens, and these as one letter each, by their kinds. The rules are patterns of letters
(`data/rules.toml`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib.resources import files
from typing import NamedTuple

from soupis.ingest.privacy.folded import Folded, clean, fold
from soupis.ingest.privacy.tokens import Token, find_dates, tokens_of
from soupis.ingest.privacy.words import BITS, all_kinds, bits, kinds_of, phrases_from
from soupis.kept import Kept

HIDDEN = "[skryto]"

Span = tuple[int, int]

_LONG = 400
# No part of a name has more characters, with all titles.
LONGEST_NAME = 400


class Rule(NamedTuple):
    """A pattern of tokens; hidden are its groups, or all tokens of some kinds in it."""

    pattern: str
    hides: int


_FILE = files(__package__) / "data" / "rules.toml"
_TABLES = tomllib.loads(_FILE.read_text(encoding="utf-8"))
# Kinds of what several tokens are together.
_MERGED = {"reference": bits("digits reference"), "person": BITS["person"], "profession": BITS["profession"]}


def _rules(name: str) -> list[Rule]:
    return [Rule(rule["pattern"], bits(rule.get("hides", ""))) for rule in _TABLES[name]]


_NUMBERS, _DAYS, _HOMES = map(_rules, ("numbers", "days", "homes"))

_PUNCTUATION = ".,;:()[]-/\"=*_'\n"


@cache
def _letters() -> dict[int, str]:
    """Return a letter for each combination of kinds."""
    shapes = (
        "digits|digits year|digits reference|digits house|digits postal|digits district|birth_digits|"
        "birth_digits sure_digits|day|"
        "date|date adult_date|date adult_date old_date|hidden|person|place|address"
    )
    kinds = [*sorted(all_kinds()), *map(bits, shapes.split("|"))]
    return {kind: chr(0xE000 + place) for place, kind in enumerate(dict.fromkeys(kinds))}


def _class(match: re.Match[str]) -> str:
    """Return the letters for `<kind|kind>`, or for `<!kind~.;>` all but those and these characters."""
    wanted = bits(match[2].replace("|", " "))
    letters = "".join(letter for kinds, letter in _letters().items() if kinds & wanted)
    return f"[^{letters}{re.escape(match[3] or '')}]" if match[1] else f"[{letters}]"


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    while "@" in pattern:
        pattern = re.sub(r"@(\w+)", lambda part: _TABLES["parts"][part[1]], pattern)
    return re.compile(re.sub(r"<(!?)([a-z_|]+)(?:~([^>]+))?>", _class, re.sub(r"\s", "", pattern)))


def letters_of(tokens: list[Token]) -> str:
    """Return tokens as letters, where a question mark is a character that no rule knows."""
    letters = _letters()
    return "".join(
        letters.get(token.kinds, "?")
        if token.kinds
        else token.text
        if token.text in _PUNCTUATION
        else "."
        if token.text in "!?"
        else "?"
        for token in tokens
    )


def _merged(tokens: list[Token], pattern: str, kinds_for: Callable[[list[Token]], int]) -> list[Token]:
    """Return tokens where those that a pattern matches are one."""
    merged: list[Token] = []
    done = 0
    for match in _compiled(pattern).finditer(letters_of(tokens)):
        parts = tokens[match.start() : match.end()]
        if kinds := kinds_for(parts):
            merged += tokens[done : match.start()]
            merged.append(Token(parts[0].start, parts[-1].end, "", kinds))
            done = match.end()
    return merged + tokens[done:]


_COUNTRY = bits("country part_of_address")
_NUMBERED, _NAMED = bits("house postal"), bits("capital month")


def _kind_of_place(parts: list[Token]) -> int:
    if not any(part.kinds & _NAMED for part in parts):
        return 0
    if any(part.kinds & _NUMBERED for part in parts):
        return BITS["address"]
    # A country is no home: "s bydlištěm v České republice".
    is_country = all(part.kinds & _COUNTRY for part in parts if part.kinds & BITS["capital"])
    return 0 if is_country else BITS["place"]


def _apply(rules: list[Rule], tokens: list[Token]) -> list[Token]:
    """Return tokens where those that rules hide are of the kind `hidden`."""
    written = letters_of(tokens)
    for rule in rules:
        hidden: set[int] = set()
        for match in _compiled(rule.pattern).finditer(written):
            for group in range(1, len(match.groups()) + 1):
                hidden.update(range(*match.span(group)))
            hidden.update(at for at in range(*match.span()) if tokens[at].kinds & rule.hides)
        if hidden:
            tokens = [
                token._replace(kinds=BITS["hidden"]) if at in hidden else token
                for at, token in enumerate(tokens)
            ]
            written = letters_of(tokens)
    return tokens


def _private(tokens: list[Token]) -> list[Span]:
    """Return what is private in a text."""
    for name, kinds in _MERGED.items():
        tokens = _merged(tokens, _TABLES["tokens"][name], lambda _, kinds=kinds: kinds)  # type: ignore[misc]
    tokens = _apply(_DAYS, _apply(_NUMBERS, tokens))
    tokens = _merged(tokens, _TABLES["tokens"]["place"], _kind_of_place)
    tokens = _apply(_DAYS, _apply(_HOMES, tokens))
    spans: list[Span] = []
    for index, token in enumerate(tokens):
        if token.kinds == BITS["hidden"]:
            follows = index and tokens[index - 1].kinds == BITS["hidden"]
            start = spans.pop()[0] if follows else token.start
            spans.append((start, token.end))
    return spans


def hide_spans(text: str, find: Callable[[Folded], Iterator[Span]]) -> str:
    """Return a text without the places that `find` yields."""
    folded = fold(clean(text))
    return _hide(folded.original, list(find(folded)))


def _hide(text: str, spans: list[Span]) -> str:
    pieces: list[str] = []
    end = 0
    for start, stop in sorted(spans):
        if start >= end or not pieces:
            between = text[end:start]
            if not pieces or between.strip():
                pieces += [between, HIDDEN]
        end = max(end, stop)
    return "".join([*pieces, text[end:]])


def _redact(text: str, *, beside_name: bool = False) -> str:
    folded = fold(clean(text))
    if not beside_name and not _may_be_private(folded.text):
        return folded.original
    somebody = [Token(0, 0, "", BITS["person"])] if beside_name else []
    return _hide(folded.original, _private([*somebody, *tokens_of(folded)]))


_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"[^\W\d_]{2,}")
_TELLS_WITHOUT_DIGITS = bits("living maybe_living birth")
_TELLS = _TELLS_WITHOUT_DIGITS | bits("birth_number tax_id first_name title salutation role")
_TELLS_BY_SHAPE = re.compile(
    r"\d(?:[\s./-]{0,4}\d){5}|(?<![^\W\d_])[^\W\d_]\.\s{0,2}[^\W\d_]|ova(?![a-z])|ovou(?![a-z])|[*\[]|"
    r"^\W*\d{1,4}\W{1,3}\w{1,12}\W{1,3}\d"
)
# Single letters: "r. č.", "t. b.", "b y t e m".
_SPACED = re.compile(
    r"(?<![^\W\d_])(?:r\s?\.\s{0,3}c|t\s?\.\s{0,3}[bpc]|d\s?\.\s{0,3}[no]|[a-z] [a-z] [a-z])(?![a-z])"
)


def _may_be_private(text: str) -> bool:
    """Tell quickly whether a text may tell of a person; most names and addresses of companies do not."""
    has_digits = _DIGIT.search(text) is not None
    telling = _TELLS if has_digits else _TELLS_WITHOUT_DIGITS
    if any(_possible_kinds(word) & telling for word in _WORD.findall(text)) or _SPACED.search(text):
        return True
    return has_digits and _TELLS_BY_SHAPE.search(text) is not None


def _possible(word: str) -> int:
    kinds = kinds_of(word)
    for _, kind in phrases_from(word):
        kinds |= kind
    return kinds


_possible_kinds = Kept(_possible, 65_536).__getitem__

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
    if not _DIGIT.search(shorter):
        return shorter
    folded = fold(shorter)
    spans = [(day.start, day.end) for day in find_dates(folded.text) if day.kinds & BITS["date"]]
    spans += [
        match.span() for match in _NUMBER_IN_NAME.finditer(folded.text) if not _YEAR_ALONE.fullmatch(match[0])
    ]
    first, *rest = tokens_of(folded)
    spans += _private([first._replace(kinds=BITS["person"]), *rest])
    return _hide(shorter, spans)


redact_name = Kept(_redact_name, 16_384, longest=_LONG).__getitem__
"""Return a part of a person's name without dates and numbers of any kind; only a year may stand there."""


def redact_error(text: str) -> str:
    """Return the text of an error; it quotes values with no word beside them, so every old day is hidden."""
    return "\n".join(hide_spans(redact(line), _old_days) for line in text.split("\n"))


def _old_days(folded: Folded) -> Iterator[Span]:
    for day in find_dates(folded.text):
        if day.kinds & BITS["adult_date"]:
            yield day.start, day.end
