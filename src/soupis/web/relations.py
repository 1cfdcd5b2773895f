"""The relations of a company or a person: the page with picture and table, and the data of the live graph."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from soupis.identifiers import is_person_key, parse_ico
from soupis.queries import companies, persons
from soupis.queries.relation_graph import Path, shortest_path, state_of, surroundings
from soupis.queries.relations import (
    Identity,
    Party,
    Relation,
    RelationsOf,
    current_first,
    party_of,
    party_of_company,
    relations_of,
)
from soupis.queries.services import Services
from soupis.web.company import company_id, number_in, page_number
from soupis.web.graph import build_graph
from soupis.web.graph_data import graph_data
from soupis.web.person import person_key
from soupis.web.render import render, writer_of
from soupis.web.site import Site

_ROWS_ON_PAGE = 100
_MOST_STEPS = 3
_FEWEST, _FEW, MOST_PARTIES = 2, 40, 500
# How many parties have their documents read for one graph: some are large, and the machine is everybody's.
_MOST_READ = 60
_MOST_CANDIDATES = 6
_LONGEST_GOAL = 200


Answer = Callable[[Request, Party], Response]


class Goal(NamedTuple):
    """Where a path shall lead: a party, or those that a written name may mean."""

    text: str
    party: Party | None
    candidates: list[Party]


class RelationPages:
    """Endpoints …/vazby (the page) and …/vazby/graf (its data) of a company and of a person."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def of_company(self, request: Request) -> Response:
        """Show the relations around a company, and the path from it to `cil`."""
        return await self._answer_of_company(request, self._page)

    async def graph_of_company(self, request: Request) -> Response:
        """Answer the graph around a company as JSON, a `Graf`."""
        return await self._answer_of_company(request, self._graph)

    async def of_person(self, request: Request) -> Response:
        """Show the relations around a person, and the path from them to `cil`."""
        return await self._answer_of_person(request, self._page)

    async def graph_of_person(self, request: Request) -> Response:
        """Answer the graph around a person as JSON, a `Graf`."""
        return await self._answer_of_person(request, self._graph)

    async def _answer_of_company(self, request: Request, answer: Answer) -> Response:
        ico = company_id(request)
        if isinstance(ico, Response):
            return ico
        return await self._site.services.in_thread(
            lambda: answer(request, party_of_company(companies.decode_detail(self._site.company(ico))))
        )

    async def _answer_of_person(self, request: Request, answer: Answer) -> Response:
        key = person_key(request)
        return await self._site.services.in_thread(
            lambda: answer(request, party_of(persons.decode_profile(self._site.person(key))))
        )

    def _page(self, request: Request, root: Party) -> Response:
        services = self._site.services
        neighbours = _read_once(services)
        relations = neighbours(root)
        pages = max(1, -(-len(relations) // _ROWS_ON_PAGE))
        page = page_number(request, pages)
        goal = _goal(services, request)
        return render(
            request,
            "relations.html",
            root=root,
            graph=build_graph(root, neighbours),
            state_of=cache(partial(state_of, services)),
            relations=relations[(page - 1) * _ROWS_ON_PAGE : page * _ROWS_ON_PAGE],
            page=page,
            pages=pages,
            goal=goal,
            found=_path(root, goal, neighbours),
        )

    def _graph(self, request: Request, root: Party) -> Response:
        services = self._site.services
        neighbours = _read_once(services)
        steps = number_in(request, "hloubka", 2, 1, _MOST_STEPS)
        most = number_in(request, "nejvice", _FEW, _FEWEST, MOST_PARTIES)
        around = surroundings(root, neighbours, steps=steps, most=most, most_read=_MOST_READ)
        path = _path(root, _goal(services, request), neighbours)
        body = graph_data(writer_of(request), around, partial(state_of, services), path)
        headers = {"Cache-Control": "private, no-cache", "X-Robots-Tag": "noindex"}
        return Response(body, media_type="application/json", headers=headers)


def _read_once(services: Services) -> Callable[[Party], list[Relation]]:
    """Return what looks up the relations of a party, those that last first, once in a request."""
    read: dict[Identity, list[Relation]] = {}

    def neighbours(party: Party) -> list[Relation]:
        if party.identity not in read:
            read[party.identity] = current_first(relations_of(services, party))
        return read[party.identity]

    return neighbours


def _path(root: Party, goal: Goal | None, neighbours: RelationsOf) -> Path | None:
    return shortest_path(root, goal.party, neighbours) if goal and goal.party else None


def _goal(services: Services, request: Request) -> Goal | None:
    """Return where `cil` leads: a company ID, the key of a person, or a name; None without it."""
    text = " ".join(request.query_params.get("cil", "").split())[:_LONGEST_GOAL]
    if not text:
        return None
    if is_person_key(text):
        person = services.documents.person(text)
        return Goal(text, party_of(persons.decode_profile(person.body)) if person else None, [])
    if ico := parse_ico(text.replace(" ", "")):
        company = services.documents.company(ico)
        return Goal(text, party_of_company(companies.decode_detail(company.body)) if company else None, [])
    people = [party_of(item) for item in persons.suggest(services, text, _MOST_CANDIDATES // 2)]
    firms = [Party("company", item.ico, item.obchodni_jmeno) for item in companies.suggest(services, text)]
    candidates = [*people, *firms][:_MOST_CANDIDATES]
    is_id = text.upper().removeprefix("CZ").isdigit()
    if is_id and len(candidates) == 1:
        return Goal(text, candidates[0], [])
    return Goal(text, None, candidates)
