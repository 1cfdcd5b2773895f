"""Where a browser says that a request comes from: the one rule about requests that other sites cause.

Browsers send Sec-Fetch-Site over TLS and on this machine, and Origin with every form; pages can set neither.
"""

from __future__ import annotations

from urllib.parse import urlsplit


def is_same_origin(sec_fetch_site: str | None, origin: str | None, base_url: str) -> bool:
    """Tell whether a page of this site made the request; a browser that says nothing did not prove it.

    For whatever changes something. See "Forms" in docs/accounts.md.
    """
    if sec_fetch_site is not None:
        return sec_fetch_site == "same-origin"
    return origin == origin_of(base_url)


def is_caused_by_another_site(sec_fetch_site: str | None) -> bool:
    """Tell whether a page of another site caused the request: a link, an image, a script there.

    For reading, where a person may as well have typed the URL and an old browser says nothing.
    """
    return sec_fetch_site in ("cross-site", "same-site")


def origin_of(url: str) -> str:
    """Return scheme, host and port of a URL, as the header Origin has them."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
