"""The prompt for verifying a business partner."""

from __future__ import annotations

import re

from mcp import MCPError, types

VERIFY_PARTNER = types.Prompt(
    name="proverit_partnera",
    title="Prověřit obchodního partnera",
    description=(
        "Prověří firmu před obchodem: existence, jednatelé, DPH a účty, insolvence, vazby. / "
        "Verifies a company before a deal: existence, who acts for it, VAT and accounts, insolvency, ties."
    ),
    arguments=[
        types.PromptArgument(
            name="firma", title="Firma", description="IČO nebo název / company ID or name", required=True
        ),
        types.PromptArgument(
            name="jazyk", title="Jazyk", description="cs nebo en / cs or en; cs", required=False
        ),
    ],
)

_MOST_LETTERS = 100
_CS = """Prověř obchodního partnera: {firm}

1. Najdi firmu nástrojem vyhledat_firmy (je-li dáno IČO, jdi rovnou na detail_firmy). Odpovídá-li \
zadání více firem, zeptej se, která to je.
2. Z detail_firmy zjisti, zda firma existuje a od kdy, kde sídlí, kdo za ni smí jednat a jak, zda kdy \
naposledy uložila listiny.
3. Nástrojem overit_dph ověř plátcovství, spolehlivost a zveřejněné účty, nástrojem overit_insolvenci \
insolvenci. Není-li stav ověřen nebo rejstřík přečten, napiš „neověřeno“; nikdy z toho neusuzuj, že firma \
plátcem není nebo že řízení nemá.
4. Nástrojem vazby (hloubka 1) zjisti, s jakými dalšími firmami jsou její statutáři a společníci \
spojeni, zvlášť se zaniklými nebo insolventními.
5. Shrň výsledek: co je v pořádku, co je varovné, co se zjistit nepodařilo. U každého údaje uveď \
zdroj a jeho stáří a připomeň, že údaje jsou informativní a závazné jsou zdrojové registry."""
_EN = """Verify this business partner: {firm}

1. Find the company with vyhledat_firmy (given a company ID, go straight to detail_firmy). If \
several companies match, ask which one is meant.
2. From detail_firmy find out whether the company exists and since when, its seat, who may act for \
it and how, whether it is insolvent, and when it last filed documents.
3. With overit_dph check whether it is a VAT payer, reliable, and its published accounts. If the \
status is not verified, say “not verified”; never conclude that it is not a payer.
4. With vazby (depth 1) find out which other companies its statutory bodies and partners are tied \
to, especially ceased or insolvent ones.
5. Sum up: what is in order, what is a warning, what could not be found out. Give the source and the \
age of each fact, and say that the data is informative and the source registers are authoritative."""


def get(name: str, arguments: dict[str, str]) -> types.GetPromptResult:
    """Return the prompt's message. Raises MCPError for another name or unusable arguments."""
    if name != VERIFY_PARTNER.name:
        raise MCPError(types.INVALID_PARAMS, f"Unknown prompt; there is {VERIFY_PARTNER.name}.")
    firm = re.sub(r"\s+", " ", arguments.get("firma", "")).strip()
    if not 1 <= len(firm) <= _MOST_LETTERS:
        raise MCPError(
            types.INVALID_PARAMS,
            f"Argument firma: IČO nebo název, nejvýše {_MOST_LETTERS} znaků / company ID or name.",
        )
    text = (_EN if arguments.get("jazyk") == "en" else _CS).format(firm=firm)
    message = types.PromptMessage(role="user", content=types.TextContent(text=text))
    return types.GetPromptResult(description=VERIFY_PARTNER.title, messages=[message])
