"""The headers of a request by their names."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from soupis.request_headers import headers_of

_NAMES = st.sampled_from([b"host", b"authorization", b"accept-encoding", b"if-none-match"])
_HEADERS = st.lists(st.tuples(_NAMES, st.binary(max_size=3)), max_size=6)


@given(headers=_HEADERS, name=_NAMES)
def test_headers_are_those_of_the_list_however_often_a_name_came(
    headers: list[tuple[bytes, bytes]], name: bytes
) -> None:
    values = [value for given, value in headers if given == name]
    found = headers_of({"headers": headers})
    assert found.all(name) == values
    assert found.joined(name) == b",".join(values)
    assert found.get(name) == (values[-1] if values else None)


def test_headers_are_walked_once() -> None:
    scope = {"headers": [(b"host", b"a")]}
    first = headers_of(scope)
    scope["headers"] = []
    assert headers_of(scope) is first
