"""What all answers share: that they are informative, how old their sources are, what a VAT status means."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TypedDict

from soupis.identifiers import has_valid_check_digit
from soupis.mcp.tool_call import ToolCall
from soupis.messages import Message
from soupis.queries.companies import is_vat_old
from soupis.queries.freshness import source_states
from soupis.queries.vat_contradictions import in_words
from soupis.sources import ISIR, WIRE_NAMES
from soupis.times import prague_day
from soupis.wire.company import FirmaDetail, FirmaKDatu, Insolvence, StavPodrobne, Zdroj
from soupis.wire.labels import english_words
from soupis.wire.mcp import Navaznosti
from soupis.wire.states import INSOLVENT, entered_insolvency
from soupis.wire.vat import Dph, DphRozpor, StavDph

# How many members, partners or engagements one answer holds; a model reads all of it.
MOST_ITEMS = 100
# So many IDs and keys are repeated at the end for the next call.
_MOST_NAMED = 10

INFORMATIVE = Message(
    "Údaje jsou jen informativní, závazné jsou zdrojové registry. Co v odpovědi chybí, není známo.",
    "The data is informative only, the source registers are authoritative. What is missing is not known.",
)


class Ending(TypedDict):
    """The fields that every answer ends with."""

    dalsi_kroky: list[str]
    navaznosti: Navaznosti
    zdroje: list[Zdroj]
    upozorneni: str


def ending(
    call: ToolCall,
    icos: Iterable[str | None] = (),
    keys: Iterable[str | None] = (),
    sources: list[Zdroj] | None = None,
    next_steps: Iterable[Message] = (),
) -> Ending:
    """Return those fields; without `sources` the freshness of the whole database."""
    return Ending(
        dalsi_kroky=[call.text(step) for step in next_steps],
        navaznosti=Navaznosti(ico=_distinct(icos)[:_MOST_NAMED], klice=_distinct(keys)[:_MOST_NAMED]),
        zdroje=all_sources(call) if sources is None else sources,
        upozorneni=call.text(INFORMATIVE),
    )


def all_sources(call: ToolCall) -> list[Zdroj]:
    """Return the sources that were ever read, each with the moment when it last was."""
    return [
        Zdroj(zdroj=state.zdroj, aktualizovano=state.posledni_uspech)
        for state in source_states(call.services)
        if state.posledni_uspech
    ]


def some_sources(call: ToolCall, *names: str) -> list[Zdroj]:
    """Return those of the sources that an answer is made of, by their names on the wire."""
    return [source for source in all_sources(call) if source.zdroj in names]


def next_page(total: int, start: int, count: int) -> list[Message]:
    """Return how the rest of a page is asked for, where there is any, or that the page is past the end."""
    end = start + count
    if start >= total > 0:
        return [
            Message(
                f"Za koncem: start má být nejvýše {total - 1}.",
                f"Past the end: start is at most {total - 1}.",
            )
        ]
    if not count or end >= total:
        return []
    return [Message(f"Další stránka: start {end}.", f"The next page: start {end}.")]


def vat_in_words(call: ToolCall, ico: str, dph: Dph | None, contradiction: DphRozpor | None = None) -> str:
    """Say what a VAT status means, so that "not verified" is never taken for "not a payer"."""
    return call.text(_vat_message(ico, dph, contradiction))


def _vat_message(ico: str, dph: Dph | None, contradiction: DphRozpor | None) -> Message:
    if contradiction is not None:
        cs, en = in_words(contradiction)
        return Message(
            f"NEOVĚŘENO, registry si odporují. {cs}", f"NOT VERIFIED, the registers disagree. {en}"
        )
    if dph is None or dph.stav is None:
        if not has_valid_check_digit(int(ico)):
            return Message(
                "NEOVĚŘENO: IČO má chybnou kontrolní číslici, zřejmě jde o překlep.",
                "NOT VERIFIED: the check digit of this company ID is wrong, probably a typing error.",
            )
        return Message(
            "NEOVĚŘENO: zda je firma plátcem DPH, není známo. Neznamená to, že plátcem není. "
            "Dotazem nástroje overit_dph se ověření zařadí do fronty; výsledek bývá do několika minut.",
            "NOT VERIFIED: whether the company is a VAT payer is not known. That does not mean it is not. "
            "A call of overit_dph queues the look-up; the result takes some minutes.",
        )
    status = _vat_then(dph, dph.stav) if is_vat_old(dph.overeno_k) else _vat_now(dph, dph.stav)
    if not dph.clen_skupiny:
        return status
    return Message(
        f"{status.cs} Člen skupiny DPH: na doklady patří DIČ skupiny {dph.dic}, ne vlastní.",
        f"{status.en} A member of a VAT group: invoices bear the group's tax ID {dph.dic}, not its own.",
    )


def _vat_now(dph: Dph, state: StavDph) -> Message:
    when = _day(dph.overeno_k)
    return {
        "platce": Message(f"Plátce DPH, ověřeno k {when}.", f"VAT payer, verified as of {when}."),
        "nespolehlivyPlatce": Message(
            f"NESPOLEHLIVÝ plátce DPH od {dph.nespolehlivy_od}, ověřeno k {when}. "
            "Odběratel ručí za daň, kterou dodavatel neodvede.",
            f"UNRELIABLE VAT payer since {dph.nespolehlivy_od}, verified as of {when}. "
            "The customer is liable for tax that the supplier does not pay.",
        ),
        "identifikovanaOsoba": Message(
            f"Identifikovaná osoba, není plátcem DPH, ověřeno k {when}.",
            f"Identified person, not a VAT payer, verified as of {when}.",
        ),
        "neplatce": Message(
            f"Není plátcem DPH, ověřeno k {when}." + _unreliable(dph, " Nespolehlivá osoba od"),
            f"Not a VAT payer, verified as of {when}." + _unreliable(dph, " Unreliable person since"),
        ),
    }[state]


def _vat_then(dph: Dph, state: StavDph) -> Message:
    """Say what an older check found, in the past tense: it may have changed since."""
    when, since = _day(dph.overeno_k), dph.nespolehlivy_od
    cs, en = {
        "platce": ("byla firma plátcem DPH", "the company was a VAT payer"),
        "nespolehlivyPlatce": (
            f"byla firma NESPOLEHLIVÝM plátcem DPH (od {since})",
            f"the company was an UNRELIABLE VAT payer (since {since})",
        ),
        "identifikovanaOsoba": (
            "byla firma identifikovanou osobou, plátcem DPH nebyla",
            "the company was an identified person, not a VAT payer",
        ),
        "neplatce": (
            "firma nebyla plátcem DPH" + _unreliable(dph, ", byla nespolehlivou osobou od"),
            "the company was not a VAT payer" + _unreliable(dph, ", it was an unreliable person since"),
        ),
    }[state]
    return Message(
        f"STARŠÍ OVĚŘENÍ: k {when} {cs.rstrip('.')}. Jak je tomu dnes, není známo; dotaz nástroje "
        "overit_dph zařadí do fronty nové ověření.",
        f"AN OLDER CHECK: as of {when} {en.rstrip('.')}. How it stands today is not known; a call "
        "of overit_dph queues a new look-up.",
    )


def insolvency_in_words(call: ToolCall, company: FirmaDetail) -> str:
    """Say what is known of insolvency, so that "never read" is never taken for "none"."""
    return call.text(_insolvency_message(company))


_NOT_READ = Message(
    "Insolvenční rejstřík se pro tuto firmu ještě nečetl, jeho řízení tedy nejsou známa.",
    "The insolvency register has not been read for this company yet: its proceedings are not known.",
)
_OLDER = Message(
    "Řízení zahájená před rokem 2008 v insolvenčním rejstříku nejsou.",
    "The insolvency register has no proceedings that began before 2008.",
)


def _insolvency_message(company: FirmaDetail) -> Message:
    proceedings = company.insolvence
    if entered := entered_insolvency(company):
        cs, en = entered.nazev, english_words(entered.nazev)
        why = _NOT_READ if proceedings is None else _OLDER
        return Message(
            f"V INSOLVENCI podle veřejného rejstříku: {cs}{f' od {entered.od}' if entered.od else ''}. "
            f"{why.cs}",
            f"INSOLVENT by the public register: {en}{f' since {entered.od}' if entered.od else ''}. {why.en}",
        )
    if proceedings is None:
        return Message(
            "NEZJIŠTĚNO: insolvenční rejstřík se pro tuto firmu ještě nečetl. Neznamená to, "
            "že žádné řízení nemá.",
            "NOT KNOWN: the insolvency register has not been read for this company yet. That does not "
            "mean that it has no proceeding.",
        )
    read = _day(next(source.aktualizovano for source in company.zdroje if source.zdroj == WIRE_NAMES[ISIR]))
    if not proceedings:
        return Message(
            f"Ověřeno k {read}: insolvenční rejstřík žádné řízení neuvádí.",
            f"Checked as of {read}: the insolvency register states no proceeding.",
        )
    running = sum(item.probiha is True for item in proceedings)
    unclear = sum(item.probiha is None for item in proceedings)
    return Message(
        f"Insolvenční rejstřík k {read} uvádí řízení: {len(proceedings)}; probíhá {running}, "
        f"nejistých {unclear}.",
        f"As of {read} the insolvency register states {len(proceedings)} proceedings: {running} running, "
        f"{unclear} uncertain.",
    )


def as_of_in_words(call: ToolCall, company: FirmaKDatu, today: FirmaDetail) -> tuple[str, str]:
    """Say what is known of VAT and of insolvency on a past day; `today` = the company as it is."""
    day = company.k_datu
    vat = Message(
        f"NEZNÁMO: zda byla firma {day} plátcem DPH, žádný zdroj neříká.",
        f"NOT KNOWN: no source tells whether the company was a VAT payer on {day}.",
    )
    entered = company.stav_podrobne
    insolvency = call.text(_insolvency_then(day, company.insolvence, today.insolvence))
    by_proceedings = bool(company.insolvence) and entered is not None and entered.kod == "insolvencniRizeni"
    if entered is not None and entered.kod in INSOLVENT and not by_proceedings:
        insolvency = f"{call.text(_entered_then(day, entered))} {insolvency}"
    return call.text(vat), insolvency


def _entered_then(day: str, state: StavPodrobne) -> Message:
    cs, en = state.nazev, english_words(state.nazev)
    return Message(
        f"V INSOLVENCI podle veřejného rejstříku k {day}: {cs}{f' od {state.od}' if state.od else ''}.",
        f"INSOLVENT by the public register as of {day}: {en}{f' since {state.od}' if state.od else ''}.",
    )


def _insolvency_then(day: str, then: list[Insolvence] | None, today: list[Insolvence] | None) -> Message:
    """`then` = what had begun by the day, None where that is not known; `today` = all that is stated."""
    if today is None:
        return Message(
            f"NEZNÁMO: jaká insolvenční řízení {day} běžela, není známo; insolvenční rejstřík se pro tuto "
            "firmu ještě nečetl.",
            f"NOT KNOWN: which insolvency proceedings ran on {day} is not known; the insolvency register has "
            "not been read for this company yet.",
        )
    if then is None:
        undated = [item for item in today if item.zahajeno is None]
        running = sum(item.probiha is True for item in undated)
        return Message(
            f"NELZE ŘÍCI: jaká insolvenční řízení běžela {day}, není známo. Rejstřík se četl a uvádí "
            f"řízení: {len(today)}; bez známého začátku {len(undated)}, z nich dnes probíhá {running}.",
            f"CANNOT BE SAID: which insolvency proceedings ran on {day} is not known. The register was read "
            f"and states {len(today)} proceedings; {len(undated)} without a known start, of which {running} "
            "run today.",
        )
    running = sum(item.probiha is True for item in then)
    unclear = sum(item.probiha is None for item in then)
    return Message(
        f"Podle insolvenčního rejstříku do {day} začalo řízení: {len(then)}; toho dne běželo {running}, "
        f"nejistých {unclear}.",
        f"By the insolvency register {len(then)} proceedings had begun by {day}: {running} ran on that day, "
        f"{unclear} uncertain.",
    )


def _day(moment: str) -> str:
    """Return the day in Prague of a moment in UTC: a status as of a day has its midnight, which is there
    the day before.
    """
    return prague_day(datetime.fromisoformat(moment)).isoformat()


def _unreliable(dph: Dph, words: str) -> str:
    return f"{words} {dph.nespolehlivy_od}." if dph.nespolehlivy_od else ""


def _distinct(values: Iterable[str | None]) -> list[str]:
    return list(dict.fromkeys(value for value in values if value))
