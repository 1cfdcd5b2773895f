"""The state of a company: one rule for search, statistics, graph, pages and assistants.

Entries of the public register are read by the same rule for today and for any day before. The rules about
their words are a table, `wire.state_rules`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from soupis.folding import fold
from soupis.wire import state_rules, word_rules
from soupis.wire.clauses import (
    Clause,
    clauses,
    is_about_another,
    is_about_person,
    is_winding_up_another,
    normal,
    with_iso_days,
)
from soupis.wire.company import Insolvence, Likvidace, StavPodrobne
from soupis.wire.labels import BODY_NAMES, DETAILED_STATES, UNKNOWN_PHASE
from soupis.wire.rulings import with_rulings
from soupis.wire.state_days import beginning

# The insolvency register has no proceedings that began before.
_REGISTER_BEGAN = "2008-01-01"
# Codes of the detailed state that mean insolvency.
INSOLVENT = frozenset({"konkurs", "upadek", "insolvencniRizeni"})


class HasInsolvency(Protocol):
    """Parts of a company that show whether it is insolvent."""

    @property
    def stav_podrobne(self) -> StavPodrobne | None: ...
    @property
    def insolvence(self) -> list[Insolvence] | None: ...


def is_insolvent(company: HasInsolvency) -> bool | None:
    """Tell whether a company is insolvent by the insolvency register or by the public one.

    None where nobody looked or the insolvency register does not tell.
    """
    if entered_insolvency(company) is not None:
        return True
    if company.insolvence is None:
        return None
    states = {item.probiha for item in company.insolvence}
    return True if True in states else None if None in states else False


def entered_insolvency(company: HasInsolvency) -> StavPodrobne | None:
    """Return the insolvency that only the public register has: no proceeding of the other one is running.

    An unknown phase comes from proceedings of which the insolvency register does not tell whether they run.
    """
    state = company.stav_podrobne
    if state is None or state.kod not in INSOLVENT:
        return None
    running = {item.probiha for item in company.insolvence or ()}
    if True in running or (None in running and state.nazev == UNKNOWN_PHASE.cs):
        return None
    return state


class Entry(NamedTuple):
    """A valid entry of the public register: kind, name of its kind, text, and the day of its entry."""

    kind: str
    sort: str | None
    text: str
    entered: str | None


class Names(NamedTuple):
    """The name of a company, and all names that it has or had."""

    current: str | None
    all: Sequence[str] = ()


class Holder(NamedTuple):
    """A liquidator or an administrator who is or was entered; `until` is None while the office lasts."""

    since: str | None
    until: str | None
    office: str = ""  # name of the office, "Insolvenční správce"


class Since(NamedTuple):
    """A code of a detailed state, and the day on which it began, or None if no source has that day.

    `undecided`: proceedings run, but entries do not show in which phase.
    """

    code: str
    day: str | None
    undecided: bool = False


def unclear_insolvency(started: Iterable[str | None]) -> Since:
    """Return the state by proceedings, begun on some days, of which it is not known whether they run."""
    return Since("insolvencniRizeni", min(filter(None, started), default=None), undecided=True)


def precedes_insolvency_register(state: Since | None) -> bool:
    """Tell whether an insolvency began under the act before, so that only the public register has it."""
    return state is not None and state.day is not None and state.day < _REGISTER_BEGAN


def state_in_words(state: Since) -> StavPodrobne:
    """Return a state with its name."""
    name = UNKNOWN_PHASE if state.undecided else DETAILED_STATES[state.code]
    return StavPodrobne(kod=state.code, nazev=name.cs, od=state.day)


_LIQUIDATION_KIND = "LIKVIDACE"
# Words of which a text about insolvency or liquidation has at least one.
_TELLING = re.compile(r"konkur[sz]|insolven|upad|vyrovn|likvid|zrus|rusi|obnov")
_TELLING_KIND = re.compile(f"{state_rules.INSOLVENCY_KIND.pattern}|{_LIQUIDATION_KIND}|PRERUSENI")
# Executions tell of a debtor, who is often a partner ("povinný vstoupil do likvidace").
_ABOUT_DEBTORS = "EXEKUCE"
# Words of which a clause about insolvency has one, outside of the notes of insolvency.
_INSOLVENCY_WORDS = re.compile(r"konkurs|insolven|upad|vyrovn|oddluz|reorganiz|moratori")
_IN_LIQUIDATION = re.compile(r"\bv likvidaci\b|\bv likv\.")
_IN_BANKRUPTCY = re.compile(r"\bv konkur[sz]u\b")
# Offices of administrators in insolvency are named by their kind.
_ADMINISTRATORS = {name.cs for kind, name in BODY_NAMES.items() if "SPRAVCE" in kind}


class _Note(NamedTuple):
    """An entry with the clauses of its sort and of its text."""

    entry: Entry
    sort: list[Clause]
    text: list[Clause]

    @property
    def in_note(self) -> bool:
        return state_rules.INSOLVENCY_KIND.match(self.entry.kind) is not None

    @property
    def folded(self) -> str:
        return " ; ".join(part.folded for part in self.text)


def _read(entry: Entry) -> _Note:
    return _Note(entry, clauses(entry.sort or ""), clauses(entry.text))


def telling(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries that may tell of a state by their kind or by a word of their text."""
    return [
        entry
        for entry in entries
        if _TELLING_KIND.match(entry.kind)
        or (entry.kind != _ABOUT_DEBTORS and _TELLING.search(fold(entry.text)))
    ]


