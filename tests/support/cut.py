"""A proxy before a server that can be cut off, or swallow what is sent, and be joined again."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from contextlib import suppress


class Cuttable:
    """Passes connections of a port of this machine on to where `connect` leads; a context manager."""

    def __init__(self, connect: Callable[[], socket.socket]) -> None:
        self._connect = connect
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._open: set[socket.socket] = set()
        self._deaf: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._is_cut = self._is_swallowing = False

    def __enter__(self) -> Cuttable:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_exception: object) -> None:
        self._listening.close()
        self.cut()

    def cut(self) -> None:
        """End all connections and let no new one through."""
        with self._lock:
            self._is_cut = True
            for end in self._open:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
            self._open.clear()

    def swallow(self) -> None:
        """Take what is sent and pass nothing on; connections of now stay so for ever."""
        with self._lock:
            self._is_swallowing = True
            self._deaf |= self._open

    def join(self) -> None:
        """Let new connections through again."""
        self._is_cut = self._is_swallowing = False

    def _accept(self) -> None:
        while True:
            try:
                near, _address = self._listening.accept()
            except OSError:
                return
            try:
                with self._lock:
                    if self._is_cut:
                        near.close()
                        continue
                    far = self._connect()
                    self._open |= {near, far}
                    if self._is_swallowing:
                        self._deaf |= {near, far}
            except OSError:
                near.close()
                continue
            for source, target in ((near, far), (far, near)):
                threading.Thread(target=self._pass_on, args=(source, target), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while chunk := source.recv(65_536):
                if source not in self._deaf:
                    target.sendall(chunk)
        if source in self._deaf:
            return  # the other end does not learn of the end either
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        with self._lock:
            self._open -= {source, target}
