"""What is known of a company's state: one rule for search, statistics, graph, pages and assistants.

What entries of the public register tell is read by the same rule for today and for any day before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from soupis.folding import fold
from soupis.times import calendar_day
from soupis.wire.company import Insolvence, Likvidace, StavPodrobne

# Codes of the detailed state that mean insolvency.
INSOLVENT = frozenset({"konkurs", "upadek", "insolvencniRizeni"})


class HasInsolvency(Protocol):
    """What of a company tells whether it is insolvent."""

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
    """Return the insolvency that the public register has, where the insolvency register was never read."""
    state = company.stav_podrobne
    if company.insolvence is None and state is not None and state.kod in INSOLVENT:
        return state
    return None


class Entry(NamedTuple):
    """An entry of the public register that holds: its kind, its words, and the day of its entry."""

    kind: str
    text: str
    entered: str | None


class Liquidator(NamedTuple):
    """A liquidator who is or was entered: since when, and whether they are in office."""

    since: str | None
    in_office: bool


class Since(NamedTuple):
    """A code of a detailed state, and the day it began, None where nothing tells it."""

    code: str
    day: str | None


_BANKRUPTCY = re.compile(r"prohlas\w* konkurs|konkurs\w* (?:byl )?prohlas|reseni upadku.{0,40}konkurs")
_OVER = re.compile(r"zrus\w* konkurs|konkurs\w* (?:byl )?zrus|zastav\w*|skonc\w*|ukonc\w*|odmit\w*|zamit\w*")
_INSOLVENCY = re.compile(r"zjist\w* upad|upad\w* (?:dluznika )?(?:byl )?zjist|o upadku")
_INSOLVENCY_KINDS = frozenset(
    {"INSOLVENCE", "INSOLVENCNI_ZAPIS", "KONKURS", "KONKURS_PROHLASENI", "ZRUSENI_KONKURSU"}
)
_BANKRUPTCY_KINDS = frozenset({"KONKURS", "KONKURS_PROHLASENI"})
_ENTRY_INTO_LIQUIDATION = re.compile(
    r"(?:vstup\w*|vstoupi\w*)[^.;]{0,60}do likvidace|zrus\w*[^.;]{0,40}s likvidaci"
)
_DAY = re.compile(r"\b(\d{1,2})\s?\.\s?(\d{1,2})\s?\.\s?(\d{4})\b")


def tells_of_state(kind: str, text: str) -> bool:
    """Tell whether an entry says anything of insolvency, of liquidation or of a pause."""
    return kind in _INSOLVENCY_KINDS or _is_pause(kind) or _is_liquidation(kind, fold(text))


def insolvency_by_entries(entries: Iterable[Entry]) -> Since | None:
    """Return the insolvency that the last of the entries tells."""
    notes = [entry for entry in entries if entry.kind in _INSOLVENCY_KINDS]
    if not notes:
        return None
    # Of notes of one day the one that ends the matter was made last.
    last = max(notes, key=lambda entry: (entry.entered or "", _is_over(entry)))
    if _is_over(last):
        return None
    text = fold(last.text)
    if last.kind in _BANKRUPTCY_KINDS or _BANKRUPTCY.search(text):
        return Since("konkurs", last.entered)
    return Since("upadek" if _INSOLVENCY.search(text) else "insolvencniRizeni", last.entered)


def liquidation_by_entries(
    name: str | None, entries: Iterable[Entry], liquidators: Sequence[Liquidator]
) -> Likvidace | None:
    """Return that a company is in liquidation: it has a liquidator, its name says so, or an entry does."""
    days: list[str] = []
    in_liquidation = "v likvidaci" in fold(name or "") or any(item.in_office for item in liquidators)
    for entry in entries:
        text = fold(entry.text)
        if not _is_liquidation(entry.kind, text):
            continue
        if "zrusen" in text and "likvidac" in text and "s likvidaci" not in text:
            continue  # the liquidation itself was called off
        in_liquidation = True
        days += [day for day in (_told_day(entry),) if day]
    if not in_liquidation:
        return None
    starts = [item.since for item in liquidators if item.since]
    return Likvidace(od=min(days, default=None) or min(starts, default=None))


def pause_by_entries(entries: Iterable[Entry]) -> Since | None:
    """Return that a company paused its activity, since the last entry of it."""
    pauses = [entry for entry in entries if _is_pause(entry.kind)]
    return Since("pozastavena", max(entry.entered or "" for entry in pauses) or None) if pauses else None


def _is_pause(kind: str) -> bool:
    return kind.startswith("PRERUSENI")


def _is_liquidation(kind: str, folded: str) -> bool:
    return kind == "LIKVIDACE" or _ENTRY_INTO_LIQUIDATION.search(folded) is not None


def _is_over(note: Entry) -> bool:
    return note.kind == "ZRUSENI_KONKURSU" or _OVER.search(fold(note.text)) is not None


def _told_day(entry: Entry) -> str | None:
    """Return the first day in the words of an entry; without one that of the entry itself."""
    told = _DAY.search(entry.text)
    if told is None:
        return entry.entered
    day = calendar_day(f"{told[3]}-{told[2]:0>2}-{told[1]:0>2}")
    return day.isoformat() if day else None
