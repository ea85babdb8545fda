"""The bot `search`: the tree search of the fast core as it is, to measure others by.

`search:nodes=5000`, `search:seconds=0.5:leaf=round:exploration=0.7`: information-set tree search
with random playouts. In Manhattan, with `policy=learned` the prior and the playouts of level 4, or
with `policy=net` of level 5, `inverse_temperature` as they are; at the end of a round points are
odds, or with `value=learned` what the levels know (`manhattan.py`), and with `opponents=learned`
the others are who they seem to be (`rivals.py`). Those of Tangram City search otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import Any, Final

from baumeister.bots import weights
from baumeister.bots.bot import BotError, Budget, Decision
from baumeister.bots.manhattan.opponents import rivals as rivals_of
from baumeister.bots.position import decided_by, seed_from
from baumeister.core.chance import Rng
from baumeister.core.game import AnyGame
from baumeister.fast import compiled, why_not
from baumeister.fast.api import Position

NODES: Final = 1000
"""If nothing is said."""
LEAVES: Final = ("game", "round", "none")
NONE: Final = ("none",)
POLICIES: Final = {"manhattan": {"learned": "policy", "net": "network"}}
"""What the files of weights call them. Without one playouts are random."""
WORTHS: Final = {"manhattan": {"learned": "value"}}
RIVALS: Final = {"manhattan": {"learned": rivals_of}}


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
        value: str = "none",
        opponents: str = "none",
        inverse_temperature: float = 1.0,
    ) -> None:
        if not compiled():
            raise BotError(f"this bot needs the compiled core: {why_not()}")
        if leaf not in LEAVES:
            raise BotError(f"leaf must be one of {', '.join(LEAVES)}")
        asked: tuple[tuple[str, str, Mapping[str, Mapping[str, Any]]], ...] = (
            ("policy", policy, POLICIES),
            ("value", value, WORTHS),
            ("opponents", opponents, RIVALS),
        )
        for name, given, there in asked:
            known = (*NONE, *there.get(game.id, ()))
            if given not in known:
                raise BotError(f"{name} must be one of {', '.join(known)} in this game")
        if opponents != "none" and policy == "none":
            raise BotError("opponents need a search with a policy")
        self._game = game
        self._plan = Budget(seconds, NODES if nodes is None and seconds is None else nodes)
        self._wanted: dict[str, Any] = {
            "leaf": leaf,
            "exploration": exploration,
            "inverse_temperature": inverse_temperature,
        }
        self._learned = {
            "policy": POLICIES.get(game.id, {}).get(policy),
            "value": WORTHS.get(game.id, {}).get(value),
        }
        self._rivals = RIVALS.get(game.id, {}).get(opponents)

    def decide(self, view: Any, legal: Sequence[Any], budget: Budget, rng: Rng) -> Decision:
        if len(legal) == 1:
            return Decision(legal[0])
        plan = Budget(budget.seconds or self._plan.seconds, budget.nodes or self._plan.nodes)
        return searched(self._game, view, plan, rng, self._wanted | self._known(view))

    def _known(self, view: Any) -> dict[str, Any]:
        if not any(self._learned.values()):
            return {}
        players = view.options.players
        learned = weights.load(f"{self._game.id}-{players}").weights
        if missing := [name for name in self._learned.values() if name and name not in learned]:
            raise BotError(f"there is no {missing[0]} for {players} players")
        told = {what: learned[name] for what, name in self._learned.items() if name}
        return told if self._rivals is None else told | self._rivals(view)
