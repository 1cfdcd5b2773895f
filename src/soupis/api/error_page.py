"""Errors as a page: who opens an address of the interface in a browser gets a sentence, not JSON."""

from __future__ import annotations

from http import HTTPStatus

from markupsafe import escape

from soupis.accounts.quota.headers import Header

HTML: tuple[Header, ...] = (
    (b"content-type", b"text/html; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (
        b"content-security-policy",
        b"default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'; frame-ancestors 'none'; "
        b"base-uri 'none'",
    ),
    (b"referrer-policy", b"strict-origin-when-cross-origin"),
    (
        b"permissions-policy",
        b"camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
    ),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
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
<main>
<h1>{title}</h1>
<p>{sentence}</p>
<p><a href="{home}">{home_text}</a> · <a href="/api/docs">{docs_text}</a></p>
</main>
</body>
</html>
"""
_TITLES = {
    400: "Chybný požadavek",
    401: "Neplatné přihlášení",
    404: "Nenalezeno",
    405: "Nepovolená metoda",
    413: "Příliš velký požadavek",
    414: "Příliš dlouhá adresa",
    429: "Vyčerpaný limit",
    500: "Chyba na naší straně",
    502: "Databáze je nedostupná",
    503: "Služba je zaneprázdněna",
}


def error_page(status: int, sentence: str, *, english: bool) -> bytes:
    """Return the page of an error in one language."""
    title = HTTPStatus(status).phrase if english else _TITLES.get(status, "Chyba")
    page = _PAGE.format(
        language="en" if english else "cs",
        title=escape(title),
        sentence=escape(sentence),
        home="/en/" if english else "/",
        home_text="Home" if english else "Úvodní stránka",
        docs_text="Description of the interface" if english else "Popis rozhraní",
    )
    return page.encode()
