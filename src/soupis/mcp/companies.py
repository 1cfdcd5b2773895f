"""Tools about companies: search, detail, VAT."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from typing import Any, TypeVar, get_args, get_origin

import msgspec

from soupis.bank_accounts import parse_account
from soupis.mcp.answers import (
    MOST_ITEMS,
    as_of_in_words,
    ending,
    insolvency_in_words,
    next_page,
    some_sources,
    vat_in_words,
)
from soupis.mcp.short import short_company
from soupis.mcp.text import without_nulls
from soupis.mcp.tool_call import ToolCall
from soupis.messages import Message
from soupis.queries import code_names, companies
from soupis.queries.as_of import past_day
from soupis.queries.company_filters import company_query
from soupis.queries.errors import QueryError
from soupis.queries.reasons import sought_account, unpublished_account
from soupis.queries.vat_contradictions import find_contradictions
from soupis.sources import ARES, PUBLIC_REGISTER, RES, VAT, WIRE_NAMES
from soupis.times import prague_today
from soupis.wire import gradual
from soupis.wire.acting_words import who_acts
from soupis.wire.base import encode
from soupis.wire.company import (
    Clen,
    FirmaDetail,
    FirmaKDatu,
    FyzickaOsoba,
    Historie,
    Listiny,
    Organ,
    PravnickaOsoba,
    Spolecnik,
    UvolnenyPodil,
)
from soupis.wire.mcp import (
    Cast,
    DetailFirmy,
    DphOvereni,
    DphVysledek,
    FirmaOdpoved,
    FirmyNalezene,
    OveritDph,
    OveritInsolvenci,
    VyhledatFirmy,
)
from soupis.wire.vat import Dph, DphOdpoved

Listed = TypeVar("Listed", Clen, Spolecnik, UvolnenyPodil)

_OF_SEARCH = [WIRE_NAMES[source] for source in (RES, PUBLIC_REGISTER, ARES, VAT)]
_OF_VAT = [WIRE_NAMES[source] for source in (ARES, VAT)]

# The sections of a detail and the fields that only they have; the other fields are always told.
SECTIONS: dict[Cast, tuple[str, ...]] = {
    "cinnosti": ("cz_nace", "predmet_podnikani"),
    "organy": ("statutarni_organy", "ostatni_organy"),
    "spolecnici": ("spolecnici", "uvolnene_podily", "akcie"),
    "insolvence": ("insolvence",),
    "listiny": ("listiny",),
    "historie": ("drivejsi_jmena", "historie"),
    "ostatni": ("odstepne_zavody", "ostatni_skutecnosti", "seznam_registraci", "institucionalni_sektor"),
}
_ONLY_WHEN_ASKED: Cast = "ostatni"
# So many filings are told where all of a company is; the tool of filings tells the others.
_FILINGS_OF_OVERVIEW = 5

# Parts of a seat that its full text has too.
_TOLD_BY_TEXT = (
    "text",
    "kod_kraje",
    "kod_okresu",
    "kod_obce",
    "nazev_ulice",
    "cislo_domovni",
    "cislo_orientacni",
)

# So many characters of JSON the long lists of a company take together; a model reads all of them.
_MOST_CHARACTERS = 30_000
_WIRE_NAMES = {field.name: field.encode_name for field in msgspec.structs.fields(FirmaDetail)}
_CUT = Message(
    "Odpověď je zkrácena, kolik čeho chybí, říká vynechanoPodle. Více se vejde z jednoho oddílu (casti), "
    "kdo byl zapsán který den, řekne kDatu; vše je ve zdroji firma://{ico}.",
    "The answer is cut, vynechanoPodle says how much of what is missing. More of a single section fits "
    "(casti), kDatu tells who was entered on a day; all of it is in the resource firma://{ico}.",
)

# What registers list of a company: null where they were not read for it.
_LISTS = [
    field
    for field in msgspec.structs.fields(FirmaDetail)
    if type(None) in get_args(field.type)
    and any(get_origin(kind) is list or kind is Listiny for kind in get_args(field.type))
]
_NO_FILINGS = Listiny(pocet=0, posledni=[])

_decode_as_of = gradual.decoder(FirmaKDatu)
_read_batch = msgspec.json.Decoder(DphOdpoved).decode


async def check_search(call: ToolCall, arguments: VyhledatFirmy) -> int:
    """Turn names into codes and check what the schema cannot say. Raises `QueryError` 400."""
    try:
        coded = await code_names.with_codes(call.services, arguments)
    except code_names.UnknownCodeError as error:
        cs, en = error.message
        raise QueryError(
            400, f"{cs} Kódy najde nástroj ciselnik.", f"{en} The tool ciselnik finds codes."
        ) from None
    arguments.forma, arguments.nace = coded.forma, coded.nace
    company_query(call.services, arguments)
    return 1


async def search(call: ToolCall, arguments: VyhledatFirmy) -> FirmyNalezene:
    """Return one page of companies."""
    request = await companies.page_request(call.services, arguments)
    page = await companies.search_page(call.services, request)
    items = [short_company(call, item) for item in page.items]
    return FirmyNalezene(
        pocet_celkem=page.total,
        start=page.start,
        pocet=len(items),
        firmy=items,
        filtry=_codes_used(arguments),
        fasety=await companies.facets(call.services, request),
        **ending(
            call,
            icos=[item.ico for item in items],
            sources=some_sources(call, *_OF_SEARCH),
            next_steps=_after_search(call, arguments, page.total, len(items)),
        ),
    )


def _codes_used(arguments: VyhledatFirmy) -> dict[str, list[str]]:
    return {name: codes for name in ("forma", "nace") if (codes := getattr(arguments, name))}


def _after_search(call: ToolCall, arguments: VyhledatFirmy, total: int, count: int) -> list[Message]:
    text = arguments.q or ""
    sought = sought_account(text)
    first = [*([sought] if sought else []), *unpublished_account(call.services, text)]
    if total == 0:
        return first or [
            Message(
                "Nic nenalezeno: zkuste méně slov nebo filtrů; osoby hledá vyhledat_osoby.",
                "Nothing found: try fewer words or filters; vyhledat_osoby finds persons.",
            )
        ]
    return [
        *first,
        *next_page(total, arguments.start, count),
        Message(
            "Více o firmě: detail_firmy s ico; plátcovství overit_dph, insolvence overit_insolvenci.",
            "More of one: detail_firmy with ico; VAT overit_dph, insolvency overit_insolvenci.",
        ),
    ]


def detail(call: ToolCall, arguments: DetailFirmy) -> FirmaOdpoved:
    """Return what is known of one company, present members first, today or as of a day."""
    ico = int(arguments.ico)
    day = past_day(arguments.k_datu) if arguments.k_datu else None
    today = companies.decode_detail(companies.view(call.services, ico).body)
    company: FirmaDetail = today
    if day:
        company = _decode_as_of(companies.document_as_of(call.services, ico, day).body)
    chosen = set(arguments.casti) or SECTIONS.keys() - {_ONLY_WHEN_ASKED}
    unread, nothing = what_is_missing(company)
    undated = [name for name in unread if name not in what_is_missing(today)[0]]
    if company.jednani is not None:
        day = company.k_datu if isinstance(company, FirmaKDatu) else prague_today().isoformat()
        company.jednani = who_acts(company, day, english=call.english)
    left_out = _leave_out_former(company, chosen, arguments.jen_aktualni) | _leave_out_acting(company)
    if company.listiny is not None and not arguments.casti:
        del company.listiny.posledni[_FILINGS_OF_OVERVIEW:]
    people = persons_of(company) if "organy" in chosen or "spolecnici" in chosen else []
    if isinstance(company, FirmaKDatu):
        vat, insolvency = as_of_in_words(call, company, today)
    else:
        vat = vat_in_words(call, company.ico, company.dph, company.dph_rozpor)
        insolvency = insolvency_in_words(call, company)
    sources = company.zdroje
    _leave_out(company, chosen)
    _shorten(company, arguments)
    cut = _cut_to_budget(company)
    left_out = {name: left_out.get(name, 0) + cut.get(name, 0) for name in left_out | cut}
    return FirmaOdpoved(
        firma=company,
        dph_vyklad=vat,
        insolvence_vyklad=insolvency,
        neprecteno=[name for name in unread if name not in undated],
        bez_zaznamu=nothing,
        nelze_rici_k_datu=undated,
        nevybrano=[section for section in SECTIONS if section not in chosen],
        vynechano=sum(left_out.values()),
        vynechano_podle=left_out,
        **ending(
            call,
            icos=[company.ico, *(who.ico for who in people if isinstance(who, PravnickaOsoba))],
            keys=[who.klic for who in people],
            sources=sources,
            next_steps=_after_detail(sum(left_out.values()), bool(cut), arguments),
        ),
    )


def _leave_out_former(company: FirmaDetail, chosen: set[Cast], only_current: bool) -> dict[str, int]:
    """Take former members and what is too much out of a company; return how many, by list.

    Only lists of chosen sections are counted: the others are not told at all.
    """
    left_out: dict[str, int] = {}
    for name, bodies in (
        ("statutarniOrgany", company.statutarni_organy),
        ("ostatniOrgany", company.ostatni_organy),
    ):
        for body in bodies or ():
            relevant = _most_relevant(body.clenove, only_current)
            if "organy" in chosen:
                left_out[name] = left_out.get(name, 0) + len(body.clenove) - len(relevant)
            body.clenove = relevant
    if company.spolecnici is not None:
        partners = _most_relevant(company.spolecnici, only_current)
        if "spolecnici" in chosen:
            left_out["spolecnici"] = len(company.spolecnici) - len(partners)
        company.spolecnici = partners
    if company.uvolnene_podily is not None:
        released = _most_relevant(company.uvolnene_podily, only_current)
        if "spolecnici" in chosen:
            left_out["uvolnenePodily"] = len(company.uvolnene_podily) - len(released)
        company.uvolnene_podily = released
    if company.ostatni_skutecnosti is not None:
        if "ostatni" in chosen:
            left_out["ostatniSkutecnosti"] = len(company.ostatni_skutecnosti[MOST_ITEMS:])
        del company.ostatni_skutecnosti[MOST_ITEMS:]  # valid ones stand first
    return {name: count for name, count in left_out.items() if count}


def _leave_out_acting(company: FirmaDetail) -> dict[str, int]:
    """Cut the list of persons who act for a company; return how many were left out."""
    if (found := company.jednani) is None:
        return {}
    left_out = len(found.osoby[MOST_ITEMS:])
    del found.osoby[MOST_ITEMS:]
    return {"jednani": left_out} if left_out else {}


def _leave_out(company: FirmaDetail, chosen: set[Cast]) -> None:
    """Take sections that were not chosen out of a company: absent is not null, which means "not known"."""
    for section, fields in SECTIONS.items():
        if section not in chosen:
            _remove(company, *fields)
    _remove(company, "zdroje")  # they stand at the end of the answer


def _shorten(company: FirmaDetail, arguments: DetailFirmy) -> None:
    """Take out of a company what its other fields or other tools tell as well.

    What was before is told to who asks for it: values one after another by the section, past ways of acting
    beside past members.
    """
    if company.dph is not None and arguments.casti:
        _remove(company.dph, "zverejnene_ucty", "zverejnene_ucty_podrobne")
    elif company.dph is not None:
        _tell_accounts_once(company.dph)
    if "historie" not in arguments.casti:
        _remove(company, "historie")
    if arguments.jen_aktualni:
        for body in _bodies(company):
            _remove(body, "zpusob_jednani_v_case")
            for member in body.clenove:
                _remove(member, "zastupci_v_case")
    if company.sidlo is not None and company.sidlo.text_plny:
        _remove(company.sidlo, *_TOLD_BY_TEXT)
        if company.dorucovaci_adresa == company.sidlo.text_plny:
            _remove(company, "dorucovaci_adresa")
    branches = company.odstepne_zavody if isinstance(company.odstepne_zavody, list) else []
    members = [*(body.clenove for body in _bodies(company)), *(unit.vedouci or [] for unit in branches)]
    for part in (*_bodies(company), *(member for listed in members for member in listed)):
        for field in ("zpusob_jednani", "zastupci", "zastupci_v_case", "skrytych_clenu"):
            if getattr(part, field, None) in ([], 0):
                _remove(part, field)


def _tell_accounts_once(dph: Dph) -> None:
    """Show each account once, in both notations.

    Of the details only those of accounts whose publishing ended stay, because they are not to be paid to.
    """
    accounts = {text: parse_account(text) for text in dph.zverejnene_ucty}
    dph.zverejnene_ucty = [account.notations if account else text for text, account in accounts.items()]
    dph.zverejnene_ucty_podrobne = [
        account for account in dph.zverejnene_ucty_podrobne if account.zverejneno_do
    ]
    if not dph.zverejnene_ucty_podrobne:
        _remove(dph, "zverejnene_ucty_podrobne")


def _remove(part: msgspec.Struct, *fields: str) -> None:
    for field in fields:
        setattr(part, field, msgspec.UNSET)


def _cut_to_budget(company: FirmaDetail) -> dict[str, int]:
    """Cut the ends of the longest lists until all of them fit into one answer; return how many, by list.

    Short lists stay whole: what they do not use up is shared by the longer ones.
    """
    lists = [(name, items, [_size(item) for item in items]) for name, items in _long_lists(company)]
    lists.sort(key=lambda one: sum(one[2]))
    budget, cut = _MOST_CHARACTERS, dict[str, int]()
    for number, (name, items, sizes) in enumerate(lists):
        share = max(budget, 0) // (len(lists) - number)
        fitting = max(1, bisect_right(list(accumulate(sizes)), share))
        if fitting < len(items):
            cut[name] = cut.get(name, 0) + len(items) - fitting
            del items[fitting:]
        budget -= sum(sizes[:fitting])
    return cut


def _size(item: object) -> int:
    return len(encode(without_nulls(msgspec.to_builtins(item))))


def _long_lists(company: FirmaDetail) -> Iterator[tuple[str, list[Any]]]:
    """Yield the lists of a company that may be long, the most relevant first in each, by their names."""
    bodies = ("statutarni_organy", "ostatni_organy")
    for name in bodies:
        for body in getattr(company, name) or ():
            yield _WIRE_NAMES[name], body.clenove
            if body.zpusob_jednani_v_case:
                yield "zpusobJednaniVCase", body.zpusob_jednani_v_case
    if company.jednani is not None:
        yield "jednani", company.jednani.osoby
    if company.dph is not None and company.dph.zverejnene_ucty:
        yield "zverejneneUcty", company.dph.zverejnene_ucty
    for name, wire_name in _WIRE_NAMES.items():
        items = getattr(company, name)
        if isinstance(items, list) and items and name not in bodies:
            yield wire_name, items
    if company.historie:
        for field in msgspec.structs.fields(Historie):
            yield "historie", getattr(company.historie, field.name)


def _after_detail(left_out: int, is_cut: bool, arguments: DetailFirmy) -> list[Message]:
    steps = []
    if is_cut:
        steps.append(_CUT)
    elif left_out and arguments.jen_aktualni:
        steps.append(
            Message(
                f"Bývalé ({left_out}) přidá jenAktualni false, jen některé oddíly vybere casti.",
                f"jenAktualni false adds former ones ({left_out}); casti chooses sections.",
            )
        )
    steps.append(
        Message(
            "Jiné firmy osob: profil_osoby s klic; okolí firmy: vazby; starší listiny: listiny.",
            "Other companies of persons: profil_osoby with klic; ties: vazby; older filings: listiny.",
        )
    )
    return steps


def persons_of(company: FirmaDetail) -> list[FyzickaOsoba | PravnickaOsoba]:
    """Return all members, those who act for them, and partners of a company, in the order of the document."""
    members = [member for body in _bodies(company) for member in body.clenove]
    people: list[FyzickaOsoba | PravnickaOsoba] = []
    for member in members:
        people += [member.osoba, *member.zastupci]
    return [*people, *(partner.osoba for partner in company.spolecnici or ())]


def what_is_missing(company: FirmaDetail) -> tuple[list[str], list[str]]:
    """Return the fields whose sources were not read for a company, and those that were read and are empty."""
    lists = {field.encode_name: getattr(company, field.name) for field in _LISTS}
    unread = [name for name, value in lists.items() if value is None]
    empty = [name for name, value in lists.items() if value in ([], _NO_FILINGS)]
    return unread, empty


def _bodies(company: FirmaDetail) -> list[Organ]:
    bodies = (company.statutarni_organy, company.ostatni_organy)
    return [body for part in bodies if isinstance(part, list) for body in part]


def _most_relevant(items: list[Listed], only_current: bool) -> list[Listed]:
    relevant = [item for item in items if item.aktualni or not only_current]
    relevant.sort(key=lambda item: not item.aktualni)
    return relevant[:MOST_ITEMS]


async def distinct_ids(_call: ToolCall, arguments: OveritDph | OveritInsolvenci) -> int:
    """Return what a check of many costs: a unit for each different ID."""
    return len(set(arguments.ico))


async def check_vat(call: ToolCall, arguments: OveritDph) -> DphOvereni:
    """Return the verified VAT status of companies; the others are queued for look-up."""
    # The queue may have to wait for other writers.
    return await call.services.in_thread(_check_vat, call, arguments)


def _check_vat(call: ToolCall, arguments: OveritDph) -> DphOvereni:
    answer = companies.vat_statuses(call.services, list(dict.fromkeys(map(int, arguments.ico))))
    companies.queue_vat(call.services, call.caller, answer.unverified)
    contradictions = find_contradictions(call.services, answer.unverified)
    batch = _read_batch(answer.body)
    for item in batch.firmy:
        if item.dph is not None:
            _tell_accounts_once(item.dph)
    results = [
        DphVysledek(
            ico=item.ico,
            overeno=item.dph is not None and item.dph.stav is not None,
            vyklad=vat_in_words(call, item.ico, item.dph, contradictions.get(int(item.ico))),
            dph=item.dph,
        )
        for item in batch.firmy
    ]
    old = [
        int(item.ico) for item in results if item.dph is not None and companies.is_vat_old(item.dph.overeno_k)
    ]
    companies.queue_vat(call.services, call.caller, old)
    sources = some_sources(call, *_OF_VAT)
    return DphOvereni(
        pocet_celkem=batch.pocet,
        neovereno=[item.ico for item in results if not item.overeno],
        firmy=results,
        **ending(call, icos=[item.ico for item in results], sources=sources),
    )
