"""Whether a company lives, and what else is known of its state."""

from __future__ import annotations

from soupis.ingest.extract_records import entries_in
from soupis.ingest.publish.company_rows import CompanyRows
from soupis.registers.isir import is_running
from soupis.registers.public_register.kinds import ADMINISTRATORS
from soupis.registers.records import Body
from soupis.wire.company import Likvidace, StavPodrobne
from soupis.wire.labels import BODY_NAMES
from soupis.wire.states import (
    Entry,
    Holder,
    Names,
    Since,
    administrators_in_office,
    insolvency_by_entries,
    liquidation_by_entries,
    pause_by_entries,
    precedes_insolvency_register,
    state_in_words,
    telling,
    unclear_insolvency,
)

_BANKRUPTCY_STATES = frozenset({"KONKURS", "K-PO ZRUŠ."})
_INSOLVENCY_STATES = frozenset({"ÚPADEK", "ODDLUŽENÍ", "REORGANIZ"})


def states_of(rows: CompanyRows) -> tuple[Likvidace | None, StavPodrobne]:
    """Return the liquidation of a company, and the gravest state that sources tell of it."""
    today = rows.today
    if rows.state == "zanikla":
        return None, state_in_words(Since("zanikla", rows.company.ceased))
    entries = telling(
        Entry(fact.kind, fact.name, fact.text, fact.entered)
        for fact in rows.record.other_facts
        if not fact.deleted
    )
    names = _names(rows)
    liquidation = liquidation_by_entries(entries, names, _liquidators(rows), today)
    administrators = administrators_in_office(_administrators(rows), today)
    found = _insolvency(rows, insolvency_by_entries(entries, names, administrators))
    if found is None and liquidation is not None:
        found = Since("likvidace", liquidation.od)
    return liquidation, state_in_words(found or pause_by_entries(entries, today) or Since("aktivni", None))


def _liquidators(rows: CompanyRows) -> list[Holder]:
    bodies = [body for body in rows.record.bodies if body.kind == "LIKVIDATOR"]
    return [holder for body in bodies for holder in _holders(body)]


def _administrators(rows: CompanyRows) -> list[Holder]:
    bodies = [body for body in rows.record.bodies if body.kind in ADMINISTRATORS]
    return [holder._replace(office=BODY_NAMES[body.kind].cs) for body in bodies for holder in _holders(body)]


def _holders(body: Body) -> list[Holder]:
    """Return the members of a body; nobody holds an office longer than the body was entered."""
    holders = []
    for entry in entries_in([body]):
        since = entry.function_from or entry.member_from or entry.entered
        ends = filter(None, (body.deleted, entry.deleted, entry.member_to, entry.function_to))
        holders.append(Holder(since, min(ends, default=None)))
    return holders


def _names(rows: CompanyRows) -> Names:
    current = rows.company.name
    return Names(current, (*((current,) if current else ()), *(item.text for item in rows.record.names)))


def _insolvency(rows: CompanyRows, entered: Since | None) -> Since | None:
    """Return the insolvency by its own register if that was asked, else by entries of the public one.

    Insolvency from before the insolvency register is known by entries only. Proceedings of which it is not
    known whether they run count as insolvency in an unknown phase.
    """
    if rows.proceedings is None:
        return entered
    running = [item for item in rows.proceedings if is_running(item.state, item.ended)]
    unclear = [item.started for item in rows.proceedings if is_running(item.state, item.ended) is None]
    if not running and unclear:
        return entered or unclear_insolvency(unclear)
    if not running:
        return entered if precedes_insolvency_register(entered) else None
    # A petition alone is no insolvency yet: only a court finds that.
    for code, states in (("konkurs", _BANKRUPTCY_STATES), ("upadek", _INSOLVENCY_STATES)):
        if any(item.state in states for item in running):
            # The register of proceedings dates their beginning alone; an entry may date the decision.
            return entered if entered and entered.code == code else Since(code, None)
    return Since("insolvencniRizeni", min((item.started for item in running if item.started), default=None))
