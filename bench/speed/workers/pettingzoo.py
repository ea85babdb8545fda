"""PettingZoo's classic games: environments in Python."""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from typing import Any

from speed.worker import Offer, chosen, pick, rate, serve

GAMES = {"tic-tac-toe": "tictactoe_v3", "connect four": "connect_four_v3", "go 19×19": "go_v5"}
MISSING = {
    "chess, Texas hold'em": "their libraries are only distributed as source",
    "hanabi": "it uses OpenSpiel's implementation",
}


def observing(env: Any) -> Callable[[float, int], float]:
    """Steps with observation and mask: `last` always returns both."""

    def play(rng: random.Random) -> int:
        env.reset(seed=rng.getrandbits(31))
        moves = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = info["action_mask"] if "action_mask" in info else observation["action_mask"]
            env.step(pick(rng.random, mask.tobytes()))
            moves += 1
        return moves

    def run(seconds: float, seed: int) -> float:
        rng = random.Random(seed)
        return rate(lambda: play(rng), seconds)

    return run


def offer() -> Offer:
    offered = Offer(chosen(["pettingzoo"]))
    for what, name in GAMES.items():
        env = import_module(f"pettingzoo.classic.{name}").raw_env()  # without the checking wrappers
        offered.add("observing", what, observing(env))
    for what, why in MISSING.items():
        offered.miss("observing", what, why)
    return offered


if __name__ == "__main__":
    serve(offer())
