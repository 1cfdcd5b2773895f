"""Statistics of the companies found: tables whose rows say how many there are and which search finds them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal, NamedTuple, get_args

import msgspec

from soupis.messages import Message
from soupis.queries.code_names import SAME_SECTIONS
from soupis.queries.companies import facet_names
from soupis.queries.services import Services
from soupis.search.companies import CompanyQuery
from soupis.search.schema import UNDATED
from soupis.search.sections import UNSORTED_TRADES, divisions_of
from soupis.search.statistics import Distribution
from soupis.times import prague_today
from soupis.wire.requests import VyhledavaniDotaz

TableName = Literal["kraje", "vznik", "zanik", "formy", "obory", "insolvence"]
TABLES: tuple[TableName, ...] = get_args(TableName)

# As many years, and months, stand alone; those before them are one row.
_YEARS = 25
_MONTHS = 24
_IN_CZECH = (
    *("leden", "únor", "březen", "duben", "květen", "červen", "červenec", "srpen", "září", "říjen"),
    *("listopad", "prosinec"),
)
_IN_ENGLISH = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September", "October"),
    *("November", "December"),
)
_NOT_STATED = Message("neuvedeno", "not stated")


class Row(NamedTuple):
    """A value and how many companies have it; `code` is empty where it is not stated, and for several years.

    `search` finds just these companies; None where no filter does.
    """

    code: str
    name: Message
    companies: int
    search: VyhledavaniDotaz | None = None

    @property
    def is_unknown(self) -> bool:
        """Tell whether the row is of those whose value is not stated."""
        return self.name is _NOT_STATED


class Table(NamedTuple):
    """Rows that add up to `total`, unless `overlapping`: then a company may be in several rows."""

    name: TableName
    rows: tuple[Row, ...]
    total: int
    overlapping: bool = False


class Statistics(NamedTuple):
    """All tables of a search; `insolvent` by either register, the last ones not known."""

    total: int
    ceased: int
    insolvent: int
    insolvency_unknown: int
    tables: dict[TableName, Table]


async def statistics(services: Services, parameters: VyhledavaniDotaz, query: CompanyQuery) -> Statistics:
    """Return the statistics of the companies that a search finds; `query` is that of the index.

    Raises QueryError 503 when too many demanding searches run already.
    """
    # Counting passes over all hits, however simple the search.
    spread = await services.in_thread(services.companies.distribution, query)
    names = {
        "kraje": await facet_names(services, "kraj"),
        "formy": await facet_names(services, "forma"),
        "obory": await services.code_lists.names("nace2025"),
    }
    tables = (
        _regions(spread, parameters, names["kraje"]),
        _years("vznik", spread.founded, spread.total, parameters),
        _years("zanik", spread.ended, spread.ceased, parameters),
        _legal_forms(spread, parameters, names["formy"]),
        _sections(spread, parameters, names["obory"]),
        _insolvencies(spread),
    )
    return Statistics(
        spread.total,
        spread.ceased,
        spread.insolvent,
        spread.insolvency_unknown,
        {table.name: table for table in tables},
    )


def _regions(spread: Distribution, parameters: VyhledavaniDotaz, names: dict[str, Message]) -> Table:
    rows = (
        Row(str(code), _named(names, str(code)), count, _narrowed(parameters, kraj=str(code)))
        for code, count in spread.regions.items()
    )
    return Table("kraje", _with_unknown(_biggest_first(rows), spread.total), spread.total)


def _legal_forms(spread: Distribution, parameters: VyhledavaniDotaz, names: dict[str, Message]) -> Table:
    chosen = parameters.forma
    rows = (
        # A company of several lists may be counted under a form that was not chosen.
        Row(
            code,
            _named(names, code),
            count,
            _narrowed(parameters, forma=[code]) if not chosen or code in chosen else None,
        )
        for code, count in spread.legal_forms.items()
    )
    return Table("formy", _with_unknown(_biggest_first(rows), spread.total), spread.total)


def _sections(spread: Distribution, parameters: VyhledavaniDotaz, names: dict[str, Message]) -> Table:
    # A second activity would be one more to choose from, and find more companies.
    may_narrow = not parameters.nace
    rows = [
        Row(
            section,
            _named(names, section),
            count,
            _narrowed(parameters, nace=_filter_of(section)) if may_narrow else None,
        )
        for section, count in spread.sections.items()
    ]
    unknown = Row("", _NOT_STATED, spread.without_section)
    return Table(
        "obory",
        (*_biggest_first(rows), *([unknown] if unknown.companies else [])),
        spread.total,
        overlapping=True,
    )


def _filter_of(section: str) -> list[str]:
    """Return values of `nace` that mean a section, few enough for an address."""
    if section == UNSORTED_TRADES or section in SAME_SECTIONS:
        return [section]
    return divisions_of(section)


def _insolvencies(spread: Distribution) -> Table:
    months = {_number_of(month): count for month, count in spread.insolvent_since.items() if month != UNDATED}
    total = sum(spread.insolvent_since.values())
    rows = _in_order(months, _MONTHS, _this_month(), _month_name, lambda _first, _last: None, _month_code)
    return Table("insolvence", _with_unknown(rows, total), total)


def _years(
    name: Literal["vznik", "zanik"], counts: dict[int, int], total: int, parameters: VyhledavaniDotaz
) -> Table:
    def search(first: int | None, last: int | None) -> VyhledavaniDotaz:
        since, until = getattr(parameters, f"{name}_od"), getattr(parameters, f"{name}_do")
        days = {
            f"{name}_od": max(filter(None, (since, first and f"{first:04d}-01-01")), default=None),
            f"{name}_do": min(filter(None, (until, last and f"{last:04d}-12-31")), default=None),
        }
        return _narrowed(parameters, **days)

    until, this_year = getattr(parameters, f"{name}_do"), prague_today().year
    last = min(int(until[:4]), this_year) if until else this_year
    rows = _in_order(counts, _YEARS, last, _year_name, search, str)
    return Table(name, _with_unknown(rows, total), total)


Span = Callable[[int | None, int | None], VyhledavaniDotaz | None]


def _in_order(
    counts: dict[int, int],
    most: int,
    last: int,
    name: Callable[[int], Message],
    search: Span,
    code: Callable[[int], str],
) -> Iterator[Row]:
    """Yield a row for each of the years or months up to the last one, also for those that have none.

    There are at most so many; all before is one row, and so is all after.
    """
    if not counts:
        return
    first = max(min(counts), last - most + 1)
    if before := sum(count for number, count in counts.items() if number < first):
        text = name(first - 1)
        yield Row("", Message(f"{text.cs} a dříve", f"{text.en} and before"), before, search(None, first - 1))
    for number in range(first, last + 1):
        yield Row(code(number), name(number), counts.get(number, 0), search(number, number))
    if after := sum(count for number, count in counts.items() if number > last):
        text = name(last + 1)
        yield Row("", Message(f"{text.cs} a později", f"{text.en} and later"), after, search(last + 1, None))


def _year_name(year: int) -> Message:
    return Message(str(year), str(year))


def _number_of(month: int) -> int:
    """Return a month (202611) as one of a row of numbers without gaps."""
    return month // 100 * 12 + month % 100 - 1


def _this_month() -> int:
    today = prague_today()
    return today.year * 12 + today.month - 1


def _month_name(number: int) -> Message:
    year, month = divmod(number, 12)
    return Message(f"{_IN_CZECH[month]} {year}", f"{_IN_ENGLISH[month]} {year}")


def _month_code(number: int) -> str:
    year, month = divmod(number, 12)
    return f"{year:04d}-{month + 1:02d}"


def _narrowed(parameters: VyhledavaniDotaz, **filters: Any) -> VyhledavaniDotaz:
    return msgspec.structs.replace(parameters, **filters)


def _named(names: dict[str, Message], code: str) -> Message:
    return names.get(code) or Message(code, code)


def _biggest_first(rows: Iterable[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: (-row.companies, row.code))


def _with_unknown(rows: Iterable[Row], total: int) -> tuple[Row, ...]:
    """Return rows that add up to the total: what is missing is not stated."""
    stated = tuple(rows)
    missing = total - sum(row.companies for row in stated)
    return (*stated, Row("", _NOT_STATED, missing)) if missing else stated
