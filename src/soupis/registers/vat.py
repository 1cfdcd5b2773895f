"""VAT register (ADIS rozhraniCRPDPH, SOAP 1.1): requests, and answers read so that nothing is guessed.

A row that does not make sense is rejected: a damaged answer must never read as "not a payer".
Tax ID numbers of natural persons may hold a birth number, so no message here quotes one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import BinaryIO, Final, Literal, cast, get_args

from lxml import etree
from msgspec import Struct

from soupis.registers.errors import SourceError, SourceUnavailable
from soupis.registers.records import Rejected
from soupis.registers.xml import (
    HARDENED,
    check_document,
    envelope,
    local_name,
    looks_like_html,
    open_envelope,
    parse_day,
)

SOURCE: Final = "VAT register"
NAMESPACE: Final = "http://adis.mfcr.cz/rozhraniCRPDPH/"
MAX_IDS: Final = 100  # the register answers no more IDs at once

SubjectKind = Literal["PLATCE_DPH", "IDENTIFIKOVANA_OSOBA", "SKUPINA_DPH", "NESPOLEHLIVA_OSOBA", "NENALEZEN"]

_KINDS: Final = frozenset(get_args(SubjectKind))
# Which values of `nespolehlivyPlatce` make sense with which kind. An unreliable person is no payer,
# so the register may say anything of its reliability as one.
_RELIABILITY: Final[dict[str, frozenset[str]]] = {
    "PLATCE_DPH": frozenset({"ANO", "NE"}),
    "IDENTIFIKOVANA_OSOBA": frozenset({"ANO", "NE"}),
    "SKUPINA_DPH": frozenset({"ANO", "NE"}),
    "NESPOLEHLIVA_OSOBA": frozenset({"ANO", "NE", "NENALEZEN"}),
    "NENALEZEN": frozenset({"NENALEZEN"}),
}
_ANSWER_LIMIT = 64 * 1024 * 1024
_MAINTENANCE_SECONDS = 600.0  # the register is down from 0:00 to 0:10
_RESPONSES = {  # response element -> row element
    "StatusNespolehlivySubjektRozsirenyResponse": "statusSubjektu",
    "StatusNespolehlivyPlatceRozsirenyResponse": "statusPlatceDPH",
    "StatusNespolehlivyPlatceResponse": "statusPlatceDPH",
    "SeznamNespolehlivyPlatceResponse": "statusPlatceDPH",
}
LIST_RESPONSE: Final = "SeznamNespolehlivyPlatceResponse"


class PublishedAccount(Struct, frozen=True, array_like=True):
    """A published bank account, "19-2808601/0100" or an IBAN as given; in JSON an array."""

    text: str
    published: str | None = None
    ended: str | None = None  # day on which publishing ended


class VatRow(Struct, frozen=True):
    """What the register says of one tax ID number."""

    dic_digits: str
    subject_kind: SubjectKind
    unreliable: bool | None  # None where the register knows no such subject
    unreliable_since: str | None = None
    tax_office: str | None = None  # three digits, as ARES writes it ("013")
    accounts: list[PublishedAccount] | None = None  # None where the answer left them out
    generated: str | None = None  # day of the answer
    kind_certain: bool = True  # False where the answer names no kind: a payer may be an identified person

    @property
    def shown_accounts(self) -> list[PublishedAccount]:
        """Accounts published on the day of the answer, each once, in the register's order."""
        by_text: dict[str, PublishedAccount] = {}
        for account in self.accounts or []:
            if account.ended is None or (self.generated is not None and account.ended > self.generated):
                by_text.setdefault(account.text, account)
        return list(by_text.values())


class VatAnswer(Struct, frozen=True):
    """One answer; a tax ID number that was asked and is not in `rows` was NOT answered."""

    rows: list[VatRow]
    rejected: list[Rejected]
    generated: str | None  # day of the answer
    partial: bool = False  # too many IDs were asked, only the first hundred are answered


def status_request(dic_digits: Collection[str]) -> bytes:
    """Return the body that asks for 1 to 100 tax ID numbers (digits only); ValueError otherwise."""
    if not 1 <= len(dic_digits) <= MAX_IDS:
        raise ValueError(f"the VAT register takes 1 to {MAX_IDS} tax ID numbers, got {len(dic_digits)}")
    if not all(_DIC.fullmatch(dic) for dic in dic_digits):
        raise ValueError("a tax ID number is asked for by its 8 to 10 digits, without the country code")
    rows = [("roz:dic", dic) for dic in dic_digits]
    return envelope(NAMESPACE, "roz", "StatusNespolehlivySubjektRozsirenyV2Request", rows)


