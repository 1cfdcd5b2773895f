"""What differs between two published details of a company, section by section."""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from soupis.store.tables import EVENT_CEASED, EVENT_CHANGED
from soupis.wire.company import StavPodrobne
from soupis.wire.states import INSOLVENT

TIES: Final = "angazma"
"""The section of where a company itself sits: a document beside the detail."""

SHOWN_BY_MEMBERS: Final = frozenset({"obchodniJmeno", "stav", "pravniForma", "sidlo"})
"""Sections that documents of those who sit in a company are made of: name and state, the town of a person.

By its legal form is chosen which of several extracts speaks for it.
"""

_VAT, _VERIFIED, _SOURCES, _STATE = "dph", "overenoK", "zdroje", "stav"
_CONTRADICTION, _NOTICED = "dphRozpor", "zjistenoK"
_DETAILED, _INSOLVENCY = "stavPodrobne", "insolvence"
# Made of other sections: the change of a member is not two changes.
_DERIVED = "jednani"
_CEASED, _UNVERIFIED = msgspec.Raw(b'"zanikla"'), msgspec.Raw(b"null")

_state = msgspec.json.Decoder(StavPodrobne | None).decode
_parts = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode


class Difference(NamedTuple):
    """What happened to a company, and the names of the sections that differ, as the detail has them."""

    event: int
    sections: list[str]


def difference(before: bytes, after: bytes) -> Difference:
    """Compare two details, each a JSON `FirmaDetail`.

    A VAT status that was only verified again counts as a change of `zdroje`, because that source was read
    again. A contradiction about VAT counts as a change of `dph`. A detailed state that is, or was, one of
    insolvency counts as a change of `insolvence` too.
    """
    if before == after:
        return Difference(EVENT_CHANGED, [])
    old, new = _parts(before), _parts(after)
    sections = [name for name in (new | old) if name != _DERIVED and old.get(name) != new.get(name)]
    for name, moment in ((_VAT, _VERIFIED), (_CONTRADICTION, _NOTICED)):
        before_it, after_it = old.get(name, _UNVERIFIED), new.get(name, _UNVERIFIED)
        if name in sections and before_it != after_it:
            sections.remove(name)
            section = _SOURCES if _differ_by_moment(before_it, after_it, moment) else _VAT
            sections += [] if section in sections else [section]
    if _CONTRADICTION in sections:
        sections.remove(_CONTRADICTION)  # earlier versions did not publish it
    states = (old.get(_DETAILED), new.get(_DETAILED)) if _DETAILED in sections else ()
    if any(map(_is_insolvency, states)) and _INSOLVENCY not in sections:
        sections.append(_INSOLVENCY)
    ceased = _STATE in sections and new.get(_STATE) == _CEASED
    return Difference(EVENT_CEASED if ceased else EVENT_CHANGED, sections)


def _is_insolvency(state: msgspec.Raw | None) -> bool:
    told = _state(state) if state is not None else None
    return told is not None and told.kod in INSOLVENT


def _differ_by_moment(before: msgspec.Raw, after: msgspec.Raw, moment: str) -> bool:
    """Tell whether two VAT statuses are the same but for the moment of their verification."""
    if _UNVERIFIED in (before, after):
        return False
    old, new = _parts(before), _parts(after)
    return old | {moment: new.get(moment)} == new
