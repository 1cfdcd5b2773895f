"""XML that no register sends: nothing of this machine gets into it, and it takes no memory worth a word."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest
from lxml import etree

from soupis.registers.errors import SourceError
from soupis.registers.public_register.entries import parse_subject_element
from soupis.registers.records import Rejected
from soupis.registers.xml import parse_xml

_SECRET = b"what only this machine knows"


def _with_type(declarations: bytes, body: bytes) -> bytes:
    return b'<?xml version="1.0"?><!DOCTYPE Subjekt [' + declarations + b"]><Subjekt>" + body + b"</Subjekt>"


def _hostile(secret: str) -> dict[str, bytes]:
    file = f"file://{secret}".encode()
    laughs = b'<!ENTITY a0 "' + b"x" * 1_000 + b'">'
    laughs += b"".join(b'<!ENTITY a%d "%s">' % (n, b"&a%d;" % (n - 1) * 20) for n in range(1, 9))
    return {
        "an external entity": _with_type(b'<!ENTITY e SYSTEM "' + file + b'">', b"<ico>&e;</ico>"),
        "an external entity of a type": _with_type(
            b'<!ENTITY % p SYSTEM "' + file + b'"> %p;', b"<ico>1</ico>"
        ),
        "a type elsewhere": b'<!DOCTYPE Subjekt SYSTEM "' + file + b'"><Subjekt/>',
        "entities of entities": _with_type(laughs, b"<ico>&a8;</ico>"),
        "one entity many times": _with_type(b'<!ENTITY a "' + b"x" * 100_000 + b'">', b"&a;" * 20_000),
        "an entity of itself": _with_type(b'<!ENTITY a "&b;"><!ENTITY b "&a;">', b"&a;"),
        "another file included": b'<Subjekt xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="'
        + file
        + b'" parse="text"/></Subjekt>',
        "a style sheet": b'<?xml-stylesheet href="' + file + b'"?><Subjekt/>',
        "elements in elements": b"<Subjekt>" + b"<a>" * 100_000 + b"</a>" * 100_000 + b"</Subjekt>",
        "50,000 attributes": b"<Subjekt " + b" ".join(b'a%d="x"' % n for n in range(50_000)) + b"/>",
        "20,000 namespaces": b"<Subjekt " + b" ".join(b'xmlns:a%d="x"' % n for n in range(20_000)) + b"/>",
        "a text of 20 MB": b"<Subjekt><ico>" + b"x" * 20_000_000 + b"</ico></Subjekt>",
        "UTF-7": b'<?xml version="1.0" encoding="UTF-7"?><Subjekt/>',
        "a zero byte": b"<Subjekt>\x00</Subjekt>",
    }


@pytest.mark.parametrize("name", _hostile(""))
def test_hostile_xml_is_refused_or_harmless(tmp_path: Path, name: str) -> None:
    secret = tmp_path / "secret"
    secret.write_bytes(_SECRET)
    document = _hostile(str(secret))[name]
    tracemalloc.start()
    try:
        root = parse_xml(document, "test", limit=64 * 1024 * 1024)
    except SourceError:
        pass
    else:
        assert _SECRET not in etree.tostring(root)
    extract = parse_subject_element(document)
    _size, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert isinstance(extract, Rejected)
    assert _SECRET.decode() not in extract.reason
    assert peak < 100_000_000
