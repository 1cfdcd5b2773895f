"""Requests as no honest client sends them: against HTTP, smuggling others, misleading, or too large.

Each is the bytes of one connection. The host is HOST; where one asks for something else, it is EVIL.
"""

from __future__ import annotations

HOST = b"soupis.example"
EVIL = b"evil.example"

_CLOSE = b"Host: " + HOST + b"\r\nConnection: close\r\n"


def _post(headers: bytes, body: bytes, version: bytes = b"1.1") -> bytes:
    return b"POST /api/v1/firmy/dph HTTP/" + version + b"\r\n" + _CLOSE + headers + b"\r\n\r\n" + body


def _get(path: bytes, headers: bytes = b"", method: bytes = b"GET") -> bytes:
    return method + b" " + path + b" HTTP/1.1\r\n" + _CLOSE + headers + b"\r\n"


def _hosts(path: bytes, *hosts: bytes) -> bytes:
    named = b"".join(b"Host: " + host + b"\r\n" for host in hosts)
    return b"GET " + path + b" HTTP/1.1\r\n" + named + b"Connection: close\r\n\r\n"


_CHUNKED = b"Transfer-Encoding: chunked"
_SMUGGLED = b"GET /api/ready HTTP/1.1\r\nHost: " + HOST + b"\r\n\r\n"

