"""Addresses of machines by their names, without waiting longer for a name server than anybody waits here.

The system's own look-up has no limit: where nobody answers it tries again for ten seconds and more, and holds
the thread all that time.
"""

from __future__ import annotations

import os
import socket
import threading
from concurrent.futures import Future
from typing import Final

# A name server that answers does so within milliseconds. One that was asked before is not waited for much
# longer: whatever it told then is right in all but the rarest hours.
_PATIENCE_SECONDS: Final = 0.5

# By the number of the process: in a forked one nobody is looking any more. What a name server told, and what
# it is just asked for.
_told: dict[str, list[str]] = {}
_asked: dict[tuple[int, str], Future[list[str]]] = {}


def addresses_of(name: str, seconds: float) -> list[str]:
    """Return the addresses of a machine, in the order in which to try them.

    A name server that does not answer is waited for `seconds` at most, and much shorter where it told before:
    then the addresses of that time are returned. All who ask meanwhile wait for the same answer.

    Raises OSError: there is no such name, or nobody answers and nobody told before.
    """
    key = os.getpid(), name
    answer: Future[list[str]] = Future()
    asked = _asked.setdefault(key, answer)
    if asked is answer:
        threading.Thread(target=_look_up, args=(key, answer), name="names", daemon=True).start()
    known = _told.get(name)
    try:
        return asked.result(min(seconds, _PATIENCE_SECONDS) if known else seconds)
    except TimeoutError as error:
        if known:
            return known
        raise OSError("the name server does not answer") from error
    except socket.gaierror as error:
        if known and error.errno == socket.EAI_AGAIN:  # nobody could tell; not: there is no such name
            return known
        raise


def _look_up(key: tuple[int, str], answer: Future[list[str]]) -> None:
    _, name = key
    try:
        found = socket.getaddrinfo(name, None, proto=socket.IPPROTO_TCP, type=socket.SOCK_STREAM)
    except OSError as error:
        answer.set_exception(error)
    else:
        _told[name] = addresses = list(dict.fromkeys(str(item[4][0]) for item in found))
        answer.set_result(addresses)
    finally:
        del _asked[key]
