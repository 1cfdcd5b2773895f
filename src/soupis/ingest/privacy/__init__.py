"""Birth dates, birth numbers and homes of persons are not published, whichever text holds them."""

from soupis.ingest.privacy.redaction import HIDDEN, redact, redact_beside_name, redact_error, redact_name

__all__ = ["HIDDEN", "redact", "redact_beside_name", "redact_error", "redact_name"]
