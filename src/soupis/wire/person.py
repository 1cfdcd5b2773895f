"""Person search and profile."""

from __future__ import annotations

from typing import Literal

from soupis.wire.base import CodedName, Datum, Wire
from soupis.wire.company import Oprava, Podil, StavFirmy, StavFirmyKDatu, UplnostOddilu, Vklad, ZatizeniPodilu

# As what somebody is engaged in a company.
Role = Literal["statutarniOrgan", "ostatniOrgan", "spolecnik", "zastupce"]

# Verified: by name and birth date. Alone: without a birth date, so joined with nobody.
Jistota = Literal["overena", "samostatna"]


class FirmaOsoby(Wire, kw_only=True):
    """A company that tells a person of a list from namesakes."""

    ico: str
    obchodni_jmeno: str | None = None


class MoznaTaz(Wire, kw_only=True):
    """Somebody else of the same name who may be the same person, and what speaks for it."""

    klic: str
    duvod: str


class OsobaSouhrn(Wire, kw_only=True):
    """A person as documents have one for lists; the year is all that is ever shown of a birth date.

    `firmy` are at most two of the person's companies, present ones first; `obec` is the seat of the first
    whose seat is known. `jistota` says how sure it is that all of this is one person, `duvod` by what.
    `moznaTaz` are at most ten others who were not joined, mostly because one of the two has no birth date;
    null = not looked for. It is null in documents and filled in as they are read.
    """

    klic: str
    jmeno: str | None = None
    prijmeni: str
    titul_pred: str | None = None
    titul_za: str | None = None
    rok_narozeni: int | None = None
    pocet_firem: int
    pocet_aktivnich: int
    firmy: list[FirmaOsoby] = []
    obec: str | None = None
    jistota: Jistota | None = None
    duvod: str | None = None
    mozna_taz: list[MoznaTaz] | None = None


class NalezenoOsoba(Wire, kw_only=True):
    """How a search found a person: the step, and words that are written otherwise in the name."""

    stupen: str
    opravy: list[Oprava] = []


class OsobaPolozka(OsobaSouhrn, kw_only=True):
    """A person found, and how."""

    nalezeno: NalezenoOsoba | None = None


class OsobyStranka(Wire, kw_only=True):
    """A page of person search results."""

    pocet_celkem: int
    start: int
    pocet: int
    osoby: list[OsobaPolozka]


class Angazma(Wire, kw_only=True):
    """One engagement of a person in one company, of a partner one for each share.

    `od` and `do` are those of the office, which may have begun later than the membership of the body, and
    ended before it: then `aktualni` is true and the person is a plain member now.
    `druh`, `zastavni_prava` and `exekuce` are those of a partner.
    """

    ico: str
    obchodni_jmeno: str | None = None
    stav_firmy: StavFirmy
    organ: str | None = None
    role: Role
    druh: CodedName | None = None
    funkce: str | None = None
    funkce_poznamka: str | None = None
    od: Datum | None = None
    do: Datum | None = None
    clenstvi_od: Datum | None = None
    clenstvi_do: Datum | None = None
    aktualni: bool
    vklad: Vklad | None = None
    podil: Podil | None = None
    zastavni_prava: list[ZatizeniPodilu] | None = None
    exekuce: list[ZatizeniPodilu] | None = None


class OsobaProfil(OsobaSouhrn, kw_only=True):
    """A person with all engagements, current ones first."""

    angazma: list[Angazma]


class UplnostOsoby(Wire, kw_only=True):
    """From when on the engagements of a person are known."""

    angazma: UplnostOddilu


class AngazmaKDatu(Angazma, kw_only=True):
    """An engagement as it was on a day; name and state of the company are null where they are not known.

    `zapsano` is when the register entered it, `od` when the office began, where that is stated.
    """

    zapsano: Datum | None = None
    stav_firmy: StavFirmyKDatu | None = None  # type: ignore[assignment]


class OsobaKDatu(OsobaSouhrn, kw_only=True):
    """A person with the engagements of a day; what no source dates is null."""

    k_datu: Datum
    uplnost: UplnostOsoby
    angazma: list[AngazmaKDatu]
