"""Formatting of small values."""

from __future__ import annotations

from datetime import UTC, datetime


def utc(milliseconds: int) -> str:
    """A time in the format of records."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
