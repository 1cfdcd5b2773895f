"""What forms print is, byte for byte, what the publisher makes of the same rows, whatever stands in them."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from sqlalchemy import Engine

from soupis.ingest.privacy.forms import MARK, MARKED_NUMBER
from soupis.ingest.publish.codes import CodeNames
from soupis.ingest.publish.company_document import CompanyDocuments, CompanyPublisher
from soupis.ingest.publish.company_rows import Claim, CompanyRow, CompanyRows
from soupis.ingest.publish.forms import Printer
from soupis.store.engine import reading
from soupis.wire.person import Angazma
from tests.support.registry import Registry

TODAY = "2026-11-23"
MOMENT = "2026-11-20T03:00:00Z"
PRIVATE = "nar. 23. 7. 1961, bytem Tajná Lhota 77"
# What JSON, an entry or a line writes in another way, and what forms themselves are made with.
ODD = [
    '"', "\\", "%", "%b", "%(a)s", "\x00", "\x1f\n", ";", "=1+1", "'", "null", "obchodniJmeno", "\U0001f600",
    "", " ", MARK, chr(ord(MARK) + 1), f"jméno{MARK}", f"ulice{MARK}", f"obec{MARK}", str(MARKED_NUMBER),
]  # fmt: skip
NAMES = [
    None,
    "Alfa s.r.o.",
    "Beta, a.s. v likvidaci",
    f"Jan Novák {PRIVATE}",
    "Žluťoučký kůň",
    "x" * 500,
    *ODD,
]
TOWNS = [
    None,
    "Praha",
    "Brno",
    "Krátká",
    "Olomouc",
    "Na Pláni",
    "Praha 5",
    "Lhota",
    "Lhota pod Horami",
    "Hlavní",
    "A, B",
    PRIVATE,
    *ODD,
]
STREETS = [
    None,
    "Praha",
    "Praha 5",
    "Lhota",
    "Lhota 5",
    "Hlavní",
    "17. listopadu",
    "11000",
    "A, B",
    PRIVATE,
    *ODD,
]
NUMBERS = [None, None, "1", "5", "12a", "1898", "5 x", "77, Praha", "610723/1230", *ODD]
DAYS = [None, "", "1999-12-31", TODAY, "2031-01-01", "narozen 23. 7. 1961", "0001-01-01", *ODD]
CODES = [None, None, "", "62010", "47", "G", "610723/1230", "%", MARK]


class Counting(CompanyPublisher):
    """Counts companies that are not printed by forms."""

    left = 0

    def build(
        self, companies: Sequence[CompanyRows], ties: Mapping[int, list[Angazma]]
    ) -> list[CompanyDocuments]:
        self.left += len(companies)
        return super().build(companies, ties)


@pytest.fixture
def publisher(registry: Registry) -> Counting:
    return publisher_of(registry.engine)


def publisher_of(engine: Engine) -> Counting:
    with reading(engine) as connection:
        return Counting(CodeNames(connection), TODAY)


def a_company(drawn: random.Random, usual: float) -> CompanyRows:
    """Return a company with random columns, each of them with a share of usual ones."""

    def one_of(values: list[Any], usual_ones: int = 6) -> Any:
        return drawn.choice(values[:usual_ones] if drawn.random() < usual else values)

    values: dict[str, Any] = dict.fromkeys(CompanyRow._fields)
    values |= {
        "ico": drawn.choice([1, MARKED_NUMBER, drawn.randrange(100, 99_999_999)]),
        "name": one_of(NAMES),
        "legal_form": drawn.choice([None, "101", "112"]),
        "legal_form_ros": drawn.choice([None, "100"]),
        "founded": one_of(DAYS),
        "ceased": one_of(DAYS, 3),
        "ended": drawn.random() < 0.3,
        "end_reason": drawn.choice([None, "02"]),
        "headcount": drawn.choice([None, "000", "110"]),
        "nace": one_of(CODES, 5),
        "nace2025": one_of(CODES, 5),
        "sector": drawn.choice([None, "14100"]),
        "tax_office": drawn.choice([None, "001"]),
        "updated": one_of(DAYS),
        "sources": f"res|{MOMENT}|{drawn.choice(['', '', MOMENT])}",
        "seat_source": "res",
        "seat_region": drawn.choice([None, 19, 116]),
        "seat_district": drawn.choice([None, "CZ0100", "CZ0642"]),
        "seat_municipality_code": drawn.choice([None, 554782]),
        "seat_municipality": one_of(TOWNS),
        "seat_part": one_of(TOWNS),
        "seat_city_district": one_of([None, None, None, "Praha 1", "Brno-střed", None, "Praha", *TOWNS]),
        "seat_text": PRIVATE if drawn.random() > usual else None,
        "seat_postal_code": drawn.choice([None, 0, 11000, 5]),
        "seat_street": one_of(STREETS),
        "seat_house_number": one_of(NUMBERS),
        "seat_house_number_kind": drawn.choice([None, 1, 2]),
        "seat_orientation_number": one_of(NUMBERS),
        "seat_address_point": drawn.choice([None, 21690073, MARKED_NUMBER]),
    }
    rows = CompanyRows(CompanyRow(**values))
    rows.claims = (Claim(*values["sources"].split("|")),)
    if drawn.random() < 0.6:
        codes = sorted(drawn.choices(["01500", "62010", "62090", "nar. 23. 7. 1961", "%"], k=3))
        rows.activities = [(drawn.choice([2008, 2025]), code) for code in codes]
    return rows


@pytest.mark.parametrize(("usual", "most_left"), [(0.97, 0.6), (0.8, 0.8)])
def test_printed_is_as_published(publisher: Counting, usual: float, most_left: float) -> None:
    drawn = random.Random(int(usual * 100))
    companies = [a_company(drawn, usual) for _ in range(4_000)]
    printed = Printer(publisher).build(companies, {})
    left, published = publisher.left, publisher.build(companies, {})
    for rows, ours, theirs in zip(companies, printed, published, strict=True):
        assert ours == theirs, rows.company
    assert left < most_left * len(companies)


@pytest.mark.parametrize(
    "column", ["name", "founded", "ceased", "nace", "seat_municipality", "seat_street", "seat_house_number"]
)
def test_what_is_private_is_printed_nowhere(publisher: Counting, column: str) -> None:
    printer = Printer(publisher)
    for number in range(5):  # one is met, for one a form is made, others are printed
        rows = an_usual_company()
        rows.company = rows.company._replace(ico=number + 1, **{column: f"{number} {PRIVATE}"})
        for document in printer.build([rows], {})[0]:
            assert "1961" not in str(document)


def test_forms_print_all_but_the_first_of_a_combination(publisher: Counting) -> None:
    printer = Printer(publisher)
    printer.build([an_usual_company(), an_usual_company()], {})
    publisher.left = 0
    printer.build([an_usual_company()], {})
    assert publisher.left == 0


def test_companies_of_which_more_is_known_are_published_without_forms(publisher: Counting) -> None:
    printer = Printer(publisher)
    printer.build([an_usual_company()] * 3, {})
    rows = an_usual_company()
    rows.lookups, rows.proceedings = {"isir": MOMENT}, []
    assert json.loads(printer.build([rows], {})[0].detail)["insolvence"] == []
    rows = an_usual_company()
    assert printer.build([rows], {rows.company.ico: []}) == publisher.build([rows], {})


def an_usual_company() -> CompanyRows:
    rows = a_company(random.Random(1), 1)
    seat = {
        "seat_municipality": "Brno",
        "seat_part": None,
        "seat_city_district": None,
        "seat_street": "Dlouhá",
    }
    rows.company = rows.company._replace(
        name="Alfa", founded="1999-12-31", ceased=None, ended=False, nace="62010", nace2025=None, **seat
    )
    return rows