def list_request() -> bytes:
    """Return the body that asks for the list of all unreliable payers."""
    return envelope(NAMESPACE, "roz", "SeznamNespolehlivyPlatceRequest", [])


def soap_action(operation: str) -> str:
    """Return the value of the SOAPAction header for `getStatusNespolehlivySubjektRozsirenyV2` and others."""
    return f'"{NAMESPACE}{operation}"'


def parse(data: bytes) -> VatAnswer:
    """Read a status answer (V2, basic, extended) or a list of unreliable payers held in memory.

    The basic answer names no kind of subject: a payer is assumed where the register says reliable or
    unreliable, so an identified person cannot be told from a payer there; ask by V2 to tell them apart.
    Raises SourceUnavailable during maintenance (status codes 2 and 3) and for damaged answers,
    SourceError for any other answer that does not make sense.
    """
    response = open_envelope(data, SOURCE, tuple(_RESPONSES), namespace=NAMESPACE, limit=_ANSWER_LIMIT)
    name = local_name(response)
    children = list(response.iterchildren(etree.Element))
    if not children or children[0].tag != f"{{{NAMESPACE}}}status":
        raise SourceError(f"{SOURCE}: the answer has no status.")
    generated, partial, with_accounts = _read_status(children[0])
    with_accounts = with_accounts and name != LIST_RESPONSE
    rows: dict[str, VatRow] = {}
    rejected: list[Rejected] = []
    contradicted: set[str] = set()
    for number, element in enumerate(children[1:], start=1):
        if element.tag != f"{{{NAMESPACE}}}{_RESPONSES[name]}":
            raise SourceError(f"{SOURCE}: the answer holds an unexpected element {local_name(element)[:60]}.")
        row = _read_row(element, f"row {number}", generated, with_accounts=with_accounts)
        if isinstance(row, Rejected):
            rejected.append(row)
        elif rows.setdefault(row.dic_digits, row) != row:
            contradicted.add(row.dic_digits)
            rejected.append(Rejected(f"row {number}", "an earlier row says something else of the same ID"))
    kept = [row for dic, row in rows.items() if dic not in contradicted]
    return VatAnswer(kept, rejected, generated, partial)


def read_rows(
    stream: BinaryIO, responses: Collection[str] = tuple(_RESPONSES)
) -> Iterator[VatRow | Rejected]:
    """Read an answer of any size (the list of unreliable payers has 50 to 100 MB) in constant memory.

    Raises like `parse`, at the end too: rows are good for use only when the iteration has finished.
    """
    status: tuple[str | None, bool, bool] | None = None
    number = 0
    for response, element in _iter_response(stream, responses):
        if element.tag == f"{{{NAMESPACE}}}status":
            status = _read_status(element)
        elif response and element.tag == f"{{{NAMESPACE}}}{_RESPONSES[response]}":
            if status is None:
                raise SourceError(f"{SOURCE}: the answer has no status.")
            number += 1
            with_accounts = status[2] and response != LIST_RESPONSE
            yield _read_row(element, f"row {number}", status[0], with_accounts=with_accounts)
            _release(element)
    if status is None:
        raise SourceError(f"{SOURCE}: the answer is not one of the register's.")


def _iter_response(stream: BinaryIO, responses: Collection[str]) -> Iterator[tuple[str, etree._Element]]:
    """Yield the elements of a response when they are whole, each with the name of the response."""
    start = stream.read(4096)
    stream.seek(0)
    if not start.strip() or looks_like_html(start):
        raise SourceUnavailable(f"{SOURCE}: sent no list of rows, probably an outage.")
    response = ""
    try:
        for event, element in etree.iterparse(stream, events=("start", "end"), **HARDENED):
            if event == "end":
                yield response, element
            elif element.getparent() is None:
                check_document(element, SOURCE)
            elif not response and etree.QName(element).namespace == NAMESPACE:
                response = local_name(element)
                if response not in responses:
                    raise SourceError(f"{SOURCE}: the answer holds {response[:60]}, not what was asked.")
    except etree.XMLSyntaxError as error:
        raise SourceUnavailable(f"{SOURCE}: the answer is cut off or damaged ({error.msg}).") from error


def read_list(stream: BinaryIO) -> Iterator[VatRow | Rejected]:
    """Read the list of unreliable payers like `read_rows`, and nothing but that list."""
    return read_rows(stream, (LIST_RESPONSE,))


