"""Rules about the words of a clause, written so that a table of them can be read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from msgspec import Struct

from soupis.wire.clauses import Clause


class Rule(Struct, frozen=True, dict=True):
    """A row of the table: effect, a sentence that the row decides, and the words of a clause.

    `words` are alternatives, in folded letters: `*` = the rest of a word, `a|b` = either, `word?` = may be
    missing, `…` = any words, `~` = words about the same thing, `≁` = words that name no company.
    A clause with a match of `unless` is not matched. `in_notes`: the words count in notes of insolvency
    only, not in other facts.
    """

    effect: str
    example: str
    words: Sequence[str]
    unless: Sequence[str] = ()
    in_notes: bool = False

    def matches(self, folded: str, *, in_note: bool) -> bool:
        """Tell whether a folded clause, of a note of insolvency or of another fact, has the words."""
        if self.in_notes and not in_note:
            return False
        return any(phrase.is_in(folded) for phrase in self._phrases) and not any(
            phrase.is_in(folded) for phrase in self._exceptions
        )

    @cached_property
    def _phrases(self) -> list[_Phrase]:
        return [_Phrase(words) for words in self.words]

    @cached_property
    def _exceptions(self) -> list[_Phrase]:
        return [_Phrase(words) for words in self.unless]


_GAPS = {
    "…": r".{0,200}?",
    "~": r"(?:(?!\b(?:a|ale|opatren\w*|reorganiz\w*|oddluz\w*|moratori\w*|plan|zakaz|vybor)\b).){0,160}?",
    "≁": r"(?:(?!\b(?:spolecnost|druzstv|spolek|ustav)).){0,160}?",
}
_WORD = r"\b(?:{})\b[\s,„“\"()–:-]*"
_STEMS = re.compile(r"[a-zA-Z_*|-]+")


class _Phrase:
    """One alternative of a rule, as a pattern."""

    def __init__(self, words: str) -> None:
        self._pattern = ""
        # Most clauses lack a word of the phrase. Looking for its stems first is a hundred times faster.
        self._stems: list[list[str]] = []
        for token in words.split():
            if gap := _GAPS.get(token):
                self._pattern += gap
                continue
            word = _WORD.format(token.rstrip("?").replace("*", "\\w*"))
            self._pattern += f"(?:{word})?" if token.endswith("?") else word
            if _STEMS.fullmatch(token):
                self._stems.append(token.replace("*", "").split("|"))
        self._compiled: re.Pattern[str] | None = None

    def is_in(self, folded: str) -> bool:
        """Tell whether a folded clause has the words."""
        for stems in self._stems:
            if not any(stem in folded for stem in stems):
                return False
        if self._compiled is None:
            self._compiled = re.compile(self._pattern)
        return self._compiled.search(folded) is not None


def effects(
    rules: Sequence[Rule], parts: list[Clause], *, in_note: bool, reword: Callable[[str], str] = str
) -> Iterator[tuple[str, Clause]]:
    """Yield the effect of each clause that a rule matches, in the order of the text.

    Rules see the folded clauses as `reword` returns them.
    """
    for part in parts:
        folded = reword(part.folded)
        for rule in rules:
            if rule.matches(folded, in_note=in_note):
                yield rule.effect, part
                break
