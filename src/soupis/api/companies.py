"""Company search, detail, batch VAT status, suggestions."""

from __future__ import annotations

import re

import msgspec

from soupis.api.request_context import JSON, Header, RequestContext, Response
from soupis.folding import fold_words
from soupis.identifiers import has_valid_check_digit
from soupis.queries import errors, parameters
from soupis.queries.errors import QueryError
from soupis.queries.services import Services
from soupis.search.companies import CompanyQuery
from soupis.wire.base import encode, encode_error, wrap
from soupis.wire.company import FirmaPolozka, Napoveda
from soupis.wire.labels import REGION_BY_NUTS3
from soupis.wire.requests import NapovedaDotaz, VyhledavaniDotaz, VyhledavaniExportDotaz, ZadneParametry

_ICO = re.compile(r"\d{8}", re.ASCII)
_REGIONS = set(REGION_BY_NUTS3.values())
_MOST_SUGGESTIONS = 8
_SUGGEST_LENGTH = 100
MOST_VAT_BODY = 16 * 1024
_MOST_VAT_IDS = 100

# A copy may be kept but has to be asked about each time, so that a changed VAT status is seen at once.
REVALIDATE: Header = (b"cache-control", b"no-cache")

_decode_item = msgspec.json.Decoder(FirmaPolozka).decode


# --- search ---


async def read_search(context: RequestContext) -> VyhledavaniDotaz:
    """Return the checked parameters of a search."""
    found = parameters.parse(VyhledavaniDotaz, context.query)
    company_query(found)  # an unknown region is an error of the parameters too
    return found


def answer_search(context: RequestContext, asked: VyhledavaniDotaz) -> Response:
    """Return one page of companies."""
    return Response(200, wrap(search_page(context.services, asked)))


def search_page(services: Services, asked: VyhledavaniDotaz) -> bytes:
    """Return one page of companies, a JSON `FirmyStranka`."""
    page = services.companies.search(company_query(asked), asked.start, asked.pocet)
    items = services.documents.company_summaries([hit.ico for hit in page.hits])
    if len(items) == len(page.hits):
        items = [
            _with_former_name(services, item, hit.ico, asked.q) if hit.former else item
            for item, hit in zip(items, page.hits, strict=True)
        ]
    head = f'{{"pocetCelkem":{page.total},"start":{asked.start},"pocet":{len(items)},"firmy":['
    return head.encode() + b",".join(items) + b"]}"


def company_query(asked: VyhledavaniDotaz | VyhledavaniExportDotaz) -> CompanyQuery:
    """Return the query of the index; raises QueryError 400 for a region that does not exist."""
    return CompanyQuery(
        text=asked.q or "",
        region=_region(asked.kraj) if asked.kraj else None,
        town=asked.obec,
        legal_forms=tuple(asked.forma),
        nace=tuple(asked.nace),
    )


def _region(code: str) -> int:
    region = REGION_BY_NUTS3.get(code) or (int(code) if code.isdigit() else 0)
    if region not in _REGIONS:
        known = ", ".join(f"{number} ({nuts3})" for nuts3, number in REGION_BY_NUTS3.items())
        raise QueryError(
            400,
            f"Parametr kraj: kód {code} žádný kraj nemá; možné jsou {known}.",
            f"Parameter kraj: no region has the code {code}; possible ones: {known}.",
        )
    return region


def _with_former_name(services: Services, item: bytes, ico: int, text: str | None) -> bytes:
    """Say in a search item by which former name it was found."""
    document = services.documents.company(ico)
    if document is None or not text:
        return item
    names = msgspec.json.decode(document.body, type=_FormerNames).names
    company = _decode_item(item)
    company.drivejsi_jmeno = _most_like(text, names)
    return encode(company)


def _most_like(text: str, names: list[str]) -> str | None:
    """Return the name that shares the most words with a text, the newest of several."""
    words = set(fold_words(text))
    return max(names, key=lambda name: len(words & set(fold_words(name))), default=None)


class _FormerName(msgspec.Struct):
    jmeno: str


class _FormerNames(msgspec.Struct, rename={"former": "drivejsiJmena"}):
    former: list[_FormerName] = []

    @property
    def names(self) -> list[str]:
        return [item.jmeno for item in self.former]


# --- detail ---


async def read_ico(context: RequestContext) -> int:
    """Return the company ID in the path."""
    ico = path_ico(context)
    if context.query:  # there is none as a rule, and this is the most frequent request
        parameters.parse(ZadneParametry, context.query)
    return ico


def path_ico(context: RequestContext) -> int:
    """Return the company ID in the path; raises QueryError 400 when malformed."""
    text: str = context.scope["path_params"]["ico"]
    if not _ICO.fullmatch(text):
        raise QueryError(400, *errors.BAD_ICO)
    return int(text)


