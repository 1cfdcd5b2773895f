"""What an attacker or a broken client may try in the OAuth flow, against the running server."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

from soupis.oauth.grants import s256
from tests.mcp_server.conftest import Site
from tests.mcp_server.flow import REDIRECT, Flow, arrived


@pytest.fixture
def flow(site: Site) -> Flow:
    return Flow(site)


# --- the request for consent ---


def test_the_right_way_works(flow: Flow) -> None:
    tokens = flow.tokens()
    assert flow.status(tokens["access_token"]) == 200
    assert (tokens["token_type"], tokens["expires_in"], tokens["scope"]) == ("Bearer", 3600, "registry:read")


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge_method": None}, "invalid_request"),
        ({"code_challenge": None}, "invalid_request"),
        ({"code_challenge": "short"}, "invalid_request"),
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"resource": "https://other.example/mcp"}, "invalid_target"),
    ],
)
def test_a_weakened_request_goes_back_with_an_error_and_no_code(
    flow: Flow, changes: dict[str, str | None], error: str
) -> None:
    answer = flow.show(**changes)
    assert answer.status_code == 303
    assert answer.headers["location"].startswith(f"{REDIRECT}?")
    got = arrived(answer)
    assert (got["error"], got["state"], got["iss"]) == ([error], ["some state"], [flow.site.url])
    assert "code" not in got


def test_a_form_cannot_be_weakened_after_it_was_shown(flow: Flow) -> None:
    form = flow.form()
    for name, value in (
        ("redirect_uri", "https://evil.example/callback"),
        ("code_challenge", s256("attacker")),
        ("code_challenge_method", "plain"),
        ("client_id", "client-of-somebody-else"),
        ("state", "other state"),
    ):
        assert flow.decide({**form, name: value}).status_code == 403
    assert flow.decide(form).status_code == 303


@pytest.mark.parametrize(
    "redirect_uri",
    [
        "https://evil.example/callback",
        f"{REDIRECT}/../evil",
        f"{REDIRECT}?next=evil",
        f"{REDIRECT}#fragment",
        "https://app.example.evil.example/callback",
        "https://app.example@evil.example/callback",
        "https://APP.example/callback",
        "javascript:alert(1)",
        "http://app.example/callback",
    ],
)
def test_an_answer_goes_only_to_an_address_registered_letter_by_letter(flow: Flow, redirect_uri: str) -> None:
    answer = flow.show(redirect_uri=redirect_uri)
    assert answer.status_code == 400
    assert "location" not in answer.headers


def test_an_unknown_application_is_told_to_the_person_only(flow: Flow) -> None:
    answer = flow.show(client_id="client-nobody-knows")
    assert answer.status_code == 400
    assert "location" not in answer.headers
    assert "neznáme" in answer.text


def test_a_parameter_given_twice_is_refused(flow: Flow) -> None:
    with flow.site.browser(flow.person) as browser:
        query = [*flow.parameters().items(), ("redirect_uri", "https://evil.example/")]
        assert browser.get("/oauth/authorize", params=query).status_code == 400  # type: ignore[arg-type]


def test_a_program_on_this_computer_may_listen_on_any_port(site: Site) -> None:
    flow = Flow(site, ("http://127.0.0.1/callback", "http://localhost:33418/"))
    for uri in ("http://127.0.0.1:51234/callback", "http://localhost:9/", "http://localhost:33418/"):
        assert flow.redeem(flow.code(redirect_uri=uri), redirect_uri=uri).status_code == 200
    for uri in ("http://127.0.0.1:51234/other", "http://127.0.0.2/callback", "https://localhost:33418/"):
        assert flow.show(redirect_uri=uri).status_code == 400


# --- the consent ---


def test_who_is_not_signed_in_is_sent_to_sign_in_and_back(flow: Flow) -> None:
    with flow.site.http() as http:
        answer = http.get("/oauth/authorize", params=flow.parameters())
    target = urlsplit(answer.headers["location"])
    assert (answer.status_code, target.path) == (303, "/prihlaseni")
    (back,) = parse_qs(target.query)["next"]
    assert parse_qs(urlsplit(back).query)["client_id"] == [flow.client_id]


@pytest.mark.parametrize("site_said", ["cross-site", "same-site", "none"])
def test_a_form_of_another_site_is_refused(flow: Flow, site_said: str) -> None:
    assert flow.decide(flow.form(), **{"Sec-Fetch-Site": site_said}).status_code == 403


def test_a_browser_that_does_not_say_where_a_form_is_from_has_to_name_the_origin(flow: Flow) -> None:
    form, person = flow.form(), flow.person
    headers = {"Cookie": f"soupis={person.cookie}"}
    for origin, status in ((None, 403), ("https://evil.example", 403), ("null", 403), (flow.site.url, 303)):
        sent = headers | ({"Origin": origin} if origin else {})
        with flow.site.http(headers=sent) as http:
            assert http.post("/oauth/authorize", data=form).status_code == status


def test_a_form_shown_to_one_person_is_of_no_use_to_another(flow: Flow) -> None:
    form = flow.form()
    flow.person = flow.site.person()
    assert flow.decide(form).status_code == 403


def test_the_consent_page_is_neither_framed_nor_stored(flow: Flow) -> None:
    page = flow.show()
    policy = page.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in policy
    assert page.headers["x-frame-options"] == "DENY"
    assert page.headers["cache-control"] == "no-store"


def test_the_name_of_an_application_is_shown_as_text_on_one_line(site: Site) -> None:
    flow = Flow(site)
    name = "<script>alert(1)</script>\n\u202eSoupis " + "x" * 300
    answer = flow.post("/oauth/register", json={"redirect_uris": [REDIRECT], "client_name": name})
    flow.client_id = answer.json()["client_id"]
    assert len(answer.json()["client_name"]) <= 120
    page = flow.show().text
    assert "<script>alert" not in page
    assert "\u202e" not in page


# --- tokens ---


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"code_verifier": "another verifier, just as long as the right one"}, "invalid_grant"),
        ({"code_verifier": None}, "invalid_request"),
        ({"redirect_uri": "https://evil.example/callback"}, "invalid_grant"),
        ({"client_id": "client-of-somebody-else"}, "invalid_grant"),
        ({"resource": "https://other.example/mcp"}, "invalid_target"),
        ({"grant_type": "password"}, "unsupported_grant_type"),
        ({"grant_type": None}, "invalid_request"),
    ],
)
def test_a_stolen_code_is_of_no_use(flow: Flow, changes: dict[str, str | None], error: str) -> None:
    answer = flow.redeem(flow.code(), **changes)
    assert (answer.status_code, answer.json()["error"]) == (400, error)
    assert answer.headers["cache-control"] == "no-store"


def test_a_replayed_code_ends_the_tokens_it_gave(flow: Flow) -> None:
    code = flow.code()
    tokens = flow.redeem(code).json()
    assert flow.redeem(code).json()["error"] == "invalid_grant"
    assert flow.status(tokens["access_token"]) == 401
    assert flow.refresh(tokens["refresh_token"]).status_code == 400


def test_a_reused_refresh_token_ends_the_whole_family(flow: Flow) -> None:
    first = flow.tokens()
    second = flow.refresh(first["refresh_token"]).json()
    third = flow.refresh(second["refresh_token"]).json()
    assert flow.status(third["access_token"]) == 200
    assert flow.refresh(first["refresh_token"]).json()["error"] == "invalid_grant"
    assert flow.status(third["access_token"]) == 401
    assert flow.refresh(third["refresh_token"]).json()["error"] == "invalid_grant"


def test_a_token_for_this_server_is_none_for_the_rest_api(flow: Flow) -> None:
    token = flow.tokens()["access_token"]
    answer = flow.send("GET", "/api/v1/firma/00514152", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 401


@pytest.mark.parametrize("scheme", ["Basic", "Token", "Bearerr"])
def test_a_token_behind_another_scheme_is_refused(flow: Flow, scheme: str) -> None:
    headers = {"Authorization": f"{scheme} {flow.tokens()['access_token']}"}
    answer = flow.post("/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "tools/list"}, headers=headers)
    assert answer.status_code == 401
    assert "resource_metadata=" in answer.headers["www-authenticate"]


def test_a_token_in_the_address_is_refused(flow: Flow) -> None:
    token = flow.tokens()["access_token"]
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    answer = flow.post(f"/mcp?access_token={token}", json=body)
    assert answer.status_code == 400


def test_a_disabled_account_loses_its_connections_at_once(flow: Flow) -> None:
    token = flow.tokens()["access_token"]
    flow.site.services.access.directory.disable(flow.person.email)
    assert flow.status(token) == 401


def test_revoking_is_for_the_applications_own_tokens_and_never_tells_more(flow: Flow) -> None:
    tokens, stranger = flow.tokens(), Flow(flow.site)
    form = {"token": tokens["access_token"], "client_id": stranger.client_id}
    assert stranger.post("/oauth/revoke", data=form).status_code == 200
    assert flow.status(tokens["access_token"]) == 200
    form["client_id"] = flow.client_id
    assert flow.post("/oauth/revoke", data=form).status_code == 200
    assert flow.status(tokens["access_token"]) == 401
    assert flow.post("/oauth/revoke", data=form | {"token": "unknown"}).status_code == 200


def test_tokens_are_asked_for_by_a_form_of_reasonable_size(flow: Flow) -> None:
    assert flow.post("/oauth/token", json={"grant_type": "refresh_token"}).status_code == 400
    assert flow.post("/oauth/token", data={"x": "y" * 20_000}).status_code == 400
    assert flow.send("GET", "/oauth/token").status_code == 405


# --- metadata and registration ---


def test_metadata_is_at_all_its_places_and_says_what_the_server_does(site: Site) -> None:
    with site.http() as http:
        server = http.get("/.well-known/oauth-authorization-server").json()
        resource = http.get("/.well-known/oauth-protected-resource").json()
        assert resource == http.get("/.well-known/oauth-protected-resource/mcp").json()
    assert server["issuer"] == site.url == resource["authorization_servers"][0]
    assert resource["resource"] == f"{site.url}/mcp"
    assert server["code_challenge_methods_supported"] == ["S256"]
    assert server["token_endpoint_auth_methods_supported"] == ["none"]
    assert server["client_id_metadata_document_supported"] is True
    assert server["authorization_response_iss_parameter_supported"] is True
    assert "offline_access" not in resource["scopes_supported"]


def test_registration_drops_only_the_redirects_that_cannot_be_used(site: Site) -> None:
    asked = ["javascript:alert(1)", REDIRECT, "cursor://anysphere.cursor-mcp/oauth/callback", "weird:x"]
    with site.http() as http:
        answer = http.post("/oauth/register", json={"redirect_uris": asked})
        assert answer.status_code == 201
        assert answer.json()["redirect_uris"] == [asked[1], asked[2]]
        assert answer.json()["token_endpoint_auth_method"] == "none"
        assert "client_secret" not in answer.json()
        refused = http.post("/oauth/register", json={"redirect_uris": asked[:1]})
        assert (refused.status_code, refused.json()["error"]) == (400, "invalid_redirect_uri")
        implicit = {"redirect_uris": [REDIRECT], "grant_types": ["implicit"]}
        bodies: tuple[object, ...] = ({"redirect_uris": "x"}, [], implicit)
        for body in bodies:
            assert http.post("/oauth/register", json=body).json()["error"] == "invalid_client_metadata"


def test_registration_is_limited_by_address(site: Site) -> None:
    with site.http() as http:
        answers = [
            http.post("/oauth/register", json={"redirect_uris": [REDIRECT]}).status_code for _ in range(51)
        ]
    assert answers == [201] * 50 + [429]


def test_registration_is_limited_by_ipv6_network(site: Site) -> None:
    answers = []
    for number in range(11):
        with site.http(headers={"X-Forwarded-For": f"2001:db8:7:{number:x}::1"}) as http:
            answers += [http.post("/oauth/register", json={"redirect_uris": [REDIRECT]}) for _ in range(50)]
    assert [answer.status_code for answer in answers] == [201] * 500 + [429] * 50
    assert int(answers[-1].headers["retry-after"]) > 0
