"""The levels of Manhattan. All weigh the same features (docs/evaluation.md) with learned weights:

1  sees what scores at once and little else, and is often content with less than the best
2  knows what is safe, and still takes this or that
3  the decision it likes best, without looking ahead
4  looks ahead a little: information-set tree search under the policy, rounds played out by it,
   and what the end of a round is worth
5  looks ahead as long as it may, with a net in the place of the linear policy where there is one,
   and at who the others are; in haste with a judge in the place of played out rounds
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from operator import mul
from typing import Any, Final

from baumeister.bots import weights
from baumeister.bots.bot import Budget, Decision
from baumeister.bots.levels import STRONGEST
from baumeister.bots.manhattan.opponents import rivals
from baumeister.bots.manhattan.value_network import judge_for, prepare
from baumeister.bots.position import decided_by
from baumeister.bots.search import searched
from baumeister.core.chance import Rng
from baumeister.core.game import AnyGame
from baumeister.fast import compiled
from baumeister.fast.api import Position
from baumeister.fast.manhattan.features import NAMES, features

PLANS: Final = {4: Budget(nodes=50), 5: Budget(seconds=1.0)}
SOFTNESS: Final = {1: 2.0, 2: 1.2}
"""How far down from the best a decision may be: by so much its chance falls to a third."""
FOR_TWO: Final = 0.6
"""Two players make twice as many decisions, and nobody else errs: softened so much less."""
PLAUSIBLE: Final = 4.0
"""Nothing is done whose chance is less than that of the best by e to this power."""
AT_ONCE: Final = ("gain", "open gain", "loss", "empty", "takeover", "own", "highest", "given up")
"""All that the first level sees of a build."""
SEARCH: Final[dict[str, Any]] = {"leaf": "round", "exploration": 0.5, "inverse_temperature": 2.0}
NET_SHARP: Final = 1.0
"""Sharper playouts are for few simulations: they say sooner what they say, and it is less true."""

HASTE_NODES: Final = 3000
HASTE_SECONDS: Final = 0.04
"""Up to here a judge knows more than so few played out rounds; with more, they do."""


class LevelBot:
    """Plays a level; `nodes` or `seconds` instead of the level's own plan."""

    def __init__(
        self,
        game: AnyGame,
        level: int,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
    ) -> None:
        self._game = game
        self._level = level
        changed = nodes is not None or seconds is not None
        self._plan = Budget(seconds, nodes) if changed else PLANS.get(level)
        if level == STRONGEST and self._plan and _hasty(self._plan):
            prepare()

    def decide(self, view: Any, legal: Sequence[Any], budget: Budget, rng: Rng) -> Decision:
        if len(legal) == 1:
            return Decision(legal[0])
        players = view.options.players
        if self._level > 3 and compiled():
            return self._search(view, budget, rng)
        return Decision(self._liked(view, legal, plainly(players)["policy"], rng))

    def _liked(self, view: Any, legal: Sequence[Any], policy: list[float], rng: Rng) -> Any:
        """What the policy alone comes to."""
        softness = SOFTNESS.get(self._level, 0.0)
        if view.options.players == 2:
            softness *= FOR_TWO
        if self._level == 1:
            policy = [
                each if _at_once(name) else 0.0 for name, each in zip(NAMES, policy, strict=True)
            ]
        if compiled():

            def choose(position: Position, _: int) -> int:
                found: int = _one(position.legal(), position.logits(policy), softness, rng)
                return found

            return decided_by(self._game, view, rng, choose)
        state = self._game.determinize(view, rng)
        likes = [sum(map(mul, policy, features(state, view.seat, action))) for action in legal]
        return _one(legal, likes, softness, rng)

    def _search(self, view: Any, budget: Budget, rng: Rng) -> Decision:
        plan = self._plan or Budget()
        spent = budget
        if budget.nodes is None:
            spent = plan if budget.seconds is None else plan._replace(seconds=budget.seconds)
        if self._level == STRONGEST:
            wanted = strongest(view, spent)
        else:
            wanted = plainly(view.options.players)
        found = searched(self._game, view, spent, rng, wanted)
        # of its own plan, where nothing else was planned for it
        less = budget.nodes is None and (spent.seconds or 0.0) < (plan.seconds or 0.0)
        return found._replace(cut_short=found.cut_short or less)


def _one(legal: Sequence[Any], likes: Sequence[float], softness: float, rng: Rng) -> Any:
    """What is liked best; softened, also what is liked nearly as much."""
    best = max(likes)
    if not softness:
        return legal[likes.index(best)]
    chances = [exp(max((each - best) / softness, -99.0)) for each in likes]
    plausible = [chance if chance >= exp(-PLAUSIBLE) else 0.0 for chance in chances]
    left = rng.random() * sum(plausible)
    for each, chance in zip(legal, plausible, strict=True):
        left -= chance
        if left < 0:
            return each
    return legal[likes.index(best)]


def plainly(players: int) -> dict[str, Any]:
    """How a search goes by the linear policy for a number of players."""
    learned = weights.load(f"manhattan-{players}").weights
    return SEARCH | {"policy": learned["policy"], "value": learned["value"]}


def strongest(view: Any, budget: Budget) -> dict[str, Any]:
    """How the strongest search there is goes: in haste by a judge, if there is one, else by who
    the others seem to be."""
    wanted = clearly(view.options.players)
    judge = judge_for(view.options) if _hasty(budget) else None
    return wanted | (rivals(view) if judge is None else {"leaf": "none", "value_network": judge})


def _hasty(budget: Budget) -> bool:
    few, short = budget.nodes or 0, budget.seconds or 0.0
    return 0 < few <= HASTE_NODES or 0 < short <= HASTE_SECONDS


def clearly(players: int) -> dict[str, Any]:
    """How a search goes that plays rounds out: by the net, if there is one."""
    return plainly(players) | by_net(weights.load(f"manhattan-{players}").weights.get("network"))


def by_net(net: list[float] | None) -> dict[str, Any]:
    """What a search is asked otherwise for if it has a net."""
    return {} if net is None else {"policy": net, "inverse_temperature": NET_SHARP}


def _at_once(name: str) -> bool:
    return name.removesuffix(", last") in AT_ONCE or name.startswith(("fours", "threes", "twos"))
