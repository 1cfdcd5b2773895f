"""Company detail and the parts that it shares with other answers."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from soupis.wire.base import CodedName, Datum, Okamzik, Wire
from soupis.wire.vat import Dph, DphRozpor, StavDph

StavFirmy = Literal["aktivni", "zanikla"]
StavFirmyKDatu = Literal["nevznikla", "aktivni", "zanikla"]


class Sidlo(Wire, kw_only=True):
    """Seat of a company."""

    text: str | None = None
    text_plny: str | None = None
    kod_kraje: int | None = None
    nazev_kraje: str | None = None
    psc: int | None = None
    kod_okresu: str | None = None
    nazev_okresu: str | None = None
    kod_obce: int | None = None
    nazev_obce: str | None = None
    nazev_mestske_casti: str | None = None
    nazev_casti_obce: str | None = None
    nazev_ulice: str | None = None
    cislo_domovni: str | None = None
    cislo_orientacni: str | None = None
    kod_adresniho_mista: int | None = None


class CzNace(Wire, kw_only=True):
    """One activity; `prevazujici` marks the main one."""

    kod: str
    nazev: str | None = None
    prevazujici: bool = False


class SpisovaZnacka(Wire, kw_only=True):
    """File mark in the public register; `text` is its usual form, "B 1581/MSPH"."""

    soud: str
    soud_nazev: str | None = None
    oddil: str
    vlozka: int
    text: str


class ZakladniKapital(Wire, kw_only=True):
    """Share capital; `splaceno` is what the register says of the paid-up part, in words ("100 %")."""

    castka: int | float | None = None
    mena: str | None = None
    splaceno: str | None = None


class Stat(Wire, kw_only=True):
    """A foreign state as the register prints it, with its ISO 3166 code where the name is known."""

    kod: str | None = None
    nazev: str


class FyzickaOsoba(Wire, kw_only=True, tag_field="typ", tag="fyzicka"):
    """A natural person; the key leads to the profile and is null where the person cannot be told apart."""

    klic: str | None = None
    jmeno: str | None = None
    prijmeni: str
    titul_pred: str | None = None
    titul_za: str | None = None
    rok_narozeni: int | None = None
    stat: Stat | None = None


class PravnickaOsoba(Wire, kw_only=True, tag_field="typ", tag="pravnicka"):
    """A legal person; `ico` is null unless the number is certainly Czech."""

    ico: str | None = None
    obchodni_jmeno: str
    klic: None = None
    stat: Stat | None = None
    zahranicni_cislo: str | None = None


class ZastupceVCase(Wire, kw_only=True):
    """Who acts or acted for a legal person, with the days of entry and deletion."""

    osoba: FyzickaOsoba
    od: Datum | None = None
    do: Datum | None = None


class Clen(Wire, kw_only=True):
    """One place in a body; `zastupci` act for a legal person in it, `zastupciVCase` acted before too.

    `aktualni` is about the membership: a chair whose office ended (`funkceDo`) may be a plain member now.
    """

    osoba: FyzickaOsoba | PravnickaOsoba
    funkce: str | None = None
    funkce_poznamka: str | None = None
    clenstvi_od: Datum | None = None
    clenstvi_do: Datum | None = None
    funkce_od: Datum | None = None
    funkce_do: Datum | None = None
    zapsano: Datum | None = None
    vymazano: Datum | None = None
    aktualni: bool
    zastupci: list[FyzickaOsoba] = []
    zastupci_v_case: list[ZastupceVCase] = []


class OdstepnyZavod(Wire, kw_only=True):
    """An organisational unit of the company; its beginning and end say nothing of the company's own.

    `vedouci` are its heads, present and former; null where the source that tells of them was not read.
    """

    nazev: str | None = None
    spisova_znacka: SpisovaZnacka | None = None
    sidlo: Sidlo | None = None
    vedouci: list[Clen] | None = None
    zapsano: Datum | None = None
    vymazano: Datum | None = None
    aktualni: bool


class TextVCase(Wire, kw_only=True):
    """A text with the days of its entry and deletion; on the day of deletion it no longer holds."""

    text: str
    od: Datum | None = None
    do: Datum | None = None


class Organ(Wire, kw_only=True):
    """A body with present and former members, and how it acts and acted for the company.

    `skrytychClenu` counts present members who are not shown.
    """

    nazev: str
    zpusob_jednani: list[str] = []
    zpusob_jednani_v_case: list[TextVCase] = []
    clenove: list[Clen] = []
    skrytych_clenu: int = 0


RoleJednajiciho = Literal[
    "statutarniOrgan", "prokurista", "likvidator", "insolvencniSpravce", "podnikatel", "zastupce"
]
ZpusobJednani = Literal["samostatne", "spolecne", "vsichniSpolecne", "podleZapisu", "neuvedeno"]


class Jednajici(Wire, kw_only=True):
    """A person who acts for a company; a legal person's "zastupce" follows it.

    "podleZapisu" = it was not decided when and with whom, `veta` quotes the register.
    """

    klic: str | None = None
    ico: str | None = None
    jmeno: str
    role: RoleJednajiciho
    zpusob: ZpusobJednani


class Jednani(Wire, kw_only=True):
    """Who acts for a company: a sentence, the persons, and the source that has them."""

    veta: str
    osoby: list[Jednajici]
    zdroj: str


class Vklad(Wire, kw_only=True):
    """A contribution; `text` is "66 666 Kč" where it is money, else the register's own wording."""

    castka: int | float | None = None
    mena: str | None = None
    text: str | None = None


