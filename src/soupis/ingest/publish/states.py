"""Whether a company lives, and what else is known of its state."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from soupis.ingest.privacy.published import shared
from soupis.registers.isir import is_running
from soupis.wire.company import Likvidace, StavFirmy, StavPodrobne
from soupis.wire.labels import DETAILED_STATES
from soupis.wire.states import (
    Entry,
    Liquidator,
    Since,
    insolvency_by_entries,
    liquidation_by_entries,
    pause_by_entries,
)

if TYPE_CHECKING:
    from soupis.ingest.publish.company_rows import CompanyRows

_BANKRUPTCY_STATES = frozenset({"KONKURS", "K-PO ZRUŠ."})
_INSOLVENCY_STATES = frozenset({"ÚPADEK", "ODDLUŽENÍ", "REORGANIZ"})


def state_of(company: Any, today: str) -> StavFirmy:
    """Return whether a company lives on a day; an announced end in the future has not come yet."""
    if company.ceased:
        return "zanikla" if company.ceased <= today else "aktivni"
    return "zanikla" if company.ended else "aktivni"


def has_left(entry: Any, today: str) -> bool:
    """Tell whether the end of a membership or of a function has passed."""
    member_to, function_to = entry.member_to, entry.function_to
    return bool((member_to and member_to <= today) or (function_to and function_to <= today))


def liquidation_of(rows: CompanyRows, today: str) -> Likvidace | None:
    """Return that a company is in liquidation: it has a liquidator, its name says so, or an entry does."""
    if state_of(rows.company, today) == "zanikla":
        return None
    liquidators = []
    for body in rows.bodies:
        if body.kind != "LIKVIDATOR" or body.deleted:
            continue
        for entry in rows.engagements.get(body.id, ()):
            since = entry.function_from or entry.member_from or entry.entered
            liquidators.append(Liquidator(since, in_office=not entry.deleted and not has_left(entry, today)))
    return liquidation_by_entries(rows.company.name, _entries(rows), liquidators)


def detailed_state_of(rows: CompanyRows, state: StavFirmy, liquidation: Likvidace | None) -> StavPodrobne:
    """Return the state of a company in more words; the gravest that sources tell of counts.

    Of insolvency its own register is believed where it was asked, the notes of the public register elsewhere.
    """
    if state == "zanikla":
        return _state("zanikla", rows.company.ceased)
    insolvency = insolvency_by_entries(_entries(rows)) if rows.proceedings is None else _by_proceedings(rows)
    if insolvency is not None:
        return _state(*insolvency)
    if liquidation is not None:
        return _state("likvidace", liquidation.od)
    if (pause := pause_by_entries(_entries(rows))) is not None:
        return _state(*pause)
    return _state("aktivni", None)


def _entries(rows: CompanyRows) -> list[Entry]:
    return [Entry(fact.kind, fact.text, fact.entered) for fact in rows.other_facts if not fact.deleted]


def _by_proceedings(rows: CompanyRows) -> Since | None:
    running = [item for item in rows.proceedings or () if is_running(item.state, item.ended)]
    if not running:
        return None
    # A petition alone is no insolvency yet: only a court finds that.
    for code, states in (("konkurs", _BANKRUPTCY_STATES), ("upadek", _INSOLVENCY_STATES)):
        if any(item.state in states for item in running):
            # The register of proceedings dates their beginning alone; an entry may date the decision.
            entered = insolvency_by_entries(_entries(rows))
            return entered if entered and entered.code == code else Since(code, None)
    return Since("insolvencniRizeni", min((item.started for item in running if item.started), default=None))


@lru_cache(maxsize=10_000)
def _state(code: str, since: str | None) -> StavPodrobne:
    return shared(StavPodrobne(kod=code, nazev=DETAILED_STATES[code].cs, od=since))
