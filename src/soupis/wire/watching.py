"""Watched companies and webhooks: what is asked, answered and posted."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from soupis.wire.base import Okamzik, Wire
from soupis.wire.changes import Oddil, Zmena
from soupis.wire.labels import SECTIONS

MOST_ICOS = 50_000  # in one body

ZvolenyOddil = Annotated[str, Meta(max_length=40, extra_json_schema={"enum": [*SECTIONS]})]
ZvoleneOddily = Annotated[list[ZvolenyOddil], Meta(max_length=40)]


class SledovanaFirma(Wire, kw_only=True):
    """A watched company; its name is null where nothing is known of it (yet)."""

    ico: str
    obchodni_jmeno: str | None = None
    sledovano_od: Okamzik


class SledovaneFirmy(Wire, kw_only=True):
    """A part of the list, in the order of company IDs; `nejvyse` = how many the tariff allows."""

    pocet_celkem: int
    nejvyse: int
    start: int
    pocet: int
    firmy: list[SledovanaFirma]


class SledovaniDavka(Wire, kw_only=True, forbid_unknown_fields=True):
    """Companies to be watched from now on."""

    ico: Annotated[list[Annotated[str, Meta(pattern=r"^\d{8}$")]], Meta(min_length=1, max_length=MOST_ICOS)]


class SledovaniVysledek(Wire, kw_only=True):
    """What became of a batch; `neznama` are watched too, but no register is known to have them."""

    pridano: int
    jiz_sledovano: int
    pocet_celkem: int
    nejvyse: int
    neznama: list[str]


class Zruseno(Wire, kw_only=True):
    """How many entries were deleted."""

    zruseno: int


class NovyWebhook(Wire, kw_only=True, forbid_unknown_fields=True):
    """A webhook to be made; without `oddily` it is told of every change."""

    url: Annotated[str, Meta(max_length=500)]
    oddily: ZvoleneOddily = []


class Webhook(Wire, kw_only=True):
    """A webhook. `stav` is "vypnut" after failures for days, or after the receiver answered 410."""

    id: str
    url: str
    oddily: list[Oddil]
    vytvoreno: Okamzik
    stav: Literal["zapnut", "opakuje", "vypnut"]
    poradi: int
    dalsi_pokus: Okamzik | None = None


class Dodavka(Wire, kw_only=True):
    """One attempt to deliver a message; without an answer `status` is null and `chyba` is a sentence."""

    kdy: Okamzik
    zprava: str
    ico: str | None = None
    pokus: int
    status: int | None = None
    chyba: str | None = None


class WebhookDetail(Webhook, kw_only=True):
    """A webhook with its last attempts, the newest first."""

    dodavky: list[Dodavka]


class Webhooky(Wire, kw_only=True):
    """The webhooks of an account."""

    webhooky: list[Webhook]


class WebhookTajemstvi(Webhook, kw_only=True):
    """A webhook with its secret, which is shown here and never again."""

    tajemstvi: str
    predchozi_plati_do: Okamzik | None = None


class WebhookZkouska(Wire, kw_only=True):
    """What became of a test message."""

    doruceno: bool
    status: int | None = None
    chyba: str | None = None


class PrehraniDotaz(Wire, kw_only=True, forbid_unknown_fields=True):
    """From which number of the feed on a webhook is told again; without one, from where it stopped."""

    od: Annotated[int, Meta(ge=0, le=2**53 - 1)] | None = None


class ZpravaZmeny(Wire, kw_only=True):
    """The message about a change of a watched company; `type` is firma.nova, firma.zmena or firma.zanik."""

    type: str
    timestamp: Okamzik
    data: Zmena


class PoradiPreruseni(Wire, kw_only=True):
    """Where the feed goes on."""

    poradi: int


class ZpravaPreruseni(Wire, kw_only=True):
    """The message that changes before a number cannot be told any more: ask for the companies anew."""

    type: str = "zmeny.preruseny"
    timestamp: Okamzik
    data: PoradiPreruseni


class ZpravaZkousky(Wire, kw_only=True):
    """The message of a test."""

    type: str = "zkouska"
    timestamp: Okamzik
    data: dict[str, str] = {}
