"""Companies and persons of a page in so few characters that a model can read many of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from soupis.mcp.tool_call import ToolCall
from soupis.queries.reasons import in_words
from soupis.wire.base import Wire, encode
from soupis.wire.company import FirmaPolozka
from soupis.wire.mcp import FirmaNalezena, KdeSidli, OsobaNalezena
from soupis.wire.person import OsobaPolozka

# Characters of one hit as JSON.
MOST_CHARACTERS = 250
# What its texts are cut to, and whether the region is told: one after the other, until it fits.
_FORMS = (
    (90, True),
    (70, True),
    (55, True),
    (70, False),
    (55, False),
    (45, False),
    (35, False),
    (25, False),
    (18, False),
    (12, False),
    (9, False),
)

_SHORTEST_REASON = 25

UNVERIFIED = "neovereno"

Hit = TypeVar("Hit", bound=Wire)


def short_company(call: ToolCall, item: FirmaPolozka) -> FirmaNalezena:
    """Return a company of a page."""
    reason = in_words(item.nalezeno) if item.nalezeno and not item.drivejsi_jmeno else None

    def shortened(length: int, with_region: bool) -> FirmaNalezena:
        seat = item.sidlo
        where = KdeSidli(
            text=_cut(seat.text, length) if seat else None,
            nazev_kraje=seat.nazev_kraje if seat and with_region else None,
        )
        return FirmaNalezena(
            ico=item.ico,
            obchodni_jmeno=_cut(item.obchodni_jmeno, length),
            stav=item.stav,
            sidlo=where if seat else None,
            datum_vzniku=item.datum_vzniku,
            datum_zaniku=item.datum_zaniku,
            # Null could be read as “not a payer”.
            dph_stav=item.dph_stav or UNVERIFIED,
            drivejsi_jmeno=_cut(item.drivejsi_jmeno, length),
            proc=_cut(call.text(reason), length) if reason else None,
        )

    return _fitting(shortened)


def short_person(call: ToolCall, item: OsobaPolozka) -> OsobaNalezena:
    """Return a person of a page."""
    reason = in_words(item.nalezeno) if item.nalezeno else None

    def shortened(length: int, _with_region: bool) -> OsobaNalezena:
        return OsobaNalezena(
            klic=item.klic,
            jmeno=_cut(item.jmeno, length),
            prijmeni=_cut(item.prijmeni, length) or "",
            titul_pred=_cut(item.titul_pred, length // 2),
            titul_za=_cut(item.titul_za, length // 2),
            rok_narozeni=item.rok_narozeni,
            pocet_firem=item.pocet_firem,
            pocet_aktivnich=item.pocet_aktivnich,
            firmy=[
                _cut(f"{firm.ico} {firm.obchodni_jmeno or ''}".strip(), length) or "" for firm in item.firmy
            ],
            obec=_cut(item.obec, length),
            # Cut shorter it would say nothing.
            proc=_cut(call.text(reason), length) if reason and length >= _SHORTEST_REASON else None,
        )

    return _fitting(shortened)


def _fitting(shortened: Callable[[int, bool], Hit]) -> Hit:
    """Return the longest that fits; the shortest one where a key alone is too long."""
    for form in _FORMS:
        hit = shortened(*form)
        if len(encode(hit).decode()) <= MOST_CHARACTERS:
            break
    return hit


def _cut(text: str | None, length: int) -> str | None:
    return f"{text[: length - 1]}…" if text and len(text) > length else text
