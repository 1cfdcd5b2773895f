"""Redirect URIs: which ones an application may register, and when two are the same."""

from __future__ import annotations

import re
from ipaddress import ip_address
from urllib.parse import SplitResult, urlencode, urlsplit, urlunsplit

MAX_REDIRECT_URIS = 20
MAX_LENGTH = 500
# Schemes that programs claim on a computer. Those with a dot are a domain (RFC 8252); the others are
# the editors' own. Anything else could be one that a browser itself runs, like javascript:.
_KNOWN_SCHEMES = {"cursor", "vscode", "vscode-insiders", "windsurf", "zed", "claude"}
_DOMAIN_SCHEME = re.compile(r"[a-z][a-z0-9-]*(\.[a-z0-9][a-z0-9-]*)+")
_NETWORK_LOCATION = re.compile(r"([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?", re.ASCII)
_SAFE = re.compile(r"[\x21-\x7e]+")


def is_acceptable(uri: str) -> bool:
    """Tell whether an application may register this URI: https, http to this computer, a program's scheme."""
    parts = _split(uri)
    if parts is None or len(uri) > MAX_LENGTH or parts.fragment or "#" in uri:
        return False
    if parts.scheme in ("http", "https"):
        # Nothing but a host and a port, because this part is shown to people and put into headers.
        plain = _NETWORK_LOCATION.fullmatch(parts.netloc) is not None
        return plain and (parts.scheme == "https" or is_loopback(uri))
    return parts.scheme in _KNOWN_SCHEMES or _DOMAIN_SCHEME.fullmatch(parts.scheme) is not None


def is_loopback(uri: str) -> bool:
    """Tell whether a URI leads to a program on the user's own computer over http."""
    parts = _split(uri)
    if parts is None or parts.scheme != "http" or not parts.hostname:
        return False
    if parts.hostname == "localhost":
        return True
    try:
        return ip_address(parts.hostname).is_loopback
    except ValueError:
        return False


def is_registered(registered: tuple[str, ...], uri: str) -> bool:
    """Tell whether a URI is one of those registered: letter by letter, on loopback with any port."""
    if uri in registered:
        return True
    if not is_loopback(uri) or not is_acceptable(uri):
        return False
    return _without_port(uri) in {_without_port(other) for other in registered if is_loopback(other)}


def host_of(uri: str) -> str:
    """Return what to show people of where the code goes: the host, or the scheme of a program."""
    parts = urlsplit(uri)
    if parts.scheme in ("http", "https"):
        return parts.hostname or ""
    return f"{parts.scheme}:"


def with_query(uri: str, **values: str | None) -> str:
    """Return a URI with parameters added to those it has."""
    parts = urlsplit(uri)
    added = urlencode({name: value for name, value in values.items() if value is not None})
    return urlunsplit(parts._replace(query=f"{parts.query}&{added}" if parts.query else added))


def _without_port(uri: str) -> tuple[str | None, str, str]:
    parts = urlsplit(uri)
    return parts.hostname, parts.path, parts.query


def _split(uri: str) -> SplitResult | None:
    # Spaces and control characters would be read differently by different readers.
    if not _SAFE.fullmatch(uri) or "\\" in uri:
        return None
    try:
        parts = urlsplit(uri)
        parts.port  # noqa: B018 - raises for a wrong one
    except ValueError:
        return None
    return parts if parts.scheme else None
