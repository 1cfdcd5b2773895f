"""Pages that say what the service is: home, tariffs, about the data, status."""

from __future__ import annotations

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from soupis.accounts.quota.tariffs import ANONYMOUS, TARIFFS
from soupis.messages import Message
from soupis.queries.errors import UNREACHABLE
from soupis.queries.freshness import source_states
from soupis.queries.objectives import objectives
from soupis.sources import WIRE_NAMES
from soupis.web.language import language_of
from soupis.web.render import render
from soupis.web.site import Site
from soupis.web.sources import group_runs
from soupis.wire.objectives import Cile


class InfoPages:
    """Endpoints of the home page and of the pages about the service."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def home(self, request: Request) -> Response:
        """Show the search and what there is to be searched."""
        totals = await self._site.totals()
        names = await self._site.code_lists.names("region")
        regions = sorted(totals.counts.kraj.items(), key=lambda item: -item[1])
        return render(
            request,
            "home.html",
            total=totals.companies,
            regions=[(code, names.get(code, Message(code, code)), count) for code, count in regions],
            most=max((count for _, count in regions), default=1),
            is_demo=bool(await self._site.tour()),
        )

    async def tour(self, request: Request) -> Response:
        """Show where to look in the demo; 404 elsewhere."""
        stops = await self._site.tour()
        if not stops:
            raise HTTPException(404)
        return render(request, "tour.html", compress=True, stops=stops)

    async def tariffs(self, request: Request) -> Response:
        """Show the tariffs."""
        return render(request, "tariffs.html", anonymous=ANONYMOUS, tariffs=list(TARIFFS.values()))

    async def about_data(self, request: Request) -> Response:
        """Say where the data comes from, how fresh it is, and what null means."""
        newest: dict[str, str] = {}
        for run in await self._site.source_runs():
            if run.last_success:
                newest[run.source] = max(newest.get(run.source, ""), run.last_success)
        return render(request, "about_data.html", newest=newest)

    async def status(self, request: Request) -> Response:
        """Show how fresh every source is and what failed."""
        return render(
            request,
            "status.html",
            sources=group_runs(await self._site.source_runs()),
            covered={
                state.zdroj: state.pokryti for state in source_states(self._site.services) if state.pokryti
            },
            wire_names=WIRE_NAMES,
            republishing=self._site.services.republishing,
            total=(await self._site.totals()).companies,
            objectives=await self._objectives(english=language_of(request) == "en"),
        )

    async def _objectives(self, *, english: bool) -> Cile | None:
        """Return the objectives with what was measured, None while the accounts database cannot be read."""
        try:
            return await asyncio.to_thread(objectives, self._site.services, english=english)
        except UNREACHABLE:
            return None