def answer_detail(context: RequestContext, ico: int) -> Response:
    """Return the published document of a company, or 304 when the caller has its version."""
    document = context.services.documents.company(ico)
    if document is None:
        return not_found(context, QueryError(404, *errors.NO_COMPANY))
    context.services.refresh_hints.note(ico)
    return versioned(context, document.version, document.body)


def versioned(context: RequestContext, version: int, body: bytes) -> Response:
    """Return a document with its ETag, without its body when the caller has this version already."""
    tag = b'"%x"' % version
    if is_held(context, tag):
        return Response(304, b"", ((b"etag", tag), REVALIDATE))
    return Response(200, wrap(body), (JSON, (b"etag", tag), REVALIDATE))


def is_held(context: RequestContext, tag: bytes) -> bool:
    """Tell whether the caller has the version with this ETag already."""
    asked = context.header(b"if-none-match")
    if not asked:
        return False
    held = [part.strip().removeprefix(b"W/") for part in asked.split(b",")]
    return tag in held or b"*" in held


def not_found(context: RequestContext, error: QueryError) -> Response:
    """Return a 404 that was answered, and so stays charged."""
    return Response(error.status, encode_error(error.status, context.text(error.message)))


# --- batch VAT ---


async def read_vat(context: RequestContext) -> list[int]:
    """Return the distinct company IDs of a batch, in the order of their first appearance."""
    body = await context.body(MOST_VAT_BODY)
    parameters.parse(ZadneParametry, context.query)
    try:
        asked = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise QueryError(
            400,
            'Tělo požadavku musí být JSON tvaru {"ico": ["45274649"]}.',
            'The body must be JSON of the form {"ico": ["45274649"]}.',
        ) from None
    return _check_batch(asked)


def _check_batch(asked: object) -> list[int]:
    if not isinstance(asked, dict) or not isinstance(asked.get("ico"), list):
        raise QueryError(
            400,
            'V těle chybí pole ico, správně: {"ico": ["45274649"]}.',
            'The body lacks the array ico, right is: {"ico": ["45274649"]}.',
        )
    if unknown := [str(name)[:40] for name in asked if name != "ico"]:
        raise QueryError(
            400,
            f"Tělo má jen pole ico, navíc přišlo: {', '.join(unknown[:5])}.",
            f"The body has only the array ico, got also: {', '.join(unknown[:5])}.",
        )
    items = asked["ico"]
    if not 1 <= len(items) <= _MOST_VAT_IDS:
        raise QueryError(
            400,
            f"Pole ico musí mít 1 až {_MOST_VAT_IDS} položek, přišlo {len(items)}.",
            f"The array ico must have 1 to {_MOST_VAT_IDS} items, got {len(items)}.",
        )
    for position, item in enumerate(items, 1):
        if not isinstance(item, str) or not _ICO.fullmatch(item):
            shown = str(item)[:20]
            raise QueryError(
                400,
                f"Položka {position} pole ico není IČO o 8 číslicích zapsané jako text: {shown}.",
                f"Item {position} of the array ico is not a company ID of 8 digits as a text: {shown}.",
            )
    return list(dict.fromkeys(map(int, items)))


def answer_vat(context: RequestContext, icos: list[int]) -> Response:
    """Return what is verified; the rest is queued for look-up."""
    return Response(200, wrap(vat_batch(context.services, icos)))


def vat_batch(services: Services, icos: list[int]) -> bytes:
    """Return what is verified, a JSON `DphOdpoved`; the rest is queued, except IDs that cannot exist."""
    documents = services.documents.vat(icos)
    unverified = [ico for ico, document in zip(icos, documents, strict=True) if document is None]
    services.lookups.ask(ico for ico in unverified if has_valid_check_digit(ico))
    companies = b",".join(
        b'{"ico":"%08d","dph":%s}' % (ico, document or b"null")
        for ico, document in zip(icos, documents, strict=True)
    )
    listed = b",".join(b'"%08d"' % ico for ico in unverified)
    return b'{"pocet":%d,"neovereno":[%s],"firmy":[%s]}' % (len(icos), listed, companies)


# --- suggestions ---


def suggest(context: RequestContext) -> Response:
    """Return at most eight suggestions as a bare array; whatever cannot be understood suggests nothing."""
    try:
        asked = parameters.parse(NapovedaDotaz, context.query).q or ""
    except QueryError:
        asked = ""
    if len(asked) > _SUGGEST_LENGTH:
        asked = ""
    services = context.services
    icos = services.companies.suggest(asked, _MOST_SUGGESTIONS) if asked else []
    found = map(_decode_item, services.documents.company_summaries(icos))
    return Response(
        200,
        encode(
            [
                Napoveda(
                    obchodni_jmeno=item.obchodni_jmeno or item.ico,
                    ico=item.ico,
                    sidlo=item.sidlo.text if item.sidlo else None,
                )
                for item in found
            ]
        ),
        (JSON, (b"cache-control", b"public, max-age=60")),
    )
