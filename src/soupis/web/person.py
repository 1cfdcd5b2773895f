"""The page of a person and the graph of the person's relations."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from soupis.identifiers import is_person_key
from soupis.queries.relations import party_of, relations_of_engagements
from soupis.times import prague_today
from soupis.web.company import answer_relations
from soupis.web.render import render
from soupis.web.site import Site
from soupis.web.timeline import build_timeline
from soupis.wire.person import OsobaProfil


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
            timeline=build_timeline(relations_of_engagements(profile.angazma), prague_today()),
        )

    async def relations(self, request: Request) -> Response:
        """Show the graph and table of relations around a person."""
        return answer_relations(request, self._site, party_of(self._profile(request)))

    def _profile(self, request: Request) -> OsobaProfil:
        key = request.path_params["klic"]
        if not is_person_key(key):
            raise HTTPException(404)
        return self._site.person(key)
