"""Which sections of a company's document a publication changed, as the change log tells."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import select

from soupis.ingest.publish.sections import difference
from soupis.store.tables import EVENT_CEASED, EVENT_CHANGED, EVENT_NEW, KIND_COMPANY, KIND_PERSON, change
from tests.support.registry import Registry
from tests.support.sources import board, legal, member, natural, register_file, res_file, res_row, subject

ALFA, HOLDING = 27074358, 26185610


def _bytes(**sections: Any) -> bytes:
    return json.dumps(sections).encode()


def test_sections_that_differ_are_named() -> None:
    before = _bytes(ico="1", stav="aktivni", sidlo={"psc": 1}, statutarniOrgany=[])
    after = _bytes(ico="1", stav="aktivni", sidlo={"psc": 2}, statutarniOrgany=[{"nazev": "x"}])
    assert difference(before, after) == (EVENT_CHANGED, ["sidlo", "statutarniOrgany"])
    assert difference(before, before) == (EVENT_CHANGED, [])


def test_a_section_that_only_one_version_knows_differs() -> None:
    assert difference(_bytes(ico="1"), _bytes(ico="1", akcie=None)).sections == ["akcie"]
    assert difference(_bytes(ico="1", akcie=None), _bytes(ico="1")).sections == ["akcie"]


def test_a_company_that_ceases_is_told_apart() -> None:
    living, ceased = _bytes(stav="aktivni"), _bytes(stav="zanikla")
    assert difference(living, ceased) == (EVENT_CEASED, ["stav"])
    assert difference(ceased, living) == (EVENT_CHANGED, ["stav"])
    both = _bytes(stav="zanikla", sidlo=1), _bytes(stav="zanikla", sidlo=2)
    assert difference(*both) == (EVENT_CHANGED, ["sidlo"])


def test_a_vat_status_that_was_only_verified_anew_is_a_change_of_the_sources() -> None:
    def detail(day: str, **dph: Any) -> bytes:
        return _bytes(dph={"stav": "platce", "overenoK": day, **dph}, zdroje=[])

    assert difference(detail("a"), detail("b")).sections == ["zdroje"]
    assert difference(detail("a"), detail("b", stav="neplatce")).sections == ["dph"]
    assert difference(_bytes(dph=None), _bytes(dph={"overenoK": "a"})).sections == ["dph"]


def test_a_contradiction_about_vat_is_a_change_of_the_vat_status() -> None:
    payer = _bytes(dph={"stav": "platce", "overenoK": "a"}, dphRozpor=None, zdroje=[])
    disputed = _bytes(dph=None, dphRozpor={"ares": "trva", "zjistenoK": "a"}, zdroje=[])
    later = _bytes(dph=None, dphRozpor={"ares": "trva", "zjistenoK": "b"}, zdroje=[])
    assert difference(payer, disputed).sections == ["dph"]
    assert difference(disputed, payer).sections == ["dph"]
    assert difference(disputed, later).sections == ["zdroje"]
    assert difference(_bytes(dph=None), disputed).sections == ["zdroje", "dph"]
    assert difference(_bytes(dph=None, zdroje=[]), _bytes(dph=None, dphRozpor=None, zdroje=[])).sections == []


def test_insolvency_by_the_public_register_is_a_change_of_insolvency() -> None:
    def detail(code: str | None, **more: Any) -> bytes:
        state = code and {"kod": code, "nazev": "", "od": None}
        return _bytes(stavPodrobne=state, insolvence=None, **more)

    both = ["stavPodrobne", "insolvence"]
    assert difference(detail("aktivni"), detail("konkurs")).sections == both
    assert difference(detail("upadek"), detail("aktivni")).sections == both
    assert difference(detail("aktivni"), detail("likvidace")).sections == ["stavPodrobne"]
    assert difference(detail(None), detail("aktivni")).sections == ["stavPodrobne"]
    assert difference(detail("konkurs", dic=1), detail("konkurs", dic=2)).sections == ["dic"]


def _lines(registry: Registry, after: int) -> list[tuple[int, int, int, list[str] | None]]:
    """Return the lines after one, without the section of when sources were read: that is the clock's."""
    rows = registry.rows(select(change).where(change.c.seq > after).order_by(change.c.seq))
    return [(row.kind, row.key, row.event, _without_sources(row.sections)) for row in rows]


def _without_sources(sections: str | None) -> list[str] | None:
    return None if sections is None else [name for name in sections.split() if name != "zdroje"]


def test_the_change_log_tells_what_happened_to_a_company(registry: Registry) -> None:
    directory = registry.directory

    def take(name: str, born: str, **columns: str) -> list[tuple[int, int, int, list[str] | None]]:
        last = registry.last_change()
        rows = [res_row(ALFA, "Alfa s.r.o.", **columns), res_row(HOLDING, "Holding a.s.")]
        registry.res(res_file(directory / "res_data.csv", rows))
        body = board(member(natural(name, "Vzorový", born)), member(legal("Holding a.s.", HOLDING)))
        registry.register(
            register_file(directory / "sro-full-brno-2026.xml", subject(ALFA, "Alfa s.r.o.", body))
        )
        registry.publish()
        return _lines(registry, last)

    first = take("Jan", "1975-02-03")
    assert (KIND_COMPANY, ALFA, EVENT_NEW, []) in first
    assert {line[2:] for line in first if line[0] == KIND_PERSON} == {(EVENT_CHANGED, None)}
    assert take("Jan", "1975-02-03") == []
    (moved,) = take("Jan", "1975-02-03", ULICE_TEXT="Dlouhá", TEXTADR="")
    assert moved == (KIND_COMPANY, ALFA, EVENT_CHANGED, ["sidlo"])
    companies = [line for line in take("Petr", "1980-02-03", ULICE_TEXT="Dlouhá") if line[0] == KIND_COMPANY]
    assert companies == [(KIND_COMPANY, ALFA, EVENT_CHANGED, ["statutarniOrgany"])]
    ceased = take("Petr", "1980-02-03", ULICE_TEXT="Dlouhá", DDATZAN="2026-01-02", ZPZAN="1")
    assert (KIND_COMPANY, ALFA, EVENT_CEASED) in [line[:3] for line in ceased]


def test_where_a_company_itself_sits_is_a_section_of_its_own(registry: Registry) -> None:
    directory = registry.directory
    registry.res(res_file(directory / "res_data.csv", [res_row(HOLDING, "Holding a.s.")]))
    registry.publish()
    last = registry.last_change()
    body = board(member(legal("Holding a.s.", HOLDING)))
    registry.register(register_file(directory / "sro-full-brno-2026.xml", subject(ALFA, "Alfa s.r.o.", body)))
    registry.publish()
    assert (KIND_COMPANY, HOLDING, EVENT_CHANGED, ["angazma"]) in _lines(registry, last)
