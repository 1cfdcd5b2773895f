"""Never read is not empty: a list is null until a source that could fill it was read for the company."""

from __future__ import annotations

import json
from typing import Any, get_args, get_origin

from msgspec import structs

from soupis.ingest.merge import ares
from soupis.ingest.merge.identity import Identifier
from soupis.ingest.merge.lookups import merge_filings, merge_proceedings
from soupis.ingest.precedence import LISTED_BY
from soupis.queries.exports import company_table
from soupis.store.engine import writing
from soupis.wire.company import FirmaDetail, Listiny
from soupis.worker.subjects import add_missing
from tests.ingest.test_vat import take_ares
from tests.support.registry import Registry
from tests.support.sources import register_file, res_file, res_row, subject

ICO = 45274649
MOMENT = "2026-11-02T08:00:00Z"
OF_EXTRACTS = (
    "predmetPodnikani",
    "statutarniOrgany",
    "ostatniOrgany",
    "spolecnici",
    "drivejsiJmena",
    "odstepneZavody",
)


def read_res(registry: Registry) -> None:
    row = res_row(ICO, "Alfa a.s.", NACE="", NACE2025="")
    registry.res(res_file(registry.directory / "res_data.csv", [row]))


def read_register(registry: Registry) -> None:
    registry.register(register_file(registry.directory / "as-full-praha-2026.xml", subject(ICO, "Alfa a.s.")))


def lists(detail: dict[str, Any]) -> dict[str, Any]:
    return {name: detail[name] for name in (*OF_EXTRACTS, "czNace", "insolvence", "listiny")}


def test_every_list_of_a_company_names_the_sources_that_fill_it() -> None:
    """A list that is not in the table would be empty where nobody looked."""
    listed = {
        field.name
        for field in structs.fields(FirmaDetail)
        if any(get_origin(kind) is list or kind is Listiny for kind in (field.type, *get_args(field.type)))
    }
    assert listed - {"zdroje"} == set(LISTED_BY)
    detail = FirmaDetail(ico="45274649", stav="aktivni")
    assert all(getattr(detail, name) is None for name in LISTED_BY)


def test_what_the_statistical_register_cannot_say_is_unknown(registry: Registry) -> None:
    read_res(registry)
    registry.publish()
    found = lists(registry.company(ICO))
    assert found.pop("czNace") == []
    assert set(found.values()) == {None}


def test_what_the_public_register_cannot_say_is_unknown(registry: Registry) -> None:
    read_register(registry)
    registry.publish()
    found = lists(registry.company(ICO))
    assert [found[name] for name in OF_EXTRACTS] == [[]] * len(OF_EXTRACTS)
    assert (found["czNace"], found["insolvence"], found["listiny"]) == (None, None, None)


def test_a_register_that_was_read_and_has_nothing_is_told_from_one_that_was_not(registry: Registry) -> None:
    read_res(registry)
    with writing(registry.engine) as connection:
        merge_proceedings(connection, ICO, [], MOMENT)
        merge_filings(connection, ICO, [], MOMENT)
    registry.publish()
    detail = registry.company(ICO)
    assert detail["insolvence"] == []
    assert detail["listiny"] == {"pocet": 0, "posledni": []}


def test_an_answer_that_ares_knows_no_such_subject_tells_no_activities(registry: Registry) -> None:
    read_register(registry)
    answers = ares.Answers()
    with writing(registry.engine) as connection:
        add_missing(connection, answers, [ICO])
        ares.merge(connection, answers, MOMENT, Identifier(b"secret"))
    registry.publish()
    assert registry.company(ICO)["czNace"] is None
    known = json.dumps({"ico": f"{ICO:08d}", "obchodniJmeno": "Alfa a.s."}).encode()
    take_ares(registry, known, "2026-11-03T08:00:00Z")
    registry.publish()
    assert registry.company(ICO)["czNace"] == []


def test_the_csv_of_a_company_tells_none_from_unknown() -> None:
    table = company_table(b'{"czNace": null, "insolvence": [], "zdroje": [{"zdroj": "res"}]}')
    rows = table.decode("utf-8-sig").split("\r\n")
    assert rows[1:] == ["firma;czNace;", "insolvence;pocet;0", "zdroje;1.zdroj;res", ""]


def test_the_csv_of_a_company_tells_none_from_unknown_inside_of_an_item_too() -> None:
    table = company_table(b'{"spolecnici": [{"exekuce": null, "zastavniPrava": []}], "dph": {"ucty": []}}')
    rows = table.decode("utf-8-sig").split("\r\n")
    assert rows[1:] == ["spolecnici;1.exekuce;", "spolecnici;1.zastavniPrava.pocet;0", "dph;ucty.pocet;0", ""]
