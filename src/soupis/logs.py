"""Log lines: on standard error, as text or JSON, redacted; tracebacks never show values of variables."""

from __future__ import annotations

import json
import logging
import sys
import threading
import traceback
from collections.abc import MutableMapping
from contextvars import ContextVar
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

import structlog

from soupis.settings import Settings

# The request that is being answered: the identifier in the header X-Request-Id of its answer.
REQUEST_ID: ContextVar[str | None] = ContextVar("request_id", default=None)


def configure_logging(settings: Settings) -> None:
    """Set up log lines of the wanted level and form, on standard error, and how uncaught errors are told."""
    sys.excepthook = _tell_uncaught
    threading.excepthook = lambda told: _tell_uncaught(told.exc_type, told.exc_value, told.exc_traceback)
    level = logging.getLevelNamesMapping()[settings.log_level]
    as_json = settings.log_format == "json"
    lines = logging.StreamHandler(sys.stderr)
    lines.setFormatter(_JsonFormatter("%(message)s") if as_json else _RedactedFormatter("%(message)s"))
    logging.basicConfig(level=level, handlers=[lines])
    logging.getLogger("alembic").setLevel(logging.WARNING)
    logging.getLogger("httpx").setLevel(logging.WARNING)
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            _redacted,
            _with_request_id,
            structlog.processors.JSONRenderer(ensure_ascii=False)
            if as_json
            else structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
            ),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        # Standard error is looked up with every line: it may have been redirected since.
        logger_factory=lambda *_arguments: structlog.PrintLogger(sys.stderr),
    )


def _redacted(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Hide what is private in the texts of a line: errors quote what could not be read."""
    # Not before there is a line: the rules take longer to load than most commands to run.
    from soupis.ingest.privacy import redact, redact_error

    for name, value in event.items():
        if isinstance(value, str) and name != "timestamp":
            event[name] = redact_error(value) if name in ("exception", "error", "reason") else redact(value)
    return event


class _RedactedFormatter(logging.Formatter):
    """Lines of libraries, which know nothing of the rules, are redacted like our own."""

    def format(self, record: logging.LogRecord) -> str:
        from soupis.ingest.privacy import redact_error

        return redact_error(super().format(record))


class _JsonFormatter(_RedactedFormatter):
    """Lines of libraries in the form of our own."""

    def format(self, record: logging.LogRecord) -> str:
        event = {"event": super().format(record), "level": record.levelname.lower(), "logger": record.name}
        moment = datetime.fromtimestamp(record.created, UTC).isoformat().replace("+00:00", "Z")
        return json.dumps(_with_request_id(None, "", event | {"timestamp": moment}), ensure_ascii=False)


def _tell_uncaught(
    kind: type[BaseException], error: BaseException | None, frames: TracebackType | None
) -> None:
    """Print what nobody caught, redacted; an interruption is none of it."""
    from soupis.ingest.privacy import redact_error

    if not issubclass(kind, (KeyboardInterrupt, SystemExit)):
        sys.stderr.write(redact_error("".join(traceback.format_exception(kind, error, frames))))


def _with_request_id(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Name the request that a line is about; after redaction, which would take digits for private ones."""
    if (identifier := REQUEST_ID.get()) is not None:
        event["request_id"] = identifier
    return event
