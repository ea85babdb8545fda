"""The levels of Manhattan. All use the same features (docs/how-bots-think.md) with learned weights:

1  linear policy on immediate features only, sampled at a high temperature
2  linear policy, sampled at a lower temperature
3  linear policy, the best action, without lookahead
4  information-set tree search with the linear policy as prior and for playouts to the end of the
   round, whose value is learned
5  tree search for a second, with networks as policy and as value of every position
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from operator import mul
from typing import Any, Final

from baumeister.bots.bot import BotError, Budget, Decision
from baumeister.bots.generic.search import search_decision
from baumeister.bots.manhattan.value_network import is_large_enough, preload, value_network_for
from baumeister.bots.position import decided_by
from baumeister.bots.weights import Files, is_path, load, load_path
from baumeister.core.chance import Rng
from baumeister.core.game import AnyGame
from baumeister.fast import compiled
from baumeister.fast.api import Position
from baumeister.fast.manhattan import value_features
from baumeister.fast.manhattan.features import NAMES, features
from baumeister.fast.manhattan.networks import POLICY_WEIGHTS, VALUE_FIRST, VALUE_REST
from baumeister.games.manhattan.options import Options

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

SEARCH_PARTS: Final = {
    "policy": ("learned", "network", "prior"),
    "value": ("learned", "network"),
}
"""Learned parts for the bot `search`; policy and value `learned` are the linear ones."""
VALUE_NUMBERS: Final = len(value_features.NAMES) * value_features.STAGES
LENGTHS: Final = {
    "linear": {
        "policy": len(NAMES),
        "value": VALUE_NUMBERS,
        "network": POLICY_WEIGHTS,
        "prior": POLICY_WEIGHTS,
    },
    "value-network": {
        "first": 4 * ((2 * VALUE_FIRST + 2) // 3),  # characters of base64
        "rest": VALUE_REST,
    },
}
"""The kinds of weights, and how many numbers each list has."""


class LevelBot:
    """Plays a level; `nodes` or `seconds` replace the level's own budget, the files at `weights`
    the shipped weights of the same kind."""

    def __init__(
        self,
        game: AnyGame,
        level: int,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        weights: str | None = None,
    ) -> None:
        self._game = game
        self._level = level
        self._weights = None if weights is None else own_weights(weights)
        changed = nodes is not None or seconds is not None
        self._own = Budget(seconds, nodes) if changed else BUDGETS.get(level)
        if level == STRONGEST:
            preload()

    def decide(self, view: Any, legal: Sequence[Any], budget: Budget, rng: Rng) -> Decision:
        if len(legal) == 1:
            return Decision(legal[0])
        if self._level > 3 and compiled():
            return self._search(view, budget, rng)
        return Decision(self._by_policy(view, legal, rng))

    def _by_policy(self, view: Any, legal: Sequence[Any], rng: Rng) -> Any:
        """Act by the linear policy, without lookahead."""
        policy = linear_settings(view.options.players, self._weights)["policy"]
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
            settings = strongest_settings(view.options, self._weights)
        else:
            settings = linear_settings(view.options.players, self._weights)
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


def own_weights(path: str) -> Files:
    """The weights of a file or folder; UnknownBotError if they are not for this game."""
    return load_path(path, "manhattan", LENGTHS)


def learned(players: int, own: Files | None = None) -> Mapping[str, list[float]]:
    """The weights for a number of players: `policy`, `value` and, if there are any, `network` and
    `prior`."""
    given = own.get("linear", players) if own else None
    return (given or load("baumeister.bots.manhattan", f"policy-{players}")).weights


def linear_settings(players: int, own: Files | None = None) -> dict[str, Any]:
    """Search settings with the linear policy."""
    weights = learned(players, own)
    return SEARCH | {"policy": weights["policy"], "value": weights["value"]}


def network_settings(players: int, own: Files | None = None) -> dict[str, Any]:
    """Search settings with the policy network, if there is one for this number of players."""
    return linear_settings(players, own) | network_policy(learned(players, own).get("network"))


def network_policy(net: list[float] | None) -> dict[str, Any]:
    """The settings that a policy network replaces."""
    return (
        {} if net is None else {"policy": net, "inverse_temperature": NETWORK_INVERSE_TEMPERATURE}
    )


def strongest_settings(options: Options, own: Files | None = None) -> dict[str, Any]:
    """Search settings of level 5; where the value network knows nothing, rounds are played out."""
    players = options.players
    network = value_network_for(players, own.get("value-network", players) if own else None)
    if network is None or not is_large_enough(options):
        return network_settings(players, own)
    return value_settings(prior(learned(players, own)), network)


def prior(weights: Mapping[str, list[float]]) -> list[float]:
    """The policy of searches with a value network: trained by them if there is such a one."""
    return weights.get("prior") or weights.get("network") or weights["policy"]


def value_settings(policy: list[float], network: Any) -> dict[str, Any]:
    """Search settings with a prior, and a network that values every leaf."""
    return {
        "leaf": "none",
        "exploration": SEARCH["exploration"],
        "policy": policy,
        "value_network": network,
    }


def search_parts(view: Any, chosen: Mapping[str, str]) -> dict[str, Any]:
    """Search settings for the `SEARCH_PARTS` chosen; BotError if one is missing for the players."""
    players = view.options.players
    settings: dict[str, Any] = {}
    for part in ("policy", "value"):
        if part not in chosen:
            continue
        own = own_weights(chosen[part]) if is_path(chosen[part]) else None
        of_value = own.get("value-network", players) if own else None
        if part == "value" and (of_value or chosen[part] == "network"):
            settings["value_network"] = value_network_for(players, of_value)
            continue
        weights = learned(players, own)
        name = chosen[part] if chosen[part] in ("network", "prior") else part
        if own and part == "policy" and "network" in weights:
            name = "network"
        if name not in weights and name != "prior":
            raise BotError(f"there is no {name} for {players} players")
        settings[part] = prior(weights) if name == "prior" else weights[name]
    if "value_network" in settings:
        if settings["value_network"] is None:
            raise BotError(f"there is no value network for {players} players")
        settings["leaf"] = "none"
    return settings
