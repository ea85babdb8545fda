"""The bot `search`: information-set tree search with random playouts.

`search:nodes=5000`, `search:seconds=0.5:leaf=round:exploration=0.7`. It runs in the compiled core
where the game has compiled positions, else over the rules themselves (`plain_search`).

A game's levels module may offer networks to search with, to measure the levels against:
`SEARCH_PARTS` names the values of `policy` and `value`, which may also be paths of weights;
`own_weights(path)` reads them, and `search_parts(view, chosen)` returns the core's search settings
for those chosen. With a `value` its network values every leaf.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import Any, Final

from baumeister.bots.bot import BotError, Budget, Decision, seed_from
from baumeister.bots.generic.plain_search import PlainSearch
from baumeister.bots.levels import levels_of
from baumeister.bots.position import decided_by, has_search
from baumeister.bots.weights import is_path
from baumeister.core.chance import Rng
from baumeister.core.game import AnyGame
from baumeister.core.registry import plugin_of
from baumeister.fast import why_not
from baumeister.fast.api import Position

NODES: Final = 1000
"""Default of the compiled search."""
PLAIN_SECONDS: Final = 1.0
"""Default of the plain search, whose speed depends on the game."""
LEAVES: Final = ("game", "round", "none")
NONE: Final = "none"
PARTS: Final = ("policy", "value")
"""The settings that name networks."""


def search_decision(
    game: AnyGame, view: Any, budget: Budget, rng: Rng, settings: Mapping[str, Any]
) -> Decision:
    """Search in the compiled core and return the decision.

    The numbers of an action share the seconds; each gets all the nodes.
    """
    began = perf_counter()
    nodes, seconds = budget.nodes or 0, budget.seconds or 0.0
    simulations = 0
    cut_short = False

    def choose(position: Position, left: int) -> int:
        nonlocal simulations, cut_short
        share = max(0.001, (seconds - (perf_counter() - began)) / left) if seconds else 0.0
        found = position.search(nodes=nodes, seconds=share, seed=seed_from(rng), **settings)
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
        leaf: str | None = None,
        exploration: float = 0.5,
        policy: str = NONE,
        value: str = NONE,
        inverse_temperature: float = 1.0,
        paranoid: bool = False,
        depth: int = 0,
    ) -> None:
        parts = {"policy": policy, "value": value}
        _check_parts(game, parts)
        if value != NONE and (policy == NONE or leaf == "game"):
            raise BotError("a value network needs a policy, and a leaf of round or none")
        leaf = leaf or ("game" if value == NONE else "none")
        if leaf not in LEAVES:
            raise BotError(f"leaf must be one of {', '.join(LEAVES)}")
        self._game = game
        self._own = Budget(seconds, nodes)
        self._exploration = exploration
        self._parts = {name: given for name, given in parts.items() if given != NONE}
        self._settings: dict[str, Any] = {
            "leaf": leaf,
            "exploration": exploration,
            "inverse_temperature": inverse_temperature,
            "paranoid": paranoid,
            "depth": depth,
        }
        self._compiled = has_search(game)
        plain = leaf == "game" and inverse_temperature == 1.0 and not (paranoid or depth)
        if not self._compiled and (self._parts or not plain):
            missing = why_not() if plugin_of(game).positions else f"{game.id} does not use it"
            raise BotError(f"these settings need the compiled core: {missing}")

    def decide(self, view: Any, legal: Sequence[Any], budget: Budget, rng: Rng) -> Decision:
        if len(legal) == 1:
            return Decision(legal[0])
        budget = Budget(budget.seconds or self._own.seconds, budget.nodes or self._own.nodes)
        if not self._compiled:
            return self._decide_plainly(view, budget, rng)
        if budget == Budget():
            budget = Budget(nodes=NODES)
        settings = dict(self._settings)
        levels: Any = levels_of(self._game)
        if self._parts:
            settings |= levels.search_parts(view, self._parts)
        return search_decision(self._game, view, budget, rng, settings)

    def _decide_plainly(self, view: Any, budget: Budget, rng: Rng) -> Decision:
        if budget == Budget():
            budget = Budget(seconds=PLAIN_SECONDS)
        search = PlainSearch(self._game, view, exploration=self._exploration)
        found = search.run(budget, rng)
        cut_short = found.simulations < (budget.nodes or 0)
        return Decision(found.best.action, found.simulations, cut_short)


def _check_parts(game: AnyGame, parts: Mapping[str, str]) -> None:
    levels: Any = levels_of(game)
    known: Mapping[str, Sequence[str]] = getattr(levels, "SEARCH_PARTS", {})
    for name, given in parts.items():
        choices = (NONE, *known.get(name, ()))
        if name in known and is_path(given):
            levels.own_weights(given)
        elif given not in choices:
            raise BotError(f"{name} must be one of {', '.join(choices)} in this game")
