"""What MCP tools take and give: the Structs of REST with what an assistant needs beside them.

Every answer says which IDs and keys the next call can use, how old the data is, and that it is informative.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from soupis.identifiers import PERSON_KEY
from soupis.wire.base import Wire
from soupis.wire.company import Fasety, FirmaDetail, FirmaPolozka, Zdroj
from soupis.wire.person import OsobaPolozka, OsobaProfil
from soupis.wire.requests import OsobyDotaz, VyhledavaniDotaz
from soupis.wire.sources import StavZdroje
from soupis.wire.vat import Dph

Ico = Annotated[str, Meta(pattern=r"^[0-9]{8}$", description="IČO, 8 číslic včetně nul na začátku.")]
Klic = Annotated[
    str,
    Meta(
        pattern=f"^{PERSON_KEY}$",
        max_length=200,
        description="Klíč osoby z odpovědi jiného nástroje, např. jan-novak-1970-0a1b2c.",
    ),
]
PocetNaStrance = Annotated[int, Meta(ge=1, le=50, description="Kolik výsledků vrátit, 1 až 50.")]
JenAktualni = Annotated[
    bool, Meta(description="Jen současné členy, společníky a angažmá; false přidá i bývalé.")
]


# --- what the tools take ---


class VyhledatFirmy(VyhledavaniDotaz, kw_only=True, forbid_unknown_fields=True):
    """Arguments of the company search; pages are smaller than in REST, because a model reads them whole."""

    pocet: PocetNaStrance = 10


class DetailFirmy(Wire, kw_only=True, forbid_unknown_fields=True):
    """Arguments of the company detail."""

    ico: Ico
    jen_aktualni: JenAktualni = True


class OveritDph(Wire, kw_only=True, forbid_unknown_fields=True):
    """Arguments of the VAT check."""

    ico: Annotated[
        list[Ico], Meta(min_length=1, max_length=100, description="1 až 100 IČO; platí se za každé různé.")
    ]


class VyhledatOsoby(OsobyDotaz, kw_only=True, forbid_unknown_fields=True):
    """Arguments of the person search."""

    pocet: PocetNaStrance = 10


class ProfilOsoby(Wire, kw_only=True, forbid_unknown_fields=True):
    """Arguments of the person profile."""

    klic: Klic
    jen_aktualni: JenAktualni = True


class ZjistitVazby(Wire, kw_only=True, forbid_unknown_fields=True):
    """Arguments of the ties: exactly one of `ico` and `klic` says where to start."""

    ico: Ico | None = None
    klic: Klic | None = None
    hloubka: Annotated[int, Meta(ge=1, le=3, description="Kolik kroků od výchozího uzlu jít, 1 až 3.")] = 1
    nejvice: Annotated[int, Meta(ge=2, le=100, description="Nejvyšší počet uzlů, 2 až 100.")] = 40
    jen_aktualni: JenAktualni = True


class ZadneArgumenty(Wire, kw_only=True, forbid_unknown_fields=True):
    """No arguments."""


# --- what they give ---


class Navaznosti(Wire, kw_only=True):
    """IDs and person keys of this answer that other tools take."""

    ico: list[str] = []
    klice: list[str] = []


class Odpoved(Wire, kw_only=True):
    """What every answer ends with; `zdroje` says when each source was last read."""

    navaznosti: Navaznosti
    zdroje: list[Zdroj]
    upozorneni: str


class FirmaNalezena(FirmaPolozka, kw_only=True):
    """A company of a page; `proc` says how it was found, where its name does not show it."""

    proc: str | None = None


class FirmyNalezene(Odpoved, kw_only=True):
    """A page of companies; `dphStav` is "neovereno" where the VAT status is not known, else it was so on
    `dphOverenoK`.
    """

    pocet_celkem: int
    start: int
    pocet: int
    firmy: list[FirmaNalezena]
    fasety: Fasety | None = None


class FirmaOdpoved(Odpoved, kw_only=True):
    """A company; `dphVyklad` says in words what `firma.dph` means, above all when it is null.

    `insolvenceVyklad` does so of `firma.insolvence`. `neprecteno` names the lists of `firma` whose sources
    were not read for this company (not known), `bezZaznamu` those that were read and have nothing.
    `vynechano` = members, partners and other facts left out: former ones, or those beyond what one answer
    holds.
    """

    dph_vyklad: str
    insolvence_vyklad: str
    neprecteno: list[str]
    bez_zaznamu: list[str]
    firma: FirmaDetail
    vynechano: int


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


class OsobyNalezene(Odpoved, kw_only=True):
    """A page of persons."""

    pocet_celkem: int
    start: int
    pocet: int
    osoby: list[OsobaPolozka]


class OsobaOdpoved(Odpoved, kw_only=True):
    """A person with engagements; `vynechano` of `pocetCelkem` engagements were left out."""

    osoba: OsobaProfil
    pocet_celkem: int
    vynechano: int


class Uzel(Wire, kw_only=True):
    """A company or a person among ties; `krok` is its distance from the start."""

    id: str
    typ: Literal["firma", "osoba"]
    nazev: str
    ico: str | None = None
    klic: str | None = None
    krok: int


class Vazba(Wire, kw_only=True):
    """A tie from who has an engagement to the company that it is in."""

    kdo: str  # id of a node
    v_cem: str  # id of a node
    role: str
    funkce: str | None = None
    od: str | None = None
    do: str | None = None
    aktualni: bool


class VazbyOdpoved(Odpoved, kw_only=True):
    """Ties around a company or a person; `uplne` false = some were left out to keep within the limit."""

    pocet_uzlu: int
    pocet_vazeb: int
    uplne: bool
    uzly: list[Uzel]
    vazby: list[Vazba]
    mermaid: str


class ZdrojeOdpoved(Odpoved, kw_only=True):
    """State of all sources, also of those never read, and how many companies there are."""

    pocet_firem: int
    stav_zdroju: list[StavZdroje]
