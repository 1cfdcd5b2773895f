"""The tool that checks many companies for insolvency."""

from __future__ import annotations

from typing import get_args

import msgspec

from soupis.mcp.answers import ending, some_sources
from soupis.mcp.tool_call import ToolCall
from soupis.messages import Message
from soupis.sources import ISIR, WIRE_NAMES
from soupis.wire.base import Wire
from soupis.wire.company import Insolvence, StavFirmy, StavPodrobne, Zdroj
from soupis.wire.mcp import (
    InsolvenceOvereni,
    InsolvenceVysledek,
    OveritInsolvenci,
    Rizeni,
    StavInsolvence,
    VysledekInsolvence,
)
from soupis.wire.states import entered_insolvency, is_insolvent

_REGISTER = WIRE_NAMES[ISIR]
_MEANING = Message(
    "probiha = běží řízení; je-li uvedeno podleVerejnehoRejstriku, ví se o něm z veřejného rejstříku a "
    "insolvenční rejstřík se ještě nečetl; skonceno = jen skončená řízení; nejiste = není známo, zda řízení "
    "běží; bezRizeni = rejstřík se četl a řízení neuvádí; neprecteno = rejstřík se pro firmu nečetl, "
    "NEZNAMENÁ to, že je bez řízení (čtení je vyžádáno, zeptejte se později); neznameIco = firma v databázi "
    "není.",
    "probiha = a proceeding is running; where podleVerejnehoRejstriku is given it is known by the public "
    "register, and the insolvency register has not been read yet; skonceno = only ended ones; nejiste = not "
    "known whether one runs; bezRizeni = the register was read and states none; neprecteno = not read for "
    "this company, which does NOT mean none (reading is asked for, ask again later); neznameIco = no such "
    "company in the database.",
)


class Insolvent(Wire, kw_only=True):
    """What of a company's document tells its insolvency."""

    obchodni_jmeno: str | None = None
    stav: StavFirmy
    stav_podrobne: StavPodrobne | None = None
    insolvence: list[Insolvence] | None = None
    zdroje: list[Zdroj] = []


decode = msgspec.json.Decoder(Insolvent).decode


def check(call: ToolCall, arguments: OveritInsolvenci) -> InsolvenceOvereni:
    """Return the insolvency of companies; where the register was not read, it soon is."""
    results = []
    icos = list(dict.fromkeys(arguments.ico))
    for ico, found in zip(icos, call.services.documents.details(map(int, icos)), strict=True):
        if found is not None:
            call.services.refresh_hints.note(int(ico))
        results.append(_result(ico, found.body if found else None))
    by_result: dict[VysledekInsolvence, list[str]] = {
        result: [item.ico for item in results if item.vysledek == result]
        for result in get_args(VysledekInsolvence)
    }
    return InsolvenceOvereni(
        vyklad=call.text(_MEANING),
        podle_vysledku={result: icos for result, icos in by_result.items() if icos},
        firmy=results,
        **ending(
            call,
            icos=[item.ico for item in results if item.rizeni],
            sources=some_sources(call, _REGISTER),
        ),
    )


def _result(ico: str, document: bytes | None) -> InsolvenceVysledek:
    if document is None:
        return InsolvenceVysledek(ico=ico, vysledek="neznameIco")
    company = decode(document)
    read = next((source.aktualizovano for source in company.zdroje if source.zdroj == _REGISTER), None)
    return InsolvenceVysledek(
        ico=ico,
        obchodni_jmeno=company.obchodni_jmeno,
        vysledek=_outcome(company),
        podle_verejneho_rejstriku=entered_insolvency(company),
        precteno=read,
        rizeni=[
            Rizeni(
                spisova_znacka=item.spisova_znacka,
                soud=item.soud,
                stav_nazev=item.stav_nazev,
                zahajeno=item.zahajeno,
                ukonceno=item.ukonceno,
                url=item.url,
            )
            for item in company.insolvence or ()
        ],
    )


def _outcome(company: Insolvent) -> VysledekInsolvence:
    insolvent = is_insolvent(company)
    if insolvent:
        return "probiha"
    if company.insolvence is None:
        return "neprecteno"
    if insolvent is None:
        return "nejiste"
    return "skonceno" if company.insolvence else "bezRizeni"


def state(company: Insolvent) -> StavInsolvence:
    """Return whether a company is insolvent, as ties tell it."""
    outcome = _outcome(company)
    if outcome in ("probiha", "nejiste", "neprecteno"):
        return outcome
    return "neprobiha"
