"""The decision table of docs/vat.md as data, to name the row that decided a company's VAT status.

`vat_decision.decide` makes the decision; tests compare the two with each other and with the page.
"""

from __future__ import annotations

from typing import NamedTuple

from soupis.ingest.vat_decision import NOT_FOUND, AresSide, RegisterSide


class DecisionRow(NamedTuple):
    """What both sides say ("*" = whatever it is, "–" = nothing) and the state that is shown then."""

    registration: str
    group: str
    kind: str
    unreliable: str
    shown: str


_KNOWN_REGISTRATIONS = (
    "AKTIVNI", "BUDOUCI", "POZASTAVENY",
    "ZANIKLY", "HISTORICKY", "LOGICKY_SMAZANY", "NEEXISTUJICI", "NENALEZENO",
)  # fmt: skip

DECISION_TABLE = (
    DecisionRow("–", "–", "*", "*", "null"),
    DecisionRow("*", "*", "–", "–", "null"),
    DecisionRow("*", "*", "PLATCE_DPH", "NE", "platce"),
    DecisionRow("*", "*", "PLATCE_DPH", "ANO", "nespolehlivyPlatce"),
    DecisionRow("*", "*", "SKUPINA_DPH", "NE", "platce"),
    DecisionRow("*", "*", "SKUPINA_DPH", "ANO", "nespolehlivyPlatce"),
    DecisionRow("*", "*", "IDENTIFIKOVANA_OSOBA", "*", "identifikovanaOsoba"),
    DecisionRow("*", "*", "NESPOLEHLIVA_OSOBA", "*", "neplatce"),
    DecisionRow("*", "yes", NOT_FOUND, NOT_FOUND, "contradiction"),
    *(
        DecisionRow(said, "no", NOT_FOUND, NOT_FOUND, "contradiction" if running else "neplatce")
        for said, running in zip(_KNOWN_REGISTRATIONS, (True,) * 3 + (False,) * 5, strict=True)
    ),
    DecisionRow("not said", "no", NOT_FOUND, NOT_FOUND, "null"),
    DecisionRow("another word", "no", NOT_FOUND, NOT_FOUND, "null"),
)


def deciding_row(ares: AresSide | None, register: RegisterSide | None) -> int | None:
    """Return the number of the first row that fits, 1 for the first of the table.

    None: the register answered with a kind of subject that the table does not know, so nothing is verified.
    """
    registration = _registration(ares)
    group = "–" if ares is None else "yes" if ares.group_id else "no"
    kind, unreliable = _answer(register)
    for number, row in enumerate(DECISION_TABLE, 1):
        pairs = zip(row[:4], (registration, group, kind, unreliable), strict=True)
        # A star does not stand for an absent side: rows for that come first, and say so.
        if all(wanted == said or (wanted == "*" and said != "–") for wanted, said in pairs):
            return number
        if row.registration == "–" and ares is None:
            return number
    return None


def _registration(ares: AresSide | None) -> str:
    if ares is None:
        return "–"
    if ares.registration is None:
        return "not said"
    return ares.registration if ares.registration in _KNOWN_REGISTRATIONS else "another word"


def _answer(register: RegisterSide | None) -> tuple[str, str]:
    if register is None:
        return "–", "–"
    if register.subject_kind == NOT_FOUND:
        return NOT_FOUND, NOT_FOUND
    return register.subject_kind, "ANO" if register.unreliable == "ANO" else "NE"
