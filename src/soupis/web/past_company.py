"""The page of a company as of a day."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from soupis.queries import companies
from soupis.queries.as_of import company_as_of, days_of_change
from soupis.queries.relations import party_of_company
from soupis.web.day_axis import asked_day, build_axis
from soupis.web.page_budget import rows_of_each, texts_that_fit
from soupis.web.render import render
from soupis.web.site import Site
from soupis.wire.acting import acting
from soupis.wire.acting_words import sentence
from soupis.wire.states import INSOLVENT


def past_page(request: Request, site: Site, ico: int, days: list[str]) -> Response:
    """Show a company as of the day of the parameter, or what is wrong with that."""
    detail = companies.decode_detail(site.company(ico, viewed=True))
    day, today, wrong = asked_day(days)
    firm = company_as_of(detail, day)
    bodies = [*(firm.statutarni_organy or ()), *(firm.ostatni_organy or ())]
    tables = [*(body.clenove for body in bodies), firm.spolecnici or (), firm.odstepne_zavody or ()]
    found = acting(firm, day)
    return render(
        request,
        "past_company.html",
        status=400 if wrong else 200,
        now=detail,
        firm=firm,
        acting=sentence(found) if found else None,
        insolvent_states=INSOLVENT,
        most=rows_of_each(map(len, tables)),
        texts_that_fit=texts_that_fit,
        party=party_of_company(detail),
        day=day,
        latest=today,
        wrong=wrong,
        axis=build_axis(days_of_change(detail), day, today),
    )
