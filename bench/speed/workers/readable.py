"""The readable engine of games/, in plain Python."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from baumeister.core.chance import CHANCE
from baumeister.core.game import AnyGame
from baumeister.games.manhattan import MANHATTAN
from baumeister.games.tangram_city import TANGRAM_CITY
from speed.worker import Offer, bytes_each, chosen, rate, serve
from speed.workers import configurations


def whole_game(game: AnyGame, options: Any) -> Callable[[random.Random], int]:
    """A function that plays one game and returns the number of decisions."""

    def play(rng: random.Random) -> int:
        new, actors, legal, apply, sample = (
            game.new, game.actors, game.legal, game.apply, game.sample,
        )  # fmt: skip
        state = new(options)
        moves = 0
        while owing := actors(state):
            actor = owing[0]
            if actor == CHANCE:
                state = apply(state, actor, sample(state, rng))
            else:
                actions = legal(state, actor)
                state = apply(state, actor, actions[int(rng.random() * len(actions))])
                moves += 1
        return moves

    return play


def stepping(game: AnyGame, given: dict[str, Any]) -> Callable[[float, int], float]:
    play = whole_game(game, game.options(given))

    def run(seconds: float, seed: int) -> float:
        rng = random.Random(seed)
        return rate(lambda: play(rng), seconds)

    return run


def memory(game: AnyGame, given: dict[str, Any]) -> Callable[[float, int], float]:
    """Of the states along whole games, which share what did not change."""
    options = game.options(given)

    def run(_: float, seed: int) -> float:
        rng = random.Random(seed)
        state = game.new(options)

        def following() -> object:
            nonlocal state
            owing = game.actors(state)
            if not owing:
                state = game.new(options)
            elif owing[0] == CHANCE:
                state = game.apply(state, CHANCE, game.sample(state, rng))
            else:
                state = game.apply(state, owing[0], rng.choice(game.legal(state, owing[0])))
            return state

        return bytes_each(following, 20_000)

    return run


def offer() -> Offer:
    offered = Offer(chosen(["baumeister"]))
    for game, configured in (
        (MANHATTAN, configurations.MANHATTAN),
        (TANGRAM_CITY, configurations.TANGRAM_CITY),
    ):
        for what, given in configured.items():
            offered.add("stepping", what, stepping(game, given))
            if what in configurations.MAIN:
                offered.add("memory", what, memory(game, given))
    return offered


if __name__ == "__main__":
    serve(offer())
