"""The page that verifies receipts; all of it happens in the browser."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from soupis.messages import Message
from soupis.sources import TITLES, WIRE_NAMES
from soupis.web.language import language_of
from soupis.web.render import render
from soupis.wire.base import encode

_TEXTS = {
    "valid": Message("Doklad platí.", "The receipt is valid."),
    "invalid": Message("Doklad neplatí:", "The receipt is not valid:"),
    "missing": Message("vyberte doklad i tělo odpovědi.", "choose the receipt and the body of the answer."),
    "unreadable": Message("soubor není čitelný JSON.", "a file is not readable JSON."),
    "malformed": Message("doklad má chybný tvar.", "the receipt is malformed."),
    "body": Message("tělo není to, které služba odpověděla.", "the body is not the one that was answered."),
    "key": Message("podepsal ho jiný klíč, než má služba.", "its key is none of the service's keys."),
    "signature": Message("podpis nesouhlasí.", "the signature does not hold."),
    "moment": Message("číslo nebo čas nejsou podepsané.", "number or time are not those that were signed."),
    "checkpoint": Message("kontrolní bod záznamu nepodepsala služba.", "the log's checkpoint is not signed."),
    "log": Message("doklad v záznamu není.", "the receipt is not in the log."),
    "insecure": Message("stránka musí být otevřena přes https.", "the page has to be opened by https."),
    "unsupported": Message(
        "tento prohlížeč neumí podpisy Ed25519, použijte novější nebo příkaz soupis receipt verify.",
        "this browser knows no Ed25519 signatures, use a newer one or the command soupis receipt verify.",
    ),
    "unanswered": Message("dotázáno, neodpovězeno", "asked, not answered"),
    "contradiction": Message("zdroje si odporují", "the sources contradict each other"),
}
_STATES = {
    "platce": Message("plátce", "payer"),
    "nespolehlivyPlatce": Message("nespolehlivý plátce", "unreliable payer"),
    "identifikovanaOsoba": Message("identifikovaná osoba", "identified person"),
    "neplatce": Message("neplátce", "not a payer"),
}


async def receipt_page(request: Request) -> Response:
    """Show the form that verifies a receipt."""
    english = language_of(request) == "en"
    texts = {
        **{name: text[english] for name, text in _TEXTS.items()},
        "states": {name: text[english] for name, text in _STATES.items()},
        "sources": {WIRE_NAMES[source]: title[english] for source, title in TITLES.items()},
    }
    return render(request, "receipt.html", compress=True, texts=encode(texts).decode())
