"""A hint for who owes a decision: what to do, what it is worth, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from baumeister.bots.analysis.evaluator import Alternative, Question
from baumeister.bots.analysis.parts import evaluator_for
from baumeister.bots.analysis.reasons import reasons_for
from baumeister.bots.analysis.result import Reason
from baumeister.bots.bot import Budget
from baumeister.bots.codes import make_bot
from baumeister.bots.levels import STRONGEST, level_code
from baumeister.bots.position import seed_from
from baumeister.core.chance import Rng
from baumeister.core.game import AnyGame
from baumeister.fast import compiled

OTHERS: Final = 3
"""How many alternatives are named at most."""
SECONDS: Final = 1.0
"""Where nothing is said."""


class Hint(NamedTuple):
    """What the strongest bot would do, from what the seat knows."""

    action: Any
    chance: float | None
    """Of winning with it; None where nobody plays against it, or without the compiled core."""
    points: float | None
    """Expected at the end."""
    alternatives: tuple[Alternative, ...]
    """What else was looked at most, the best first."""
    reasons: tuple[Reason, ...]

    def data(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "action": str(self.action),
            "chance": self.chance,
            "points": self.points,
            "alternatives": [
                {"action": str(each.action), "chance": each.chance, "points": each.points}
                for each in self.alternatives
            ],
            "reasons": [dict(reason) for reason in self.reasons],
        }


def hint(game: AnyGame, view: Any, legal: Sequence[Any], budget: Budget, rng: Rng) -> Hint:
    """A hint for the view's seat; `bots/words.py` says its reasons."""
    alone = game.players(view.options) == 1
    if len(legal) == 1 or not compiled():
        bot = make_bot(level_code(game.id, STRONGEST), game)
        action = bot.decide(view, legal, budget, rng).action
        return Hint(action, None, None, (), tuple(reasons_for(game, view, action)))
    if budget.nodes is None and budget.seconds is None:
        budget = Budget(seconds=SECONDS)
    evaluator = evaluator_for(game, game.players(view.options))
    listed = evaluator.alternatives(Question(game, view.seat, view), budget, seed_from(rng))
    if not listed:
        return Hint(legal[0], None, None, (), tuple(reasons_for(game, view, legal[0])))
    best, *others = listed
    return Hint(
        action=best.action,
        chance=None if alone else best.chance,
        points=best.points,
        alternatives=tuple(each for each in others[:OTHERS] if each.visits),
        reasons=tuple(reasons_for(game, view, best.action)),
    )
