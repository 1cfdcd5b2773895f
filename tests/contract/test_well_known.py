"""What /.well-known/ says."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from tests.support.callers import Caller
from tests.support.server import Server


def test_api_catalog_leads_to_description_and_documentation(anonymous: Caller, server: Server) -> None:
    answer = anonymous.get("/.well-known/api-catalog")
    assert answer.headers["content-type"].startswith("application/linkset+json")
    assert "rfc9727" in answer.headers["content-type"]
    (entry,) = answer.json()["linkset"]
    assert entry["anchor"] == f"{server.url}/api/v1/"
    for relation in ("service-desc", "service-doc", "status"):
        (link,) = entry[relation]
        target = anonymous.http.get(link["href"])
        assert target.status_code == 200
        assert target.headers["content-type"].startswith(link["type"])


def test_api_catalog_answers_head_with_a_link_to_itself(anonymous: Caller) -> None:
    answer = anonymous.http.head("/.well-known/api-catalog")
    assert answer.status_code == 200
    assert 'rel="api-catalog"' in answer.headers["link"]


def test_security_txt_has_contact_and_an_expiry_that_has_not_passed(anonymous: Caller) -> None:
    answer = anonymous.get("/.well-known/security.txt")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in answer.text.splitlines())
    assert fields["Contact"].startswith("mailto:security@")
    left = datetime.fromisoformat(fields["Expires"]) - datetime.now(UTC)
    assert timedelta(days=30) < left < timedelta(days=365)
    assert fields["Canonical"].endswith("/.well-known/security.txt")


def test_change_password_leads_to_the_account(anonymous: Caller) -> None:
    answer = anonymous.get("/.well-known/change-password")
    assert answer.status_code == 302
    assert answer.headers["location"] == "/ucet"
