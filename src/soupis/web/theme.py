"""Remembering the light or dark look for readers without JavaScript."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from soupis.accounts.forms import FormError, read_form
from soupis.web.render import THEME_COOKIE, base_url_of

_YEAR = 31_536_000
_LOOKS = ("svetly", "tmavy")


def local_target(text: str | None, default: str = "/") -> str:
    """Return where to go on this site; anything that could lead elsewhere becomes the default."""
    if not text or not text.startswith("/") or text.startswith(("//", "/\\")):
        return default
    return default if any(char < " " or char in "\\\x7f" for char in text) else text


async def set_theme(request: Request) -> Response:
    """Remember the look that the form asks for and go back."""
    try:
        form = await read_form(request)
    except FormError as error:
        raise HTTPException(error.status) from None
    look = form.get("vzhled")
    answer = RedirectResponse(local_target(form.get("zpet")), 303)
    if look in _LOOKS:
        answer.set_cookie(
            THEME_COOKIE,
            look,
            max_age=_YEAR,
            samesite="lax",
            secure=base_url_of(request).startswith("https://"),
        )
    return answer
