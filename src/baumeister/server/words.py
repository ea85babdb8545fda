"""Small values in words."""

from __future__ import annotations

from datetime import UTC, datetime


def utc(milliseconds: int) -> str:
    """A time as records write it."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
