"""SOAP 1.1 as the registers speak it."""

from __future__ import annotations

from xml.sax.saxutils import escape

from lxml import etree

from tests.standin.reply import Reply

_ENVELOPE = "http://schemas.xmlsoap.org/soap/envelope/"


class FaultError(Exception):
    """The request is refused by a SOAP fault."""


def open_request(body: bytes, namespace: str) -> etree._Element:
    """Return the request element of an envelope."""
    try:
        root = etree.fromstring(body, etree.XMLParser(resolve_entities=False, no_network=True))
    except etree.XMLSyntaxError as error:
        raise FaultError(f"not XML: {error.msg}") from error
    request = root.find(f"{{{_ENVELOPE}}}Body/*")
    if root.tag != f"{{{_ENVELOPE}}}Envelope" or request is None:
        raise FaultError("not a SOAP envelope")
    if etree.QName(request).namespace != namespace:
        raise FaultError(f"unexpected namespace {etree.QName(request).namespace}")
    return request


def envelope(content: str) -> Reply:
    """Return an answer."""
    text = (
        '<?xml version="1.0" encoding="UTF-8"?>'
        f'<soap:Envelope xmlns:soap="{_ENVELOPE}"><soap:Body>{content}</soap:Body></soap:Envelope>'
    )
    return Reply(200, text.encode())


def fault(message: str, code: str = "Client") -> Reply:
    """Return a fault, which HTTP carries with status 500."""
    reply = envelope(
        f"<soap:Fault><faultcode>soap:{code}</faultcode><faultstring>{escape(message)}</faultstring></soap:Fault>"
    )
    reply.status = 500
    return reply


def elements(values: dict[str, object]) -> str:
    """Return child elements in order; None leaves one out."""
    return "".join(
        f"<{name}>{escape(str(value))}</{name}>" for name, value in values.items() if value is not None
    )
