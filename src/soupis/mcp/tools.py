"""The tools: names, descriptions, what they take, give and cost."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from mcp import types

from soupis.mcp import changes, code_lists, companies, filings, freshness, insolvency, persons, relations
from soupis.mcp.arguments import read_arguments, with_fitted_query
from soupis.mcp.schemas import input_schema, output_schema
from soupis.mcp.tool_call import ToolCall, refuse_too_long
from soupis.messages import Message
from soupis.wire import mcp as wire
from soupis.wire.base import encode
from soupis.wire.requests import LONGEST_QUERY


async def _one(_call: ToolCall, _arguments: Any) -> int:
    return 1


async def _nothing(_call: ToolCall, _arguments: Any) -> int:
    return 0


def _only_part(text: str) -> Message:
    return Message(
        f"Text q je delší než {LONGEST_QUERY} znaků, proto se hledalo jen „{text}“.",
        f"The text q is longer than {LONGEST_QUERY} characters, so only this was searched for: “{text}”.",
    )


@dataclass(frozen=True)
class Tool:
    """A read-only tool. `cost` also checks what a schema cannot say; it may raise `QueryError` 400."""

    name: str
    title: str
    cs: str
    en: str
    takes: type[msgspec.Struct]
    gives: type[wire.Odpoved]
    example: dict[str, Any]  # arguments of a right call
    answer: Callable[[ToolCall, Any], wire.Odpoved | Awaitable[wire.Odpoved]]
    cost: Callable[[ToolCall, Any], Awaitable[int]] = _one

    async def call(self, call: ToolCall, arguments: dict[str, Any]) -> wire.Odpoved:
        """Check the arguments, charge, answer. Raises `QueryError`; our own faults are not charged."""
        arguments, cut = with_fitted_query(arguments)
        checked = read_arguments(self.name, self.takes, arguments, self.example)
        await call.spend(await self.cost(call, checked))
        async with call.charged():
            answered = await call.services.read(self.answer, call, checked)
            answer = answered if isinstance(answered, wire.Odpoved) else await answered
            refuse_too_long(encode(answer))
        if cut is not None:
            answer.dalsi_kroky.insert(0, call.text(_only_part(cut)))
        return answer

    def describe(self) -> types.Tool:
        """Return the tool as clients list it."""
        return types.Tool(
            name=self.name,
            title=self.title,
            description=f"{self.cs}\n\n{self.en}",
            input_schema=input_schema(self.takes),
            output_schema=output_schema(self.gives),
            annotations=types.ToolAnnotations(
                read_only_hint=True,
                destructive_hint=False,
                idempotent_hint=True,
                open_world_hint=False,
            ),
        )


TOOLS = {
    tool.name: tool
    for tool in (
        Tool(
            "vyhledat_firmy",
            "Vyhledat firmy",
            "Vyhledá české firmy podle názvu, IČO, účtu, spisové značky, adresy a filtrů; vrátí stránku a "
            "počet.",
            "Finds Czech companies by name, ID, bank account, court file number, address and filters; "
            "returns a "
            "page and the total.",
            wire.VyhledatFirmy,
            wire.FirmyNalezene,
            {"q": "budvar", "kraj": "Jihočeský"},
            companies.search,
            companies.check_search,
        ),
        Tool(
            "detail_firmy",
            "Detail firmy",
            "Co je o firmě známo: sídlo, činnosti, orgány, společníci, DPH, insolvence, listiny. Null = "
            "není známo, "
            "nikdy „ne“.",
            "What is known of a company: seat, activities, bodies, partners, VAT, insolvency, filings. "
            "Null = not "
            "known, never “no”.",
            wire.DetailFirmy,
            wire.FirmaOdpoved,
            {"ico": "00514152", "casti": ["organy"]},
            companies.detail,
        ),
        Tool(
            "overit_dph",
            "Ověřit DPH",
            "Ověří až 100 firem v registru plátců DPH: plátcovství, spolehlivost, zveřejněné účty. "
            "Neověřeno není "
            "„neplátce“. Jednotka za každé IČO.",
            "Checks up to 100 companies in the VAT register: payer, reliable, published accounts. Not "
            "verified is "
            "not “not a payer”. A unit for each ID.",
            wire.OveritDph,
            wire.DphOvereni,
            {"ico": ["00514152", "45274649"]},
            companies.check_vat,
            companies.distinct_ids,
        ),
        Tool(
            "overit_insolvenci",
            "Ověřit insolvenci",
            "Ověří až 100 firem v insolvenčním rejstříku naráz. Nepřečteno není „bez řízení“. Jednotka za "
            "každé IČO.",
            "Checks up to 100 companies in the insolvency register at once. Not read is not “none”. A unit "
            "for each "
            "ID.",
            wire.OveritInsolvenci,
            wire.InsolvenceOvereni,
            {"ico": ["00514152", "25083325"]},
            insolvency.check,
            companies.distinct_ids,
        ),
        Tool(
            "listiny",
            "Sbírka listin",
            "Všechny listiny firmy ve sbírce: závěrky, výroční zprávy, zápisy.",
            "All documents that a company filed: statements, annual reports, deeds.",
            wire.ZjistitListiny,
            wire.ListinyOdpoved,
            {"ico": "00514152", "typ": "výroční zpráva", "rok": 2015},
            filings.listed,
        ),
        Tool(
            "vyhledat_osoby",
            "Vyhledat osoby",
            "Vyhledá osoby z veřejného rejstříku podle jména, roku narození a firmy; vrátí jejich klíče.",
            "Finds natural persons of the public register by name, year of birth and company; returns "
            "their keys.",
            wire.VyhledatOsoby,
            wire.OsobyNalezene,
            {"q": "jan novák", "rok": 1970},
            persons.search,
        ),
        Tool(
            "profil_osoby",
            "Profil osoby",
            "Ve kterých firmách osoba působí nebo působila, v jaké roli, kdy a s jakým podílem.",
            "Companies in which a person is or was engaged, the role, the period and the share.",
            wire.ProfilOsoby,
            wire.OsobaOdpoved,
            {"klic": "jan-novak-1970-0a1b2c"},
            persons.profile,
        ),
        Tool(
            "vazby",
            "Vazby firem a osob",
            "Projde vazby firmy (ico) nebo osoby (klic): uzly se stavem a insolvencí, vazby s podíly, "
            "kresba Mermaid.",
            "Walks the ties of a company (ico) or person (klic): nodes with state and insolvency, ties "
            "with shares, "
            "a Mermaid drawing.",
            wire.ZjistitVazby,
            wire.VazbyOdpoved,
            {"ico": "00514152", "hloubka": 2},
            relations.walk_relations,
            relations.check,
        ),
        Tool(
            "zmeny",
            "Změny firem",
            "Co se u firem změnilo (sídlo, orgány, DPH, insolvence…), od pořadí z minulé odpovědi (dalsi).",
            "What has changed of companies, from the number of the last answer on (dalsi).",
            wire.ZjistitZmeny,
            wire.ZmenyOdpoved,
            {"od": 0, "ico": ["00514152"]},
            changes.listed,
        ),
        Tool(
            "ciselnik",
            "Číselníky",
            "Najde kódy krajů, právních forem, činností CZ-NACE a velikostí podle názvu. Zdarma.",
            "Finds codes of regions, legal forms, CZ-NACE activities and headcounts by name. Free.",
            wire.HledatVCiselniku,
            wire.CiselnikOdpoved,
            {"seznam": "nace", "hledat": "programování"},
            code_lists.look_up,
            _nothing,
        ),
        Tool(
            "zdroje",
            "Zdroje a stáří dat",
            "Z kterých registrů data jsou a kdy byl každý naposledy načten. Zdarma.",
            "Which registers the data comes from and when each was last read. Free.",
            wire.ZadneArgumenty,
            wire.ZdrojeOdpoved,
            {},
            freshness.sources,
            _nothing,
        ),
    )
}
