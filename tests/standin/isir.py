"""The insolvency register: look-up, strict about the order of elements, and the stream of events."""

from __future__ import annotations

import sqlite3

from lxml import etree

from soupis.synthetic.answers import ProceedingRow, proceedings
from tests.standin.facts import Facts
from tests.standin.reply import Question, Reply
from tests.standin.soap import FaultError, elements, envelope, fault, open_request

CUZK = "http://isirws.cca.cz/types/"
PUBLIC = "http://isirpublicws.cca.cz/types/"
_BATCH = 1000
_ORDER = (
    "ic",
    "rc",
    "druhVec",
    "bcVec",
    "rocnik",
    "nazevOsoby",
    "jmeno",
    "datumNarozeni",
    "maxPocetVysledku",
    "filtrAktualniRizeni",
    "vyhledatPresnouShoduJmen",
    "vyhledatBezDiakritiky",
    "maxRelevanceVysledku",
)


class Proceedings:
    """IsirWsCuzkService for questions by company ID.

    Like the real one it relaxes a question that found nothing, unless `maxRelevanceVysledku` forbids it,
    and then answers somebody else's proceedings with a higher `relevanceVysledku`.
    """

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def answer(self, question: Question) -> Reply:
        """Answer one SOAP request."""
        try:
            request = open_request(question.body, CUZK)
            given = {str(item.tag): item.text or "" for item in request}
            places = [_ORDER.index(name) if name in _ORDER else -1 for name in given]
            if -1 in places or places != sorted(places) or len(given) != len(request):
                raise FaultError("Unmarshalling Error: cvc-complex-type.2.4.a: Invalid content was found")
        except FaultError as error:
            return fault(str(error))
        ico = given.get("ic", "")
        if not (ico.isdigit() and len(ico) == 8):
            return _error("WS1", "Chybná kombinace parametrů")
        rows = self._facts.rows("SELECT * FROM proceeding WHERE ico = ? ORDER BY rowid", ico)
        relevance = 2
        if not rows and int(given.get("maxRelevanceVysledku") or 7) > 2:
            rows, relevance = self._facts.rows("SELECT * FROM proceeding ORDER BY rowid LIMIT 1"), 6
        if given.get("filtrAktualniRizeni") == "T":
            rows = [row for row in rows if row["state"] not in ("ODSKRTNUTA", "PRAVOMOCNA")]
        rows = rows[: int(given.get("maxPocetVysledku") or 10)]
        return Reply(200, proceedings([ProceedingRow(*row) for row in rows], relevance))


def _cuzk(content: str) -> Reply:
    name = "getIsirWsCuzkDataResponse"
    return envelope(f'<ns2:{name} xmlns:ns2="{CUZK}">{content}</ns2:{name}>')


def _error(code: str, text: str) -> Reply:
    return _cuzk(f"<stav>{elements({'kodChyby': code, 'textChyby': text, 'popisChyby': text})}</stav>")


class Events:
    """IsirWsPublicService: a thousand events at a time."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def answer(self, question: Question) -> Reply:
        """Answer one SOAP request."""
        try:
            request = open_request(question.body, PUBLIC)
            if etree.QName(request).localname == "getIsirWsPublicPosledniIdDataRequest":
                row = self._facts.row("SELECT coalesce(max(id), 0) AS id FROM event")
                assert row is not None
                return _public(
                    "getIsirWsPublicPosledniDataResponse", elements({"cisloPosledniId": row["id"]})
                )
            after = request.findtext("idPodnetu") or ""
            if etree.QName(request).localname != "getIsirWsPublicIdDataRequest" or not after.isdigit():
                raise FaultError("Unmarshalling Error")
        except FaultError as error:
            return fault(str(error))
        rows = self._facts.rows("SELECT * FROM event WHERE id > ? ORDER BY id LIMIT ?", int(after), _BATCH)
        return _public("getIsirWsPublicDataResponse", "".join(_event(row) for row in rows))


def _event(row: sqlite3.Row) -> str:
    content = {
        "id": row["id"],
        "datumZalozeniUdalosti": row["published"],
        "datumZverejneniUdalosti": row["published"],
        "spisovaZnacka": row["mark"],
        "typUdalosti": row["kind"],
        "popisUdalosti": row["description"],
        "oddil": "A",
        "cisloVOddilu": 1,
        "poznamka": row["note"],
    }
    return f"<data>{elements(content)}</data>"


def _public(name: str, content: str) -> Reply:
    return envelope(
        f'<ns2:{name} xmlns:ns2="{PUBLIC}">{content}<status><stav>OK</stav></status></ns2:{name}>'
    )