def tells_of_state(entry: Entry) -> bool:
    """Tell whether an entry says anything about insolvency, liquidation or a pause."""
    if _TELLING_KIND.match(entry.kind):
        return True
    if entry.kind == _ABOUT_DEBTORS:
        return False
    note = _read(entry)
    return bool(
        _insolvency_effects(note, ()) or _winding_up_effects(note, ()) or _RESUMED.search(note.folded)
    )


def insolvency_by_entries(
    entries: Iterable[Entry], names: Names, administrators: Sequence[Entry] = ()
) -> Since | None:
    """Return the insolvency that the entries together tell of a company.

    Administrators in office (see `administrators_in_office`) decide only if no other entry tells anything.
    """
    notes = [(note, found) for note in map(_read, entries) if (found := _insolvency_effects(note, names.all))]
    if not notes and _IN_BANKRUPTCY.search(fold(names.current or "")):
        return Since("konkurs", None)
    if not notes:
        notes = [(note, _insolvency_effects(note, names.all)) for note in map(_read, administrators)]
    # Of entries of one day those that end something were made last.
    notes.sort(key=lambda item: (item[0].entry.entered or "", item[1][-1] in _ENDS))
    course = _Insolvency()
    for note, found in notes:
        for effect in found:
            course.apply(effect, note)
    return course.state


def is_administrator(office: str) -> bool:
    """Tell whether an office is that of an administrator in insolvency."""
    return office in _ADMINISTRATORS


def administrators_in_office(holders: Sequence[Holder], day: str) -> list[Entry]:
    """Return an entry for each office of an administrator that somebody holds on a day."""
    entries = []
    for office in {holder.office: None for holder in holders}:
        held = [holder for holder in holders if holder.office == office]
        if in_office := [item for item in held if item.until is None or item.until > day]:
            entries.append(Entry("SPRAVCE", None, office, _since_of_office(held, in_office)))
    return entries


_ENDS = frozenset({"end", "looseEnd", "petitionRefused", "reopened", "bankruptcyQuashed"})
_CODES = {
    "bankruptcy": "konkurs",
    "insolvency": "upadek",
    "proceeding": "insolvencniRizeni",
    "undecided": "insolvencniRizeni",
}
_GRAVITY = ("insolvencniRizeni", "upadek", "konkurs")


class _Insolvency:
    """Course of insolvency, clause by clause. Nothing but an end makes it less grave."""

    def __init__(self) -> None:
        self.state: Since | None = None
        self._found: Since | None = None  # insolvency that was found before bankruptcy was declared
        self._has_ended = False
        self._ended: Since | None = None  # state before the last end, which may be quashed

    def apply(self, effect: str, note: _Note) -> None:
        """Go on by what one clause says."""
        entered = note.entry.entered
        if effect in ("end", "looseEnd"):
            self._end()
        elif effect == "petitionRefused":
            if self.state is None or self.state.code == "insolvencniRizeni":
                self._end()
        elif effect == "restored":
            self.state = self.state or self._ended or Since("insolvencniRizeni", entered, undecided=True)
        elif effect == "reopened":
            self.state, self._found = Since("insolvencniRizeni", entered), None
        elif effect == "bankruptcyQuashed":
            self.state = self._found or Since("insolvencniRizeni", entered, undecided=True)
        elif effect in _CODES:
            self._worsen(effect, note)
        elif self.state is None and not self._has_ended:
            # A step of proceedings, such as the appointment of an administrator: in which phase is not known.
            self._worsen("undecided", note)

    def _end(self) -> None:
        self._ended = self.state or self._ended
        self.state, self._found, self._has_ended = None, None, True

    def _worsen(self, effect: str, note: _Note) -> None:
        code, state = _CODES[effect], self.state
        begun = Since(code, beginning(note.text, code) or note.entry.entered, effect == "undecided")
        if state is None or _GRAVITY.index(code) > _GRAVITY.index(state.code):
            self.state = begun
        elif state.undecided and effect == "proceeding":
            self.state = state._replace(undecided=False)
        if code == "upadek" and (state is None or state.code != "konkurs"):
            self._found = self._found or begun


