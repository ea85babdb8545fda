"""The bot `greedy`: the action with the best standing if the round were scored now.

It looks one ply ahead: own points minus the best opponent's, ties broken at random. Of very many
actions it tries a random part.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from baumeister.bots.bot import Budget, Decision
from baumeister.core.chance import Rng, pick
from baumeister.core.game import AnyGame

MOST_TRIED: Final = 250  # with two players there are over a thousand sets of blocks to choose from


class GreedyBot:
    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def decide(self, view: Any, legal: Sequence[Any], budget: Budget, rng: Rng) -> Decision:  # noqa: ARG002
        game, seat = self._game, view.seat
        if len(legal) == 1:
            return Decision(legal[0])
        state = game.determinize(view, rng)
        best: list[Any] = []
        best_lead: int | None = None
        many = len(legal) > MOST_TRIED
        for action in [pick(rng, legal) for _ in range(MOST_TRIED)] if many else legal:
            points = list(game.standing(game.apply(state, seat, action)))
            own = points.pop(seat)
            lead = own - max(points, default=0)
            if best_lead is None or lead > best_lead:
                best, best_lead = [], lead
            if lead == best_lead:
                best.append(action)
        return Decision(pick(rng, best))