class Podil(Wire, kw_only=True):
    """Size of a share; `hodnota` is in per cent, null unless the register gives per cent or a fraction."""

    typ: str
    hodnota: int | float | None = None
    text: str | None = None


class ZatizeniPodilu(Wire, kw_only=True):
    """A pledge on a share or an execution against it; `vznik` and `zanik` are stated of pledges only."""

    text: str | None = None
    vznik: Datum | None = None
    zanik: Datum | None = None
    zapsano: Datum | None = None
    vymazano: Datum | None = None
    aktualni: bool


class Spolecnik(Wire, kw_only=True):
    """A partner or shareholder with one share; the holders of a common share each show the whole of it.

    `zastavni_prava` and `exekuce` are null where the source that was read does not tell of any.
    """

    osoba: FyzickaOsoba | PravnickaOsoba
    druh: CodedName
    vklad: Vklad | None = None
    podil: Podil | None = None
    splaceno: str | None = None
    zastavni_prava: list[ZatizeniPodilu] | None = None
    exekuce: list[ZatizeniPodilu] | None = None
    od: Datum | None = None
    do: Datum | None = None
    aktualni: bool


class UvolnenyPodil(Wire, kw_only=True):
    """A share that nobody holds, because its partner left; `poznamka` is what the register adds to it."""

    vklad: Vklad | None = None
    podil: Podil | None = None
    splaceno: str | None = None
    poznamka: str | None = None
    zastavni_prava: list[ZatizeniPodilu] | None = None
    exekuce: list[ZatizeniPodilu] | None = None
    od: Datum | None = None
    do: Datum | None = None
    aktualni: bool


class Akcie(Wire, kw_only=True):
    """Shares of one issue; `hodnota` is the nominal value of one."""

    typ: str | None = None
    podoba: str | None = None
    pocet: int | None = None
    hodnota: int | float | None = None
    mena: str | None = None


class Likvidace(Wire, kw_only=True):
    """That a company is in liquidation; the day is null where no source tells it."""

    od: Datum | None = None


class StavPodrobne(Wire, kw_only=True):
    """What is known of a company's state beyond whether it exists."""

    kod: str
    nazev: str
    od: Datum | None = None


class OstatniSkutecnost(Wire, kw_only=True):
    """An entry of the register that is served as its text."""

    kod: str
    nazev: str | None = None
    text: str
    zapsano: Datum | None = None
    vymazano: Datum | None = None


class NazevVCase(Wire, kw_only=True):
    """A name with the days of its entry and deletion; `cizi` = one in another language."""

    nazev: str
    cizi: bool = False
    od: Datum | None = None
    do: Datum | None = None


