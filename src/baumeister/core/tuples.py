"""Helpers for tuples."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def replaced(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """The tuple with one item replaced."""
    return items[:index] + (item,) + items[index + 1 :]  # noqa: RUF005 (faster than unpacking)
