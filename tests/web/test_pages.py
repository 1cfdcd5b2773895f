"""Every page: it answers in both languages, keeps to the security policy, and leads nowhere that is not."""

from __future__ import annotations

import json
import re
import struct
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from sqlalchemy import create_engine
from starlette.testclient import TestClient

from soupis.app import Application
from soupis.installation import Installation
from tests.web.dom import parse
from tests.web.site import Samples, compose

_ERRORS = {"not-found": 404, "results-wrong": 400, "results-unclear-town": 400, "payment-wrong": 400}
_ELSEWHERE = ("/api/docs", "/ucet", "/prihlaseni", "/registrace")  # pages of other rooms
_CONTROL = re.compile("[\u202a-\u202e\u2066-\u2069]")


@pytest.fixture(scope="session")
def pages(client: TestClient, samples: Samples) -> dict[str, Any]:
    """All pages, parsed, by name and language."""
    found = {}
    for name, path in samples.pages.items():
        for prefix in ("", "/en"):
            answer = client.get(prefix + path)
            assert answer.status_code == _ERRORS.get(name, 200), (name, answer.text[:500])
            found[f"{name}{prefix}"] = parse(answer.text)
    return found


def test_every_page_has_one_heading_a_language_and_a_title(pages: dict[str, Any]) -> None:
    for name, page in pages.items():
        assert len(page.xpath("//h1")) == 1, name
        assert page.get("lang") == ("en" if name.endswith("/en") else "cs"), name
        assert page.xpath("string(//head/title)").endswith("Soupis") or name.startswith("home"), name


def test_every_page_names_its_canonical_address_and_its_other_language(pages: dict[str, Any]) -> None:
    for name, page in pages.items():
        (canonical,) = page.xpath("//link[@rel='canonical']/@href")
        alternates = {link.get("hreflang"): link.get("href") for link in page.xpath("//link[@hreflang]")}
        own = "en" if name.endswith("/en") else "cs"
        assert canonical == alternates[own], name
        assert alternates["x-default"] == alternates["cs"], name
        assert urlsplit(alternates["en"]).path.removeprefix("/en") == urlsplit(alternates["cs"]).path, name


def test_no_page_holds_inline_script_or_style_or_loads_anything_from_elsewhere(
    pages: dict[str, Any],
) -> None:
    for name, page in pages.items():
        assert not page.xpath("//style | //*[@style] | //iframe | //object | //embed"), name
        handlers = [key for node in page.iter() for key in node.attrib if str(key).lower().startswith("on")]
        assert not handlers, (name, handlers)
        for script in page.xpath("//script"):
            assert script.get("type") == "application/ld+json" or script.get("src", "").startswith("/static/")
        for source in page.xpath(
            "//img/@src | //link[@rel='stylesheet' or @rel='icon']/@href | //script/@src"
        ):
            assert source.startswith("/static/"), (name, source)


def test_links_of_all_pages_lead_somewhere(pages: dict[str, Any], client: TestClient) -> None:
    targets = set()
    for name, page in pages.items():
        if name.removesuffix("/en") in _ERRORS:
            continue  # the other language of a wrong page is wrong as well
        for link in page.xpath("//a/@href | //form[not(@method='post')]/@action"):
            if re.search(r"/hledat\.csv|/firma/\d+\.csv", link):
                continue  # they cost units, and a search needs a criterion: test_downloads.py
            parts = urlsplit(urljoin("https://soupis.test/", link))
            bare = parts.path.removeprefix("/en") if parts.path.startswith("/en/") else parts.path
            if parts.netloc == "soupis.test" and not bare.startswith((*_ELSEWHERE, "/api/")):
                # The pages of the same kind are one page to this test.
                kind = re.sub(r"\d{8}|/osoba/[^/?]+", "·", parts.path) + str(sorted(parts.query))[:20]
                targets.add((kind, parts.path + (f"?{parts.query}" if parts.query else "")))
        assert page.xpath("//main"), name
    seen = set()
    for kind, target in sorted(targets):
        if kind not in seen:
            seen.add(kind)
            assert client.get(target).status_code in (200, 303, 308), target
    assert len(seen) > 20


def test_pages_come_with_a_strict_policy(client: TestClient) -> None:
    headers = client.get("/").headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert headers["x-content-type-options"] == "nosniff"
    assert "referrer-policy" in headers
    assert "permissions-policy" in headers
    assert headers["strict-transport-security"].startswith("max-age=")


