"""The bot `random`: a legal action, uniformly at random."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from baumeister.bots.bot import Budget, Decision
from baumeister.core.chance import Rng, pick
from baumeister.core.game import AnyGame


class RandomBot:
    def __init__(self, game: AnyGame) -> None:
        pass

    def decide(self, view: Any, legal: Sequence[Any], budget: Budget, rng: Rng) -> Decision:  # noqa: ARG002
        return Decision(pick(rng, legal))
