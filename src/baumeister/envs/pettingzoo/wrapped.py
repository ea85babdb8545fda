"""PettingZoo's usual wrappers."""

from __future__ import annotations

from typing import Any

from pettingzoo.utils import wrappers


def wrapped(env: Any) -> Any:
    """Calls in the right order, actions that are numbers of the space."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))
