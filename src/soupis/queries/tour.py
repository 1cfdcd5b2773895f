"""A tour of the demo: for each thing that the service can show, a company that shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import msgspec
from sqlalchemy import Engine, select

from soupis.messages import Message
from soupis.queries import companies
from soupis.queries.remembered import Remembered
from soupis.queries.services import Provider
from soupis.store.engine import reading
from soupis.store.tables import setting
from soupis.wire.company import FirmaDetail

# Under this name the system of record keeps that it is a demo, and whether it is whole.
DEMO = "demo"
_SECONDS = 600.0
_MOST = 10_000  # companies looked at; the demo has fewer
_ALL_ICOS = 100_000_000

Shows = Callable[[FirmaDetail], object]


class Stop(NamedTuple):
    """What can be seen, and the company at which to see it; `graph` = in the graph of its ties."""

    name: Message
    ico: str
    company: str
    graph: bool = False


def _vat(state: str, *, unreliable: bool = False) -> Shows:
    def shows(firm: FirmaDetail) -> object:
        return firm.dph and firm.dph.stav == state and bool(firm.dph.nespolehlivy_od) == unreliable

    return shows


def _unverified(firm: FirmaDetail) -> object:
    return firm.stav == "aktivni" and not firm.dph and not firm.dph_rozpor


def _partner_abroad(firm: FirmaDetail) -> object:
    return any(partner.osoba.stat and partner.aktualni for partner in firm.spolecnici or ())


def _proceeding(runs: bool) -> Shows:
    def shows(firm: FirmaDetail) -> object:
        return any(item.probiha is runs for item in firm.insolvence or ())

    return shows


def _former_members(firm: FirmaDetail) -> object:
    members = [member for body in firm.statutarni_organy or () for member in body.clenove]
    return firm.drivejsi_jmena and sum(not member.aktualni for member in members) >= 2


# In the order of the tour; of several companies the last one is shown: those with the highest IDs were
# verified most recently.
_SIGHTS: tuple[tuple[Message, Shows], ...] = (
    (Message("Plátce DPH", "VAT payer"), _vat("platce")),
    (Message("Nespolehlivý plátce DPH", "Unreliable VAT payer"), _vat("nespolehlivyPlatce", unreliable=True)),
    (Message("Identifikovaná osoba", "Identified person"), _vat("identifikovanaOsoba")),
    (Message("Neplátce DPH", "Not a VAT payer"), _vat("neplatce")),
    (Message("Nespolehlivá osoba", "Unreliable person"), _vat("neplatce", unreliable=True)),
    (
        Message("Zdroje si o DPH odporují", "Sources that contradict each other about VAT"),
        lambda firm: firm.dph_rozpor,
    ),
    (Message("DPH neověřeno", "VAT not verified"), _unverified),
    (
        Message("Zveřejněné účty a QR platba", "Published accounts and QR payment"),
        lambda firm: firm.dph and firm.dph.zverejnene_ucty,
    ),
    (Message("Probíhající insolvence", "Insolvency in progress"), _proceeding(runs=True)),
    (Message("Skončená insolvence", "Insolvency that ended"), _proceeding(runs=False)),
    (Message("Firma v likvidaci", "Company in liquidation"), lambda firm: firm.likvidace),
    (
        Message("Zaniklá firma", "Company that ceased"),
        lambda firm: firm.stav == "zanikla" and firm.obchodni_jmeno,
    ),
    (Message("Odštěpný závod", "Branch"), lambda firm: firm.odstepne_zavody),
    (Message("Zahraniční společník", "Partner from abroad"), _partner_abroad),
    (
        Message("Městský obvod nebo část", "City district"),
        lambda firm: firm.sidlo and firm.sidlo.nazev_mestske_casti,
    ),
    (
        Message("Historie: dřívější název a bývalí členové", "History: former name and members"),
        _former_members,
    ),
    (
        Message("Sbírka listin podle druhu", "Filed documents by kind"),
        lambda firm: firm.listiny and firm.listiny.pocet,
    ),
)
_GROUP = Message("Skupina firem v grafu vazeb", "A group of companies in the graph of ties")


def remembered_tour(engine: Callable[[], Engine], services: Provider) -> Remembered[list[Stop]]:
    """Return what gives the stops of the tour; none where the system of record is no demo."""

    def read() -> list[Stop]:
        with reading(engine()) as connection:
            state = connection.scalar(select(setting.c.value).where(setting.c.name == DEMO))
        if state is None:
            return []
        documents = services().documents
        group: Stop | None = None
        firms: list[FirmaDetail] = []
        for ico in documents.icos(0, _ALL_ICOS, _MOST):
            document = documents.company(ico)
            if document is None:
                continue
            try:
                firms.append(companies.decode_detail(document.body))
            except msgspec.DecodeError:
                continue  # a damaged document is told where it is asked for, not on the home page
            if group is None and _leads_group(documents.engagements_of_company(ico)):
                group = _stop(_GROUP, firms[-1], graph=True)
        return [*find_stops(firms), *([group] if group else [])]

    return Remembered("tour", _SECONDS, read, [])


def find_stops(firms: Iterable[FirmaDetail]) -> Iterator[Stop]:
    """Yield for each sight the last company that shows it, in the order of the tour."""
    found: dict[Message, FirmaDetail] = {}
    for firm in firms:
        for name, shows in _SIGHTS:
            if shows(firm):
                found[name] = firm
    for name, _ in _SIGHTS:
        if name in found:
            yield _stop(name, found[name])


def _stop(name: Message, firm: FirmaDetail, *, graph: bool = False) -> Stop:
    return Stop(name, firm.ico, firm.obchodni_jmeno or firm.ico, graph)


def _leads_group(engagements: bytes | None) -> bool:
    """Tell whether a company takes part in several others now."""
    items = companies.decode_engagements(engagements)
    return len({item.ico for item in items if item.aktualni}) >= 2
