"""The collection of documents, with links that work in one session only."""

from __future__ import annotations

import json
import re
import secrets
import sqlite3
import threading
from html import escape

from tests.standin.facts import Facts
from tests.standin.reply import Question, Reply

_TITLE = "Veřejný rejstřík a Sbírka listin - Ministerstvo spravedlnosti České republiky"


def _page(content: str) -> Reply:
    text = f"""<!DOCTYPE html>
<html lang="cs"><head>
<title>{_TITLE}</title>
</head><body><form action="./rejstrik-$firma"><input name="ico"></form>
{content}
</body></html>
"""
    return Reply(200, text.encode(), "text/html;charset=UTF-8")


def _czech(day: str | None) -> str:
    if not day:
        return ""
    year, month, day_of_month = day.split("-")
    return f"{int(day_of_month)}.{int(month)}.{year}"


class Documents:
    """Search by ID, list, detail: each step works only in the session that was given its link."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._lock = threading.Lock()
        self._sessions: dict[str, set[str]] = {}  # session → links it was given

    def answer(self, question: Question) -> Reply:
        """Answer one page."""
        match = re.search(r"JSESSIONID=([0-9a-f]+)", question.headers.get("Cookie") or "")
        session = match[1] if match else ""
        step = question.path.removeprefix("/ias/")
        if step == "ui/rejstrik-$firma":
            return self._search(question.query.get("ico", ""), session)
        if step == "ui/vypis-sl-firma" and self._holds(session, f"subject {question.query.get('subjektId')}"):
            return self._list(question.query["subjektId"], session)
        if step == "ui/vypis-sl-detail" and self._holds(
            session, f"document {question.query.get('dokument')}"
        ):
            return self._detail(question.query["dokument"], session)
        if step == "content/download" and self._holds(session, f"file {question.query.get('id')}"):
            return Reply(200, b"%PDF-1.4\n%made up\n", "application/pdf")
        return _page('<div class="feedbackPanelERROR">Neplatný odkaz</div>')

    def _holds(self, session: str, link: str) -> bool:
        with self._lock:
            return link in self._sessions.get(session, set())

    def _give(self, session: str, *links: str) -> None:
        with self._lock:
            self._sessions.setdefault(session, set()).update(links)

    def _search(self, ico: str, session: str) -> Reply:
        session = session or secrets.token_hex(16)
        row = self._facts.row("SELECT * FROM file WHERE ico = ?", ico.zfill(8))
        content = "<h2>Počet nalezených subjektů: <span>0</span></h2>"
        if row is not None:
            self._give(session, f"subject {row['subject_id']}")
            link = f"./vypis-sl-firma?subjektId={row['subject_id']}"
            content = f"""<div id="SearchResults"><h2>Počet nalezených subjektů: <span>1</span></h2><ol>
<li class="result even"><table class="result-details"><tbody>
<tr><th>Název subjektu:</th><td><strong>{escape(row["name"])}</strong></td>
<th>IČO:</th><td class="right nowrap"><strong>{_spaced(row["ico"])}</strong></td></tr></tbody></table>
<ul class="result-links noprint"><li><a href="{link}">Sbírka listin</a></li></ul></li></ol></div>"""
        reply = _page(content)
        reply.headers["Set-Cookie"] = f"JSESSIONID={session}; Path=/ias; HttpOnly"
        return reply

    def _list(self, subject_id: str, session: str) -> Reply:
        file = self._facts.row("SELECT * FROM file WHERE subject_id = ?", subject_id)
        assert file is not None
        rows = self._facts.rows("SELECT * FROM filing WHERE ico = ? ORDER BY document DESC", file["ico"])
        self._give(session, *(f"document {row['document']}" for row in rows))
        lines = "".join(_line(row, subject_id) for row in rows)
        return _page(f"""<table><tbody><tr class="subrow"><th>Identifikační číslo:</th>
<td><span>{_spaced(file["ico"])}</span> <span class="noprint">(viz rejstřík)</span></td></tr></tbody></table>
<h2>Přehled listin</h2><table class="list"><thead><tr><th>Číslo listiny</th></tr></thead>
<tbody>{lines}</tbody></table>""")

    def _detail(self, document: str, session: str) -> Reply:
        row = self._facts.row("SELECT * FROM filing WHERE document = ?", document)
        assert row is not None
        file = secrets.token_hex(16)
        self._give(session, f"file {file}")
        facts = {
            "Značka:": escape(row["number"]).replace(" ", "&nbsp;"),
            "Typ:": _kinds(row),
            "Kdy vznikla:": _czech(row["created"]),
            "Kdy měla být založena:": "",
            "Kdy došla:": _czech(row["received"]),
            "Kdy byla založena:": _czech(row["filed"]),
            "<span>Digitální podoba:</span>": f'<a href="/ias/content/download?id={file}">'
            f"<span>listina.pdf</span><span> (120 kB, počet stran: {row['pages']})</span></a><br>",
        }
        lines = "".join(f'<tr class="subrow"><th>{k}</th><td>{v}</td></tr>' for k, v in facts.items())
        return _page(f"<table><tbody>{lines}</tbody></table>")


def _spaced(ico: str) -> str:
    gap = '<span style="margin-left: 0.5em"></span>'
    return f'<span class="nowrap">{ico[:3]}{gap}{ico[3:5]}{gap}{ico[5:]}</span>'


def _kinds(row: sqlite3.Row) -> str:
    symbols = ", ".join(f'<span class="symbol">{escape(kind)}</span>' for kind in json.loads(row["kinds"]))
    return f"<span>\n\t{symbols}\n</span> <span>{escape(row['note'] or '')}</span>"


def _line(row: sqlite3.Row, subject_id: str) -> str:
    link = f"./vypis-sl-detail?dokument={row['document']}&amp;subjektId={subject_id}&amp;spis=1"
    number = escape(row["number"]).replace(" ", "&nbsp;")
    return f"""<tr><td><a href="{link}"><span>{number}</span></a></td><td>{_kinds(row)}</td>
<td>{_czech(row["created"])}</td><td>{_czech(row["received"])}</td><td>{_czech(row["filed"])}</td>
<td class="center">{row["pages"] if row["pages"] is not None else ""}</td><td></td></tr>"""