SMUGGLING = {
    "length and chunks": _post(b"Content-Length: 6\r\n" + _CHUNKED, b"0\r\n\r\n" + _SMUGGLED),
    "chunks and length": _post(_CHUNKED + b"\r\nContent-Length: 4", b"0\r\n\r\n" + _SMUGGLED),
    "two lengths": _post(b"Content-Length: 5\r\nContent-Length: 6", b'{"ico"'),
    "a length twice": _post(b"Content-Length: 2\r\nContent-Length: 2", b"{}" + _SMUGGLED),
    "list of lengths": _post(b"Content-Length: 2, 2", b"{}" + _SMUGGLED),
    "length with a sign": _post(b"Content-Length: +2", b"{}" + _SMUGGLED),
    "negative length": _post(b"Content-Length: -2", b"{}"),
    "length of 23 digits": _post(b"Content-Length: 99999999999999999999999", b"{}"),
    "length in hexadecimal": _post(b"Content-Length: 0x2", b"{}" + _SMUGGLED),
    "unknown coding": _post(b"Transfer-Encoding: xchunked", b"0\r\n\r\n" + _SMUGGLED),
    "coding after chunks": _post(b"Transfer-Encoding: chunked, identity", b"0\r\n\r\n" + _SMUGGLED),
    "coding before chunks": _post(b"Transfer-Encoding: gzip, chunked", b"0\r\n\r\n" + _SMUGGLED),
    "codings in two headers": _post(_CHUNKED + b"\r\nTransfer-Encoding: identity", b"0\r\n\r\n" + _SMUGGLED),
    "tab before the coding": _post(b"Transfer-Encoding:\tchunked", b"0\r\n\r\n" + _SMUGGLED),
    "vertical tab before the coding": _post(b"Transfer-Encoding: \x0bchunked", b"0\r\n\r\n" + _SMUGGLED),
    "space before the colon": _post(b"Transfer-Encoding : chunked", b"0\r\n\r\n" + _SMUGGLED),
    "coding in quotes": _post(b'Transfer-Encoding: "chunked"', b"0\r\n\r\n" + _SMUGGLED),
    "folded coding": _post(b"Transfer-Encoding:\r\n chunked", b"0\r\n\r\n" + _SMUGGLED),
    "folded header": _get(b"/api/health", b"X: a\r\n b\r\n"),
    "bare carriage return": _get(b"/api/health", b"X: a\rHost: " + EVIL + b"\r\n"),
    "bare line feeds": b"GET /api/health HTTP/1.1\nHost: " + HOST + b"\nConnection: close\n\n",
    "zero byte in a header": _get(b"/api/health", b"X: a\x00b\r\n"),
    "zero byte in the path": _get(b"/api/\x00health"),
    "chunks in HTTP/1.0": _post(_CHUNKED, b"0\r\n\r\n" + _SMUGGLED, b"1.0"),
    "chunk size that is none": _post(_CHUNKED, b"zz\r\nabc\r\n0\r\n\r\n"),
    "negative chunk size": _post(_CHUNKED, b"-1\r\nabc\r\n0\r\n\r\n"),
    "chunk size beyond 64 bits": _post(_CHUNKED, b"fffffffffffffffff\r\nabc\r\n0\r\n\r\n"),
    "chunk extension of 70 kB": _post(_CHUNKED, b"1;" + b"a" * 70_000 + b"\r\n{\r\n0\r\n\r\n"),
    "key in a trailer": _post(_CHUNKED, b"2\r\n{}\r\n0\r\nAuthorization: Bearer x\r\n\r\n"),
    "chunks with line feeds": _post(_CHUNKED, b"2\n{}\n0\n\n"),
    "chunks without an end": _post(_CHUNKED, b"2\r\n{}\r\n"),
    "header without a colon": _get(b"/api/health", b"nonsense\r\n"),
    "header without a name": _get(b"/api/health", b": x\r\n"),
}
MISLEADING = {
    "no host": _hosts(b"/api/health"),
    "no host, page": _hosts(b"/"),
    "no host, MCP": b"POST /mcp HTTP/1.1\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}",
    "empty host": _hosts(b"/", b""),
    "two hosts": _hosts(b"/api/health", HOST, EVIL),
    "two hosts, page": _hosts(b"/", HOST, EVIL),
    "foreign host": _hosts(b"/", EVIL),
    "foreign host, slash too many": _hosts(b"/hledat/", EVIL),
    "foreign host, slash too many in English": _hosts(b"/en/hledat/?q=a", EVIL),
    "foreign host, short ID": _hosts(b"/firma/514152", EVIL),
    "foreign host, favicon": _hosts(b"/favicon.ico", EVIL),
    "foreign host, sign-in": _hosts(b"/ucet", EVIL),
    "foreign host, sitemap": _hosts(b"/sitemap.xml", EVIL),
    "foreign host, OAuth": _hosts(b"/.well-known/oauth-authorization-server", EVIL),
    "foreign host, OpenAPI": _hosts(b"/api/v1/openapi.json", EVIL),
    "forwarded host": _get(
        b"/hledat/", b"X-Forwarded-Host: " + EVIL + b"\r\nForwarded: host=" + EVIL + b"\r\n"
    ),
    "foreign absolute address": _get(b"http://" + EVIL + b"/hledat/"),
    "foreign absolute address, REST": _get(b"http://" + EVIL + b"/api/health"),
    "two slashes": _get(b"//" + EVIL + b"/"),
    "two slashes in English": _get(b"/en//" + EVIL + b"/"),
    "backslash": _get(b"/\\" + EVIL + b"/"),
    "encoded slashes": _get(b"/%2f%2f" + EVIL + b"/"),
    "encoded backslash": _get(b"/%5c" + EVIL + b"/"),
    "tab between slashes": _get(b"/%09/" + EVIL + b"/"),
    "way back elsewhere": _get(b"/prihlaseni?next=//" + EVIL),
    "tunnel": _get(EVIL + b":443", method=b"CONNECT"),
    "trace": _get(b"/", b"Cookie: a=b\r\n", method=b"TRACE"),
    "options of everything": _get(b"*", method=b"OPTIONS"),
    "method of another case": _get(b"/api/health", method=b"get"),
    "invented method": _get(b"/api/health", method=b"FOO"),
    "method hidden in a header": _get(b"/api/health", b"X-HTTP-Method-Override: DELETE\r\n"),
    "HTTP/0.9": b"GET /\r\n\r\n",
    "HTTP/3.0": b"GET / HTTP/3.0\r\n" + _CLOSE + b"\r\n",
    "HTTP/2 without asking": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00",
    "upgrade to HTTP/2": _get(b"/api/health", b"Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQ\r\n"),
    "unknown expectation": _post(b"Expect: 200-ok\r\nContent-Length: 2", b"{}"),
    "identifier of a request": _get(b"/api/health", b"X-Request-Id: " + EVIL + b"\r\n"),
    "way out of the static files": _get(b"/static/../../../../etc/passwd"),
    "encoded way out of the static files": _get(b"/static/..%2f..%2f..%2fetc%2fpasswd"),
    "path that is no UTF-8": _get(b"/firma/%ff%fe"),
    "query that is no UTF-8": _get(b"/hledat?q=%ff%fe"),
    "query of raw bytes": _get(b"/hledat?q=\xff\xfe"),
    "header of raw bytes": _get(b"/firma/x", b"Accept-Language: \xff\xfe\r\nX-Forwarded-For: \xff\r\n"),
    "line break in a path": _get(b"/firma/514152%0d%0aX:y"),
    "packed body": _post(b"Content-Encoding: gzip\r\nContent-Length: 2", b"\x1f\x8b"),
}
LARGE = {
    "method of 5 kB": _get(b"/", method=b"A" * 5_000),
    "address of 9 kB, REST": _get(b"/api/v1/vyhledavani?q=" + b"a" * 9_000),
    "address of 9 kB, page": _get(b"/tarify?q=" + b"a" * 9_000),
    "address of 9 kB, MCP": _get(b"/mcp?q=" + b"a" * 9_000, method=b"POST"),
    "address of 60 kB": _get(b"/tarify?q=" + b"a" * 60_000),
    "500 headers": _get(b"/api/health", b"".join(b"X-%d: y\r\n" % number for number in range(500))),
    "header of 200 kB": _get(b"/api/health", b"X: " + b"y" * 200_000 + b"\r\n"),
    "body said to have 10 GB": _post(b"Content-Length: 10000000000", b"{}"),
    "3,000 cookies": _get(b"/", b"Cookie: " + b"a=b; " * 3_000 + b"\r\n"),
    "1,000 ranges": _get(b"/api/v1/firma/45274649", b"Range: bytes=" + b"0-1," * 1_000 + b"\r\n"),
    "10,000 versions": _get(b"/api/v1/firma/45274649", b"If-None-Match: " + b'"a",' * 10_000 + b"\r\n"),
    "5,000 accepted types": _get(b"/api/v1/firma/x", b"Accept: " + b"a/b;q=0.1," * 5_000 + b"\r\n"),
    "5,000 languages": _get(b"/api/v1/firma/x", b"Accept-Language: " + b"cs;q=0.1," * 5_000 + b"\r\n"),
    "6,000 hops": _get(b"/api/v1/firma/45274649", b"X-Forwarded-For: " + b"1.2.3.4," * 6_000 + b"\r\n"),
    "6,000 parameters": _get(b"/hledat?" + b"a&" * 4_000),
}
ALL = SMUGGLING | MISLEADING | LARGE
