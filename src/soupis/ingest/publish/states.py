"""Whether a company lives, and what else is known of its state."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from soupis.folding import fold
from soupis.ingest.privacy.published import shared
from soupis.registers.isir import is_running
from soupis.registers.values import czech_date
from soupis.wire.company import Likvidace, StavFirmy, StavPodrobne
from soupis.wire.labels import DETAILED_STATES

if TYPE_CHECKING:
    from soupis.ingest.publish.company_rows import CompanyRows

_BANKRUPTCY = re.compile(r"prohlas\w* konkurs|konkurs\w* (?:byl )?prohlas|reseni upadku.{0,40}konkurs")
_OVER = re.compile(r"zrus\w* konkurs|konkurs\w* (?:byl )?zrus|zastav\w*|skonc\w*|ukonc\w*|odmit\w*|zamit\w*")
_NOTES = frozenset({"INSOLVENCE", "INSOLVENCNI_ZAPIS", "KONKURS", "KONKURS_PROHLASENI", "ZRUSENI_KONKURSU"})
_BANKRUPTCY_KINDS = frozenset({"KONKURS", "KONKURS_PROHLASENI"})
_BANKRUPTCY_STATES = frozenset({"KONKURS", "K-PO ZRUŠ."})
_INSOLVENCY_STATES = frozenset({"ÚPADEK", "ODDLUŽENÍ", "REORGANIZ"})
_INSOLVENCY = re.compile(r"zjist\w* upad|upad\w* (?:dluznika )?(?:byl )?zjist|o upadku")
_ENTRY_INTO_LIQUIDATION = re.compile(
    r"(?:vstup\w*|vstoupi\w*)[^.;]{0,60}do likvidace|zrus\w*[^.;]{0,40}s likvidaci"
)
_DAY = re.compile(r"\b\d{1,2}\s?\.\s?\d{1,2}\s?\.\s?\d{4}\b")


def state_of(company: Any, today: str) -> StavFirmy:
    """Return whether a company lives on a day; an announced end in the future has not come yet."""
    if company.ceased:
        return "zanikla" if company.ceased <= today else "aktivni"
    return "zanikla" if company.ended else "aktivni"


def liquidation_of(rows: CompanyRows, today: str) -> Likvidace | None:
    """Return that a company is in liquidation: it has a liquidator, its name says so, or an entry does."""
    if state_of(rows.company, today) == "zanikla":
        return None
    days: list[str] = []
    in_liquidation = "v likvidaci" in fold(rows.company.name or "")
    for fact in rows.other_facts:
        text = fold(fact.text)
        if fact.deleted or not (fact.kind == "LIKVIDACE" or _ENTRY_INTO_LIQUIDATION.search(text)):
            continue
        if "zrusen" in text and "likvidac" in text and "s likvidaci" not in text:
            continue  # the liquidation itself was called off
        in_liquidation = True
        told = _DAY.search(fact.text)
        days += [day for day in (czech_date(told[0]) if told else fact.entered,) if day]
    starts: list[str] = []
    for body in rows.bodies:
        if body.kind != "LIKVIDATOR" or body.deleted:
            continue
        for entry in rows.engagements.get(body.id, ()):
            ends = (entry.member_to, entry.function_to)
            if not entry.deleted and not any(end and end <= today for end in ends):
                in_liquidation = True
            if start := entry.function_from or entry.member_from or entry.entered:
                starts.append(start)
    if not in_liquidation:
        return None
    return Likvidace(od=min(days, default=None) or min(starts, default=None))


def detailed_state_of(rows: CompanyRows, state: StavFirmy, liquidation: Likvidace | None) -> StavPodrobne:
    """Return the state of a company in more words; the gravest that sources tell of counts.

    Of insolvency its own register is believed where it was asked, the notes of the public register elsewhere.
    """
    if state == "zanikla":
        return _state("zanikla", rows.company.ceased)
    insolvency = _by_notes(rows) if rows.proceedings is None else _by_proceedings(rows)
    if insolvency is not None:
        return insolvency
    if liquidation is not None:
        return _state("likvidace", liquidation.od)
    pauses = [fact for fact in rows.other_facts if fact.kind.startswith("PRERUSENI") and not fact.deleted]
    if pauses:
        return _state("pozastavena", max(fact.entered or "" for fact in pauses) or None)
    return _state("aktivni", None)


def _by_proceedings(rows: CompanyRows) -> StavPodrobne | None:
    running = [item for item in rows.proceedings or () if is_running(item.state, item.ended)]
    if not running:
        return None
    # A petition alone is no insolvency yet: only a court finds that.
    for code, states in (("konkurs", _BANKRUPTCY_STATES), ("upadek", _INSOLVENCY_STATES)):
        decided = [item for item in running if item.state in states]
        if decided:
            return _state(code, min((item.started for item in decided if item.started), default=None))
    return _state("insolvencniRizeni", min((item.started for item in running if item.started), default=None))


def _by_notes(rows: CompanyRows) -> StavPodrobne | None:
    notes = [fact for fact in rows.other_facts if fact.kind in _NOTES and not fact.deleted]
    if not notes:
        return None
    # Of notes of one day the one that ends the matter was made last.
    last = max(notes, key=lambda fact: (fact.entered or "", _is_over(fact)))
    if _is_over(last):
        return None
    text = fold(last.text)
    if last.kind in _BANKRUPTCY_KINDS or _BANKRUPTCY.search(text):
        return _state("konkurs", last.entered)
    return _state("upadek" if _INSOLVENCY.search(text) else "insolvencniRizeni", last.entered)


def _is_over(note: Any) -> bool:
    return note.kind == "ZRUSENI_KONKURSU" or _OVER.search(fold(note.text)) is not None


@lru_cache(maxsize=10_000)
def _state(code: str, since: str | None) -> StavPodrobne:
    return shared(StavPodrobne(kod=code, nazev=DETAILED_STATES[code].cs, od=since))
