"""Contradictions of ARES and the VAT register about a company, and the sentences that explain them."""

from __future__ import annotations

import msgspec

from soupis.messages import Message
from soupis.queries.services import Services
from soupis.wire.base import Wire
from soupis.wire.vat import DphRozpor

# By `DphRozpor.ares`.
_SENTENCES = {
    "trva": Message(
        "Podle ARES registrace k DPH trvá, registr plátců DPH ji nezná.",
        "ARES shows an active VAT registration, the VAT register has none.",
    ),
    "budouci": Message(
        "Podle ARES má registrace k DPH teprve začít, registr plátců DPH ji nezná.",
        "ARES shows a VAT registration that is yet to begin, the VAT register has none.",
    ),
    "pozastavena": Message(
        "Podle ARES je registrace k DPH pozastavená, registr plátců DPH ji nezná.",
        "ARES shows a suspended VAT registration, the VAT register has none.",
    ),
    "skupina": Message(
        "Podle ARES je firma členem skupiny DPH, registr plátců DPH takovou skupinu nezná.",
        "ARES shows the company as a member of a VAT group, the VAT register knows no such group.",
    ),
}
_NO_CONCLUSION = Message(
    "Zda je firma plátcem, z toho nelze vyvodit. Oba registry čteme znovu, dokud se neshodnou.",
    "Whether the company is a payer cannot be concluded. Both registers are read again until they agree.",
)


class _Part(Wire, kw_only=True):
    """The part of a company's document that is read here."""

    dph_rozpor: DphRozpor | None = None


_decode = msgspec.json.Decoder(_Part).decode


def find_contradictions(services: Services, icos: list[int]) -> dict[int, DphRozpor]:
    """Return the contradictions about companies, by company ID; companies without one are left out."""
    details = services.documents.details(icos)
    parts = {ico: _decode(detail.body) for ico, detail in zip(icos, details, strict=True) if detail}
    return {ico: part.dph_rozpor for ico, part in parts.items() if part.dph_rozpor is not None}


def in_words(contradiction: DphRozpor) -> Message:
    """Return how the two registers contradict each other, and that nothing follows from it."""
    how = _SENTENCES[contradiction.ares]
    return Message(f"{how.cs} {_NO_CONCLUSION.cs}", f"{how.en} {_NO_CONCLUSION.en}")
