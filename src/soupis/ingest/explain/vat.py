"""How a company's VAT status came about: both sides, the row of the table in docs/vat.md, a sentence."""

from __future__ import annotations

from soupis.ingest.explain.explanation import AresAnswer, RegisterAnswer, VatExplanation
from soupis.ingest.explain.fields import shown_number
from soupis.ingest.publish.company_rows import CompanyRows
from soupis.ingest.vat_decision import (
    DECISION_TABLE,
    NOT_FOUND,
    AresSide,
    RegisterSide,
    contradiction,
    decide,
    deciding_row,
    number_to_ask,
    shown_tax_id,
)


def explain_vat(rows: CompanyRows) -> VatExplanation:
    """Explain the VAT status that is published from these rows."""
    company, ares, register = rows.company, rows.ares, rows.vat
    number = number_to_ask(company.ico, ares, company.legal_form, company.legal_form_ros)
    status = decide(ares, register)
    row = deciding_row(ares, register)
    decided = DECISION_TABLE[row - 1] if row else None
    return VatExplanation(
        ares=_ares(ares),
        asked_under=shown_number(f"CZ{number}") if number else None,
        register=_register(register),
        row=row,
        row_text=" · ".join(decided) if decided else None,
        verified=status is not None,
        contradiction=contradiction(ares, register) is not None,
        state=status.stav if status else None,
        shown_tax_id=shown_tax_id(ares, status),
        why=_why(ares, register, number, decided.shown if decided else None),
    )


def _ares(side: AresSide | None) -> AresAnswer | None:
    if side is None:
        return None
    return AresAnswer(
        registration=side.registration,
        tax_id=shown_number(side.tax_id),
        group_id=shown_number(side.group_id),
        retrieved=side.retrieved,
    )


def _register(side: RegisterSide | None) -> RegisterAnswer | None:
    if side is None:
        return None
    return RegisterAnswer(
        kind=side.subject_kind,
        unreliable=side.unreliable,
        unreliable_since=side.unreliable_since,
        tax_office=side.tax_office,
        accounts=len(side.published_accounts),
        answered=side.answered,
    )


def _why(ares: AresSide | None, register: RegisterSide | None, number: str | None, shown: str | None) -> str:
    if ares is None:
        return "ARES has not been asked about it, so nothing is verified; that never means 'not a payer'"
    if number is None:
        return (
            "ARES gives no tax ID, and that of a natural person is never guessed, for it may hold a birth "
            "number: the VAT register is not asked"
        )
    if register is None:
        return "ARES has answered, the VAT register not yet: never asked, or no answer could be read"
    if register.subject_kind != NOT_FOUND:
        if shown is None:
            return f"the VAT register answered {register.subject_kind}, which this version does not know"
        return f"the VAT register is the authority, and it answered {register.subject_kind}"
    said = ares.registration or "nothing of the registration"
    if shown == "contradiction":
        group = " and a VAT group" if ares.group_id else ""
        return (
            f"the VAT register does not know the number, ARES says {said}{group}: a contradiction, so "
            "nothing is verified, and both are asked again"
        )
    if shown == "neplatce":
        return f"the VAT register does not know the number, and ARES agrees: {said}"
    return (
        f"the VAT register does not know the number, and ARES says {said}: too little to call it a non-payer"
    )
