"""Remembering the light or dark look for readers without JavaScript."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

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
    form = await request.form(max_files=0, max_fields=4)
    look = form.get("vzhled")
    back = form.get("zpet")
    answer = RedirectResponse(local_target(back if isinstance(back, str) else None), 303)
    if look in _LOOKS:
        answer.set_cookie(
            THEME_COOKIE,
            str(look),
            max_age=_YEAR,
            samesite="lax",
            secure=base_url_of(request).startswith("https://"),
        )
    return answer
