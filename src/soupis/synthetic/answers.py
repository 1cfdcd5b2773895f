"""Answers of the on-line registers about some made-up companies, as files in the registers' own formats."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from msgspec import Struct

from soupis.synthetic import ares_subject
from soupis.synthetic.ares_subject import VatFacts
from soupis.synthetic.companies import Company, World
from soupis.synthetic.days import ISO, SNAPSHOT
from soupis.synthetic.register import RegisterEntries
from soupis.synthetic.truth import Truth

VAT = "http://adis.mfcr.cz/rozhraniCRPDPH/"
ISIR = "http://isirws.cca.cz/types/"
_ENVELOPE = "http://schemas.xmlsoap.org/soap/envelope/"


class VatRow(NamedTuple):
    """What the VAT register knows of one tax ID; accounts are JSON, as `standin_schema` says."""

    dic: str
    kind: str
    reliability: str
    since: str | None
    office: str | None
    name: str | None
    accounts: str = "[]"


class ProceedingRow(NamedTuple):
    """One insolvency proceeding."""

    ico: str
    number: int
    year: int
    court: str
    name: str
    state: str
    started: str | None
    ended: str | None


class OnlineTruth(Struct, frozen=True):
    """What a service has to say of a company after it read the answers."""

    ico: str
    vat: str | None  # None = ARES and the VAT register contradict each other
    unreliable_since: str | None = None
    proceeding: str | None = None  # its state; None where the register was asked and has none


class _Case(NamedTuple):
    """How a company stands with the VAT register and ARES; `kind` None = the register does not find it."""

    vat: str | None
    kind: str | None
    in_ares: str | None
    reliability: str = "NE"
    since: str | None = None


_CASES = (
    _Case("platce", "PLATCE_DPH", "AKTIVNI"),
    _Case("nespolehlivyPlatce", "PLATCE_DPH", "AKTIVNI", "ANO", "2025-03-01"),
    _Case("identifikovanaOsoba", "IDENTIFIKOVANA_OSOBA", "AKTIVNI"),
    _Case("neplatce", "NESPOLEHLIVA_OSOBA", None, "ANO", "2024-06-15"),
    _Case("neplatce", None, "ZANIKLY"),
    _Case("neplatce", None, None),
    _Case("platce", "PLATCE_DPH", None),  # ARES does not know yet
    _Case(None, None, "AKTIVNI"),
)
# Code of no bank, so that made-up accounts with right check digits are nobody's.
NO_BANK = "9999"
# Published accounts of payers.
_ACCOUNTS: tuple[list[tuple[str | None, str, str, str, str | None]], ...] = (
    [(None, "1000000005", NO_BANK, "2019-03-04", None)],
    [
        ("19", "2000000018", NO_BANK, "2015-06-01", None),
        (None, "3000000004", NO_BANK, "2016-01-01", "2021-12-31"),
    ],
)
_PROCEEDINGS = (
    None, "NEVYRIZENA", "ÚPADEK", "KONKURS", "REORGANIZ", "MORATORIUM", "VYRIZENA", "PRAVOMOCNA",
    "ODSKRTNUTA",
)  # fmt: skip
_ENDED = frozenset({"PRAVOMOCNA", "ODSKRTNUTA"})
ARES_FILE, VAT_FILE = "ares.jsonl", "vat.xml"


def write(out: Path, world: World, checked: str = SNAPSHOT) -> list[OnlineTruth]:
    """Write `ares.jsonl`, `vat.xml` and `isir_*.xml` about a few companies; return what is true of them.

    All states of VAT and the usual ones of proceedings occur. `checked` is the day on which the VAT register
    answered.
    """
    subjects, payers, truths = [], [], []
    for number, (company, mark) in enumerate(islice(_companies(world), len(_CASES) + len(_PROCEEDINGS))):
        case = _CASES[number % len(_CASES)]
        office = f"{451 + number % 14}"
        tax_id = f"CZ{company.ico}" if case.in_ares else None
        subjects.append(ares_subject.subject(company, VatFacts(office, tax_id, case.in_ares), mark))
        payers.append(
            vat_element(_payer(company, case, office, number)) if case.kind else vat_not_found(company.ico)
        )
        state = _PROCEEDINGS[number % len(_PROCEEDINGS)]
        rows = [_proceeding(company, number, state)] if state else []
        (out / f"isir_{company.ico}.xml").write_bytes(proceedings(rows))
        since = case.since and _not_before(company, case.since)
        truths.append(OnlineTruth(company.ico, case.vat, since, state))
    (out / ARES_FILE).write_text("\n".join(subjects) + "\n", encoding="utf-8")
    (out / VAT_FILE).write_bytes(vat_status(payers, checked=checked))
    return truths


def _companies(world: World) -> Iterator[tuple[Company, str]]:
    """Yield living companies of the commercial register with their file marks, the last ones first."""
    entries = RegisterEntries(world)
    for index in reversed(range(world.companies)):
        company, truth = world.company(index), Truth("")
        if company.form.code in ("112", "121") and not company.ceased and entries.entry(company, truth):
            told = truth.register
            if told and told.file_mark and not told.state and not told.liquidation:
                yield company, told.file_mark


def _proceeding(company: Company, number: int, state: str) -> ProceedingRow:
    ended = "2026-05-06" if state in _ENDED else None
    court = "Městský soud v Praze"
    started = _not_before(company, "2025-02-03")
    year, declared = int(started[:4]), None if state == "NEVYRIZENA" else started
    return ProceedingRow(company.ico, 90_000 + number, year, court, company.name, state, declared, ended)


def _not_before(company: Company, since: str) -> str:
    """Return a day, or that of the foundation of a company that did not exist yet."""
    return max(since, ISO[company.founded])


def _payer(company: Company, case: _Case, office: str, number: int) -> VatRow:
    founded = ISO[company.founded]
    accounts = [
        [prefix, account, bank, _not_before(company, since), until]
        for prefix, account, bank, since, until in _ACCOUNTS[number % len(_ACCOUNTS)]
        if case.kind == "PLATCE_DPH" and (until is None or until > founded)
    ]
    since = case.since and _not_before(company, case.since)
    told = case.kind or "", case.reliability, since, office, company.name, json.dumps(accounts)
    return VatRow(company.ico, *told)


def vat_status(
    rows: Iterable[str], name: str = "StatusNespolehlivySubjektRozsireny", checked: str = SNAPSHOT
) -> bytes:
    """Return an answer of the VAT register, given on the day `checked`."""
    status = f'<status odpovedGenerovana="{checked}" statusCode="0" statusText="OK"/>'
    return envelope(f'<{name}Response xmlns="{VAT}">{status}{"".join(rows)}</{name}Response>')


def vat_not_found(digits: str) -> str:
    """Return the element about a tax ID that the VAT register does not know."""
    return f'<statusSubjektu typSubjektu="NENALEZEN" dic="{digits}" nespolehlivyPlatce="NENALEZEN"/>'


def vat_element(row: VatRow) -> str:
    """Return the element about a tax ID that the VAT register knows, as its extended operation gives it."""
    children = vat_accounts(row)
    if row.name and row.kind != "SKUPINA_DPH":
        name = row.name.upper()[:23].ljust(23)
        children += f"<nazevSubjektu>{escape(name)}</nazevSubjektu>"
    return f'<statusSubjektu typSubjektu="{row.kind}"{vat_attributes(row)}>{children}</statusSubjektu>'


def vat_attributes(row: VatRow) -> str:
    """Return the attributes that all operations of the VAT register give."""
    text = f' dic="{row.dic}" nespolehlivyPlatce="{row.reliability}"'
    if row.since:
        text += f' datumZverejneniNespolehlivosti="{row.since}"'
    return text + (f' cisloFu="{row.office}"' if row.office else "")


def vat_accounts(row: VatRow) -> str:
    """Return the published accounts of a payer."""
    parts = []
    for prefix, number, bank, published, ended in json.loads(row.accounts):
        end = f" datumZverejneniUkonceni={quoteattr(ended)}" if ended else ""
        start = f"<ucet datumZverejneni={quoteattr(published or '')}{end}>"
        if bank:
            before = f" predcisli={quoteattr(prefix)}" if prefix else ""
            account = f"<standardniUcet{before} cislo={quoteattr(number or '')} kodBanky={quoteattr(bank)}/>"
        else:
            account = f"<nestandardniUcet cislo={quoteattr(number or '')}/>"
        parts.append(f"{start}{account}</ucet>")
    return f"<zverejneneUcty>{''.join(parts)}</zverejneneUcty>" if parts else ""


def proceedings(rows: list[ProceedingRow], relevance: int = 2) -> bytes:
    """Return an answer of the insolvency register's look-up; where there is none it says so by a code."""
    if rows:
        counted = {"pocetVysledku": len(rows), "relevanceVysledku": relevance}
        status = elements(counted | {"casSynchronizace": f"{SNAPSHOT}T09:26:35.000Z"})
    else:
        text = "Prázdný výsledek"
        status = elements({"kodChyby": "WS2", "textChyby": text, "popisChyby": text})
    content = "".join(map(_proceeding_element, rows)) + f"<stav>{status}</stav>"
    name = "getIsirWsCuzkDataResponse"
    return envelope(f'<ns2:{name} xmlns:ns2="{ISIR}">{content}</ns2:{name}>')