def test_transport_security_is_demanded_only_behind_tls(site_data: tuple[Installation, Samples]) -> None:
    with TestClient(compose(site_data[0], "http://127.0.0.1:8000")) as plain:
        answer = plain.get("/")
    assert "strict-transport-security" not in answer.headers
    assert "content-security-policy" in answer.headers


def test_error_pages_bear_the_policy_too(client: TestClient) -> None:
    answer = client.get("/nic-takoveho")
    assert answer.status_code == 404
    assert "content-security-policy" in answer.headers


def test_a_failure_shows_a_page_without_details(site_data: tuple[Installation, Samples]) -> None:
    where, samples = site_data
    app = compose(where, "https://x.test")
    app.open()
    documents = app.services().documents
    app.services().documents = None  # type: ignore[assignment]
    try:
        answer = TestClient(app, raise_server_exceptions=False).get(f"/en/firma/{samples.ordinary}")
    finally:
        app.services().documents = documents
        app.close()
    assert answer.status_code == 500
    assert "Something went wrong on our side" in answer.text
    assert "sqlite" not in answer.text.lower()
    assert "content-security-policy" in answer.headers


def test_an_unreachable_database_is_said_to_be_so(site_data: tuple[Installation, Samples]) -> None:
    where, samples = site_data
    app = compose(where, "https://x.test")
    app.open()
    app.services().documents.close()
    try:
        answer = TestClient(app, raise_server_exceptions=False).get(f"/firma/{samples.ordinary}")
    finally:
        app.close()
    assert answer.status_code == 502
    assert int(answer.headers["retry-after"]) > 0
    assert "Databáze je právě nedostupná" in answer.text
    assert "sqlite" not in answer.text.lower()


def test_an_id_without_leading_zeros_leads_to_the_company(client: TestClient) -> None:
    answer = client.get("/en/firma/514152/vazby")
    assert (answer.status_code, answer.headers["location"]) == (308, "/en/firma/00514152/vazby")


