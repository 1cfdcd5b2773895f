"""Profiles of persons as they are stored in an SQLite file: without what their summaries say already.

A profile is the object of its summary with one more field at its end; what is stored of it begins where the
summary ends. On PostgreSQL profiles are stored whole, for nodes of the version before read them there; so are
those that earlier versions stored.
"""

from __future__ import annotations


def beyond(summary: bytes, profile: bytes) -> bytes:
    """Return what a profile says beyond its summary, all of it where that is no beginning of it."""
    start = summary.removesuffix(b"}")
    return profile[len(start) :] if profile.startswith(start + b",") else profile


def whole(summary: bytes, stored: bytes) -> bytes:
    """Return a profile by its summary and what is stored of it."""
    return summary.removesuffix(b"}") + stored if stored.startswith(b",") else stored
