"""XML and SOAP from outside: parsed without entities, network or document types, opened strictly."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Any, Final

from lxml import etree

from soupis.registers.errors import SourceError, SourceUnavailable
from soupis.times import utc_text

SOAP_NAMESPACE = "http://schemas.xmlsoap.org/soap/envelope/"
_ENVELOPE, _BODY = f"{{{SOAP_NAMESPACE}}}Envelope", f"{{{SOAP_NAMESPACE}}}Body"


# Options of lxml that keep a hostile or broken document from reaching files, the network or memory.
HARDENED: Final[dict[str, Any]] = {
    "resolve_entities": False,
    "no_network": True,
    "load_dtd": False,
    "huge_tree": False,
}

_HTML = re.compile(rb"\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL)
# What is left of a text that was decoded as something else than it was written in.
_GARBLED = re.compile("[\N{REPLACEMENT CHARACTER}\x80-\x9f]")


def looks_like_html(data: bytes) -> bool:
    """Tell whether a body is a web page: outage and block pages come with status 200, too."""
    return _HTML.match(data.removeprefix(b"\xef\xbb\xbf")[:4096]) is not None


def is_garbled(text: str | None) -> bool:
    """Tell whether a text carries the traces of a wrong encoding."""
    return text is not None and _GARBLED.search(text) is not None


def parse_xml(data: bytes, source: str, *, limit: int) -> etree._Element:
    """Return the root element of a UTF-8 document of at most `limit` bytes.

    Raises SourceUnavailable for what a broken line or an outage leaves behind (empty, cut off, not
    well-formed, a web page) and SourceError for what no register sends (a document type, another
    encoding, too large).
    """
    if len(data) > limit:
        raise SourceError(f"{source}: the answer has {len(data)} bytes, more than the limit of {limit}.")
    if not data.strip():
        raise SourceUnavailable(f"{source}: the answer is empty.")
    if looks_like_html(data):
        raise SourceUnavailable(f"{source}: answered with a web page instead of data, probably an outage.")
    try:
        root = etree.fromstring(data, etree.XMLParser(**HARDENED))
    except etree.XMLSyntaxError as error:
        raise SourceUnavailable(f"{source}: the answer is cut off or damaged ({error.msg}).") from error
    check_document(root, source)
    return root


def check_document(root: etree._Element, source: str) -> None:
    """Refuse a document type (nothing here needs one) and any encoding other than UTF-8."""
    info = root.getroottree().docinfo
    if info.internalDTD is not None or info.doctype:
        raise SourceError(f"{source}: the answer declares a document type, which no register does.")
    if (info.encoding or "UTF-8").upper() not in ("UTF-8", "UTF8", "ASCII", "US-ASCII"):
        raise SourceError(f"{source}: the answer is in the encoding {info.encoding}, expected UTF-8.")


def open_envelope(
    data: bytes, source: str, responses: tuple[str, ...], *, namespace: str, limit: int
) -> etree._Element:
    """Return the one response element of a SOAP 1.1 envelope, one of the local names in `responses`.

    Raises SourceUnavailable for a server's fault, SourceError for any other fault or content.
    """
    root = parse_xml(data, source, limit=limit)
    body = root.find(_BODY)
    if root.tag != _ENVELOPE or body is None:
        raise SourceError(f"{source}: the answer is not a SOAP envelope.")
    elements = list(body.iterchildren(etree.Element))
    if (fault := child(body, "Fault")) is not None:
        code = text_of(fault, "faultcode") or "?"
        message = f"{source}: refused the request ({code}: {(text_of(fault, 'faultstring') or '?')[:200]})."
        raise SourceError(message) if code.endswith("Client") else SourceUnavailable(message)
    if len(elements) != 1 or elements[0].tag not in [f"{{{namespace}}}{name}" for name in responses]:
        names = ", ".join(local_name(item) for item in elements) or "nothing"
        raise SourceError(f"{source}: the answer holds {names[:200]}, expected {' or '.join(responses)}.")
    return elements[0]


def envelope(namespace: str, prefix: str, request: str, children: list[tuple[str, str]]) -> bytes:
    """Return a SOAP 1.1 request; a child's name is written as given, with its prefix if it has one."""
    root = etree.Element(_ENVELOPE, nsmap={"soapenv": SOAP_NAMESPACE, prefix: namespace})
    body = etree.SubElement(root, _BODY)
    element = etree.SubElement(body, f"{{{namespace}}}{request}")
    for name, value in children:
        child_prefix, _, local = name.rpartition(":")
        part = etree.SubElement(element, f"{{{namespace}}}{local}" if child_prefix else local)
        part.text = value
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8")


def local_name(element: etree._Element) -> str:
    """Return the element's name without its namespace."""
    return etree.QName(element).localname


def child(element: etree._Element, name: str) -> etree._Element | None:
    """Return the first child with this local name."""
    return next((item for item in element.iterchildren(etree.Element) if local_name(item) == name), None)


def text_of(element: etree._Element, name: str) -> str | None:
    """Return the trimmed text of the first child with this local name; None when absent or empty."""
    found = child(element, name)
    return (found.text or "").strip() or None if found is not None else None


_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_ZONE = re.compile(r"(?:Z|[+-]\d{2}:\d{2})?")


def parse_day(text: str | None) -> str | None:
    """Read an `xs:date`, its time zone dropped ("2022-09-13Z"), as an ISO day; ValueError otherwise."""
    if not text:
        return None
    day, zone = text[:10], text[10:]
    if not (_DAY.fullmatch(day) and _ZONE.fullmatch(zone)):
        raise ValueError("a date must read YYYY-MM-DD")
    return date.fromisoformat(day).isoformat()


def parse_moment(text: str | None) -> str | None:
    """Read an `xs:dateTime` with a time zone as "2026-10-08T09:26:35Z" in UTC; ValueError otherwise."""
    if not text:
        return None
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError("a moment must name its time zone")
    return utc_text(moment)
