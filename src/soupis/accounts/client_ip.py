"""The network address that a request comes from, and the hash that an anonymous caller is counted by."""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any

from soupis.kept import Kept
from soupis.public_internet import Address
from soupis.request_headers import headers_of

Network = IPv4Network | IPv6Network

# Each limit for one address holds for an IPv6 /48 as so many addresses: whoever has one has 65,536 /64.
NETWORK_FACTOR = 10

# Callers whose IP address is not known (a Unix socket, a broken proxy) share the quota of this one.
UNKNOWN = IPv4Address(0)

# A few hops; who sends more makes them up, to fill the memory.
_LONGEST_KEPT = 256
_MOST_HOPS = 32


def parse_networks(text: str) -> tuple[Network, ...]:
    """Read comma-separated networks or addresses; raises ValueError that names the wrong one."""
    return tuple(ip_network(part.strip(), strict=False) for part in text.split(",") if part.strip())


@lru_cache(4096)
def own_network(address: Address) -> str:
    """Return the network that one client has to itself: an IPv4 address, or the /64 of an IPv6 address."""
    return str(address if isinstance(address, IPv4Address) else IPv6Network((address, 64), strict=False))


class ClientIpFinder:
    """Finds the address of the client in an ASGI scope; one per process, its usual answers are remembered."""

    def __init__(self, trusted: Sequence[Network] = ()) -> None:
        def find(path: str) -> Address:
            peer, _, forwarded_for = path.partition(" ")
            return client_ip(peer, forwarded_for, trusted)

        self._found = Kept(find, 4096, longest=_LONGEST_KEPT)

    def of(self, scope: MutableMapping[str, Any]) -> Address:
        """Return the address of the client of a request."""
        forwarded_for = headers_of(scope).joined(b"x-forwarded-for").decode("latin-1")
        peer = scope.get("client")
        return self._found[f"{peer[0] if peer else ''} {forwarded_for}"]


def client_ip(peer: str | None, forwarded_for: str | None, trusted: Sequence[Network]) -> Address:
    """Return the address of the client behind trusted proxies ("Privacy" in docs/quotas.md).

    `peer` is the other end of the connection, `forwarded_for` the X-Forwarded-For header (several of them
    joined by commas). Each proxy appends the address that it was called from, so the header is read from
    the right, and only as long as the hop that wrote it is trusted: what stands further left the client
    may have made up.
    """
    client = _parse(peer or "") or UNKNOWN
    for hop in reversed((forwarded_for or "").rsplit(",", _MOST_HOPS)):
        if not _is_within(client, trusted):
            break
        before = _parse(hop)
        if before is None:
            break
        client = before
    return client


def address_key(address: Address, secret: bytes) -> str:
    """Return the keyed hash (32 hex digits) by which an IP address is counted.

    IPv4 counts by the address, IPv6 by its /64, because a household or a server gets a whole /64.
    """
    return _keyed_hash(address.packed if isinstance(address, IPv4Address) else address.packed[:8], secret)


def network_key(address: Address, secret: bytes) -> str | None:
    """Return the keyed hash (32 hex digits) by which the /48 of an IPv6 address is counted; None for IPv4."""
    return None if isinstance(address, IPv4Address) else _keyed_hash(address.packed[:6], secret)


def _keyed_hash(counted: bytes, secret: bytes) -> str:
    return blake2b(counted, key=blake2b(secret).digest(), person=b"address", digest_size=16).hexdigest()


def _parse(text: str) -> Address | None:
    """Read an address as proxies write it: with a port, in brackets, with a zone, IPv4 mapped into IPv6."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        return address.ipv4_mapped
    return address


def _is_within(address: Address, networks: Sequence[Network]) -> bool:
    return any(address in network for network in networks)
