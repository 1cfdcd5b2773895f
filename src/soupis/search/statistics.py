"""How the companies found are spread: over regions, years, legal forms, activities and insolvencies."""

from __future__ import annotations

from typing import Any, NamedTuple

from tantivy import Query, Searcher

from soupis.search import queries
from soupis.search.queries import Fields, all_of
from soupis.search.schema import UNKNOWN
from soupis.search.sections import section_of_number

# Of a company without any value of a column.
_NONE = 99_999_999
_YEAR = 10_000  # days are numbers like 20261122

_COLUMNS: dict[str, dict[str, Any]] = {
    "regions": {"terms": {"field": "region", "size": 100}},
    "legal_forms": {"terms": {"field": "form_code", "size": 1_000}},
    "founded": {"histogram": {"field": "founded", "interval": _YEAR, "min_doc_count": 1}},
    "ended": {"histogram": {"field": "ended", "interval": _YEAR, "min_doc_count": 1}},
    "sections": {"terms": {"field": "section", "size": 100, "missing": _NONE}},
    "insolvent_since": {"terms": {"field": "insolvent_since", "size": 10_000}},
    "living": {"terms": {"field": "living", "size": 2}},
}


class Distribution(NamedTuple):
    """How many of the companies found there are by each value; what is not stated is not in the mappings.

    `legal_forms` are codes of three digits, `founded` and `ended` years; `ceased` companies have ended. A
    company may have several sections (`sections.SECTIONS`, `UNSORTED_TRADES`) and several months (202611) in
    which insolvency proceedings began (`schema.UNDATED`: the register does not tell when). Those
    `without_section` state no division, `insolvent` ones are insolvent now (`wire.states.is_insolvent`),
    of `insolvency_unknown` ones it is not known.
    """

    total: int
    regions: dict[int, int]
    legal_forms: dict[str, int]
    founded: dict[int, int]
    ended: dict[int, int]
    ceased: int
    sections: dict[str, int]
    without_section: int
    insolvent_since: dict[int, int]
    insolvent: int
    insolvency_unknown: int


NOBODY = Distribution(0, {}, {}, {}, {}, 0, {}, 0, {}, 0, 0)


def distribution(searcher: Searcher, fields: Fields, match: Query, total: int) -> Distribution:
    """Return how the `total` companies that match are spread; one pass over some columns."""
    answer: dict[str, Any] = searcher.aggregate(match, _COLUMNS)
    counted = {
        name: {int(bucket["key"]): int(bucket["doc_count"]) for bucket in answer[name]["buckets"]}
        for name in _COLUMNS
    }
    without_section = counted["sections"].pop(_NONE, 0)
    return Distribution(
        total=total,
        regions=counted["regions"],
        legal_forms={f"{code:03d}": count for code, count in counted["legal_forms"].items()},
        founded=_by_year(counted["founded"]),
        ended=_by_year(counted["ended"]),
        ceased=counted["living"].get(0, 0),
        sections={section_of_number(number): count for number, count in counted["sections"].items()},
        without_section=without_section,
        insolvent_since=counted["insolvent_since"],
        insolvent=queries.count(searcher, all_of([match, fields.term("insolvency", "yes")])),
        insolvency_unknown=queries.count(searcher, all_of([match, fields.term("insolvency", UNKNOWN)])),
    )


def _by_year(counts: dict[int, int]) -> dict[int, int]:
    return {day // _YEAR: count for day, count in counts.items()}
