"""The page of a person as of a day."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from soupis.queries import persons
from soupis.queries.person_as_of import days_of_change, person_as_of
from soupis.queries.relations import party_of
from soupis.web.day_axis import asked_day, build_axis
from soupis.web.render import render
from soupis.web.site import Site


def past_page(request: Request, site: Site, key: str, days: list[str]) -> Response:
    """Show a person as of the day of the parameter, or what is wrong with that."""
    profile = persons.decode_profile(site.person(key))
    companies = persons.companies_of(site.services, profile)
    day, today, wrong = asked_day(days)
    return render(
        request,
        "past_person.html",
        status=400 if wrong else 200,
        person=person_as_of(profile, companies, day),
        party=party_of(profile),
        day=day,
        latest=today,
        wrong=wrong,
        axis=build_axis(days_of_change(profile, companies), day, today),
    )
