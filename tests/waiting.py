"""Wait for a condition."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest


def until(true: Callable[[], bool], seconds: float = 30, every: float = 0.01) -> None:
    """Wait until the condition is true; fail the test after a generous time."""
    last = time.monotonic() + seconds
    while not true():
        if time.monotonic() > last:
            pytest.fail("it never came to that")
        time.sleep(every)
