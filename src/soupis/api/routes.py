"""The addresses of the REST API.

Requests below /api/ are looked up here, before the router of the site:
docs/decisions/0009-rest-before-the-router.md.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable

from starlette.types import Receive, Scope, Send

from soupis.api.account_endpoint import AccountEndpoint
from soupis.api.endpoint import MeteredEndpoint, Refusal, UnmeteredEndpoint
from soupis.api.openapi.page import ASSETS, asset
from soupis.api.operation import App, Metered, Operation, Owned, Streamed, Unmetered
from soupis.api.operations import DESCRIPTION, OPERATIONS
from soupis.messages import Message
from soupis.queries import errors
from soupis.queries.http_rules import RULES, broken_rule
from soupis.queries.services import Provider


class Api:
    """ASGI application of all addresses below /api/.

    Addresses are looked up; few have parameters in between and are matched. A walk through a router's
    middlewares and routes would take as long as a whole company detail, 15 µs.
    """

    def __init__(self, services: Provider) -> None:
        apps = {
            operation.path: _app(operation, operation.handler, services)
            for operation in OPERATIONS
            if not isinstance(operation.handler, Owned)
        }
        apps |= _account_apps(services)
        apps["/api/docs"] = UnmeteredEndpoint(services, DESCRIPTION.page)
        apps |= {f"/api/docs/{name}": UnmeteredEndpoint(services, asset(name)) for name in ASSETS}
        self.paths = tuple(apps)
        self._exact = {path: app for path, app in apps.items() if "{" not in path}
        matched = {path: app for path, app in apps.items() if "{" in path}
        # Where just the last part is a parameter, the part before says which it is.
        self._by_start = {
            found[1]: (found[2], app) for path, app in matched.items() if (found := _LAST.fullmatch(path))
        }
        self._matched = [(_pattern(path), app) for path, app in matched.items() if not _LAST.fullmatch(path)]
        self._unknown = _Refusals(services, 404, errors.NO_PATH)
        self._broken = {rule: _Refusals(services, rule.status, rule.sentence) for rule in RULES}

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Answer one request."""
        path: str = scope["path"]
        if broken := broken_rule(scope):
            app = self._broken[broken].of(scope)
        else:
            app = self._exact.get(path) or self._match(path, scope)
        return app(scope, receive, send)

    def _match(self, path: str, scope: Scope) -> App:
        start, _slash, last = path.rpartition("/")
        if found := self._by_start.get(start):
            name, app = found
            scope["path_params"] = {name: last}
            return app
        for pattern, app in self._matched:
            if match := pattern.fullmatch(path):
                scope["path_params"] = match.groupdict()
                return app
        return self._unknown.of(scope)


class _Refusals:
    """A refusal that reads the caller's limit from the accounts database, and one that does not wait."""

    def __init__(self, services: Provider, status: int, sentence: Message) -> None:
        self._limited = Refusal(services, status, sentence, limited=True)
        self._unlimited = Refusal(services, status, sentence, limited=False)

    def of(self, scope: Scope) -> App:
        """Return the one that fits the address."""
        return self._limited if scope["path"].startswith("/api/v1") else self._unlimited


def _app(operation: Operation, handler: Metered | Unmetered | Streamed, services: Provider) -> App:
    """Return the application of an operation; operations of one path share one."""
    if isinstance(handler, Metered):
        return MeteredEndpoint(services, operation, handler)
    if isinstance(handler, Unmetered):
        return UnmeteredEndpoint(services, handler.answer, limited=operation.limited, waits=handler.waits)
    return handler.app(services)


def _account_apps(services: Provider) -> dict[str, App]:
    """Return the applications of what belongs to accounts: the operations of one path share one."""
    paths: dict[str, dict[str, Owned]] = {}
    for operation in OPERATIONS:
        if isinstance(operation.handler, Owned):
            paths.setdefault(operation.path, {})[operation.method] = operation.handler
    return {path: AccountEndpoint(services, handlers) for path, handlers in paths.items()}


_LAST = re.compile(r"([^{]+)/{(\w+)}")


def _pattern(path: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"{(\w+)}", r"(?P<\1>[^/]*)", path), re.DOTALL)
