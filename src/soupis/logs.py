"""Log lines: on standard error, as text or JSON, redacted; tracebacks never show values of variables."""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

from soupis.settings import Settings


def configure_logging(settings: Settings) -> None:
    """Set up log lines of the wanted level and form, on standard error."""
    level = logging.getLevelNamesMapping()[settings.log_level]
    as_json = settings.log_format == "json"
    logging.basicConfig(level=level, stream=sys.stderr, format="%(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    logging.getLogger("httpx").setLevel(logging.WARNING)
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            _redacted,
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
    from soupis.ingest.privacy import redact

    for name, value in event.items():
        if isinstance(value, str) and name != "timestamp":
            event[name] = redact(value)
    return event
