"""Which addresses belong to the public internet, in whatever notation they come."""

from __future__ import annotations

import asyncio
import socket
import threading
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soupis import public_internet
from soupis.public_internet import NotPublicError, is_public, resolve_public

INSIDE = [
    "0.0.0.0", "0.1.2.3", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.254",
    "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.0.9", "192.0.0.170", "192.0.2.1",
    "192.31.196.1", "192.52.193.1", "192.88.99.1", "192.168.1.1", "192.175.48.1", "198.18.0.1",
    "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1",
    "255.255.255.255",
]  # fmt: skip
OUTSIDE = [
    "1.1.1.1", "8.8.8.8", "100.63.255.255", "100.128.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0",
    "198.17.255.255", "198.20.0.0", "223.255.255.255",
]  # fmt: skip
INSIDE_V6 = [
    "::", "::1", "::8.8.8.8", "fe80::1", "fec0::1", "fd00::1", "fc00::1", "ff02::1", "100::1", "5f00::1",
    "2001:db8::1", "2001:20::1", "2001:10::1", "2001:2::1", "2001:1ff::1", "2620:4f:8000::1", "3fff::1",
    "64:ff9b:1::808:808", "64:ff9b:1:808:8:800::", "4000::1", "1fff::1",
]  # fmt: skip


def forms(inner: str) -> list[str]:
    """IPv6 addresses that stand for an IPv4 one: mapped, NAT64, 6to4, Teredo as server and as client."""
    packed, outer = int(IPv4Address(inner)), int(IPv4Address("8.8.8.8"))
    numbers = [
        int(IPv6Address("::ffff:0:0")) + packed,
        int(IPv6Address("64:ff9b::")) + packed,
        (0x2002 << 112) + (packed << 80) + 1,
        (0x20010000 << 96) + (packed << 64) + (outer ^ 0xFFFFFFFF),
        (0x20010000 << 96) + (outer << 64) + (packed ^ 0xFFFFFFFF),
    ]
    return [str(IPv6Address(number)) for number in numbers]


@pytest.mark.parametrize("address", [*INSIDE, *INSIDE_V6])
def test_addresses_of_special_ranges_are_not_public(address: str) -> None:
    assert not is_public(ip_address(address))


@pytest.mark.parametrize("inner", INSIDE)
def test_no_notation_hides_an_address_inside(inner: str) -> None:
    assert not [form for form in forms(inner) if is_public(ip_address(form))]


@pytest.mark.parametrize("address", [*OUTSIDE, "2606:4700:4700::1111", "2a00:1028::1", "2001:200::1"])
def test_addresses_of_the_internet_are_public(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize("inner", OUTSIDE)
def test_an_ipv6_address_that_stands_for_a_public_one_is_public(inner: str) -> None:
    assert all(is_public(ip_address(form)) for form in forms(inner))


@given(st.ip_addresses())
def test_nothing_is_public_that_python_knows_to_be_private(address: IPv4Address | IPv6Address) -> None:
    if is_public(address) and getattr(address, "ipv4_mapped", None) is None:
        assert not (address.is_private or address.is_multicast or address.is_link_local)


@pytest.mark.anyio
@pytest.mark.parametrize("host", ["a" * 64, "a..b", "\0", "a" * 300])
async def test_a_malformed_name_is_no_fault_of_ours(host: str) -> None:
    with pytest.raises((NotPublicError, OSError)):
        await resolve_public(host, 443)


@pytest.mark.anyio
async def test_slow_names_end_after_a_time_limit_and_delay_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ended = threading.Event()

    def look_up(host: str, *arguments: Any, **options: Any) -> Any:
        if options.get("flags"):  # whether the host is a number
            raise socket.gaierror
        if "slow" in host:
            ended.wait(60)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("1.1.1.1", 443))]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(public_internet, "_NAME_SECONDS", 0.5)
    try:
        slow = [asyncio.create_task(resolve_public(f"slow{number}.example", 443)) for number in range(20)]
        await asyncio.sleep(0)
        assert await asyncio.wait_for(resolve_public("quick.example", 443), 1) == "1.1.1.1"
        found = await asyncio.gather(*slow, return_exceptions=True)
        assert {type(item) for item in found} == {TimeoutError}
    finally:
        ended.set()


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
