"""Which addresses an application may name for the answer, and when one is the same as another."""

from __future__ import annotations

import pytest

from soupis.oauth.redirects import is_acceptable, is_registered, with_query


@pytest.mark.parametrize(
    ("uri", "good"),
    [
        ("https://claude.ai/api/mcp/auth_callback", True),
        ("https://vscode.dev/redirect", True),
        ("http://127.0.0.1:33418", True),
        ("http://localhost:3000/cb", True),
        ("http://[::1]:3000/cb", True),
        ("cursor://anysphere.cursor-mcp/oauth/callback", True),
        ("com.example.app:/callback", True),
        ("http://app.example/cb", False),
        ("http://localhost.evil.example/cb", False),
        ("https://user:pw@app.example/cb", False),
        ("https://app.example/cb#x", False),
        ("https://a;script-src *", False),
        ("https://a;b/cb", False),
        ("https://app.example\\@evil.example/", False),
        ("data:text/html,x", False),
        ("file:///etc/passwd", False),
        ("https:///cb", False),
        ("https://app.example:99999/", False),
        ("/relative", False),
        ("https://app.example/\n", False),
        ("https://app.example/" + "x" * 500, False),
    ],
)
def test_which_redirects_are_acceptable(uri: str, good: bool) -> None:
    assert is_acceptable(uri) is good


def test_redirects_of_programs_get_their_answer() -> None:
    uri = "cursor://anysphere.cursor-mcp/oauth/callback?x=1"
    assert with_query(uri, code="a b", error=None) == f"{uri}&code=a+b"
    assert is_registered((uri,), uri)
    assert not is_registered((uri,), uri + "2")
