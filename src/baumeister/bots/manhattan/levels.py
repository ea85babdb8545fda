"""The levels of Manhattan. All use the same features (docs/evaluation.md) with learned weights:

1  linear policy on immediate features only, sampled at a high temperature
2  linear policy, sampled at a lower temperature
3  linear policy, the best action, without lookahead
4  information-set tree search with the linear policy as prior and for playouts to the end of the
   round, whose value is learned
5  the same for as long as it may take, with a network as policy where there is one and models of
   the opponents; on a small budget a value network replaces playouts
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from operator import mul
from typing import Any, Final

from baumeister.bots.bot import BotError, Budget, Decision
from baumeister.bots.manhattan.opponents import opponent_settings
from baumeister.bots.manhattan.value_network import preload, value_network_for
from baumeister.bots.position import decided_by
from baumeister.bots.search import search_decision
from baumeister.bots.weights import load
from baumeister.core.chance import Rng
from baumeister.core.game import AnyGame
from baumeister.fast import compiled
from baumeister.fast.api import Position
from baumeister.fast.manhattan.features import NAMES, features

LEVELS: Final = (1, 2, 3, 4, 5)
STRONGEST: Final = 5
BUDGETS: Final = {4: Budget(nodes=50), 5: Budget(seconds=1.0)}
TEMPERATURE: Final = {1: 2.0, 2: 1.2}
TWO_PLAYER_FACTOR: Final = 0.6
"""Lowers the temperature with two players, who make twice as many decisions."""
WORST_LOGIT: Final = -4.0
"""Actions further below the best, in units of the temperature, are never sampled."""
IMMEDIATE: Final = ("gain", "open gain", "loss", "empty", "takeover", "own", "highest", "given up")
"""The features of a build that level 1 uses."""
SEARCH: Final[dict[str, Any]] = {"leaf": "round", "exploration": 0.5, "inverse_temperature": 2.0}
NETWORK_INVERSE_TEMPERATURE: Final = 1.0
"""Sharper playouts suit small budgets: they converge faster and are more biased."""

SMALL_NODES: Final = 3000
SMALL_SECONDS: Final = 0.04
"""Up to these budgets the value network beats the few rounds that could be played out."""

SEARCH_PARTS: Final = {
    "policy": ("learned", "network"),
    "value": ("learned",),
    "opponents": ("learned",),
}
"""Learned parts for the bot `search`; the policy `learned` is the linear one."""


class LevelBot:
    """Plays a level; `nodes` or `seconds` replace the level's own budget."""

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
        self._own = Budget(seconds, nodes) if changed else BUDGETS.get(level)
        if level == STRONGEST and self._own and _is_small(self._own):
            preload()

    def decide(self, view: Any, legal: Sequence[Any], budget: Budget, rng: Rng) -> Decision:
        if len(legal) == 1:
            return Decision(legal[0])
        if self._level > 3 and compiled():
            return self._search(view, budget, rng)
        return Decision(self._by_policy(view, legal, rng))

    def _by_policy(self, view: Any, legal: Sequence[Any], rng: Rng) -> Any:
        """Act by the linear policy, without lookahead."""
        policy = linear_settings(view.options.players)["policy"]
        temperature = TEMPERATURE.get(self._level, 0.0)
        if view.options.players == 2:
            temperature *= TWO_PLAYER_FACTOR
        if self._level == 1:
            policy = [
                each if _is_immediate(name) else 0.0
                for name, each in zip(NAMES, policy, strict=True)
            ]
        if compiled():

            def choose(position: Position, _: int) -> int:
                logits = position.logits(policy)
                found: int = _sampled(position.legal(), logits, temperature, rng)
                return found

            return decided_by(self._game, view, rng, choose)
        state = self._game.determinize(view, rng)
        logits = [sum(map(mul, policy, features(state, view.seat, action))) for action in legal]
        return _sampled(legal, logits, temperature, rng)

    def _search(self, view: Any, budget: Budget, rng: Rng) -> Decision:
        own = self._own or Budget()
        spent = budget
        if budget.nodes is None:
            spent = own if budget.seconds is None else own._replace(seconds=budget.seconds)
        if self._level == STRONGEST:
            settings = strongest_settings(view, spent)
        else:
            settings = linear_settings(view.options.players)
        found = search_decision(self._game, view, spent, rng, settings)
        # a time limit below the level's own budget cuts it short, unless nodes were asked for
        less = budget.nodes is None and (spent.seconds or 0.0) < (own.seconds or 0.0)
        return found._replace(cut_short=found.cut_short or less)


def _sampled(actions: Sequence[Any], logits: Sequence[float], temperature: float, rng: Rng) -> Any:
    """Sample from the softmax of the logits; at temperature 0 take the maximum."""
    best = max(logits)
    if not temperature:
        return actions[logits.index(best)]
    chances = [exp(max((each - best) / temperature, -99.0)) for each in logits]
    plausible = [chance if chance >= exp(WORST_LOGIT) else 0.0 for chance in chances]
    left = rng.random() * sum(plausible)
    for each, chance in zip(actions, plausible, strict=True):
        left -= chance
        if left < 0:
            return each
    return actions[logits.index(best)]


def _is_immediate(name: str) -> bool:
    return name.removesuffix(", last") in IMMEDIATE or name.startswith(("fours", "threes", "twos"))


# --- search settings -------------------------------------------------------------------


def learned(players: int) -> Mapping[str, list[float]]:
    """The weights for a number of players: `policy`, `value` and, if there is one, `network`."""
    return load("baumeister.bots.manhattan", f"policy-{players}").weights


def linear_settings(players: int) -> dict[str, Any]:
    """Search settings with the linear policy."""
    weights = learned(players)
    return SEARCH | {"policy": weights["policy"], "value": weights["value"]}


def network_settings(players: int) -> dict[str, Any]:
    """Search settings with the policy network, if there is one for this number of players."""
    return linear_settings(players) | network_policy(learned(players).get("network"))


def network_policy(net: list[float] | None) -> dict[str, Any]:
    """The settings that a policy network replaces."""
    return (
        {} if net is None else {"policy": net, "inverse_temperature": NETWORK_INVERSE_TEMPERATURE}
    )


def strongest_settings(view: Any, budget: Budget) -> dict[str, Any]:
    """Search settings of level 5: a value network on a small budget, else opponent models."""
    settings = network_settings(view.options.players)
    network = value_network_for(view.options) if _is_small(budget) else None
    if network is None:
        return settings | opponent_settings(view)
    return settings | {"leaf": "none", "value_network": network}


def _is_small(budget: Budget) -> bool:
    nodes, seconds = budget.nodes or 0, budget.seconds or 0.0
    return 0 < nodes <= SMALL_NODES or 0 < seconds <= SMALL_SECONDS


def search_parts(view: Any, chosen: Mapping[str, str]) -> dict[str, Any]:
    """Search settings for the `SEARCH_PARTS` chosen; BotError if one is missing for the players."""
    weights = learned(view.options.players)
    settings = {}
    for part in ("policy", "value"):
        if part in chosen:
            name = "network" if chosen[part] == "network" else part
            if name not in weights:
                raise BotError(f"there is no {name} for {view.options.players} players")
            settings[part] = weights[name]
    return settings | (opponent_settings(view) if "opponents" in chosen else {})
