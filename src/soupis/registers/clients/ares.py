"""Client of ARES (REST v3): subjects one by one or by a hundred, and extracts from public registers.

Bodies are handed over as they came, after a check that they are what was asked for; `registers.ares`
reads them.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

import msgspec
from msgspec import Struct

from soupis.identifiers import format_ico
from soupis.registers.ares import error_of
from soupis.registers.ares.json_values import company_id, items
from soupis.registers.errors import SourceError, SourceUnavailable
from soupis.registers.http import Answer, SourceClient
from soupis.registers.json import parse_object

MAX_IDS: Final = 100
_STATUSES = frozenset({200, 400, 404})
_JSON = {"Accept": "application/json"}


class SubjectsAnswer(Struct, frozen=True):
    """Answer to a question for many IDs: bodies of subjects by ID, and the IDs that ARES does not know."""

    found: dict[int, bytes]
    missing: list[int]


def subject(client: SourceClient, ico: int) -> bytes | None:
    """Ask for one subject; None when ARES knows no such one (which many ceased companies share)."""
    return _get(client, f"/ekonomicke-subjekty/{format_ico(ico)}", ico)


def register_extract(client: SourceClient, ico: int) -> bytes | None:
    """Ask for the subject's extract from public registers (VR); None when it is in none."""
    return _get(client, f"/ekonomicke-subjekty-vr/{format_ico(ico)}", ico)


def statistical_record(client: SourceClient, ico: int) -> bytes | None:
    """Ask for the subject's record in the statistical register (RES); None when it has none."""
    return _get(client, f"/ekonomicke-subjekty-res/{format_ico(ico)}", ico)


def subjects(client: SourceClient, icos: Collection[int]) -> SubjectsAnswer:
    """Ask for 1 to 100 subjects at once; ValueError for any other number."""
    distinct = list(dict.fromkeys(icos))
    if not 1 <= len(distinct) <= MAX_IDS:
        raise ValueError(f"ARES is asked for 1 to {MAX_IDS} IDs at once, got {len(distinct)}")
    question = {"ico": [format_ico(ico) for ico in distinct], "start": 0, "pocet": MAX_IDS}

    def read(answer: Answer) -> SubjectsAnswer:
        body = _decode(answer)
        rows = body.get("ekonomickeSubjekty")
        if not isinstance(rows, list) or body.get("pocetCelkem") != len(rows):
            raise SourceUnavailable("ARES: the answer does not hold as many subjects as it says.")
        bodies: dict[int, bytes] = {}
        for row in rows:
            ico = _about(row) if isinstance(row, dict) else None
            if ico is None or ico not in distinct:
                raise SourceError("ARES: the answer holds a subject that was not asked for.")
            if ico in bodies:
                raise SourceError("ARES: the answer holds a subject twice.")
            bodies[ico] = msgspec.json.encode(row)
        return SubjectsAnswer(bodies, [ico for ico in distinct if ico not in bodies])

    return client.ask(
        "POST",
        "/ekonomicke-subjekty/vyhledat",
        read,
        content=msgspec.json.encode(question),
        headers={**_JSON, "Content-Type": "application/json"},
        statuses=_STATUSES,
    )


def _get(client: SourceClient, path: str, ico: int) -> bytes | None:
    def read(answer: Answer) -> bytes | None:
        body = _decode(answer)
        if answer.status == 404:
            return None
        if _about(body) != ico:
            raise SourceError(f"ARES: the answer to {path} is about another subject.")
        return answer.body

    return client.ask("GET", path, read, headers=_JSON, statuses=_STATUSES)


def _decode(answer: Answer) -> dict[str, Any]:
    """Return the answer's object, or raise what its error code means; 404 returns only for "not found"."""
    body = parse_object(answer.body, "ARES")
    error = error_of(body)
    code, detail = ((error.text(name) or "")[:60] for name in ("kod", "subKod"))
    if answer.status == 200 and not code:
        return body
    if answer.status == 404 and (code == "NENALEZENO" or detail == "VYSTUP_SUBJEKT_NENALEZEN"):
        return body
    if answer.status == 404 and not code:
        raise SourceError("ARES: has no such service; check the address of ARES in the settings.")
    message = f"ARES: refused the question ({code} {detail}: {(error.text('popis') or '?')[:200]})."
    raise SourceUnavailable(message) if code == "OBECNA_CHYBA" else SourceError(message)


def _about(body: dict[str, Any]) -> int | None:
    """Return whom an answer is about, None where it does not tell; any place of the ID may be absent."""
    records = [record.get("ico") for record in items(body.get("zaznamy"))]
    return next(filter(None, map(company_id, (body.get("icoId"), body.get("ico"), *records))), None)
