"""robots.txt, the sitemap and the limit of pages."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import func, select
from starlette.testclient import TestClient

from soupis.installation import Installation
from soupis.store.engine import reading
from soupis.store.tables import company_document
from soupis.web import security_middleware
from soupis.web.limiter import PageLimiter
from tests.web.site import Samples, compose


def test_the_sitemap_lists_every_company_once(
    client: TestClient, site_data: tuple[Installation, Samples]
) -> None:
    files = re.findall(
        r"<loc>https://soupis\.test(/sitemap-firmy-\d+\.xml)</loc>", client.get("/sitemap.xml").text
    )
    listed: list[str] = []
    for file in files:
        found = re.findall(r"<loc>https://soupis\.test/firma/(\d{8})</loc>", client.get(file).text)
        assert 0 < len(found) <= 50_000, file
        listed += found
    with reading(site_data[0].engine) as connection:
        total = connection.scalar(select(func.count()).select_from(company_document))
    assert len(listed) == len(set(listed)) == total


def test_pages_about_the_service_are_in_the_sitemap_in_both_languages(client: TestClient) -> None:
    text = client.get("/sitemap-stranky.xml").text
    assert "<loc>https://soupis.test/tarify</loc>" in text
    assert "<loc>https://soupis.test/en/tarify</loc>" in text
    assert client.get("/sitemap-firmy-200.xml").status_code == 404


def test_robots_are_shown_the_sitemap_and_kept_off_results(client: TestClient) -> None:
    lines = client.get("/robots.txt").text.splitlines()
    assert "Sitemap: https://soupis.test/sitemap.xml" in lines
    assert "Disallow: /hledat" in lines
    assert "Disallow: /en/ucet" in lines
    assert not any(line == "Disallow: /" for line in lines)


def test_an_address_that_reads_too_many_pages_is_told_so(site_data: tuple[Installation, Samples]) -> None:
    where, samples = site_data
    with TestClient(compose(where, "https://soupis.test", pages_per_minute=2)) as client:
        for _ in range(2):
            assert client.get("/tarify").status_code == 200
        refused = client.get("/tarify")
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) >= 1
        assert "Příliš mnoho stránek za minutu" in refused.text
        assert "content-security-policy" in refused.headers
        # What a page loads, and the API with its own limits, are not pages.
        assert client.get("/static/site.css").status_code == 200
        assert client.get("/api/suggest?q=praha").status_code == 200
        assert client.get(f"/api/v1/firma/{samples.ordinary}").status_code == 200


def test_the_addresses_of_an_ipv6_48_read_ten_times_as_many_pages(
    site_data: tuple[Installation, Samples], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def no_pause() -> None:
        """Refuse at once: in the seconds of the pause a page would come back."""

    monkeypatch.setattr(security_middleware, "pause_before_refusal", no_pause)
    app = compose(site_data[0], "https://soupis.test", pages_per_minute=2)

    def page(address: str) -> int:
        with_address = TestClient(app, client=(address, 50_000))
        with_address.portal = started.portal  # of one process
        return with_address.get("/tarify").status_code

    with TestClient(app) as started:
        statuses = [page(f"2001:db8:1:{number:x}::1") for number in range(11) for _ in range(2)]
        other = page("2001:db8:2::1")
    assert statuses == [200] * 20 + [429] * 2
    assert other == 200


def test_the_limit_fills_up_again_with_time_and_each_address_has_its_own() -> None:
    now = 0.0
    limiter = PageLimiter(60, lambda: now)
    assert [limiter.take("a") for _ in range(61)] == [0] * 60 + [1]
    assert limiter.take("b") == 0
    now = 2.0
    assert [limiter.take("a") for _ in range(3)] == [0, 0, 1]
    now = 1_000.0
    assert [limiter.take("a") for _ in range(61)].count(0) == 60


def test_many_addresses_do_not_fill_the_memory() -> None:
    limiter = PageLimiter(60, lambda: 0.0)
    for number in range(60_000):
        limiter.take(str(number))
    assert len(limiter._buckets) <= 50_000
