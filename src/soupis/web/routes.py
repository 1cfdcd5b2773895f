"""The addresses of the web site's public pages."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Engine
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from soupis.queries.services import Provider
from soupis.web.company import CompanyPages
from soupis.web.comparison import ComparisonPages
from soupis.web.crawlers import CrawlerFiles
from soupis.web.downloads import Downloads
from soupis.web.info import InfoPages
from soupis.web.language import both_languages
from soupis.web.operator import Operator
from soupis.web.payment_page import PaymentPages
from soupis.web.person import PersonPages
from soupis.web.receipt import ReceiptPages
from soupis.web.relations import RelationPages
from soupis.web.results import ResultPages
from soupis.web.service_pages import ServicePages
from soupis.web.site import Site
from soupis.web.static_files import answer_static, static_address
from soupis.web.statistics import StatisticsPages
from soupis.web.suggestions import Suggestions
from soupis.web.theme import set_theme


def web_routes(services: Provider, engine: Callable[[], Engine], operator: Operator) -> list[BaseRoute]:
    """Return the routes of the public pages; `engine` gives the system of record (code lists, freshness)."""
    site = Site(services, engine)
    info, results = InfoPages(site), ResultPages(site)
    company, person, crawlers = CompanyPages(site), PersonPages(site), CrawlerFiles(site)
    relations = RelationPages(site)
    service, suggestions = ServicePages(operator), Suggestions(site)
    statistics = StatisticsPages(site)
    payment, comparison = PaymentPages(site), ComparisonPages(site)
    downloads = Downloads(site)
    pages = [
        Route("/", info.home),
        Route("/hledat", results.search),
        Route("/hledat.csv", downloads.search),
        Route("/statistiky", statistics.page),
        Route("/statistiky/{table}.csv", statistics.table),
        Route("/navrhy", suggestions.answer),
        Route("/firma/{ico}.csv", downloads.company),
        Route("/firma/{ico}", company.detail),
        Route("/firma/{ico}/osoby", company.people),
        Route("/firma/{ico}/zapisy", company.entries),
        Route("/firma/{ico}/listiny", company.filings),
        Route("/firma/{ico}/vazby", relations.of_company),
        Route("/firma/{ico}/vazby/graf", relations.graph_of_company),
        Route("/firma/{ico}/platba", payment.payment),
        Route("/firma/{ico}/overeni", company.verify, methods=["POST"]),
        Route("/osoba/{klic}", person.detail),
        Route("/osoba/{klic}/vazby", relations.of_person),
        Route("/osoba/{klic}/vazby/graf", relations.graph_of_person),
        Route("/porovnani", comparison.compare),
        Route("/tarify", info.tariffs),
        Route("/o-datech", info.about_data),
        Route("/stav", info.status),
        Route("/doklad", ReceiptPages(site).page, methods=["GET", "POST"]),
        Route("/ukazka", info.tour),
        Route("/asistent", service.assistant),
        Route("/vyvojari", service.developers),
        Route("/kontakt", service.contact),
        Route("/podminky", service.terms),
        Route("/soukromi", service.privacy),
        Route("/vzhled", set_theme, methods=["POST"]),
    ]
    return [
        Route("/static/{name}", answer_static),
        Route("/favicon.ico", _favicon),
        Route("/robots.txt", crawlers.robots),
        Route("/sitemap.xml", crawlers.index),
        Route("/sitemap-stranky.xml", crawlers.pages),
        Route("/sitemap-firmy-{number:int}.xml", crawlers.companies),
        Route("/en", _english_home),
        *both_languages(pages),
    ]


async def _english_home(request: Request) -> Response:
    return RedirectResponse(str(request.url.replace(scheme="", netloc="", path="/en/")), 308)


async def _favicon(_request: Request) -> Response:
    return RedirectResponse(static_address("favicon.svg"), 308)