def _insolvency_effects(note: _Note, names: Sequence[str]) -> list[str]:
    """Return what a note says of the insolvency of its company; its kind and sort come before its words."""
    rules, in_note = state_rules.INSOLVENCY_RULES, note.in_note
    words = [
        effect
        for effect, part in word_rules.effects(rules, note.text, in_note=in_note, reword=with_rulings)
        if _is_about_company(effect, part, names, in_note=in_note)
    ]
    if not in_note:
        return [effect for effect in words if effect != "nothing"]
    first = state_rules.kind_effects(note.entry.kind)
    first += [effect for effect, _ in word_rules.effects(rules, note.sort, in_note=True, reword=with_rulings)]
    if "end" in first:
        # Beside an entry about an end only a refusal or a return to the court is believed.
        return [effect for effect in words if effect in _NO_END] or ["end"]
    told = [*first, *words]
    if any(effect in ("bankruptcy", "insolvency") for effect in told):
        # A declaration counts, whatever else the same note ends or rejects.
        told = [effect for effect in told if effect not in ("looseEnd", "petitionRefused")]
    return told or [state_rules.FALLBACK_EFFECTS.get(note.entry.kind, "undecided")]


_NO_END = ("holds", "restored", "reopened", "bankruptcyQuashed")


def _is_about_company(effect: str, part: Clause, names: Sequence[str], *, in_note: bool) -> bool:
    """Tell whether a clause is about the insolvency of the company itself."""
    if in_note:
        # Notes are about the company, but may mention that the insolvency of somebody else ended.
        return effect not in _ENDS or not is_about_person(part)
    return _INSOLVENCY_WORDS.search(part.folded) is not None and not is_about_another(part, names)


def liquidation_by_entries(
    entries: Iterable[Entry], names: Names, liquidators: Sequence[Holder], day: str
) -> Likvidace | None:
    """Return the liquidation on a day: there is a liquidator, the name says so, or an entry does."""
    in_office = [item for item in liquidators if item.until is None or item.until > day]
    is_marked = bool(in_office) or _IN_LIQUIDATION.search(fold(names.current or "")) is not None
    started: list[_Note] = []
    notes = [(note, found) for note in map(_read, entries) if (found := _winding_up_effects(note, names.all))]
    notes.sort(key=lambda item: (item[0].entry.entered or "", item[1][-1] == "end"))
    for note, told in notes:
        for effect in told:
            if effect == "end":
                started = []
            elif note not in started:
                started.append(note)
    if not (is_marked or started):
        return None
    days = [told_day for note in started if (told_day := beginning(note.text, "likvidace"))]
    entered = [note.entry.entered for note in started if note.entry.entered]
    since = _since_of_office(liquidators, in_office)
    return Likvidace(od=min(days or [*entered, *([since] if since else [])], default=None))


def _winding_up_effects(note: _Note, names: Sequence[str]) -> list[str]:
    """Return what an entry says of the winding-up of its company."""
    words = [
        effect
        for effect, part in word_rules.effects(state_rules.WINDING_UP_RULES, note.text, in_note=False)
        if effect != "nothing" and not is_winding_up_another(part, names)
    ]
    return ["start", *words] if note.entry.kind == _LIQUIDATION_KIND else words


def _since_of_office(liquidators: Sequence[Holder], in_office: Sequence[Holder]) -> str | None:
    """Return the day since which there has been a liquidator without a gap."""
    since = min((item.since for item in in_office if item.since), default=None)
    while since and (
        before := [
            item.since
            for item in liquidators
            if item.since and item.since < since and item.until and item.until >= since
        ]
    ):
        since = min(before)
    return since


def pause_by_entries(entries: Iterable[Entry], day: str) -> Since | None:
    """Return that a company has paused its activity, unless the pause was over by a day."""
    since: str | None = None
    is_paused = False
    for entry in sorted(entries, key=lambda entry: (entry.entered or "", not _is_pause(entry.kind))):
        folded = normal(with_iso_days(entry.text))
        if _is_pause(entry.kind):
            until = _PAUSED_UNTIL.search(folded)
            is_paused, since = until is None or until[1] >= day, entry.entered
        elif _RESUMED.search(folded):
            is_paused = False
    return Since("pozastavena", since) if is_paused else None


_PAUSED_UNTIL = re.compile(r"\bdo (?:dne )?(\d{4}-\d{2}-\d{2})")
_RESUMED = re.compile(
    r"\b(?:cinnost|provozovan|zivnost)\w*\b.{0,40}\bobnov\w*|\bobnov\w*.{0,40}\b(?:cinnost|provozovan)"
)


def _is_pause(kind: str) -> bool:
    return kind.startswith("PRERUSENI")
