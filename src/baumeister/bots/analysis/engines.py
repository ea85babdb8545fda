"""Which engine thinks about which game, and with what settings."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from baumeister.bots.analysis.engine import CoreEvaluator
from baumeister.bots.analysis.evaluator import Evaluator
from baumeister.bots.position import fast_of
from baumeister.core.game import AnyGame

_POLICIES: Final[dict[str, dict[str, float]]] = {
    "manhattan": {
        "gain": 1.5,
        "loss": 0.8,
        "lead": 0.2,
        "safe": 0.5,
        "threats": -0.4,
        "highest": 0.5,
        "majority": 0.5,
        "fours": 0.3,
    },
    "tangram-city": {
        "area": 0.3,
        "completed": 1.0,
        "rectangle": 1.5,
        "contact": 0.5,
        "apart": -0.3,
        "broken": -0.7,
        "declined": -6.0,
    },
}


def evaluator_for(game: AnyGame, players: int) -> Evaluator:
    """The strongest there is."""
    del players
    names = import_module(f"{fast_of(game).__name__}.features").NAMES
    weights = [_POLICIES[game.id].get(name, 0.0) for name in names]
    settings: dict[str, Any] = {"policy": weights, "leaf": "round"}
    return CoreEvaluator(settings)
