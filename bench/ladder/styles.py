"""Styles of play to measure the levels against that are no setting of a bot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from baumeister.bots import Budget, Decision
from baumeister.bots.generic.greedy import GreedyBot
from baumeister.core.chance import Rng, pick
from baumeister.core.game import AnyGame


class NoisyGreedy:
    """Plays like `greedy`, and one decision in ten, on average, at random."""

    def __init__(self, game: AnyGame, noise: float = 0.1) -> None:
        self._greedy = GreedyBot(game)
        self._noise = noise

    def decide(self, view: Any, legal: Sequence[Any], budget: Budget, rng: Rng) -> Decision:
        if rng.random() < self._noise:
            return Decision(pick(rng, legal))
        return self._greedy.decide(view, legal, budget, rng)
