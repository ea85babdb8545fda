"""Which engine thinks about which game: the one of its strongest bot; in Manhattan with rounds
played out, which tells the points that come of a decision too."""

from __future__ import annotations

from baumeister.bots.analysis.evaluator import Evaluator
from baumeister.bots.analysis.search_evaluator import CoreEvaluator
from baumeister.bots.manhattan import levels as manhattan
from baumeister.bots.tangram_city.evaluator import PlanEvaluator
from baumeister.core.game import AnyGame


def evaluator_for(game: AnyGame, players: int) -> Evaluator:
    """The engine for a game of so many players."""
    if game.id == "tangram-city":
        return PlanEvaluator()
    return CoreEvaluator(manhattan.clearly(players))