class SidloVCase(Wire, kw_only=True):
    """A seat with the days of its entry and deletion."""

    sidlo: Sidlo
    od: Datum | None = None
    do: Datum | None = None


class KapitalVCase(ZakladniKapital, kw_only=True):
    """A share capital with the days of its entry and deletion."""

    od: Datum | None = None
    do: Datum | None = None


class ZnackaVCase(SpisovaZnacka, kw_only=True):
    """A file mark with the days of its entry and deletion."""

    od: Datum | None = None
    do: Datum | None = None


class Historie(Wire, kw_only=True):
    """What the public register entered one after another, present and past, the newest first."""

    nazvy: list[NazevVCase]
    sidla: list[SidloVCase]
    kapital: list[KapitalVCase]
    znacky: list[ZnackaVCase]
    predmet_podnikani: list[TextVCase]


class DrivejsiJmeno(Wire, kw_only=True):
    """A name that the company bore before."""

    jmeno: str
    od: Datum | None = None
    do: Datum | None = None


class Registrace(Wire, kw_only=True):
    """How a register has the company, by ARES; "NEEXISTUJICI" = it is not in it."""

    registr: CodedName
    stav: CodedName


class Insolvence(Wire, kw_only=True):
    """One insolvency proceeding; `ukonceno` is null while it runs or when the end is not known."""

    spisova_znacka: str
    cislo_senatu: int | None = None
    soud: str | None = None
    stav: str | None = None
    stav_nazev: str | None = None
    probiha: bool | None = None
    zahajeno: Datum | None = None
    ukonceno: Datum | None = None
    url: str | None = None


class Listina(Wire, kw_only=True):
    """One filed document of the collection of documents."""

    cislo: str
    typ: str
    rok: int | None = None
    vznik: Datum | None = None
    podano: Datum | None = None
    zalozeno: Datum | None = None
    stran: int | None = None
    url: str | None = None


class ListinyStranka(Wire, kw_only=True):
    """A page of filed documents, the newest first; null fields mean that the collection was not read.

    `bezRoku` counts documents without a known year among those of the kind, which no `rok` finds.
    """

    pocet_celkem: int | None
    start: int
    pocet: int
    bez_roku: int | None
    listiny: list[Listina] | None


class Listiny(Wire, kw_only=True):
    """How many documents are filed, and the newest 20 of them."""

    pocet: int
    posledni: list[Listina]


class Zdroj(Wire, kw_only=True):
    """A source of this answer, when it was last read, and since when it no longer knows the subject."""

    zdroj: str
    aktualizovano: Okamzik
    chybi_od: Okamzik | None = None


class FirmaDetail(Wire, kw_only=True):
    """Everything that is known of one company. Null means unknown, never "no".

    A list is null where no source that could fill it was read for this company, empty where one was and has
    nothing; so is `listiny`.
    """

    ico: str
    obchodni_jmeno: str | None = None
    dic: str | None = None
    stav: StavFirmy
    stav_podrobne: StavPodrobne | None = None
    likvidace: Likvidace | None = None
    datum_vzniku: Datum | None = None
    datum_zaniku: Datum | None = None
    pravni_forma: CodedName | None = None
    sidlo: Sidlo | None = None
    dorucovaci_adresa: str | None = None
    dph: Dph | None = None
    dph_rozpor: DphRozpor | None = None  # why `dph` is null where the two sources contradict each other
    cz_nace: list[CzNace] | None = None
    kategorie_poctu_pracovniku: CodedName | None = None
    institucionalni_sektor: CodedName | None = None
    spisova_znacka: SpisovaZnacka | None = None
    zakladni_kapital: ZakladniKapital | None = None
    predmet_podnikani: list[str] | None = None
    jednani: Jednani | None = None
    statutarni_organy: list[Organ] | None = None
    ostatni_organy: list[Organ] | None = None
    spolecnici: list[Spolecnik] | None = None
    uvolnene_podily: list[UvolnenyPodil] | None = None
    akcie: list[Akcie] | None = None
    drivejsi_jmena: list[DrivejsiJmeno] | None = None
    historie: Historie | None = None
    odstepne_zavody: list[OdstepnyZavod] | None = None
    ostatni_skutecnosti: list[OstatniSkutecnost] | None = None
    seznam_registraci: list[Registrace] | None = None
    insolvence: list[Insolvence] | None = None
    listiny: Listiny | None = None
    zdroje: list[Zdroj] = []


