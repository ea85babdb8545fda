"""The bot `search`: the tree search of the fast core as it is, to measure others by.

`search:nodes=5000`, `search:seconds=0.5:leaf=round:exploration=0.7`: information-set tree search
with random playouts; with `policy=learned` the prior and the playouts of the levels of Manhattan,
and points as odds at the end of a round. Levels search with more knowledge (`manhattan.py`,
`tangram_city.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import Any, Final

from baumeister.bots import weights
from baumeister.bots.bot import BotError, Budget, Decision
from baumeister.bots.position import decided_by, seed_from
from baumeister.core.chance import Rng
from baumeister.core.game import AnyGame
from baumeister.fast import compiled, why_not
from baumeister.fast.face import Position

NODES: Final = 1000
"""If nothing is said."""
LEAVES: Final = ("game", "round", "none")
LEARNED: Final = "learned"
NO_POLICY: Final = ("none",)
POLICIES: Final = {"manhattan": (*NO_POLICY, LEARNED)}
"""Without one playouts are random; the learned one is prior and playouts of the levels."""


def searched(
    game: AnyGame, view: Any, budget: Budget, rng: Rng, wanted: Mapping[str, Any]
) -> Decision:
    """What a search decides on that is asked for so; numbers share the seconds, and each has all
    the nodes. It is cut short if time was up before they were done."""
    began = perf_counter()
    nodes, seconds = budget.nodes or 0, budget.seconds or 0.0
    simulations = 0
    cut_short = False

    def choose(position: Position, left: int) -> int:
        nonlocal simulations, cut_short
        share = max(0.001, (seconds - (perf_counter() - began)) / left) if seconds else 0.0
        found = position.search(nodes=nodes, seconds=share, seed=seed_from(rng), **wanted)
        simulations += found.simulations
        cut_short = cut_short or found.simulations < nodes
        return found.best

    return Decision(decided_by(game, view, rng, choose), simulations, cut_short)


class SearchBot:
    def __init__(
        self,
        game: AnyGame,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        leaf: str = "game",
        exploration: float = 0.5,
        policy: str = "none",
    ) -> None:
        if not compiled():
            raise BotError(f"this bot needs the compiled core: {why_not()}")
        if leaf not in LEAVES:
            raise BotError(f"leaf must be one of {', '.join(LEAVES)}")
        if policy not in POLICIES.get(game.id, NO_POLICY):
            known = ", ".join(POLICIES.get(game.id, NO_POLICY))
            raise BotError(f"policy must be one of {known} in this game")
        self._game = game
        self._plan = Budget(seconds, NODES if nodes is None and seconds is None else nodes)
        self._wanted: dict[str, Any] = {"leaf": leaf, "exploration": exploration}
        self._learned = policy == LEARNED

    def decide(self, view: Any, legal: Sequence[Any], budget: Budget, rng: Rng) -> Decision:
        if len(legal) == 1:
            return Decision(legal[0])
        plan = Budget(budget.seconds or self._plan.seconds, budget.nodes or self._plan.nodes)
        wanted = self._wanted
        if self._learned:
            learned = weights.load(f"{self._game.id}-{view.options.players}")
            wanted = {**wanted, "policy": learned.weights["policy"]}
        return searched(self._game, view, plan, rng, wanted)
