"""The errors of OAuth."""

from __future__ import annotations


class OAuthError(Exception):
    """A refusal in the words of OAuth: `error` is a code of RFC 6749 or RFC 8707."""

    def __init__(self, error: str, description: str) -> None:
        super().__init__(description)
        self.error = error
        self.description = description


class UnknownClientError(Exception):
    """The application that asks is not known; the text says why its metadata are of no use, if it has any."""


class UnknownRedirectError(Exception):
    """The URI that the answer is to go to is not among those that the application registered."""
