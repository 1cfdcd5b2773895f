"""A local server that speaks the protocols of all source registers, with faults on request."""

from tests.standin.server import Standin, start

__all__ = ["Standin", "start"]
