"""The address that a server listens on: claimed before anything starts, announced once it answers."""

from __future__ import annotations

import errno
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import ip_address

_LOOK = 0.05
_ANY = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - looked up, not listened on


class AddressError(Exception):
    """An address cannot be listened on; the text says why and what to do."""


@contextmanager
def claimed(host: str, port: int) -> Iterator[None]:
    """Hold an address for the server processes of this one; raises AddressError where somebody else has it.

    The processes share the port (SO_REUSEPORT), and so would any other server of the same user: the system
    would deal connections out to both without a word. So the port is asked for alone first.
    """
    with _bound(host, port, alone=True):
        pass
    with _bound(host, port, alone=False):
        yield


def check(host: str, port: int) -> None:
    """Raise AddressError when an address cannot be listened on."""
    with _bound(host, port, alone=True):
        pass


def wait_until_answering(host: str, port: int, over: threading.Event) -> bool:
    """Wait until connections to an address are taken; return False where `over` is set before."""
    while not over.is_set():
        try:
            socket.create_connection((_ANY.get(host, host), port), timeout=1).close()
        except OSError:
            over.wait(_LOOK)
        else:
            return True
    return False


def when_answering(host: str, port: int, tell: Callable[[], None]) -> None:
    """Call `tell` in a thread of its own as soon as connections to an address are taken."""

    def wait() -> None:
        if wait_until_answering(host, port, threading.Event()):
            tell()

    threading.Thread(target=wait, name="announce", daemon=True).start()


@contextmanager
def _bound(host: str, port: int, *, alone: bool) -> Iterator[None]:
    family = socket.AF_INET6 if ip_address(host).version == 6 else socket.AF_INET
    with socket.socket(family) as own:
        # Connections that ended a moment ago are no obstacle, whoever listens is.
        own.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if not alone:
            own.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        try:
            own.bind((host, port))
            if alone:
                own.listen(0)  # only now does the system compare with those that listen
        except OSError as error:
            raise AddressError(_reason(host, port, error)) from None
        yield


def _reason(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} of {host} is taken by another program; end it, or choose another port."
    return f"Port {port} of {host} cannot be listened on: {error.strerror}."
