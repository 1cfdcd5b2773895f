"""Set-based merge: staged subjects → claims of their source → merged companies → dirty entries.

Each source keeps its own rows: docs/decisions/0005-claims-per-source.md.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import structs
from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Engine,
    Integer,
    String,
    bindparam,
    case,
    delete,
    func,
    literal,
    literal_column,
    or_,
    select,
    update,
)

from soupis.ingest.claimed_ids import link_claimed_of
from soupis.ingest.dirty_entries import mark_dirty
from soupis.ingest.precedence import (
    CLAIM_SOURCES,
    ENDED,
    ENDED_RULE,
    PRECEDENCE,
    RECENT_SOURCES,
    SEAT_PRECEDENCE,
)
from soupis.ingest.privacy.stored import stored_claim
from soupis.ingest.stored_state import load_state
from soupis.progress import Progress
from soupis.registers.legal_forms import BRANCH_FORMS
from soupis.registers.records import UNKNOWN_TO_ARES, Subject
from soupis.sources import ARES, ARES_RES, ARES_VR, PUBLIC_REGISTER
from soupis.store import bulk
from soupis.store.engine import reading, start_log_over, writing_connection
from soupis.store.tables import KIND_COMPANY, company, company_claim, setting

SUBJECT_FIELDS = tuple(field.name for field in structs.fields(Subject))
_STAGE = bulk.working_table(
    "stage_subject",
    Column("ico", Integer, primary_key=True, autoincrement=False),
    *(Column(name, company_claim.c[name].type) for name in SUBJECT_FIELDS[1:]),
)
_TOUCHED = bulk.working_table("touched", Column("ico", Integer, primary_key=True, autoincrement=False))
_BRANCH_SOURCES = (PUBLIC_REGISTER, ARES_VR)


# A migration enters this setting.
_AGAIN = "merge_again"
# Companies merged in one transaction: short enough that readers and other writers hardly notice.
BATCH = 50_000


class Merge:
    """Working tables of one connection for merging subjects of one source; cheap to reuse per batch."""

    def __init__(
        self, connection: Connection, source: str, dataset: str, now: str, *, dated: bool = False
    ) -> None:
        """`dated`: each answer is a check of its own; its moment counts, an older one changes nothing."""
        self.connection = connection
        self.dated = dated
        self.source = source
        self.dataset = dataset
        self.now = now
        self.stage = bulk.create_empty(connection, _STAGE)
        self.touched = bulk.create_empty(connection, _TOUCHED)

    def stage_rows(self, rows: Iterable[Sequence[Any]]) -> None:
        """Put subjects, as tuples in the order of `Subject`, beside the tables."""
        bulk.insert_rows(self.connection, self.stage, SUBJECT_FIELDS, map(stored_claim, rows))

    def merge_all(self) -> int:
        """Take over all staged subjects; return how many claims differed from before."""
        bulk.clear(self.connection, self.touched)
        said = {"by": self.source, "at": self.now}
        note_differing = _note_differing(dated=self.dated)
        note_differing(self.connection, **said)
        _take_over(self.connection, **said, of=self.dataset)
        return merge_companies(self.connection)

    def mark_staged_dirty(self) -> None:
        """Ask for new documents of all staged subjects, for something outside the claims has changed."""
        mark_dirty(self.connection, KIND_COMPANY, self.stage)

    def clear(self) -> None:
        """Empty the stage for the next batch."""
        bulk.clear(self.connection, self.stage)

    def confirm_existence(self, *, unless: Iterable[int] = ()) -> int:
        """Date claims anew whose end, or the lack of one, the snapshot confirms and ARES once denied.

        The snapshot confirms claims of its dataset except those of the IDs `unless`.

        A claim that a snapshot repeats keeps its date otherwise. Without a new one, an answer of ARES between
        two snapshots would count as newer than the second one. Return how many claims were dated anew.
        """
        bulk.clear(self.connection, self.touched)
        claim, other = company_claim, company_claim.alias("other")
        denied = (
            (claim.c.source == self.source)
            & (claim.c.dataset == self.dataset)
            & claim.c.missing_since.is_(None)
            & (claim.c.retrieved < self.now)
        )
        differ = or_(claim.c.ended != other.c.ended, claim.c.ceased.is_(None) != other.c.ceased.is_(None))
        same = (other.c.ico == claim.c.ico) & other.c.source.in_((ARES, ARES_RES))
        later = other.c.retrieved > claim.c.retrieved
        query = select(claim.c.ico).select_from(claim.join(other, same)).where(denied, differ, later)
        bulk.upsert_from(self.connection, self.touched, query.distinct())
        bulk.delete_rows(self.connection, self.touched, ("ico",), ((ico,) for ico in unless))
        self._update_touched(retrieved=self.now)
        return merge_companies(self.connection)

    def mark_missing(self, icos: Iterable[int], today: str) -> int:
        """Mark claims that the snapshot no longer holds; return how many."""
        bulk.clear(self.connection, self.touched)
        bulk.insert_rows(self.connection, self.touched, ("ico",), ((ico,) for ico in icos))
        self._update_touched(missing_since=today)
        return merge_companies(self.connection)

    def _update_touched(self, **values: str) -> None:
        claim = company_claim
        self.connection.execute(
            update(claim)
            .where(claim.c.source == self.source, claim.c.ico.in_(select(self.touched.c.ico)))
            .values(**values)
        )


@functools.cache
def _note_differing(*, dated: bool) -> bulk.Upsert:
    """Return what notes the IDs of staged subjects whose claims differ from them."""
    stage, claim, now = _STAGE, company_claim, bindparam("at", type_=String)
    same_claim = (claim.c.source == bindparam("by")) & (claim.c.ico == stage.c.ico)
    differs = or_(claim.c.missing_since.is_not(None), bulk.differs(claim, stage, SUBJECT_FIELDS[1:]))
    if dated:
        differs = or_(claim.c.retrieved < now, (claim.c.retrieved == now) & differs)
    changed = or_(claim.c.ico.is_(None), differs)
    joined = stage.outerjoin(claim, same_claim)
    return bulk.Upsert(_TOUCHED, select(stage.c.ico).select_from(joined).where(changed))


_take_over = bulk.Upsert(
    company_claim,
    select(
        bindparam("by", type_=company_claim.c.source.type).label("source"),
        *(_STAGE.c[name] for name in SUBJECT_FIELDS),
        bindparam("of", type_=company_claim.c.dataset.type).label("dataset"),
        bindparam("at", type_=company_claim.c.retrieved.type).label("retrieved"),
        literal(None, company_claim.c.missing_since.type).label("missing_since"),
    ).where(_STAGE.c.ico.in_(select(_TOUCHED.c.ico))),
)


def merge_companies(connection: Connection) -> int:
    """Make the companies of the touched IDs from all claims and mark them dirty; return how many."""
    _merge_touched()(connection)
    link_claimed_of(connection, _TOUCHED)
    mark_dirty(connection, KIND_COMPANY, _TOUCHED)
    return connection.scalar(_COUNT_TOUCHED) or 0


_COUNT_TOUCHED = select(func.count()).select_from(_TOUCHED)


def merge_again(engine: Engine, progress: Progress) -> None:
    """Make all companies anew of their claims where a migration asks for it, as versions differ in how.

    To be called before publishing; after an interruption it starts anew, for merging twice changes nothing.
    """
    with reading(engine) as connection:
        if load_state(connection, _AGAIN, bool) is None:
            return
        total = connection.scalar(select(func.count(company_claim.c.ico.distinct()))) or 0
    done, last = 0, -1
    with writing_connection(engine) as connection:
        with connection.begin():
            touched = bulk.create_empty(connection, _TOUCHED)
        while done < total:
            with connection.begin():
                bulk.clear(connection, touched)
                following = select(company_claim.c.ico).where(company_claim.c.ico > last).distinct()
                bulk.upsert_from(connection, touched, following.order_by(company_claim.c.ico).limit(BATCH))
                merged = merge_companies(connection)
                last = connection.scalar(select(func.max(touched.c.ico))) or last
            start_log_over(connection)
            done = done + merged if merged else total
            progress("merging companies again", done, total)
        with connection.begin():
            connection.execute(delete(setting).where(setting.c.name == _AGAIN))


@functools.cache
def _merge_touched() -> bulk.Upsert:
    """Return what makes the companies of the touched IDs."""
    claims = {source: company_claim.alias(f"claim_{source}") for source in CLAIM_SOURCES}
    said = claims | {source: company_claim.alias(f"said_{source}") for source in _BRANCH_SOURCES}
    joined: Any = _TOUCHED
    for source, claim in claims.items():
        joined = joined.outerjoin(claim, _is_claim(claim, source))
    for source in _BRANCH_SOURCES:
        joined = joined.outerjoin(said[source], _is_claim(said[source], source) & _is_heard(said[source]))
    merged = _merged_fields(said) | {"sources": _sources(claims)}
    values = [merged[column.name].label(column.name) for column in company.columns if column.name != "ico"]
    return bulk.Upsert(company, select(_TOUCHED.c.ico, *values).select_from(joined))


def _is_claim(claim: Any, source: str) -> ColumnElement[bool]:
    is_claim: ColumnElement[bool] = (claim.c.source == source) & (claim.c.ico == _TOUCHED.c.ico)
    return is_claim


def _is_heard(claim: Any) -> ColumnElement[bool]:
    """Return the condition that a claim of the register is about the company itself.

    A branch may stand in the register under its parent's ID. Its claim says nothing of the company if another
    source knows one under the ID, whichever of them was read first.
    """
    other, branches = company_claim.alias("other"), sorted(BRANCH_FORMS)
    company_of_another = select(other.c.ico).where(
        other.c.ico == claim.c.ico,
        other.c.source.in_(CLAIM_SOURCES),
        other.c.source != claim.c.source,
        other.c.legal_form.not_in(branches),
    )
    form = claim.c.legal_form
    return or_(form.is_(None), form.not_in(branches), ~company_of_another.exists())


def _merged_fields(said: dict[str, Any]) -> dict[str, ColumnElement[Any]]:
    """Return the fields of a merged company by name; `said`: the claims that count, by source."""
    fields = {
        name: _first_of([said[source].c[name] for source in sources]) for name, sources in PRECEDENCE.items()
    }
    overruled = _overruled({source: said[source] for source in RECENT_SOURCES})

    def ending(source: str, name: str) -> ColumnElement[Any]:
        column: ColumnElement[Any] = said[source].c[name]
        if source not in overruled:
            return column
        # First what most rows decide: they tell of no end.
        states_end = column if name == ENDED else column.is_not(None)
        return case((states_end & ~overruled[source], column))

    fields["ceased"] = _first_of([ending(source, "ceased") for source in PRECEDENCE["ceased"]])
    fields[ENDED] = _any_of([ending(source, ENDED) for source in ENDED_RULE.sources])
    seats = [
        (or_(said[source].c.seat_municipality.is_not(None), said[source].c.seat_text.is_not(None)), source)
        for source in SEAT_PRECEDENCE
    ]
    fields["seat_source"] = case(*((has_seat, literal(source)) for has_seat, source in seats))
    return fields


def _overruled(claims: dict[str, Any]) -> dict[str, ColumnElement[bool]]:
    """Return for each source the condition that a newer one knows the subject as living.

    It is `precedence.overruled_ends` as a query.
    """
    moments = {source: _spoken(claim) for source, claim in claims.items()}

    def overrules(other: str, source: str) -> ColumnElement[bool]:
        since = func.coalesce(claims[source].c.ceased, _NO_TIME)
        newer = (moments[other] > moments[source]) & (moments[other] > since)
        living: ColumnElement[bool] = claims[other].c.ended.is_(False)
        return living & newer

    return {
        source: or_(*(overrules(other, source) for other in claims if other != source)) for source in claims
    }


# In the text of the statement, because each parameter takes time in every batch.
_NO_TIME: ColumnElement[str] = literal_column("''")
_UNKNOWN: ColumnElement[str] = literal_column(f"'{UNKNOWN_TO_ARES}'")


def _spoken(claim: Any) -> ColumnElement[str]:
    """Return the time at which a source spoke of the subject, empty if nobody knows it."""
    return case((claim.c.vat_registration == _UNKNOWN, _NO_TIME), else_=claim.c.retrieved)


def _sources(claims: dict[str, Any]) -> ColumnElement[Any]:
    """Return one text that names every claim: "res|2026-11-21T02:36:00Z| ares|2026-10-08T09:00:00Z| "."""
    parts = [
        func.coalesce(
            literal(f"{source}|") + claim.c.retrieved + "|" + func.coalesce(claim.c.missing_since, "") + " ",
            "",
        )
        for source, claim in claims.items()
    ]
    return functools.reduce(operator.add, parts)


def _first_of(columns: list[ColumnElement[Any]]) -> ColumnElement[Any]:
    return func.coalesce(*columns) if len(columns) > 1 else columns[0]


def _any_of(columns: list[ColumnElement[Any]]) -> ColumnElement[Any]:
    return or_(*(func.coalesce(column, literal(False)) for column in columns))
