"""Pages about the service: what they promise works, and who runs it is said only where it is set."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from soupis.app import Application
from soupis.installation import Installation
from soupis.web.service_pages import EXAMPLE_ADDRESS, QUICK_STARTS, quick_starts
from tests.support.installation import copy_of, issue_key
from tests.support.server import Server
from tests.web.dom import parse
from tests.web.site import Samples

# How each example is run, where its language is on the machine.
_RUN = {
    "Shell (curl)": ("sh", "curl"),
    "Python": ("python3",),
    "JavaScript (Node.js)": ("node",),
    "Java": ("java",),
    "PHP": ("php",),
}


@pytest.fixture(scope="module")
def served(
    demo_installation: Installation, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, str]]:
    """Address of a server over data of its own, and an API key there."""
    where = copy_of(demo_installation, tmp_path_factory.mktemp("snippets") / "data")
    key = issue_key(where, "snippets@example.cz", "free")
    with Server(where.directory, tmp_path_factory.mktemp("snippets") / "log") as running:
        yield running.url, key


def run_quick_start(language: str, url: str, key: str, directory: Path) -> subprocess.CompletedProcess[str]:
    """Run the example of a language as the page shows it."""
    for program in _RUN[language]:
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not on this machine")
    (code,) = [start.code for start in quick_starts(url) if start.language == language]
    file = directory / QUICK_STARTS[language]
    file.write_text(code)
    return subprocess.run(
        [_RUN[language][0], str(file)],
        capture_output=True,
        text=True,
        timeout=120,
        env=os.environ | {"SOUPIS_KEY": key},
    )


@pytest.mark.parametrize("language", QUICK_STARTS)
def test_each_quick_start_runs_as_it_stands(served: tuple[str, str], language: str, tmp_path: Path) -> None:
    url, key = served
    done = run_quick_start(language, url, key, tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Budějovický Budvar" in done.stdout
    assert "platce" in done.stdout


@pytest.mark.parametrize("language", QUICK_STARTS)
def test_each_quick_start_checks_the_status_before_it_reads_fields(
    served: tuple[str, str], language: str, tmp_path: Path
) -> None:
    url, _ = served
    done = run_quick_start(language, url, "soupis_wrong", tmp_path)
    assert done.returncode != 0
    printed = done.stdout + done.stderr
    assert '"status":401' in printed.replace('\\"', '"'), printed
    assert not re.search("Warning|Undefined|KeyError|TypeError|Cannot read", printed), printed


def test_examples_show_the_address_of_this_service(client: TestClient) -> None:
    for path in ("/vyvojari", "/asistent", "/en/vyvojari", "/en/asistent"):
        text = client.get(path).text
        assert EXAMPLE_ADDRESS not in text
        assert "https://soupis.test/" in text


def test_settings_of_assistants_are_json_that_leads_here(client: TestClient) -> None:
    page = parse(client.get("/asistent").text)
    written = [text for text in page.xpath("//code/@data-copy") if text.startswith("{")]
    assert len(written) == 2
    for text in written:
        (servers,) = json.loads(text).values()
        assert servers["soupis"]["url"] == "https://soupis.test/mcp"


def test_an_operator_that_said_nothing_is_told_to(client: TestClient) -> None:
    for path in ("/kontakt", "/podminky", "/soukromi"):
        text = client.get(path).text
        assert "SOUPIS_OPERATOR_NAME" in text
        assert "mailto:" not in text


def test_what_the_operator_says_of_itself_stands_on_its_pages(
    site_data: tuple[Installation, Samples],
) -> None:
    said = {
        "operator_name": "Obec <b>Ukázková</b>",
        "operator_ico": "00514152",
        "operator_email": "urad@example.cz",
        "operator_phone": "+420 123 456 789",
    }
    where = Installation(site_data[0].settings.model_copy(update=said))
    with TestClient(Application(where)) as client:
        for path in ("/kontakt", "/en/podminky", "/soukromi"):
            page = parse(client.get(path).text)
            assert "Obec <b>Ukázková</b>" in page.xpath("string(//main)")
            links = page.xpath("//main//a/@href")
            assert "mailto:urad@example.cz" in links
            assert "tel:+420123456789" in links


def test_a_page_that_does_not_exist_offers_a_search(client: TestClient) -> None:
    page = parse(client.get("/nic-takoveho").text)
    assert page.xpath("//main//form[@role='search']//input[@name='q']")
    assert len(page.xpath("//form[@role='search']")) == 1


def test_the_description_of_the_interface_stands_in_the_frame_of_the_site(client: TestClient) -> None:
    for language, prefix in (("cs", ""), ("en", "/en")):
        page = parse(client.get(f"/api/docs?lang={language}").text)
        site = parse(client.get(f"{prefix}/tarify").text)
        pages = [link for link in site.xpath("//header//nav/a/@href") if "/prihlaseni" not in link][:3]
        assert set(pages) <= set(page.xpath("//header//nav/a/@href"))
        assert page.xpath("//header//form/@action") == [f"{prefix}/hledat"]
        footer = set(page.xpath("//footer//a/@href"))
        assert {f"{prefix}/kontakt", f"{prefix}/podminky", f"{prefix}/soukromi"} <= footer
