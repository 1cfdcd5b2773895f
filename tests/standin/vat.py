"""The VAT register: basic status, status V2 and the list of unreliable payers."""

from __future__ import annotations

from lxml import etree

from soupis.synthetic.answers import (
    VatRow,
    vat_accounts,
    vat_attributes,
    vat_element,
    vat_not_found,
)
from tests.standin.facts import Facts
from tests.standin.reply import Question, Reply
from tests.standin.soap import FaultError, envelope, fault, open_request

NAMESPACE = "http://adis.mfcr.cz/rozhraniCRPDPH/"
_GENERATED = "2026-10-31"
_MAX_IDS = 100
_TEXTS = {
    0: "OK",
    1: "OK - zadáno příliš mnoho DIČ",
    2: "Technologická odstávka služby 0:00 - 0:10",
    3: "Služba nedostupná",
}


class Vat:
    """Answers all operations; a request over a hundred IDs gets the first hundred and status code 1."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def answer(self, question: Question) -> Reply:
        """Answer one SOAP request."""
        try:
            request = open_request(question.body, NAMESPACE)
            operation = etree.QName(request).localname
            if operation == "SeznamNespolehlivyPlatceRequest":
                return self._list()
            dics = [item.text or "" for item in request.findall(f"{{{NAMESPACE}}}dic")]
            if not dics or len(dics) != len(request) or not all(dic.isdigit() for dic in dics):
                raise FaultError("dic: digits are expected")
            if operation == "StatusNespolehlivySubjektRozsirenyV2Request":
                return self._status(dics, extended=True)
            if operation == "StatusNespolehlivyPlatceRequest":
                return self._status(dics, extended=False)
            raise FaultError(f"unknown operation {operation}")
        except FaultError as error:
            return fault(str(error))

    def _status(self, dics: list[str], *, extended: bool) -> Reply:
        code = 1 if len(dics) > _MAX_IDS else 0
        rows = "".join(self._row(dic, extended=extended) for dic in dics[:_MAX_IDS])
        name = "StatusNespolehlivySubjektRozsireny" if extended else "StatusNespolehlivyPlatce"
        return _response(f"{name}Response", code, rows)

    def _row(self, dic: str, *, extended: bool) -> str:
        found = self._facts.row("SELECT * FROM vat WHERE dic = ?", dic)
        row = VatRow(*found) if found else None
        if extended:
            return vat_element(row) if row else vat_not_found(dic)
        if row is None:
            return f'<statusPlatceDPH dic="{dic}" nespolehlivyPlatce="NENALEZEN"/>'
        return f"<statusPlatceDPH{vat_attributes(row)}>{vat_accounts(row)}</statusPlatceDPH>"

    def _list(self) -> Reply:
        rows = self._facts.rows("SELECT * FROM vat WHERE reliability = 'ANO' ORDER BY dic")
        return _response(
            "SeznamNespolehlivyPlatceResponse",
            0,
            "".join(f"<statusPlatceDPH{vat_attributes(VatRow(*row))}/>" for row in rows),
        )


def status_only(code: int) -> Reply:
    """Return an answer without rows, as the register gives when it cannot answer."""
    return _response("StatusNespolehlivySubjektRozsirenyResponse", code, "")


def _response(name: str, code: int, rows: str) -> Reply:
    status = f'<status odpovedGenerovana="{_GENERATED}" statusCode="{code}" statusText="{_TEXTS[code]}"/>'
    return envelope(f'<{name} xmlns="{NAMESPACE}">{status}{rows}</{name}>')
