"""Errors as a page: who opens an address of the interface in a browser gets a sentence, not JSON."""

from __future__ import annotations

from http import HTTPStatus

from markupsafe import escape

from soupis.messages import Message
from soupis.request_headers import Header

# What every page says, whatever it loads.
OF_PAGES: tuple[Header, ...] = (
    (b"referrer-policy", b"strict-origin-when-cross-origin"),
    (
        b"permissions-policy",
        b"camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
    ),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
)
HTML: tuple[Header, ...] = (
    (b"content-type", b"text/html; charset=utf-8"),
    (
        b"content-security-policy",
        b"default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'; frame-ancestors 'none'; "
        b"base-uri 'none'",
    ),
    *OF_PAGES,
)

_PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{title} – Soupis</title>
<link rel="icon" href="/api/docs/docs.svg">
<link rel="stylesheet" href="/api/docs/docs.css">
</head>
<body>
<header>
<a class="brand" href="{home}">Soupis</a>
</header>
<main class="message">
<h1>{title}</h1>
<p>{sentence}</p>
<p>{links}</p>
</main>
</body>
</html>
"""
_TITLES = {
    400: Message("Chybný požadavek", "Invalid request"),
    401: Message("Neplatné přihlášení", "Invalid credentials"),
    404: Message("Nenalezeno", "Not found"),
    405: Message("Nepovolená metoda", "Method not allowed"),
    413: Message("Příliš velký požadavek", "Request too large"),
    414: Message("Příliš dlouhá adresa", "Address too long"),
    429: Message("Limit je vyčerpán", "The limit is used up"),
    500: Message("Chyba na naší straně", "Something went wrong on our side"),
    502: Message("Databáze je nedostupná", "The database is unavailable"),
    503: Message("Služba je přetížená", "The service is busy"),
}
_TITLE = Message("Chyba", "Error")


def error_page(status: int, sentence: str, *, english: bool) -> bytes:
    """Return the page of an error in one language."""
    site = "/en/" if english else "/"
    links = [(site, "Home" if english else "Úvodní stránka")]
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        links.append((f"{site}tarify", "Pricing" if english else "Tarify"))
        links.append((f"{site}registrace", "Open a free account" if english else "Založit účet zdarma"))
    links.append(("/api/docs", "Description of the interface" if english else "Popis rozhraní"))
    title = _TITLES.get(status, _TITLE).text(english=english)
    page = _PAGE.format(
        language="en" if english else "cs",
        title=escape(title),
        sentence=escape(sentence),
        home=site,
        links=" · ".join(f'<a href="{address}">{escape(text)}</a>' for address, text in links),
    )
    return page.encode()
