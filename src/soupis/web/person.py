"""The page of a person."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from soupis.identifiers import is_person_key
from soupis.queries import persons
from soupis.queries.relations import party_of, relations_of_engagements
from soupis.times import prague_today
from soupis.web.day_axis import day_texts
from soupis.web.past_person import past_page
from soupis.web.render import render
from soupis.web.site import Site
from soupis.web.timeline import build_timeline


class PersonPages:
    """Endpoints below /osoba/."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def detail(self, request: Request) -> Response:
        """Show a person with all engagements, or those of a day."""
        services, key = self._site.services, person_key(request)
        if days := day_texts(request):
            return await services.in_thread(past_page, request, self._site, key, days)
        return await services.read(self._page, request, key)

    def _page(self, request: Request, key: str) -> Response:
        profile = persons.decode_profile(self._site.person(key))
        return render(
            request,
            "person.html",
            person=profile,
            party=party_of(profile),
            today=prague_today().isoformat(),
            timeline=build_timeline(relations_of_engagements(profile.angazma), prague_today()),
        )


def person_key(request: Request) -> str:
    """Return the key in the path; what cannot be one is no page."""
    key: str = request.path_params["klic"]
    if not is_person_key(key):
        raise HTTPException(404)
    return key
