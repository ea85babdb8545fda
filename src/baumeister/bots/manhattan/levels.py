"""The levels of Manhattan. All think with the same policy network (docs/how-bots-think.md):

1  sampled from it at a high temperature
2  sampled from it at a lower temperature
3  its best action, without lookahead
4  tree search with few simulations, the policy network as prior and a value network at the leaves
5  the same search for a second
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import Any, Final

from baumeister.bots.bot import BotError, Budget, Decision
from baumeister.bots.generic.search import search_decision
from baumeister.bots.manhattan.settings import (
    POLICY,
    VALUE,
    own_weights,
    policy_for,
    search_settings,
    value_for,
)
from baumeister.bots.manhattan.value_network import preload
from baumeister.bots.position import decided_by
from baumeister.bots.weights import Files, is_path
from baumeister.core.chance import Rng
from baumeister.core.game import AnyGame
from baumeister.fast import compiled
from baumeister.fast.api import Position

LEVELS: Final = (1, 2, 3, 4, 5)
SEARCHING: Final = (4, 5)
SIMULATIONS: Final = {2: 64, 3: 64, 4: 8}
"""Of level 4, by the number of players: between levels 3 and 5 in strength."""
SECONDS: Final = 1.0
"""Of level 5."""
TEMPERATURE: Final = {1: 3.5, 2: 1.6}
TWO_PLAYER_FACTOR: Final = 0.6
"""Lowers the temperature with two players, who make twice as many decisions."""
WORST_LOGIT: Final = -4.0
"""Actions further below the best, in units of the temperature, are never sampled."""
ROUNDING: Final = 1e-4
"""Logits that differ by less are equal, so that both engines take the same of equal actions."""
SEARCH_PARTS: Final = {"policy": ("network",), "value": ("network",)}
"""The networks, for the bot `search`."""


class LevelBot:
    """Plays a level; `nodes` or `seconds` replace the level's own budget, the files at `weights`
    the shipped networks of the same kind."""

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
        self._own = Budget(seconds, nodes) if changed else None
        if level in SEARCHING:
            preload()

    def decide(self, view: Any, legal: Sequence[Any], budget: Budget, rng: Rng) -> Decision:
        if len(legal) == 1:
            return Decision(legal[0])
        if self._level in SEARCHING and compiled():
            return self._search(view, budget, rng)
        return Decision(self._by_policy(view, rng))

    def _by_policy(self, view: Any, rng: Rng) -> Any:
        """Act by the policy network, without lookahead."""
        policy = policy_for(view.options.players, self._weights)
        temperature = TEMPERATURE.get(self._level, 0.0)
        if view.options.players == 2:
            temperature *= TWO_PLAYER_FACTOR

        def choose(position: Position, _: int) -> int:
            return _sampled(position.legal(), position.logits(policy), temperature, rng)

        return decided_by(self._game, view, rng, choose)

    def _search(self, view: Any, budget: Budget, rng: Rng) -> Decision:
        own = self._own or _budget(self._level, view.options.players)
        spent = budget
        if budget.nodes is None:
            spent = own if budget.seconds is None else own._replace(seconds=budget.seconds)
        settings = search_settings(view.options, self._weights)
        found = search_decision(self._game, view, spent, rng, settings)
        # a time limit below the level's own budget cuts it short, unless nodes were asked for
        less = budget.nodes is None and (spent.seconds or 0.0) < (own.seconds or 0.0)
        return found._replace(cut_short=found.cut_short or less)


def _budget(level: int, players: int) -> Budget:
    """The level's own budget for a decision."""
    return Budget(nodes=SIMULATIONS[players]) if level == 4 else Budget(seconds=SECONDS)


def _sampled(numbers: Sequence[int], logits: Sequence[float], temperature: float, rng: Rng) -> int:
    """Sample from the softmax of the logits; at temperature 0 take the first of the largest."""
    best = max(logits)
    if not temperature:
        return next(n for n, each in zip(numbers, logits, strict=True) if each >= best - ROUNDING)
    chances = [exp(max((each - best) / temperature, -99.0)) for each in logits]
    plausible = [chance if chance >= exp(WORST_LOGIT) else 0.0 for chance in chances]
    left = rng.random() * sum(plausible)
    for each, chance in zip(numbers, plausible, strict=True):
        left -= chance
        if left < 0:
            return each
    return numbers[logits.index(best)]


def search_parts(view: Any, chosen: Mapping[str, str]) -> dict[str, Any]:
    """Search settings for the `SEARCH_PARTS` chosen, shipped or by path."""
    players = view.options.players

    def own(part: str, kind: str) -> Files | None:
        if not is_path(chosen[part]):
            return None
        found = own_weights(chosen[part])
        if found.get(kind, players) is None:
            raise BotError(f"{found.path}: there is no {kind} for {players} players")
        return found

    settings: dict[str, Any] = {}
    if "policy" in chosen:
        settings["policy"] = policy_for(players, own("policy", POLICY))
    if "value" in chosen:
        settings["value_network"] = value_for(players, own("value", VALUE))
    return settings
