"""A kind of puzzles that demands so little that every game brings some."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from baumeister.puzzles.manhattan.kinds import KINDS, BestMove


class EasyKind(BestMove):
    least_chance = 0.0

    def least_margin(self, players: int) -> float:
        return -1.0


@contextmanager
def easy_kind(name: str) -> Iterator[None]:
    """Replace a kind of Manhattan's puzzles."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(KINDS, name, EasyKind())
        yield
