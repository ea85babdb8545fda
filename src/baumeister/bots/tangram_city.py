"""The levels of this game (a first version: the plain bots there are)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from baumeister.bots.bot import Bot, Budget, Decision
from baumeister.bots.greedy import GreedyBot
from baumeister.bots.search import SearchBot
from baumeister.core.chance import Rng
from baumeister.core.game import AnyGame
from baumeister.fast import compiled


class LevelBot:
    def __init__(
        self,
        game: AnyGame,
        level: int,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
    ) -> None:
        planned = 100 * level if nodes is None and seconds is None else nodes
        self._bot: Bot = GreedyBot(game)
        if level > 3 and compiled():
            self._bot = SearchBot(game, nodes=planned, seconds=seconds)

    def decide(self, view: Any, legal: Sequence[Any], budget: Budget, rng: Rng) -> Decision:
        return self._bot.decide(view, legal, budget, rng)
