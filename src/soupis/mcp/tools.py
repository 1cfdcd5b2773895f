"""The tools: names, descriptions, what they take, give and cost."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from mcp import types

from soupis.mcp import companies, freshness, persons, relations
from soupis.mcp.arguments import read_arguments
from soupis.mcp.tool_call import ToolCall
from soupis.wire import mcp as wire


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
    answer: Callable[[ToolCall, Any], Awaitable[wire.Odpoved]]
    cost: Callable[[ToolCall, Any], int] = lambda _call, _arguments: 1

    async def call(self, call: ToolCall, arguments: dict[str, Any]) -> wire.Odpoved:
        """Check the arguments, charge, answer. Raises `QueryError`; our own faults are not charged."""
        checked = read_arguments(self.name, self.takes, arguments, self.example)
        await call.spend(self.cost(call, checked))
        async with call.charged():
            return await self.answer(call, checked)

    def describe(self) -> types.Tool:
        """Return the tool as clients list it."""
        return types.Tool(
            name=self.name,
            title=self.title,
            description=f"{self.cs}\n\n{self.en}",
            input_schema=_schema(self.takes),
            output_schema=_schema(self.gives),
            annotations=types.ToolAnnotations(
                title=self.title,
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
            "Vyhledá české firmy podle názvu (i bývalého, s překlepem, bez diakritiky) nebo IČO; výběr lze "
            "zúžit krajem, obcí, adresou, právní formou, činností CZ-NACE, stavem, DPH, insolvencí, vznikem "
            "a velikostí, seřadit a spočítat. Vrací stránku výsledků a jejich počet. Podrobnosti o jedné "
            "firmě dá detail_firmy.",
            "Finds Czech companies by name (former ones, with typing errors, without accents) or company ID "
            "(IČO); can be narrowed by region, municipality, address, legal form, CZ-NACE activity, state, "
            "VAT, insolvency, founding and size, ordered and counted. Returns a page and the total count. "
            "Use detail_firmy for the details of one company.",
            wire.VyhledatFirmy,
            wire.FirmyNalezene,
            {"q": "budvar", "kraj": "35"},
            companies.search,
            companies.check_search,
        ),
        Tool(
            "detail_firmy",
            "Detail firmy",
            "Vrátí vše, co je o firmě s daným IČO známo: sídlo, právní formu, činnosti, kapitál, statutární "
            "orgány, společníky, stav DPH, insolvence a listiny. Null znamená „není známo“, nikdy „ne“.",
            "Returns all that is known of the company with this ID: seat, legal form, activities, capital, "
            "statutory bodies, partners, VAT status, insolvency and filed documents. Null means “not known”, "
            "never “no”.",
            wire.DetailFirmy,
            wire.FirmaOdpoved,
            {"ico": "00514152"},
            companies.detail,
        ),
        Tool(
            "overit_dph",
            "Ověřit DPH",
            "Ověří, zda jsou firmy (1 až 100 IČO) plátci DPH, zda jsou spolehlivé a jaké zveřejnily účty. "
            "Neověřená firma není „neplátce“: jen ještě není znám její stav a ověření se zařadí do fronty. "
            "Stojí jednotku limitu za každé různé IČO.",
            "Checks whether companies (1 to 100 IDs) are VAT payers, whether they are reliable, and their "
            "published bank accounts. “Not verified” is not “not a payer”: the status is not known yet "
            "and a look-up is queued. Costs one unit of the quota for each different ID.",
            wire.OveritDph,
            wire.DphOvereni,
            {"ico": ["00514152", "45274649"]},
            companies.check_vat,
            companies.distinct_ids,
        ),
        Tool(
            "vyhledat_osoby",
            "Vyhledat osoby",
            "Vyhledá fyzické osoby z obchodního rejstříku (členy orgánů, společníky) podle jména a příjmení, "
            "případně roku narození; vrací jejich klíče, rok narození a počty firem.",
            "Finds natural persons of the commercial register (members of bodies, partners) by name and, if "
            "given, year of birth; returns their keys, years of birth and numbers of companies.",
            wire.VyhledatOsoby,
            wire.OsobyNalezene,
            {"q": "jan novák"},
            persons.search,
        ),
        Tool(
            "profil_osoby",
            "Profil osoby",
            "Vrátí, ve kterých firmách osoba s daným klíčem působí nebo působila, v jaké roli, kdy a s jakým "
            "vkladem či podílem. Klíč dají vyhledat_osoby nebo detail_firmy.",
            "Returns the companies in which the person with this key is or was engaged, the role, the period "
            "and the contribution or share. Keys come from vyhledat_osoby or detail_firmy.",
            wire.ProfilOsoby,
            wire.OsobaOdpoved,
            {"klic": "jan-novak-1970-0a1b2c"},
            persons.profile,
        ),
        Tool(
            "vazby",
            "Vazby firem a osob",
            "Projde vazby firmy (ico) nebo osoby (klic) do zadané hloubky: členství v orgánech, společníky a "
            "zástupce. Vrací uzly, vazby a jejich kresbu v jazyce Mermaid.",
            "Walks the ties of a company (ico) or a person (klic) to the given depth: members of bodies, "
            "partners and representatives. Returns nodes, ties and a Mermaid drawing of them.",
            wire.ZjistitVazby,
            wire.VazbyOdpoved,
            {"ico": "00514152", "hloubka": 2},
            relations.walk_relations,
            relations.check,
        ),
        Tool(
            "zdroje",
            "Zdroje a stáří dat",
            "Řekne, z kterých registrů data jsou a kdy byl každý naposledy načten. Nestojí nic.",
            "Tells which registers the data comes from and when each was last read. Costs nothing.",
            wire.ZadneArgumenty,
            wire.ZdrojeOdpoved,
            {},
            freshness.sources,
            lambda _call, _arguments: 0,
        ),
    )
}


def _schema(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the JSON Schema of a Struct with its object at the root, as clients of all revisions need it."""
    schema = msgspec.json.schema(kind)
    parts = schema["$defs"]
    root = parts.pop(kind.__name__)
    return {**root, "$defs": parts} if parts else dict(root)
