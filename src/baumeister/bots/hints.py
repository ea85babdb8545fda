"""Hints for a player to move: the best action, its value, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from baumeister.bots.analysis.evaluator import Alternative, Question
from baumeister.bots.analysis.parts import analysis_of, evaluator_for
from baumeister.bots.analysis.reasons import reasons_for
from baumeister.bots.analysis.result import Reason
from baumeister.bots.bot import Budget, seed_from
from baumeister.bots.codes import make_bot
from baumeister.bots.levels import strongest_code
from baumeister.core.chance import Rng
from baumeister.core.game import AnyGame
from baumeister.fast import compiled

OTHERS: Final = 3
"""The most alternatives a hint names."""
SECONDS: Final = 1.0
"""Default budget."""


class Hint(NamedTuple):
    """What the strongest bot would do, by what the seat knows."""

    action: Any
    chance: float | None
    """Of winning with it; None in a solo game, or if nothing was searched."""
    points: float | None
    """Expected at the end."""
    alternatives: tuple[Alternative, ...]
    """The other actions considered most, best first."""
    reasons: tuple[Reason, ...]

    def data(self) -> dict[str, Any]:
        """As JSON data."""
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
    """A hint for the view's seat; `bots.words` puts its reasons into words."""
    solo = game.players(view.options) == 1
    if len(legal) == 1 or (analysis_of(game) and not compiled()):
        bot = make_bot(strongest_code(game), game)
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
        chance=None if solo else best.chance,
        points=best.points,
        alternatives=tuple(each for each in others[:OTHERS] if each.visits),
        reasons=tuple(reasons_for(game, view, best.action)),
    )
