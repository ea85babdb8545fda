"""The bot `search`: the tree search of the fast core as it is, to measure others by.

`search:nodes=5000`, `search:seconds=0.5:leaf=round:exploration=0.7`: information-set tree search
with random playouts. Levels search with more knowledge (`manhattan.py`, `tangram_city.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import Any, Final

from baumeister.bots.bot import BotError, Budget, Decision
from baumeister.bots.position import decided_by, seed_from
from baumeister.core.chance import Rng
from baumeister.core.game import AnyGame
from baumeister.fast import compiled, why_not
from baumeister.fast.face import Position

NODES: Final = 1000
"""If nothing is said."""
LEAVES: Final = ("game", "round", "none")


class SearchBot:
    def __init__(
        self,
        game: AnyGame,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        leaf: str = "game",
        exploration: float = 0.5,
    ) -> None:
        if not compiled():
            raise BotError(f"this bot needs the compiled core: {why_not()}")
        if leaf not in LEAVES:
            raise BotError(f"leaf must be one of {', '.join(LEAVES)}")
        self._game = game
        self._plan = Budget(seconds, NODES if nodes is None and seconds is None else nodes)
        self._wanted: dict[str, Any] = {"leaf": leaf, "exploration": exploration}

    def decide(self, view: Any, legal: Sequence[Any], budget: Budget, rng: Rng) -> Decision:
        if len(legal) == 1:
            return Decision(legal[0])
        began = perf_counter()
        nodes = budget.nodes or self._plan.nodes or 0
        seconds = budget.seconds or self._plan.seconds or 0.0
        simulations = 0
        cut_short = False

        def choose(position: Position, left: int) -> int:
            nonlocal simulations, cut_short
            share = max(0.001, (seconds - (perf_counter() - began)) / left) if seconds else 0.0
            found = position.search(nodes=nodes, seconds=share, seed=seed_from(rng), **self._wanted)
            simulations += found.simulations
            cut_short = cut_short or (0 < found.simulations < nodes)
            return found.best

        return Decision(decided_by(self._game, view, rng, choose), simulations, cut_short)
