"""Per field: what each source says, which one is believed and why."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from functools import partial
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
from soupis.wire.company import Sidlo

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


def explain_fields(connection: Connection, rows: CompanyRows, names: CodeNames) -> list[FieldExplanation]:
    """Explain the merged fields of a company, the seat and the end after the others."""
    claims = connection.execute(select(company_claim).where(company_claim.c.ico == rows.company.ico))
    explainer = _FieldExplainer({claim.source: claim for claim in claims}, rows.company, names)
    fields = [explainer.explain(name, rule, partial(_printable, name)) for name, rule in RULES.items()]
    file_mark = next(item for item in fields if item.field == "file_mark")
    if any(not mark.deleted for mark in rows.record.file_marks):
        file_mark.why += "; shown is the one of the extract"
    seat = explainer.explain("seat", SEAT_RULE, lambda row: _seat(build_seat(row, names)))
    end = explainer.explain(ENDED, ENDED_RULE, lambda row: "yes" if row.ended else None)
    if end.value is None:
        end.value = "no"
        end.why = "no source says that it has ended" + explainer.why_overruled
    return [*fields, seat, end]


class _FieldExplainer:
    """Explains fields of one company by its claims, which are given by their sources."""

    def __init__(self, claims: dict[str, Any], company: Any, names: CodeNames) -> None:
        self._claims = claims
        self._company = company
        self._names = names
        self._overruled = overruled_ends(list(claims.values()))
        self.why_overruled = "".join(
            f"; {other} was read later than {source} and knows the subject as living"
            for source, other in self._overruled.items()
        )

    def explain(self, field: str, rule: Rule, read: Read) -> FieldExplanation:
        """Explain a field; `read` returns its value in a claim, and in the merged company."""
        values = {source: read(claim) for source, claim in self._claims.items()}
        overruled = self._overruled if rule is ENDED_RULE else {}
        said = [source for source in rule.sources if values.get(source) and source not in overruled]
        winner = said[0] if said else None
        value = values[winner] if winner else None
        return FieldExplanation(
            field=field,
            value=value,
            label=self._label(field, value),
            rule=rule.name,
            order=list(rule.sources),
            why=_why(rule, winner, self._claims, overruled) + (self.why_overruled if overruled else ""),
            sources=[
                SourceValue(
                    source=source,
                    value=values[source],
                    label=self._label(field, values[source]),
                    retrieved=self._claims[source].retrieved,
                    missing_since=self._claims[source].missing_since,
                    standing=_standing(source, winner, values),
                )
                for source in rule.sources
                if source in values
            ],
            stored_differs=read(self._company) != value,
        )

    def _label(self, field: str, value: str | None) -> str | None:
        if value is None:
            return None
        if field in ("legal_form", "legal_form_ros"):
            form = self._names.legal_form(value, None)
            return form.nazev if form else None
        return self._names.name(_CODE_LISTS[field], value) if field in _CODE_LISTS else None


def _seat(seat: Sidlo | None) -> str | None:
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


def _printable(field: str, row: Any) -> str | None:
    value = getattr(row, field)
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
        reasons.append(f"{_listed(unread, 'has', 'have')} not told of this company")
    if silent:
        reasons.append(f"{_listed(silent, 'leaves', 'leave')} it open")
    before = ", ".join(reasons)
    if winner is None:
        return f"unknown: {before}"
    sentence = f"{before}, so {winner} is believed" if before else f"{winner} is first in it: {rule.reason}"
    if missing := claims[winner].missing_since:
        sentence += f"; it no longer knows the company since {missing}"
    return sentence


def _listed(sources: Sequence[str], of_one: str, of_many: str) -> str:
    """Return sources with the verb that agrees with their number."""
    *others, last = sources
    return f"{', '.join(others)} and {last} {of_many}" if others else f"{last} {of_one}"