@pytest.mark.parametrize(
    "path", ["/firma/abc", "/firma/123456789", "/firma/99999999", "/osoba/x", "/osoba/a-b-1980-ffffff"]
)
def test_what_no_register_knows_is_not_found(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_a_company_page_takes_at_most_60_kb_with_everything_it_loads(
    client: TestClient, samples: Samples
) -> None:
    for path in (samples.pages["company"], samples.pages["company-real"], samples.pages["company-hostile"]):
        answer = client.get(path)
        page = parse(answer.text)
        sizes = [int(answer.headers["content-length"])]
        loaded = page.xpath("//script/@src | //link[@rel='stylesheet' or @rel='icon']/@href")
        sizes += [int(client.get(source).headers["content-length"]) for source in loaded]
        assert sum(sizes) <= 60_000, (path, sizes)


def test_static_files_are_kept_for_ever_under_the_address_of_their_content(client: TestClient) -> None:
    (address,) = parse(client.get("/").text).xpath("//link[@rel='stylesheet']/@href")
    exact, other = client.get(address), client.get("/static/site.css?v=old")
    assert "immutable" in exact.headers["cache-control"]
    assert "immutable" not in other.headers["cache-control"]
    assert client.get(address, headers={"If-None-Match": exact.headers["etag"]}).status_code == 304
    assert client.get("/static/../render.py").status_code == 404
    assert client.get("/static/none.css").status_code == 404


def test_shared_links_come_with_a_picture_of_this_service(pages: dict[str, Any], client: TestClient) -> None:
    for name, page in pages.items():
        described = {meta.get("property"): meta.get("content") for meta in page.xpath("//meta[@property]")}
        address = described["og:image"]
        assert address.startswith("https://soupis.test/static/"), name
        assert described["og:image:alt"], name
        picture = client.get(address)
        assert picture.headers["content-type"] == described["og:image:type"] == "image/png"
        assert "content-encoding" not in picture.headers
        size = struct.unpack(">II", picture.content[16:24])
        assert size == (int(described["og:image:width"]), int(described["og:image:height"])), name
        assert len(picture.content) <= 40_000


def test_the_status_page_says_each_source_in_one_line_and_shows_what_failed(pages: dict[str, Any]) -> None:
    sources = pages["status"].xpath("//main//details")
    names = [source.xpath("string(summary/span[@class='source-name'])") for source in sources]
    assert len(names) == len(set(names)) >= 5
    for source in sources:
        failed = "nepovedlo se" in source.xpath("string(summary)")
        assert failed == (source.get("open") is not None)
        assert failed == (source.xpath("string(summary/span[1])") == "Insolvenční rejstřík")
    assert not pages["status"].xpath("//*[contains(., 'mirror.internal')]")


def test_a_hostile_name_breaks_no_page(client: TestClient, samples: Samples) -> None:
    paths = ("company-hostile", "ties-hostile")
    for path in (
        *(samples.pages[name] for name in paths),
        "/hledat?q=alert",
        f"/firma/{samples.hostile}/osoby",
    ):
        text = client.get(path).text
        assert "<script>alert" not in text, path
        assert "<img src=x" not in text, path
        assert "<svg onload" not in text, path
        assert "49" not in re.findall(r"\{\{|&lt;/script&gt;[^<]{0,40}\b49\b", text), path
        page = parse(text)
        assert len(page.xpath("//head/title")) == 1
        assert not _CONTROL.search(page.xpath("string(//head/title)")), path
        for attribute in page.xpath("//meta/@content | //@aria-label | //@data-copy"):
            assert not _CONTROL.search(attribute), (path, attribute)


def test_a_hostile_name_is_shown_whole_and_isolated(client: TestClient, samples: Samples) -> None:
    page = parse(client.get(f"/firma/{samples.hostile}").text)
    (heading,) = page.xpath("//h1/bdi")
    assert heading.text_content().startswith('<script>alert(1)</script> "O\'Neil" & {{ 7*7 }}')
    assert len(heading.text_content()) > 300


def test_structured_data_is_json_that_cannot_leave_its_element(client: TestClient, samples: Samples) -> None:
    page = parse(client.get(f"/firma/{samples.hostile}").text)
    (text,) = page.xpath("//script[@type='application/ld+json']/text()")
    assert not set("<>&\u2028") & set(text)
    described = json.loads(text)
    assert described["@type"] == "Organization"
    assert described["identifier"]["value"] == samples.hostile
    assert described["name"].startswith("<script>alert(1)</script>")


def test_people_are_kept_from_search_engines_and_companies_are_not(
    pages: dict[str, Any],
) -> None:
    for name in ("person", "person-ties", "persons", "results"):
        assert "noindex" in pages[name].xpath("string(//meta[@name='robots']/@content)"), name
    assert not pages["company"].xpath("//meta[@name='robots']")


def test_the_look_is_remembered_without_script_and_never_leads_elsewhere(client: TestClient) -> None:
    answer = client.post("/vzhled", data={"vzhled": "tmavy", "zpet": "/tarify"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/tarify")
    assert "vzhled=tmavy" in answer.headers["set-cookie"]
    dark = client.get("/", headers={"Cookie": "vzhled=tmavy"})
    assert 'data-theme="dark"' in dark.text
    for elsewhere in ("//evil.test", "https://evil.test", "/\\evil.test", "/\t/evil.test", "evil", ""):
        answer = client.post("/vzhled", data={"vzhled": "tmavy", "zpet": elsewhere})
        assert answer.headers["location"] == "/", elsewhere
    client.cookies.clear()


def test_names_of_codes_are_english_on_english_pages(client: TestClient) -> None:
    czech, english = client.get("/firma/45274649").text, client.get("/en/firma/45274649").text
    assert "Akciová společnost" in czech
    assert "Joint-stock company" in english
    assert "Akciová společnost" not in english
    assert "Prague, the Capital City" in english


def test_pages_do_without_the_system_of_record(
    site_data: tuple[Installation, Samples],
) -> None:
    """A node answers from its own files; where names of codes cannot be read, it shows codes."""
    samples = site_data[1]
    where = Installation(site_data[0].settings)
    where.engine = create_engine("postgresql+psycopg://nobody@127.0.0.1:1/nothing")
    with TestClient(Application(where)) as client:
        for path in ("/", "/hledat?q=praha", f"/en/firma/{samples.ordinary}", f"/osoba/{samples.person}"):
            assert client.get(path).status_code == 200, path
        assert "prázdná" not in client.get("/").text


def test_the_english_pages_are_found_without_the_last_slash(client: TestClient) -> None:
    answer = client.get("/en?x=1", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (308, "/en/?x=1")
