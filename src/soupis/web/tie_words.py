"""Relations in words, the same in the tables, the path and the live graph."""

from __future__ import annotations

from soupis.queries.relations import Relation
from soupis.web.language import Writer


def tie_words(write: Writer, relation: Relation) -> str:
    """Return as what somebody is engaged; a role of its own name where the register gives no other."""
    if relation.role == "zastupce":
        return write.text("zástupce právnické osoby v orgánu", "acts for a legal person in a body")
    if relation.label:
        return write.words(relation.label)
    if relation.share:
        return write.text("společník", "partner")
    return write.text("člen orgánu", "member of a body")


def period_words(write: Writer, relation: Relation) -> str:
    """Return from when to when a relation lasts, as the tables of the pages have it."""
    unknown = write.text("neznámo", "unknown")
    if relation.since:
        since = write.day(relation.since)
    elif relation.member_since:
        since = f"{write.text('členství od', 'member since')} {write.day(relation.member_since)}"
    else:
        since = unknown
    if relation.until:
        return f"{since} – {write.day(relation.until)}"
    return f"{since} – {write.text('dosud', 'present') if relation.current else unknown}"
