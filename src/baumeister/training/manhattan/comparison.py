"""How strong the network's policy is without search."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from baumeister.bots.manhattan.levels import linear_settings
from baumeister.bots.manhattan.network import network_at
from baumeister.core.chance import CHANCE, draw_index
from baumeister.fast import OVER, manhattan
from baumeister.fast.api import Position


def share_against_linear(path: Path, games: int, players: int = 4) -> float:
    """The share of games that the network's favourite actions win against those of level 3."""
    network = network_at(str(path))
    policy = linear_settings(players)["policy"]
    rules = manhattan.rules({"players": players})
    won = 0.0
    for game in range(games):
        position = manhattan.Position(rules, game // players)
        rng = Random(game // players)
        while position.actor != OVER:
            position.apply(_next(position, game % players, network, policy, rng))
        ranks = position.ranks()
        won += (ranks[game % players] == 1) / ranks.count(1)
    return won / games


def _next(position: Position, seat: int, network: Any, policy: list[float], rng: Random) -> int:
    numbers = position.legal()
    if position.actor == CHANCE:
        return numbers[draw_index(rng, position.weights())]
    if position.actor == seat:
        numbers, logits, _ = network.evaluate(position)
    else:
        logits = position.logits(policy)
    return int(numbers[logits.index(max(logits))])
