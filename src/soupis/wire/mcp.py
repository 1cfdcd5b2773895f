"""What MCP tools take and give: the Structs of REST with what an assistant needs beside them.

Every answer says which IDs and keys the next call can use, how old the data is, and that it is informative.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from soupis.identifiers import PERSON_KEY
from soupis.wire.base import CodedName, Wire
from soupis.wire.changes import Zmena
from soupis.wire.company import Fasety, FirmaDetail, Listina, StavFirmy, StavPodrobne, Zdroj
from soupis.wire.person import OsobaSouhrn
from soupis.wire.requests import (
    NAME,
    Den,
    DruhListiny,
    RokListiny,
    Start,
    VyberOsob,
    VyhledavaniDotaz,
)
from soupis.wire.sources import StavZdroje
from soupis.wire.vat import Dph

Ico = Annotated[str, Meta(pattern=r"^[0-9]{8}$")]
Klic = Annotated[str, Meta(pattern=f"^{PERSON_KEY}$", max_length=200)]
PocetNaStrance = Annotated[int, Meta(ge=1, le=50)]
# A code, or its name as people say it.
KodNeboNazev = Annotated[str, Meta(max_length=250, pattern=r"^[^\x00-\x1f\x7f]+$")]
Cast = Literal["cinnosti", "organy", "spolecnici", "insolvence", "listiny", "historie", "ostatni"]
Ciselnik = Literal["kraj", "forma", "nace", "velikost"]
MOST_NODES = 100


# --- what the tools take ---


class VyhledatFirmy(VyhledavaniDotaz, kw_only=True, forbid_unknown_fields=True):
    """Arguments of the company search; pages are smaller than in REST, because a model reads them whole.

    Forms and activities are given by their codes or names.
    """

    forma: Annotated[list[KodNeboNazev], Meta(max_length=20)] = []
    nace: Annotated[list[KodNeboNazev], Meta(max_length=20)] = []
    pocet: PocetNaStrance = 10


class DetailFirmy(Wire, kw_only=True, forbid_unknown_fields=True):
    """Arguments of the company detail; without `casti` it has all but "ostatni" and what was before.

    `kDatu` asks how the registers had the company on a day.
    """

    ico: Ico
    casti: Annotated[list[Cast], Meta(max_length=7)] = []
    jen_aktualni: bool = True
    k_datu: Den | None = None


class OveritDph(Wire, kw_only=True, forbid_unknown_fields=True):
    """Arguments of the VAT check."""

    ico: Annotated[list[Ico], Meta(min_length=1, max_length=100)]


class OveritInsolvenci(Wire, kw_only=True, forbid_unknown_fields=True):
    """Arguments of the insolvency check."""

    ico: Annotated[list[Ico], Meta(min_length=1, max_length=100)]


class ZjistitListiny(Wire, kw_only=True, forbid_unknown_fields=True):
    """Arguments of the list of filed documents."""

    ico: Ico
    typ: DruhListiny | None = None
    rok: RokListiny | None = None
    start: Start = 0
    pocet: PocetNaStrance = 20


class VyhledatOsoby(VyberOsob, kw_only=True, forbid_unknown_fields=True):
    """Arguments of the person search; `firma` is a name or an ID of a company."""

    firma: Annotated[str, Meta(min_length=3, max_length=100, pattern=NAME)] | None = None
    jen_aktivni: bool = False
    start: Start = 0
    pocet: PocetNaStrance = 10


class ProfilOsoby(Wire, kw_only=True, forbid_unknown_fields=True):
    """Arguments of the person profile."""

    klic: Klic
    jen_aktualni: bool = True
    k_datu: Den | None = None


class ZjistitVazby(Wire, kw_only=True, forbid_unknown_fields=True):
    """Arguments of the ties: exactly one of `ico` and `klic` says where to start."""

    ico: Ico | None = None
    klic: Klic | None = None
    hloubka: Annotated[int, Meta(ge=1, le=3)] = 1
    nejvice: Annotated[int, Meta(ge=2, le=MOST_NODES)] = 40
    jen_aktualni: bool = True


class ZjistitZmeny(Wire, kw_only=True, forbid_unknown_fields=True):
    """Arguments of the changes; without `od` from the oldest kept, without `ico` of all companies."""

    od: Annotated[int, Meta(ge=0, le=2**63 - 1)] | None = None
    ico: Annotated[list[Ico], Meta(max_length=100)] = []
    pocet: PocetNaStrance = 20


class HledatVCiselniku(Wire, kw_only=True, forbid_unknown_fields=True):
    """Arguments of the code lists."""

    seznam: Ciselnik
    hledat: KodNeboNazev | None = None


class ZadneArgumenty(Wire, kw_only=True, forbid_unknown_fields=True):
    """No arguments."""


# --- what they give ---


class Navaznosti(Wire, kw_only=True):
    """The first IDs and person keys of this answer that other tools take."""

    ico: list[str] = []
    klice: list[str] = []


class Odpoved(Wire, kw_only=True):
    """What every answer ends with.

    `dalsiKroky` are calls that may follow; `zdroje` says when each source of the answer was last read.
    """

    dalsi_kroky: list[str] = []
    navaznosti: Navaznosti
    zdroje: list[Zdroj]
    upozorneni: str


class KdeSidli(Wire, kw_only=True, omit_defaults=True):
    """The seat of a company of a page."""

    text: str | None = None
    nazev_kraje: str | None = None


class FirmaNalezena(Wire, kw_only=True, omit_defaults=True):
    """A company of a page, 250 characters at most; `proc` says how it was found, where its name does not
    show it.
    """

    ico: str
    obchodni_jmeno: str | None = None
    stav: StavFirmy
    sidlo: KdeSidli | None = None
    datum_vzniku: str | None = None
    datum_zaniku: str | None = None
    dph_stav: str
    drivejsi_jmeno: str | None = None
    proc: str | None = None


class FirmyNalezene(Odpoved, kw_only=True):
    """A page of companies; `dphStav` is "neovereno" where the VAT status is not known.

    `filtry` are the codes that were searched for, where forms or activities were given by names too.
    """

    pocet_celkem: int
    start: int
    pocet: int
    firmy: list[FirmaNalezena]
    filtry: dict[str, list[str]] = {}
    fasety: Fasety | None = None


class FirmaOdpoved(Odpoved, kw_only=True):
    """A company; `dphVyklad` says in words what `firma.dph` means, above all when it is null.

    `insolvenceVyklad` does so of `firma.insolvence`. `neprecteno` names the lists of `firma` whose sources
    were not read for this company (not known), `bezZaznamu` those that were read and have nothing,
    `nelzeRiciKDatu` those that were read and do not tell how they were on the day asked about. `vynechano` =
    members, partners and other facts of the chosen sections left out: former ones, or those beyond what one
    answer holds; `vynechanoPodle` counts them by list. `nevybrano` names the sections that were not asked
    for: nothing is told of them here. As of a day, `firma` has `kDatu` and `uplnost`
    (`wire.company.FirmaKDatu`).
    """

    dph_vyklad: str
    insolvence_vyklad: str
    neprecteno: list[str]
    bez_zaznamu: list[str]
    nelze_rici_k_datu: list[str] = []
    nevybrano: list[str]
    firma: FirmaDetail
    vynechano: int
    vynechano_podle: dict[str, int] = {}


class DphVysledek(Wire, kw_only=True):
    """VAT status of one company; `overeno` false = not known, which is not the same as "not a payer"."""

    ico: str
    overeno: bool
    vyklad: str
    dph: Dph | None


class DphOvereni(Odpoved, kw_only=True):
    """VAT status of companies; `neovereno` lists those whose status is not known yet."""

    pocet_celkem: int
    neovereno: list[str]
    firmy: list[DphVysledek]


VysledekInsolvence = Literal["probiha", "skonceno", "nejiste", "bezRizeni", "neprecteno", "neznameIco"]


class Rizeni(Wire, kw_only=True, omit_defaults=True):
    """An insolvency proceeding."""

    spisova_znacka: str
    soud: str | None = None
    stav_nazev: str | None = None
    zahajeno: str | None = None
    ukonceno: str | None = None
    url: str | None = None


class InsolvenceVysledek(Wire, kw_only=True, omit_defaults=True):
    """What is known of the insolvency of one company, as of `precteno`, when the register was read.

    "bezRizeni" = read, and it states no proceeding; "neprecteno" = not read, so not known; "nejiste" = a
    proceeding of which is not known whether it runs. "probiha" with `podleVerejnehoRejstriku` = the public
    register has that insolvency, and the insolvency register was not read.
    """

    ico: str
    obchodni_jmeno: str | None = None
    vysledek: VysledekInsolvence
    podle_verejneho_rejstriku: StavPodrobne | None = None
    precteno: str | None = None
    rizeni: list[Rizeni] = []


class InsolvenceOvereni(Odpoved, kw_only=True):
    """Insolvency of companies: what each result means, IDs by result, then the companies one by one."""

    vyklad: str
    podle_vysledku: dict[VysledekInsolvence, list[str]]
    firmy: list[InsolvenceVysledek]


class ListinyOdpoved(Odpoved, kw_only=True):
    """A page of filed documents, the newest first; null `pocetCelkem` = the collection was not read.

    `bezRoku` counts documents without a known year, which no `rok` finds.
    """

    vyklad: str
    pocet_celkem: int | None
    bez_roku: int | None
    start: int
    listiny: list[Listina]


class OsobaNalezena(Wire, kw_only=True, omit_defaults=True):
    """A person of a page; `firmy` are at most two companies, each as its ID and name.

    `proc` says why the search found the person, where the name does not show it.
    """

    klic: str
    jmeno: str | None = None
    prijmeni: str
    titul_pred: str | None = None
    titul_za: str | None = None
    rok_narozeni: int | None = None
    pocet_firem: int
    pocet_aktivnich: int
    firmy: list[str] = []
    obec: str | None = None
    proc: str | None = None


class OsobyNalezene(Odpoved, kw_only=True):
    """A page of persons."""

    pocet_celkem: int
    start: int
    pocet: int
    osoby: list[OsobaNalezena]


class OsobaOdpoved(Odpoved, kw_only=True):
    """A person with engagements, an `OsobaProfil`, as of a day an `OsobaKDatu`.

    `vynechano` of `pocetCelkem` engagements were left out.
    """

    osoba: OsobaSouhrn
    pocet_celkem: int
    vynechano: int


StavInsolvence = Literal["probiha", "nejiste", "neprobiha", "neprecteno"]


class Uzel(Wire, kw_only=True, omit_defaults=True):
    """A company or a person among ties; `krok` is its distance from the start.

    `stav` and `insolvence` are those of a company, absent where nothing is published of it.
    """

    id: str
    typ: Literal["firma", "osoba"]
    nazev: str
    ico: str | None
    klic: str | None
    krok: int
    stav: StavFirmy | None = None
    insolvence: StavInsolvence | None = None


class Vazba(Wire, kw_only=True, omit_defaults=True):
    """A tie from who has an engagement to the company that it is in; `podil` is what a partner holds."""

    kdo: str  # id of a node
    v_cem: str  # id of a node
    role: str
    funkce: str | None = None
    podil: str | None = None
    od: str | None = None
    do: str | None = None
    aktualni: bool


class VazbyOdpoved(Odpoved, kw_only=True):
    """Ties around a company or a person; `uplne` false = some were left out to keep within the limit.

    `mermaid` is a drawing of up to 40 nodes, null for more.
    """

    pocet_uzlu: int
    pocet_vazeb: int
    uplne: bool
    uzly: list[Uzel]
    vazby: list[Vazba]
    mermaid: str | None


class ZdrojeOdpoved(Odpoved, kw_only=True):
    """State of all sources, also of those never read, and how many companies there are."""

    pocet_firem: int
    stav_zdroju: list[StavZdroje]


class CiselnikOdpoved(Odpoved, kw_only=True):
    """Values of a code list."""

    pocet_celkem: int
    hodnoty: list[CodedName]


class ZmenyOdpoved(Odpoved, kw_only=True):
    """The next changes of companies; `dalsi` is the `od` of the next call, `nejstarsi` the least one kept.

    `vyklad` says in words whether there is any; `neznameIco` are IDs that the database does not have.
    """

    vyklad: str
    nezname_ico: list[str] = []
    zmeny: list[Zmena]
    dalsi: int
    nejstarsi: int
