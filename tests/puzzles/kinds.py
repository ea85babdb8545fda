"""A kind of puzzles that demands so little that every game brings some."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from baumeister.puzzles import manhattan
from baumeister.puzzles.manhattan.kinds import KINDS, BestMove


class EasyKind(BestMove):
    least_chance = 0.0

    def least_margin(self, players: int) -> float:
        return -1.0

    def is_doubtful(self, question: Any, best: Any) -> bool:
        return False


@contextmanager
def easy_kind(name: str) -> Iterator[None]:
    """Replace a kind of Manhattan's puzzles."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(KINDS, name, EasyKind())
        patch.setattr(manhattan, "objections", lambda *_: [])
        yield
