"""Which engine thinks about which game."""

from __future__ import annotations

from typing import Any, Final

from baumeister.bots import manhattan
from baumeister.bots.analysis.engine import CoreEvaluator
from baumeister.bots.analysis.evaluator import Evaluator
from baumeister.core.game import AnyGame
from baumeister.fast.tangram_city.features import NAMES

_TANGRAM: Final[dict[str, float]] = {
    "area": 0.3,
    "completed": 1.0,
    "rectangle": 1.5,
    "contact": 0.5,
    "apart": -0.3,
    "broken": -0.7,
    "declined": -6.0,
}


def evaluator_for(game: AnyGame, players: int) -> Evaluator:
    """The strongest there is."""
    if game.id == "manhattan":
        return CoreEvaluator({**manhattan.SEARCH, **manhattan.learned_for(players)})
    weights: list[Any] = [_TANGRAM.get(name, 0.0) for name in NAMES]
    return CoreEvaluator({"leaf": "game", "policy": weights})
