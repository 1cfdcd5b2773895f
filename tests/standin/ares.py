"""ARES REST v3: subjects by ID, search by IDs or name, its errors and its limit of requests."""

from __future__ import annotations

import json
import re
import threading
import time
from collections import deque

from tests.standin.facts import Facts
from tests.standin.reply import Question, Reply

_PREFIX = "/ekonomicke-subjekty-v-be/rest"
_ONE = re.compile(r"/ekonomicke-subjekty(?:-(vr|res))?/([^/]*)")
_PER_MINUTE = 500
_MOST_RESULTS = 1000


class Ares:
    """Answers what the clients of ARES ask for; over 500 requests a minute get 429."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._lock = threading.Lock()
        self._recent: deque[float] = deque(maxlen=_PER_MINUTE)

    def answer(self, question: Question) -> Reply:
        """Answer one request."""
        with self._lock:
            now = time.monotonic()
            if len(self._recent) == _PER_MINUTE and now - self._recent[0] < 60:
                return Reply(429, b"", "text/plain", {"Retry-After": "60"})
            self._recent.append(now)
        path = question.path.removeprefix(_PREFIX)
        if path == "/ekonomicke-subjekty/vyhledat" and question.method == "POST":
            return self._search(question.body)
        one = _ONE.fullmatch(path)
        if one is None or question.method != "GET":
            return _json(404, {"status": 404, "error": "Not Found", "path": question.path})
        if not re.fullmatch(r"\d{8}", one[2]):
            return _error(400, "CHYBA_VSTUPU", "VSTUP_NEVALIDNI_FORMAT_ICO", "Neplatny format ICO")
        row = self._facts.row("SELECT subject, res, vr FROM ares WHERE ico = ?", one[2])
        body = row[one[1] or "subject"] if row else None
        if body is None:
            return _error(404, "NENALEZENO", "VYSTUP_SUBJEKT_NENALEZEN", "Subjekt nenalezen")
        return Reply(200, body.encode(), "application/json")

    def _search(self, body: bytes) -> Reply:
        try:
            question = json.loads(body)
        except ValueError:
            return _error(400, "CHYBA_VSTUPU", "VSTUP_CHYBNY", "Neplatný JSON")
        icos, name = question.get("ico") or [], question.get("obchodniJmeno") or ""
        if icos:
            if not all(re.fullmatch(r"\d{8}", str(ico)) for ico in icos):
                return _error(400, "CHYBA_VSTUPU", "VSTUP_NEVALIDNI_FORMAT_ICO", "Neplatny format ICO")
            marks = ",".join("?" * len(icos))
            rows = self._facts.rows(f"SELECT subject FROM ares WHERE ico IN ({marks}) ORDER BY ico", *icos)
        elif name:
            pattern = "%" + re.sub(r"([%_\\])", r"\\\1", name) + "%"
            rows = self._facts.rows(
                r"SELECT subject FROM ares WHERE name LIKE ? ESCAPE '\' ORDER BY ico", pattern
            )
        else:
            return _error(400, "CHYBA_VSTUPU", "VSTUP_PRAZDNY", "Prázdný vstup")
        if len(rows) > _MOST_RESULTS:
            popis = f"Zadaný dotaz vrací příliš mnoho výsledků ({len(rows)}). Povoleno je maximálně 1 000."
            return _error(400, "CHYBA_VSTUPU", "VYSTUP_PRILIS_MNOHO_VYSLEDKU", popis)
        first = int(question.get("start") or 0)
        page = rows[first : first + int(question.get("pocet") or 10)]
        subjects = [json.loads(row["subject"]) for row in page]
        return _json(200, {"pocetCelkem": len(rows), "ekonomickeSubjekty": subjects})


def _json(status: int, body: object) -> Reply:
    return Reply(status, json.dumps(body, ensure_ascii=False).encode(), "application/json")


def _error(status: int, kod: str, sub_kod: str, popis: str) -> Reply:
    return _json(status, {"kod": kod, "popis": popis, "subKod": sub_kod})
