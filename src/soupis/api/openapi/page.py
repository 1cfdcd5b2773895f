"""The description as JSON and as a page for people; everything that the page needs is served from here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import Any
from urllib.parse import urlencode

import msgspec
from jinja2 import Environment, PackageLoader
from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from soupis.api.openapi.document import document, examples
from soupis.api.openapi.schemas import Json
from soupis.api.openapi.texts import Language, about, number
from soupis.api.operation import Operation
from soupis.api.request_context import JSON, RequestContext, Response
from soupis.queries.company_filters import LONGEST_PASTED
from soupis.queries.errors import QueryError
from soupis.queries.parameters import parse
from soupis.request_headers import Header
from soupis.wire.requests import PopisDotaz

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
# Short, because the description changes with each new version; answers depend on the requested language.
_CACHED: Header = (b"cache-control", b"private, max-age=300")
_SECURITY: tuple[Header, ...] = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        b"form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    ),
    (b"referrer-policy", b"strict-origin-when-cross-origin"),
    (
        b"permissions-policy",
        b"camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
    ),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
)
ASSETS = {
    "docs.css": b"text/css; charset=utf-8",
    "docs.js": b"text/javascript; charset=utf-8",
    "docs.svg": b"image/svg+xml",
}

_environment = Environment(
    loader=PackageLoader(__package__, "page"), autoescape=True, trim_blocks=True, lstrip_blocks=True
)


class Description:
    """The description of the operations that `operations` returns: as a document and as a page."""

    def __init__(self, operations: Callable[[], Sequence[Operation]]) -> None:
        self._operations = operations
        self._documents: dict[tuple[Language, str], bytes] = {}
        self._pages: dict[tuple[Language, str], bytes] = {}

    def document(self, context: RequestContext) -> Response:
        """Return the OpenAPI document in the requested language."""
        language = parse(PopisDotaz, context.query).lang or _preferred(context)
        key = language, context.services.base_url
        if key not in self._documents:
            self._documents[key] = msgspec.json.encode(document(self._operations(), *key))
        return Response(200, self._documents[key], (JSON, _CACHED))

    def page(self, context: RequestContext) -> Response:
        """Return the page; a language that it does not have is answered in the preferred one."""
        try:
            language = parse(PopisDotaz, context.query).lang
        except QueryError:
            language = None
        key = language or _preferred(context), context.services.base_url
        if key not in self._pages:
            self._pages[key] = _page(self._operations(), *key)
        headers = ((b"content-type", b"text/html; charset=utf-8"), _CACHED, *_SECURITY)
        return Response(200, self._pages[key], headers)


def asset(name: str) -> Callable[[RequestContext], Response]:
    """Return what answers with one of the files that the page loads."""
    body = (files(__package__) / "page" / name).read_bytes()
    response = Response(200, body, ((b"content-type", ASSETS[name]), _CACHED, *_SECURITY))
    return lambda _context: response


def _preferred(context: RequestContext) -> Language:
    return "en" if context.english else "cs"


def _page(operations: Sequence[Operation], language: Language, base_url: str) -> bytes:
    description = document(operations, language, base_url)
    page = _environment.get_template("page.html").render(
        lang=language,
        other="cs" if language == "en" else "en",
        site="/en" if language == "en" else "",
        description=description,
        about=_html(about(language)),
        operations=[
            _operation(path, method, operation, base_url)
            for path, methods in description["paths"].items()
            for method, operation in methods.items()
        ],
        schemas=[_schema(name, schema) for name, schema in description["components"]["schemas"].items()],
        longest_pasted=LONGEST_PASTED,
        say=lambda cs, en: en if language == "en" else cs,
        number=lambda value: number(value, language),
        typed=_typed,
    )
    return page.encode()


def _operation(path: str, method: str, operation: Json, base_url: str) -> Json:
    """Return an operation with what the page shows beside the document: a command and a whole example."""
    content = next(iter(operation["responses"]["200"]["content"].values()))
    return operation | {
        "path": path,
        "method": method.upper(),
        "command": _command(path, method, operation, base_url),
        "example_text": _pretty(content["example"]) if "example" in content else None,
        "answer": _typed(content["schema"]),
    }


def _command(path: str, method: str, operation: Json, base_url: str) -> str:
    query = {}
    for parameter in operation["parameters"]:
        if "example" in parameter and parameter["in"] == "path":
            path = path.replace(f"{{{parameter['name']}}}", str(parameter["example"]))
        elif "example" in parameter:
            query[parameter["name"]] = parameter["example"]
    address = f"{base_url}{path}" + (f"?{urlencode(query)}" if query else "")
    command = f"curl '{address}'"
    if {} not in operation["security"]:
        command += " -H 'Authorization: Bearer <API klíč>'"
    if method in ("put", "delete"):
        return f"{command} -X {method.upper()}"
    if method == "get":
        return command
    kind = next(iter(operation.get("requestBody", {}).get("content", {None: None})))
    if kind is None:
        return f"{command} -X POST"
    if kind == "application/json":
        body = msgspec.json.encode(operation["requestBody"]["content"][kind]["example"]).decode()
        return f"{command} -H 'Content-Type: application/json' -d '{body}'"
    fields = " ".join(
        f"-d '{name}={value}'" for name, value in examples()["requests"][operation["operationId"]].items()
    )
    return f"{command} {fields}"


def _schema(name: str, schema: Json) -> Json:
    return schema | {"name": name}


def _pretty(example: Any) -> str:
    if isinstance(example, str):
        return example.removeprefix("\N{BYTE ORDER MARK}").replace("\r\n", "\n")
    return msgspec.json.format(msgspec.json.encode(example), indent=2).decode()


def _typed(schema: Json) -> Markup:
    """Return the type of a value in a few words, with links to the types that it refers to."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return Markup('<a href="#{0}">{0}</a>').format(name)
    if "data" in schema.get("properties", {}):
        return Markup("{{ok, data: {}}}").format(_typed(schema["properties"]["data"]))
    if ways := schema.get("anyOf") or schema.get("oneOf"):
        return Markup(" | ").join(map(_typed, ways))
    if "enum" in schema:
        values = [Markup("<code>{}</code>").format(value) for value in schema["enum"]]
        return Markup(" ").join(values)
    if schema.get("type") == "array":
        return Markup("[{}]").format(_typed(schema["items"]))
    kind = schema.get("type", "object")
    names = kind if isinstance(kind, list) else [kind]
    text = " | ".join(names)
    if "format" in schema:
        text = text.replace("string", schema["format"])
    return escape(text)


def _html(markdown: str) -> Markup:
    """Return a text in Markdown as HTML; its wide tables scroll by themselves."""
    html = _MARKDOWN.render(markdown)
    html = html.replace("<table>", '<div class="scroll" tabindex="0"><table>').replace(
        "</table>", "</table></div>"
    )
    return Markup(html.replace("<th>", '<th scope="col">'))  # noqa: S704 - HTML in the texts is escaped
