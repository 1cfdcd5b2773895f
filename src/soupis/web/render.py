"""Templates to pages: one Jinja environment per language, so that templates and macros know theirs."""

from __future__ import annotations

import re
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import HTMLResponse

from soupis.folding import without_direction_marks
from soupis.queries.company_filters import LONGEST_PASTED
from soupis.queries.relations import Party, has_left_office, party_of, since_of, until_of
from soupis.web.language import LANGUAGES, Language, Writer, address, bare_path, language_of
from soupis.web.static_files import static_address
from soupis.web.tie_words import tie_words

THEME_COOKIE = "vzhled"
_THEMES = {"svetly": "light", "tmavy": "dark"}
SESSION_COOKIES = ("__Host-soupis", "soupis")

_RANGE = re.compile(r"(\d) - (\d)", re.ASCII)


def with_dashes(text: str) -> str:
    """Return a text of a code list with its ranges of numbers as they are typeset: 1 - 5 → 1–5."""
    return _RANGE.sub("\\1\N{EN DASH}\\2", text)


def party_path(party: Party) -> str:
    """Return the path of the page of a company or person that has one."""
    return f"/osoba/{party.key}" if party.kind == "person" else f"/firma/{party.key}"


def _time_tag(writer: Writer, iso: str | None) -> str:
    if not iso:
        return ""
    text = writer.day(iso) if len(iso) <= 10 else writer.moment(iso)
    # Tables have hundreds of them, and Markup.format is slow.
    return Markup(f'<time datetime="{escape(iso)}">{escape(text)}</time>')  # noqa: S704


def _environment(language: Language) -> Environment:
    environment = Environment(
        loader=PackageLoader("soupis.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    writer = Writer(language)
    environment.globals |= {
        "_": writer.text,
        "count": writer.count,
        "money": writer.money,
        "url": writer.address,
        "static": static_address,
        "lang": language,
        "english": language == "en",
        "longest_pasted": LONGEST_PASTED,
    }
    environment.filters |= {
        "number": writer.number,
        "day": writer.day,
        "moment": writer.moment,
        "age": writer.age,
        "words": writer.words,
        "tie_words": lambda relation: tie_words(writer, relation),
        "time": lambda iso: _time_tag(writer, iso),
        "range": with_dashes,
        "plain": without_direction_marks,
        "party": party_of,
        "path": party_path,
        "relations_path": lambda party: f"{party_path(party)}/vazby",
        "since": since_of,
        "until": until_of,
        "has_left_office": has_left_office,
    }
    return environment


_ENVIRONMENTS = {language: _environment(language) for language in LANGUAGES}
_WRITERS = {language: Writer(language) for language in LANGUAGES}


def writer_of(request: Request) -> Writer:
    """Return what writes texts in the language of a request; `writer.text(czech, english)` picks one."""
    return _WRITERS[language_of(request)]


def base_url_of(request: Request) -> str:
    """Return the address under which users reach the service, without a slash at the end."""
    configured: str | None = getattr(request.state, "base_url", None)
    return configured or str(request.base_url).rstrip("/")


def render(
    request: Request,
    template: str,
    *,
    status: int = 200,
    headers: dict[str, str] | None = None,
    **context: Any,
) -> HTMLResponse:
    """Return a page made from a template, in the language of the address.

    Templates have: `_(czech, english, **values)`, `count(n, (one, few, many), (one, many))`,
    `url(path, **query)` in the page's language, `static(name)`, `lang`, `english`; filters `number`, `day`,
    `moment`, `age`, `time` (a <time> element), `words` (fixed words of documents) and `plain` (for
    attributes). Pages with secrets say `no-store`: then they are not compressed, for the length of a
    compressed page tells about what stands in it.
    """
    language = language_of(request)
    path = bare_path(request)
    cookies = request.cookies
    shared = {
        "request": request,
        "path": path,
        "here": path + (f"?{request.url.query}" if request.url.query else ""),
        "base_url": base_url_of(request),
        "alternate": {code: address(code, path) for code in LANGUAGES},
        "theme": _THEMES.get(cookies.get(THEME_COOKIE, "")),
        # A guess, so that public pages need no look into the accounts; pages of accounts know and say so.
        "signed_in": any(name in cookies for name in SESSION_COOKIES),
    }
    body = _ENVIRONMENTS[language].get_template(template).render(shared | context).encode()
    all_headers = {"Cache-Control": "private, no-cache", "Vary": "Accept-Encoding, Cookie"}
    all_headers |= headers or {}
    return HTMLResponse(body, status, all_headers)
