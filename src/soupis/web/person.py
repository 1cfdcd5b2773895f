"""The page of a person and the graph of the person's ties."""

from __future__ import annotations

import re

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from soupis.queries.relations import party_of, ties_of_engagements
from soupis.web.company import answer_ties, today
from soupis.web.render import render
from soupis.web.site import Site
from soupis.web.timeline import build_timeline
from soupis.wire.person import OsobaProfil

_KEY = re.compile(r"[a-z0-9-]+-\d{4}-[0-9a-f]{6}", re.ASCII)


class PersonPages:
    """Endpoints below /osoba/."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def detail(self, request: Request) -> Response:
        """Show a person with all engagements."""
        profile = self._profile(request)
        return render(
            request,
            "person.html",
            compress=True,
            person=profile,
            party=party_of(profile),
            timeline=build_timeline(ties_of_engagements(profile.angazma), today()),
        )

    async def ties(self, request: Request) -> Response:
        """Show the graph and table of ties around a person."""
        return answer_ties(request, self._site, party_of(self._profile(request)))

    def _profile(self, request: Request) -> OsobaProfil:
        key = request.path_params["klic"]
        if not _KEY.fullmatch(key):
            raise HTTPException(404)
        return self._site.person(key)