def _release(element: etree._Element) -> None:
    """Drop an element that was read, and those before it, so that memory does not grow."""
    element.clear()
    parent = element.getparent()
    assert parent is not None
    while (previous := element.getprevious()) is not None:
        parent.remove(previous)


_DIC = re.compile(r"[0-9]{8,10}")
_OFFICE = re.compile(r"[0-9]{1,3}")


def _read_status(status: etree._Element) -> tuple[str | None, bool, bool]:
    """Return the day of the answer, whether it is cut to a hundred IDs, and whether it lists accounts."""
    code = status.get("statusCode")
    text = (status.get("statusText") or "no explanation")[:200]
    if code == "2":
        raise SourceUnavailable(f"{SOURCE}: down for maintenance ({text}).", retry_after=_MAINTENANCE_SECONDS)
    if code == "3":
        raise SourceUnavailable(f"{SOURCE}: unavailable ({text}).")
    if code not in ("0", "1"):
        raise SourceError(f"{SOURCE}: unknown status code {(code or 'missing')[:20]} ({text}).")
    try:
        generated = parse_day(status.get("odpovedGenerovana"))
    except ValueError as error:
        raise SourceError(f"{SOURCE}: the day of the answer is not a date.") from error
    return generated, code == "1", status.get("bezVypisuUctu") != "ANO"


def _read_row(
    element: etree._Element, place: str, generated: str | None, *, with_accounts: bool
) -> VatRow | Rejected:
    """Read one row; a reason never quotes what the row holds."""
    dic = (element.get("dic") or "").removeprefix("CZ")
    if not _DIC.fullmatch(dic):
        return Rejected(place, "the tax ID number is missing or is not 8 to 10 digits")
    reliability = element.get("nespolehlivyPlatce")
    kind = element.get("typSubjektu")
    if kind is None and element.tag == f"{{{NAMESPACE}}}statusPlatceDPH" and reliability is not None:
        kind = "NENALEZEN" if reliability == "NENALEZEN" else "PLATCE_DPH"
    if kind is None or kind not in _KINDS:
        return Rejected(place, "the kind of subject is missing or unknown")
    if reliability not in _RELIABILITY[kind]:
        return Rejected(place, f"the reliability is missing or does not agree with the kind {kind}")
    office = element.get("cisloFu")
    if office is not None and not _OFFICE.fullmatch(office):
        return Rejected(place, "the tax office is not a number of up to three digits")
    try:
        since = parse_day(element.get("datumZverejneniNespolehlivosti"))
        accounts = list(_read_accounts(element)) if with_accounts else None
    except ValueError as error:
        return Rejected(place, str(error))
    return VatRow(
        dic_digits=dic,
        subject_kind=cast(SubjectKind, kind),
        unreliable=None if reliability == "NENALEZEN" else reliability == "ANO",
        # An unreliable person is one whatever is said beside it of a payer's reliability.
        unreliable_since=since if reliability != "NE" or kind == "NESPOLEHLIVA_OSOBA" else None,
        tax_office=office.zfill(3) if office else None,
        accounts=accounts,
        generated=generated,
        kind_certain=element.get("typSubjektu") is not None or kind == "NENALEZEN",
    )


_NUMBER = re.compile(r"[0-9]{1,16}")
_BANK = re.compile(r"[0-9]{4}")


def _read_accounts(row: etree._Element) -> Iterator[PublishedAccount]:
    for account in row.iterfind(f"{{{NAMESPACE}}}zverejneneUcty/{{{NAMESPACE}}}ucet"):
        numbers = list(account.iterchildren(etree.Element))
        if len(numbers) != 1:
            raise ValueError("a published account does not hold exactly one number")
        yield PublishedAccount(
            text=_account_text(numbers[0]),
            published=parse_day(account.get("datumZverejneni")),
            # Both spellings are in use among clients of the register; its own definition cannot be had.
            ended=parse_day(account.get("datumZverejneniUkonceni") or account.get("datumUkonceniZverejneni")),
        )


def _account_text(number: etree._Element) -> str:
    value = (number.get("cislo") or "").strip()
    if number.tag == f"{{{NAMESPACE}}}nestandardniUcet" and value and len(value) <= 64:
        return value
    prefix, bank = (number.get("predcisli") or "").strip(), number.get("kodBanky") or ""
    if number.tag != f"{{{NAMESPACE}}}standardniUcet" or not (
        _NUMBER.fullmatch(value) and _BANK.fullmatch(bank) and (not prefix or _NUMBER.fullmatch(prefix))
    ):
        raise ValueError("a published account is not readable")
    return f"{prefix}-{value}/{bank}" if prefix.strip("0") else f"{value}/{bank}"
