"""Per field: what each source says, which one is believed and why."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import Any

from sqlalchemy import Connection, select

from soupis.ingest.explain.explanation import (
    ActivityExplanation,
    ExtractExplanation,
    FieldExplanation,
    SourceValue,
    Standing,
)
from soupis.ingest.extract_records import decode, entries_in
from soupis.ingest.precedence import (
    ACTIVITY_RULE,
    ENDED,
    ENDED_RULE,
    EXTRACT_PRECEDENCE,
    RULES,
    SEAT_RULE,
    Rule,
    overruled_ends,
)
from soupis.ingest.privacy import HIDDEN
from soupis.ingest.publish.codes import CodeNames
from soupis.ingest.publish.company_rows import CompanyRows
from soupis.ingest.publish.seats import build_seat
from soupis.ingest.vat_decision import public_tax_id
from soupis.registers.records import RegisterExtract
from soupis.store.tables import activities, company_claim, extract

# Field → the code list that names its values.
_CODE_LISTS = {"headcount": "headcount", "nace": "nace2008", "nace2025": "nace2025"}
_DAYS = frozenset({"founded", "ceased", "updated"})  # of companies, checked when they were read
_LONG_NUMBER = re.compile(r"(?<!\d)\d{9,10}(?!\d)")
Read = Callable[[Any], str | None]


def shown_number(tax_id: str | None) -> str | None:
    """Return a tax ID as it may be printed: one made of a birth number is hidden."""
    return HIDDEN if tax_id and public_tax_id(tax_id) is None else tax_id


def shown_text(text: str) -> str:
    """Return a free text as it may be printed; a register's error may repeat the number it was asked for."""
    return _LONG_NUMBER.sub(lambda found: shown_number(found[0]) or "", text)


class FieldExplainer:
    """Explains the merged fields of one company."""

    def __init__(self, connection: Connection, rows: CompanyRows, names: CodeNames) -> None:
        claims = connection.execute(select(company_claim).where(company_claim.c.ico == rows.company.ico))
        self._claims = {claim.source: claim for claim in claims}
        self._overruled = overruled_ends(list(self._claims.values()))
        self._rows = rows
        self._names = names
        self._regions, self._districts = names.region_names(), names.table("district")

    def fields(self) -> list[FieldExplanation]:
        """Return all fields in the order of their rules, the seat and the end after them."""
        fields = [self._field(field, rule) for field, rule in RULES.items()]
        fields.append(self._explain("seat", SEAT_RULE, self._seat))
        fields.append(self._end())
        return fields

    def _field(self, field: str, rule: Rule) -> FieldExplanation:
        explained = self._explain(field, rule, lambda row: _printable(field, getattr(row, field)))
        if field == "file_mark" and any(not mark.deleted for mark in self._rows.record.file_marks):
            explained.why += "; shown is the one of the extract"
        return explained

    def _explain(self, field: str, rule: Rule, read: Read) -> FieldExplanation:
        values = {source: read(claim) for source, claim in self._claims.items()}
        overruled = self._overruled if field == "ceased" else {}
        counting = [source for source in rule.sources if source not in overruled]
        winner = next((source for source in counting if values.get(source) is not None), None)
        value = values[winner] if winner else None
        return FieldExplanation(
            field=field,
            value=value,
            label=self._label(field, value),
            rule=rule.name,
            order=list(rule.sources),
            why=_why(rule, winner, self._claims, overruled) + _why_overruled(overruled),
            sources=self._sources(field, rule.sources, values, winner),
            stored_differs=read(self._rows.company) != value,
        )

    def _end(self) -> FieldExplanation:
        values = {source: "yes" if claim.ended else None for source, claim in self._claims.items()}
        sayers = [
            source for source in ENDED_RULE.sources if values.get(source) and source not in self._overruled
        ]
        why = f"{_listed(sayers)} {_says(sayers)} so" if sayers else "no source says that it has ended"
        return FieldExplanation(
            field=ENDED,
            value="yes" if sayers else "no",
            label=None,
            rule=ENDED_RULE.name,
            order=list(ENDED_RULE.sources),
            why=(f"{why}; {ENDED_RULE.reason}" if sayers else why) + _why_overruled(self._overruled),
            sources=self._sources(ENDED, ENDED_RULE.sources, values, sayers[0] if sayers else None),
            stored_differs=self._rows.company.ended != bool(sayers),
        )

    def _sources(
        self, field: str, order: Sequence[str], values: dict[str, str | None], winner: str | None
    ) -> list[SourceValue]:
        return [
            SourceValue(
                source=source,
                value=values[source],
                label=self._label(field, values[source]),
                retrieved=self._claims[source].retrieved,
                missing_since=self._claims[source].missing_since,
                standing=_standing(source, winner, values),
            )
            for source in order
            if source in values
        ]

    def _label(self, field: str, value: str | None) -> str | None:
        if value is None:
            return None
        if field in ("legal_form", "legal_form_ros"):
            form = self._names.legal_form(value, None)
            return form.nazev if form else None
        return self._names.name(_CODE_LISTS[field], value) if field in _CODE_LISTS else None

    def _seat(self, row: Any) -> str | None:
        seat = build_seat(row, self._regions, self._districts)
        return seat.text_plny if seat else None


