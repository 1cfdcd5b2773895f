"""ARES's version of a public register's entry (`/ekonomicke-subjekty-vr/{ico}`): the same facts as JSON."""

from __future__ import annotations

from typing import Any

import msgspec

from soupis.identifiers import format_ico
from soupis.registers.public_register import parse_subject_element
from soupis.registers.records import (
    Amount,
    Body,
    Capital,
    DatedText,
    Engagement,
    FileMark,
    LegalPerson,
    NaturalPerson,
    OtherFact,
    RegisterExtract,
    Rejected,
    Share,
    ShareIssue,
)

_FACTS = ("OST_SKUTECNOSTI", "INSOLVENCNI_ZAPIS")
_UNITS = ("KORUNY", "PROCENTA", "TEXT")


def extract(entry: str) -> str | None:
    """Return the JSON for an entry (`<Subjekt>` element), None for one without a company ID.

    Of addresses of persons only the state is there. Shares are given where ARES has a place for them: with
    partners. Branches with entries of their own are left out.
    """
    parsed = parse_subject_element(entry.strip().encode())
    if isinstance(parsed, Rejected):
        return None
    ico = format_ico(parsed.subject.ico)
    return msgspec.json.encode({"icoId": ico, "zaznamy": [_record(parsed, ico)]}).decode()


def _record(parsed: RegisterExtract, ico: str) -> dict[str, Any]:
    bodies = parsed.bodies
    facts = {kind: [fact for fact in parsed.other_facts if fact.kind == kind] for kind in _FACTS}
    notes = [_stated({**_dates(fact), "text": fact.text}) for fact in facts["INSOLVENCNI_ZAPIS"]]
    return _stated(
        {
            "rejstrik": "OR",
            "primarniZaznam": True,
            "spisovaZnacka": [_mark(mark) for mark in parsed.file_marks],
            "ico": [{"hodnota": ico}],
            "obchodniJmeno": [_text(name) for name in parsed.names],
            "pravniForma": [{"hodnota": parsed.subject.legal_form}] if parsed.subject.legal_form else None,
            "stavSubjektu": "HISTORICKY" if parsed.subject.ended else "AKTIVNI",
            "datumVymazu": parsed.subject.ceased,
            "cinnosti": {"predmetPodnikani": [_text(line) for line in parsed.business_lines]},
            "zakladniKapital": [_capital(item) for item in parsed.capital],
            "akcie": [_issue(item) for item in parsed.share_issues] or None,
            "ostatniSkutecnosti": [_text(fact) for fact in facts["OST_SKUTECNOSTI"]] or None,
            "insolvence": [{"insolvencniZapis": notes}] if notes else None,
            "statutarniOrgany": [_body(body) for body in bodies if body.role == "statutory"],
            "ostatniOrgany": [_body(body) for body in bodies if body.role == "other"],
            "spolecnici": [_partners(body) for body in bodies if body.role == "partners"],
        }
    )


def _issue(issue: ShareIssue) -> dict[str, Any]:
    kind, value = {"typAkcie": issue.kind, "podobaAkcie": issue.form}, _amount(issue.value)
    return _stated({**_dates(issue), **kind, "pocet": issue.count, "hodnota": value})


def _text(entry: DatedText | OtherFact) -> dict[str, Any]:
    return _stated({**_dates(entry), "hodnota": entry.text})


def _mark(mark: FileMark) -> dict[str, Any]:
    return {**_dates(mark), "soud": mark.court, "oddil": mark.section, "vlozka": mark.insert}


def _capital(capital: Capital) -> dict[str, Any]:
    amount, paid = _amount(capital.amount), _amount(capital.paid)
    return _stated({**_dates(capital), "typJmeni": capital.kind, "vklad": amount, "splaceni": paid})


def _amount(amount: Amount | None) -> dict[str, str] | None:
    if amount is None:
        return None
    if amount.unit not in _UNITS or amount.value is None:
        return {"typObnos": "TEXT", "hodnota": amount.text}
    return {"typObnos": amount.unit, "hodnota": amount.value.replace(".", ";")}


def _body(body: Body) -> dict[str, Any]:
    return {**_heading(body), "clenoveOrganu": [_member(member) for member in body.members]}


def _partners(body: Body) -> dict[str, Any]:
    partners = [
        {**_dates(member), "osoba": _member(member), "podil": [_share(share) for share in member.shares]}
        for member in body.members
    ]
    return {**_heading(body), "spolecnik": partners}


def _heading(body: Body) -> dict[str, Any]:
    acting = [_text(line) for line in body.acting]
    return _stated(
        {**_dates(body), "typOrganu": body.kind, "nazevOrganu": body.name, "zpusobJednani": acting or None}
    )


def _share(share: Share) -> dict[str, Any]:
    return _stated(
        {
            **_dates(share),
            "vklad": _amount(share.contribution),
            "velikostPodilu": _amount(share.size),
            "splaceni": _amount(share.paid),
        }
    )


def _member(member: Engagement) -> dict[str, Any]:
    person = member.person
    membership = _stated({"vznikClenstvi": member.member_from, "zanikClenstvi": member.member_to})
    function = _stated(
        {"nazev": member.function, "vznikFunkce": member.function_from, "zanikFunkce": member.function_to}
    )
    common = {
        **_dates(member),
        "typAngazma": member.kind,
        "clenstvi": _stated({"clenstvi": membership, "funkce": function, "textZaOsobu": member.note}),
    }
    if isinstance(person, NaturalPerson):
        natural = {
            "jmeno": person.first_name,
            "prijmeni": person.last_name,
            "titulPredJmenem": person.title_before,
            "titulZaJmenem": person.title_after,
            "datumNarozeni": person.birth_date,
            "bydliste": {"nazevStatu": person.country} if person.country else None,
        }
        return {**common, "fyzickaOsoba": _stated(natural)}
    assert isinstance(person, LegalPerson)  # nothing made up has a share without a holder
    legal = {
        "ico": format_ico(person.ico) if person.ico else None,
        "regCislo": person.foreign_number,
        "adresa": {"nazevStatu": person.country} if person.country else None,
        "obchodniJmeno": person.name,
        "zastoupeni": [_member(below) for below in member.representatives] or None,
    }
    return {**common, "pravnickaOsoba": _stated(legal)}


def _dates(
    entry: DatedText | FileMark | Capital | Body | Share | Engagement | ShareIssue | OtherFact,
) -> dict[str, str]:
    return _stated({"datumZapisu": entry.entered, "datumVymazu": entry.deleted})


def _stated(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}
