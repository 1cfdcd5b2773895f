"""Bodies that no honest client sends, at every address that takes one: refused or answered, never a fault."""

from __future__ import annotations

import pytest

from tests.mcp_server.conftest import Site

_DEEP_LIST = b"[" * 20_000 + b"]" * 20_000
_DEEP_OBJECT = b'{"a":' * 9_000 + b"1" + b"}" * 9_000


def _message(method: bytes, parameters: bytes = b"{}", number: bytes = b"1") -> bytes:
    return b'{"jsonrpc":"2.0","id":%s,"method":"%s","params":%s}' % (number, method, parameters)


def _search(arguments: bytes) -> bytes:
    return _message(b"tools/call", b'{"name":"vyhledat_firmy","arguments":%s}' % arguments)


BODIES = {
    "nothing": b"",
    "null": b"null",
    "a number": b"1",
    "a text": b'"x"',
    "an empty list": b"[]",
    "an empty object": b"{}",
    "lists in lists": _DEEP_LIST,
    "objects in objects": _DEEP_OBJECT,
    "deep parameters": _message(b"tools/call", _DEEP_OBJECT),
    "no UTF-8": b"\xff\xfe",
    "a zero byte": b"\x00",
    "UTF-16": '{"ico":["45274649"]}'.encode("utf-16"),
    "a mark of UTF-8": b'\xef\xbb\xbf{"ico":["45274649"]}',
    "a name twice": b'{"ico":["45274649"],"ico":["00514152"]}',
    "two documents": b'{"ico":["45274649"]}{"ico":["00514152"]}',
    "a form": b"ico=45274649&ico=00514152",
    "5,000 fields of a form": b"a=b&" * 5_000,
    "broken percent signs": b"email=%zz&password=%",
    "a form in parts": b"--x\r\nContent-Disposition: form-data; name=a\r\n\r\nb\r\n--x--\r\n",
    "a number beyond all": _message(b"ping", number=b"1e400"),
    "a number that is none": _message(b"ping", number=b"NaN"),
    "a number of 5,000 digits": _message(b"ping", number=b"9" * 5_000),
    "an object as a number": _message(b"tools/list", number=b'{"a":1}'),
    "null as a number": _message(b"tools/list", number=b"null"),
    "half a character as a number": _message(b"tools/list", number=b'"\\ud800"'),
    "half a character as a method": _message(b"\\ud800"),
    "half a character as a tool": _message(b"tools/call", b'{"name":"\\ud800","arguments":{}}'),
    "half a character in a search": _search(b'{"q":"\\ud800"}'),
    "half a character as an argument": _search(b'{"\\ud800":1}'),
    "a list of arguments": _search(b"[]"),
    "an endless start": _search(b'{"start":1e999}'),
    "a start that is no number": _search(b'{"start":NaN}'),
    "an ID of 60,000 digits": _message(
        b"tools/call", b'{"name":"detail_firmy","arguments":{"ico":"%s"}}' % (b"1" * 60_000)
    ),
    "500 messages at once": b"[" + b",".join([_message(b"tools/list")] * 500) + b"]",
    "another protocol": b'{"jsonrpc":"1.0","id":1,"method":"ping"}',
    "an answer": b'{"jsonrpc":"2.0","id":1,"result":{}}',
    "a method of the other side": _message(b"sampling/createMessage"),
    "a method that is none": _message(b"__class__"),
    "a resource elsewhere": _message(b"resources/read", b'{"uri":"file:///etc/passwd"}'),
    "a resource above": _message(b"resources/read", b'{"uri":"firma://00514152/../../etc"}'),
    "a resource with a zero byte": _message(b"resources/read", b'{"uri":"osoba://\\u0000"}'),
    "a prompt with a template": _message(
        b"prompts/get", b'{"name":"proverit_partnera","arguments":{"firma":"{firm.__class__}{0}"}}'
    ),
}
_JSON, _FORM = "application/json", "application/x-www-form-urlencoded"
_KINDS = {
    "/mcp": _JSON,
    "/api/v1/firmy/dph": _JSON,
    "/oauth/register": _JSON,
    "/api/v1/vyhledavani/export": _FORM,
    "/oauth/token": _FORM,
    "/oauth/revoke": _FORM,
    "/oauth/authorize": _FORM,
    "/prihlaseni": _FORM,
    "/registrace": "multipart/form-data; boundary=x",
    "/vzhled": _FORM,
}


@pytest.mark.parametrize("name", BODIES)
def test_a_hostile_body_is_no_fault_of_ours_at_any_address(site: Site, name: str) -> None:
    headers = {"Accept": "application/json, text/event-stream", "Sec-Fetch-Site": "same-origin"}
    with site.http(headers=headers) as http:
        for address, kind in _KINDS.items():
            answer = http.post(address, content=BODIES[name], headers={"Content-Type": kind})
            assert answer.status_code < 500, (address, kind, answer.text[:300])
            assert "Traceback" not in answer.text
            assert "root:" not in answer.text
