"""The bot `greedy`: the action after which a scoring at once would be best for it.

It looks one ply ahead and no further: own points less the best rival's, ties by chance.
Choosing blocks changes no score, so that is left to chance; and of very many actions it
tries only some.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from baumeister.bots.bot import Budget, Decision
from baumeister.core.chance import Rng, pick
from baumeister.core.game import AnyGame

MOST: Final = 250  # two players choose from over a thousand sets of blocks


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
        tries = legal if len(legal) <= MOST else [pick(rng, legal) for _ in range(MOST)]
        for action in tries:
            points = list(game.standing(game.apply(state, seat, action)))
            own = points.pop(seat)
            lead = own - max(points, default=0)
            if best_lead is None or lead > best_lead:
                best, best_lead = [], lead
            if lead == best_lead:
                best.append(action)
        return Decision(pick(rng, best))
