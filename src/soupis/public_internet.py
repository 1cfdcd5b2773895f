"""Which addresses belong to the public internet, for connections whose target somebody else chooses.

Whoever may name a URL that this service asks could otherwise reach what is inside its network. The ranges are
written here, and not left to `ipaddress.is_global`, which changes with the patch level of Python.
Sources: the IANA registries of special-purpose IPv4 and IPv6 addresses, RFC 6052 and RFC 8215 (NAT64),
RFC 3056 (6to4), RFC 4380 (Teredo).
"""

from __future__ import annotations

import asyncio

# Looking a name up would import it: two threads that did so at once waited for each other for ever.
import encodings.idna  # noqa: F401
import re
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Any

Address = IPv4Address | IPv6Address

# Ranges that are said to be reachable from everywhere (AS112, AMT, PCP anycast) are left out too: nobody
# serves documents there.
_SPECIAL_V4 = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8",  # this network
            "10.0.0.0/8",  # private
            "100.64.0.0/10",  # shared by customers of a carrier
            "127.0.0.0/8",  # loopback
            "169.254.0.0/16",  # link-local; clouds tell their secrets there
            "172.16.0.0/12",  # private
            "192.0.0.0/24",  # protocol assignments
            "192.0.2.0/24",  # documentation
            "192.31.196.0/24",  # AS112
            "192.52.193.0/24",  # AMT
            "192.88.99.0/24",  # relays of 6to4, deprecated
            "192.168.0.0/16",  # private
            "192.175.48.0/24",  # AS112
            "198.18.0.0/15",  # tests of devices
            "198.51.100.0/24",  # documentation
            "203.0.113.0/24",  # documentation
            "224.0.0.0/4",  # multicast
            "240.0.0.0/4",  # reserved, broadcast included
        ),
    )
)
_GLOBAL_V6 = IPv6Network("2000::/3")
_SPECIAL_V6 = tuple(
    map(
        IPv6Network,
        (
            "2001::/23",  # protocol assignments
            "2001:db8::/32",  # documentation
            "2620:4f:8000::/48",  # AS112
            "3fff::/20",  # documentation
        ),
    )
)
_MAPPED = IPv6Network("::ffff:0:0/96")
# The local prefix 64:ff9b:1::/48 is refused as a whole: where the IPv4 address stands in it, only the network
# that uses it knows.
_NAT64 = IPv6Network("64:ff9b::/96")
_6TO4 = IPv6Network("2002::/16")
_TEREDO = IPv6Network("2001::/32")

# A host whose last label is such a number is an IPv4 address in some notation (URL standard), or none at all.
_NUMBER = re.compile(r"\d+|0x[0-9a-f]*", re.ASCII | re.IGNORECASE)


class NotPublicError(Exception):
    """A host cannot be asked: it is not on the public internet, or not on any."""


def is_public(address: Address) -> bool:
    """Tell whether an address is a unicast one of the public internet.

    An IPv6 address that stands for an IPv4 one is judged by that.
    """
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _SPECIAL_V4)
    packed = address.packed
    if address in _MAPPED or address in _NAT64:
        return is_public(IPv4Address(packed[12:]))
    if address in _6TO4:
        return is_public(IPv4Address(packed[2:6]))
    if address in _TEREDO:
        server, client = packed[4:8], bytes(byte ^ 0xFF for byte in packed[12:])
        return is_public(IPv4Address(server)) and is_public(IPv4Address(client))
    return address in _GLOBAL_V6 and not any(address in network for network in _SPECIAL_V6)


# Threads of their own, because a slow name server would otherwise block other work. A thread that waits
# for one cannot be stopped, so there are enough for others to go on.
_NAME_THREADS = ThreadPoolExecutor(64, "names")
_NAME_SECONDS = 5.0


async def resolve_public(host: str, port: int, allowed: Callable[[Address], bool] = is_public) -> str:
    """Return an address of a host, to be connected to instead of its name.

    So the name cannot lead elsewhere after the check. Raises `NotPublicError` when any of the host's
    addresses is not `allowed`, or the name is malformed, and `OSError` when it cannot be resolved within
    5 seconds.
    """
    if "%" in host:  # a zone is one of this machine's networks
        raise NotPublicError("not on the public internet")
    try:
        infos = await _look_up(host, port)
        addresses = [ip_address(str(item[4][0]).partition("%")[0]) for item in infos]
    except ValueError as error:  # a label that is too long or empty, a zero byte
        raise NotPublicError(f"The name {host[:100]!r} is malformed.") from error
    if not addresses or not all(map(allowed, addresses)):
        raise NotPublicError("not on the public internet")
    return str(addresses[0])


def _may_be_name(host: str) -> bool:
    """Tell whether a host can be looked up: no address, of an IPv6 notation or ending in a number."""
    return ":" not in host and not _NUMBER.fullmatch(host.rstrip(".").rpartition(".")[2])


async def _look_up(host: str, port: int) -> list[tuple[Any, ...]]:
    """Return the addresses of a host as `socket.getaddrinfo` does; numbers take no name server."""
    with suppress(socket.gaierror):
        return socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST)
    if not _may_be_name(host):
        raise ValueError(host)
    look_up = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    async with asyncio.timeout(_NAME_SECONDS):
        return await asyncio.get_running_loop().run_in_executor(_NAME_THREADS, look_up)