# "od 2015-03-01" = what was before is not known.
UplnostOddilu = Annotated[str, Meta(pattern=r"^(uplna|neznama|od \d{4}-\d{2}-\d{2})$")]


class UplnostFirmy(Wire, kw_only=True):
    """For each section that is told as of a day, from when on its history is known.

    A section that is not known on the day is null.
    """

    stav: UplnostOddilu
    stav_podrobne: UplnostOddilu
    likvidace: UplnostOddilu
    obchodni_jmeno: UplnostOddilu
    sidlo: UplnostOddilu
    spisova_znacka: UplnostOddilu
    zakladni_kapital: UplnostOddilu
    predmet_podnikani: UplnostOddilu
    jednani: UplnostOddilu
    statutarni_organy: UplnostOddilu
    zastupci: UplnostOddilu
    ostatni_organy: UplnostOddilu
    spolecnici: UplnostOddilu
    uvolnene_podily: UplnostOddilu
    odstepne_zavody: UplnostOddilu
    ostatni_skutecnosti: UplnostOddilu
    insolvence: UplnostOddilu


class FirmaKDatu(FirmaDetail, kw_only=True):
    """A company as the registers had it on a day; what no source dates is null, never what is today."""

    stav: StavFirmyKDatu | None = None  # type: ignore[assignment]
    k_datu: Datum
    uplnost: UplnostFirmy


class Oprava(Wire, kw_only=True):
    """A word of the query and what was found by it; null = the word was left out."""

    hledano: str
    nalezeno: str | None = None


class Nalezeno(Wire, kw_only=True):
    """Why a search found a company: the step, the field, its text, and words that are written otherwise."""

    stupen: str
    pole: str
    text: str
    opravy: list[Oprava] = []


class FirmaPolozka(Wire, kw_only=True):
    """A company in a list of search results."""

    ico: str
    obchodni_jmeno: str | None = None
    dic: str | None = None
    stav: StavFirmy
    pravni_forma: CodedName | None = None
    sidlo: Sidlo | None = None
    cz_nace_prevazujici: CodedName | None = None
    datum_vzniku: Datum | None = None
    datum_zaniku: Datum | None = None
    spisova_znacka: str | None = None
    dph_stav: StavDph | None = None
    dph_overeno_k: Okamzik | None = None
    drivejsi_jmeno: str | None = None  # the former name by which a search found the company
    nalezeno: Nalezeno | None = None  # null where nothing was written to search for


class FasetaHodnota(Wire, kw_only=True):
    """One value of a filter and how many of the companies found have it."""

    kod: str
    nazev: str | None = None
    pocet: int


class Fasety(Wire, kw_only=True):
    """The values of the filters that were asked for, the most frequent first; null = not asked for."""

    kraj: list[FasetaHodnota] | None = None
    forma: list[FasetaHodnota] | None = None
    nace: list[FasetaHodnota] | None = None
    stav: list[FasetaHodnota] | None = None


class FirmyStranka(Wire, kw_only=True):
    """A page of search results; `fasety` is null where none was asked for.

    `navrhyObci` are names that may be meant where `obec` is no town of any company, else null.
    """

    pocet_celkem: int
    start: int
    pocet: int
    firmy: list[FirmaPolozka]
    fasety: Fasety | None = None
    navrhy_obci: list[str] | None = None


class ExportNahled(Wire, kw_only=True):
    """What a search export would give and cost; the preview itself costs one unit, `zbyva` is without it."""

    pocet_celkem: int
    pocet_radku: int
    jednotek: int
    zbyva: int
    nejvyssi_pocet: int


class Napoveda(Wire, kw_only=True):
    """One suggestion; `sidlo` is a short text."""

    obchodni_jmeno: str
    ico: str
    sidlo: str | None = None
