"""The page that verifies a receipt, by its number or by the saved file, and shows it to be printed."""

from __future__ import annotations

import base64
import re

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from soupis.bank_accounts import group_iban
from soupis.messages import Message
from soupis.receipts import time_stamps, verification
from soupis.receipts.receipts import RECEIPT_ID
from soupis.receipts.verification import VerificationError
from soupis.sources import TITLES, WIRE_NAMES
from soupis.times import utc_text
from soupis.web.render import render, writer_of
from soupis.web.site import Site
from soupis.wire.receipts import Doklad
from soupis.wire.vat import Dph

_NUMBER = re.compile(RECEIPT_ID, re.ASCII)
# A receipt over a hundred companies with all their accounts has some hundred kilobytes.
_MOST_BYTES = 4 << 20

_UNKNOWN = Message(
    "Doklad s tímto číslem služba nevydala, nebo byl po uplynutí doby uložení smazán.",
    "The service issued no receipt with this number, or it was deleted when its time was over.",
)
_INVALID = Message(
    "Doklad neplatí: nevydala ho tato služba, nebo v něm bylo něco změněno.",
    "The receipt is not valid: this service did not issue it, or something in it was changed.",
)
_NO_FILE = Message("Vyberte soubor s dokladem.", "Choose the file with the receipt.")

_UNVERIFIED = Message("neověřeno", "not verified")
_STATES = {
    "platce": Message("plátce", "payer"),
    "nespolehlivyPlatce": Message("nespolehlivý plátce", "unreliable payer"),
    "identifikovanaOsoba": Message("identifikovaná osoba", "identified person"),
    "neplatce": Message("neplátce", "not a payer"),
}
_TITLES = {WIRE_NAMES[source]: title for source, title in TITLES.items()}


class ReceiptPages:
    """Shows receipts."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def page(self, request: Request) -> Response:
        """Show the form and, where a number or a file is given, whether the receipt is valid."""
        if request.method == "POST":
            return await self._uploaded(request)
        number = request.query_params.get("cislo", "").strip()
        if not number:
            return _page(request)
        found = await run_in_threadpool(self._issued, number) if _NUMBER.fullmatch(number) else None
        if found is None:
            return _page(request, 404, problem=_UNKNOWN, number=number)
        return await self._verified(request, found)

    async def _uploaded(self, request: Request) -> Response:
        length = request.headers.get("content-length", "")
        if not length.isascii() or not length.isdigit():
            raise HTTPException(411)
        if int(length) > _MOST_BYTES:
            raise HTTPException(413)
        async with request.form(max_files=1, max_fields=1) as form:
            file = form.get("doklad")
            if not isinstance(file, UploadFile) or not file.size:
                return _page(request, 400, problem=_NO_FILE)
            return await self._verified(request, await file.read())

    async def _verified(self, request: Request, receipt: bytes) -> Response:
        try:
            verified = await run_in_threadpool(self._verify, receipt)
        except VerificationError as error:
            return _page(request, 400, problem=_INVALID, detail=str(error))
        return _page(request, receipt=verified)

    def _issued(self, number: str) -> bytes | None:
        return self._site.services.receipts.by_number(number)

    def _verify(self, receipt: bytes) -> Doklad:
        keys = self._site.services.receipts.keys.public()
        return verification.verify(verification.read_receipt(receipt), keys)


def _page(
    request: Request,
    status: int = 200,
    *,
    receipt: Doklad | None = None,
    problem: Message | None = None,
    detail: str | None = None,
    number: str = "",
) -> Response:
    english = writer_of(request).language == "en"
    return render(
        request,
        "receipt.html",
        status=status,
        headers={"Cache-Control": "no-store"} if receipt else None,
        receipt=receipt,
        problem=problem,
        detail=detail,
        number=number,
        stamped_at=_stamped_at(receipt),
        state_words=_state_words,
        source_title=lambda name: _TITLES[name].text(english=english) if name in _TITLES else name,
        group_iban=group_iban,
    )


def _stamped_at(receipt: Doklad | None) -> str | None:
    if receipt is None or receipt.casove_razitko is None:
        return None
    return utc_text(time_stamps.stamped_at(base64.b64decode(receipt.casove_razitko), receipt.jws))


def _state_words(status: Dph | None) -> Message:
    return _STATES.get(status.stav or "", _UNVERIFIED) if status else _UNVERIFIED
