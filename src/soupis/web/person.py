"""The page of a person."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from soupis.identifiers import is_person_key
from soupis.queries import persons
from soupis.queries.heavy import is_large
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
        document = self._document(request)
        heavy = self._site.services.heavy
        if days := day_texts(request):
            return await heavy.run(past_page, request, self._site.services, document, days)
        return await heavy.run_if(is_large(document), self._page, request, document)

    def _page(self, request: Request, document: bytes) -> Response:
        profile = persons.decode_profile(document)
        return render(
            request,
            "person.html",
            person=profile,
            party=party_of(profile),
            today=prague_today().isoformat(),
            timeline=build_timeline(relations_of_engagements(profile.angazma), prague_today()),
        )

    def _document(self, request: Request) -> bytes:
        return self._site.person(person_key(request))


def person_key(request: Request) -> str:
    """Return the key in the path; what cannot be one is no page."""
    key: str = request.path_params["klic"]
    if not is_person_key(key):
        raise HTTPException(404)
    return key