def explain_activities(connection: Connection, ico: int) -> list[ActivityExplanation]:
    """Return how many activities each source lists, the believed source first."""
    query = select(activities.c.source, activities.c.codes).where(activities.c.ico == ico)
    codes = {
        source: Counter(int(code[:4]) for code in listed.split())
        for source, listed in connection.execute(query)
    }
    listing = [source for source in ACTIVITY_RULE.sources if source in codes]
    return [ActivityExplanation(source, dict(codes[source]), source == listing[0]) for source in listing]


def explain_extracts(connection: Connection, ico: int, speaking: Any) -> list[ExtractExplanation]:
    """Return all extracts that are stored under a company's ID, `speaking` for the company first."""
    stored = connection.execute(select(extract).where(extract.c.ico == ico)).all()
    place = (speaking.source, speaking.part) if speaking else None

    def order(row: Any) -> tuple[bool, int, bool, str]:
        is_first = (row.source, row.part) == place
        return not is_first, EXTRACT_PRECEDENCE.index(row.source), row.branch, row.mark

    return [
        ExtractExplanation(
            source=row.source,
            file=row.dataset,
            file_mark=row.mark or None,
            branch=row.branch,
            persons_hidden=row.persons_hidden,
            chosen=(row.source, row.part) == place,
            rows=_counts(decode(row.record)),
        )
        for row in sorted(stored, key=order)
    ]


def _counts(record: RegisterExtract) -> dict[str, tuple[int, int]]:
    """Return the number of entries of each kind that an extract has, and of those that stand."""
    entries = list(entries_in(record.bodies))
    shares = [share for entry in entries for share in entry.shares]
    encumbrances = [item for share in shares for item in share.encumbrances]
    kinds: dict[str, Sequence[Any]] = {
        "company_name": record.names,
        "file_mark": record.file_marks,
        "capital": record.capital,
        "business_line": record.business_lines,
        "body": record.bodies,
        "engagement": entries,
        "share": shares,
        "pledge": [item for item in encumbrances if item.kind == "pledge"],
        "execution": [item for item in encumbrances if item.kind == "execution"],
    }
    return {
        name: (len(items), sum(item.deleted is None for item in items))
        for name, items in kinds.items()
        if items
    }


def _printable(field: str, value: Any) -> str | None:
    if value is None:
        return None
    if field in _DAYS:
        return str(value)
    return shown_number(value) if field in ("tax_id", "vat_group_id") else shown_text(str(value))


def _standing(source: str, winner: str | None, values: dict[str, str | None]) -> Standing:
    if source == winner:
        return "wins"
    if values[source] is None:
        return "silent"
    return "agrees" if winner and values[source] == values[winner] else "differs"


def _why(rule: Rule, winner: str | None, claims: dict[str, Any], overruled: Collection[str]) -> str:
    """Return why a source was believed: where it stands in the rule, and what those before it did."""
    passed = rule.sources[: rule.sources.index(winner)] if winner else rule.sources
    unread = [source for source in passed if source not in claims]
    silent = [source for source in passed if source in claims and source not in overruled]
    reasons = []
    if unread:
        reasons.append(f"{_listed(unread)} {_have(unread)} not told of this company")
    if silent:
        reasons.append(f"{_listed(silent)} {_leaves(silent)} it open")
    before = ", ".join(reasons)
    if winner is None:
        return f"unknown: {before}"
    sentence = f"{before}, so {winner} is believed" if before else f"{winner} is first in it: {rule.reason}"
    if missing := claims[winner].missing_since:
        sentence += f"; it no longer knows the company since {missing}"
    return sentence


def _why_overruled(overruled: dict[str, str]) -> str:
    """Return why the ends that sources state do not count, as the end of a sentence."""
    return "".join(
        f"; {other} was read later than {source} and knows the subject as living"
        for source, other in overruled.items()
    )


def _listed(sources: Sequence[str]) -> str:
    return sources[0] if len(sources) == 1 else f"{', '.join(sources[:-1])} and {sources[-1]}"


def _says(sources: Sequence[str]) -> str:
    return "says" if len(sources) == 1 else "say"


def _have(sources: Sequence[str]) -> str:
    return "has" if len(sources) == 1 else "have"


def _leaves(sources: Sequence[str]) -> str:
    return "leaves" if len(sources) == 1 else "leave"
