"""How many companies the registers were read for that are read company by company, and how old that is.

Kept in `source_state`, so that a page which shows it counts nothing.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, Engine, Integer, cast, func, literal, select, union_all

from soupis.ingest.stored_state import load_state, save_state
from soupis.sources import ARES, DOCUMENTS, ISIR, VAT
from soupis.store import bulk
from soupis.store.engine import reading, writing
from soupis.store.tables import company, company_claim, lookup, source_state, vat_answer
from soupis.times import now_text, utc_now, utc_text

# Where counting takes seconds it is not done after every publishing.
_MANY = 100_000
_PAUSE = timedelta(minutes=10)
_COUNTED = "coverage_counted"


def refresh_coverage(engine: Engine) -> None:
    """Count anew for how many companies each source was read; of many companies every ten minutes at most."""
    with reading(engine) as connection:
        total = connection.scalar(select(func.count()).select_from(company)) or 0
        counted = load_state(connection, _COUNTED, str)
        if total >= _MANY and counted and counted >= utc_text(utc_now() - _PAUSE):
            return
        rows = [
            {"source": source, "companies": total, **_coverage(connection, read)}
            for source, read in _READ.items()
        ]
        stored = connection.execute(select(*(source_state.c[name] for name in rows[0])))
        before = {row.source: dict(row._mapping) for row in stored}
    changed = [row for row in rows if before.get(row["source"]) != row]
    if changed:
        with writing(engine) as connection:
            bulk.upsert_rows(connection, source_state, changed)
    if total >= _MANY:
        save_state(engine, _COUNTED, now_text())


def _coverage(connection: Connection, read: Any) -> dict[str, Any]:
    """Return the number of companies and the median moment, to the hour, of rows (company, moment)."""
    per_company = select(read.c.ico, func.max(read.c.moment).label("moment")).group_by(read.c.ico).subquery()
    hour = func.substr(per_company.c.moment, 1, 13)
    hours = connection.execute(select(hour, func.count()).group_by(hour).order_by(hour)).all()
    covered = sum(count for _, count in hours)
    passed, median = 0, None
    for text, count in hours:
        passed += count
        if 2 * passed >= covered:
            median = f"{text}:00:00Z"
            break
    return {"covered": covered, "median_read": median}


def _looked_up(source: str) -> Any:
    query = select(lookup.c.ico, lookup.c.retrieved.label("moment")).where(lookup.c.source == source)
    # A look-up of an ID that no source knows makes no company.
    return query.join_from(lookup, company, company.c.ico == lookup.c.ico).subquery()


def _verified() -> Any:
    """Return the companies that the VAT register answered for: by tax ID, group or digits of the ID."""
    answered = vat_answer.c.answered.label("moment")
    number = literal("CZ") + vat_answer.c.dic_digits
    by_number = [
        select(company.c.ico, answered).join_from(vat_answer, company, column == number)
        for column in (company.c.tax_id, company.c.vat_group_id)
    ]
    by_id = select(company.c.ico, answered).join_from(
        vat_answer, company, company.c.ico == cast(vat_answer.c.dic_digits, Integer)
    )
    return union_all(*by_number, by_id.where(func.length(vat_answer.c.dic_digits) == 8)).subquery()


def _claimed(source: str) -> Any:
    claim = company_claim
    return select(claim.c.ico, claim.c.retrieved.label("moment")).where(claim.c.source == source).subquery()


# Source → the companies that it was read for, with the moment.
_READ = {
    ARES: _claimed(ARES),
    VAT: _verified(),
    ISIR: _looked_up(ISIR),
    DOCUMENTS: _looked_up(DOCUMENTS),
}