def _proceeding_element(row: ProceedingRow) -> str:
    content = {
        "ic": row.ico,
        "cisloSenatu": 95,
        "druhVec": "INS",
        "bcVec": row.number,
        "rocnik": row.year,
        "nazevOrganizace": row.court,
        "nazevOsoby": row.name,
        "druhAdresy": "SÍDLO FY",
        "druhStavKonkursu": row.state,
        "urlDetailRizeni": "https://isir.justice.cz/isir/ueu/evidence_upadcu_detail.do"
        f"?id={row.year:04d}{row.number:028d}",
        "dalsiDluznikVRizeni": "F",
        "datumPmZahajeniUpadku": row.started and f"{row.started}Z",
        "datumPmUkonceniUpadku": row.ended and f"{row.ended}Z",
    }
    return f"<data>{elements(content)}</data>"


def envelope(content: str) -> bytes:
    """Return an answer in its SOAP envelope."""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>'
        f'<soap:Envelope xmlns:soap="{_ENVELOPE}"><soap:Body>{content}</soap:Body></soap:Envelope>'
    ).encode()


def elements(values: dict[str, object]) -> str:
    """Return child elements in order; None leaves one out."""
    return "".join(
        f"<{name}>{escape(str(value))}</{name}>" for name, value in values.items() if value is not None
    )
