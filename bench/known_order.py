"""How close a level of solo Tangram City comes to the best score found when the order of the cards
is known: the price of not knowing it, and of imperfect play.

.venv/bin/python bench/known_order.py --deals 20 --bot tangram-city:5:seconds=1 --nodes 3000000
"""

from __future__ import annotations

import argparse
import random
import sys
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from baumeister.bots import Budget, make_bot
from baumeister.bots.position import position_of
from baumeister.bots.tangram_city.levels import network_for
from baumeister.core.chance import CHANCE
from baumeister.fast.tangram_city import numbers
from baumeister.fast.tangram_city.planning import plan
from baumeister.games.tangram_city import TANGRAM_CITY, Phase, State

ALL_CARDS = 23


def played(bot: Any, options: Any, deal: int) -> tuple[State, State]:
    """The state before the first card of a deal, and the final state of the bot's game."""
    dealing, thinking = random.Random(f"deal {deal}"), random.Random(f"bot {deal}")
    game, begun = TANGRAM_CITY, None
    state = game.new(options)
    while actors := game.actors(state):
        if actors == (CHANCE,):
            state = game.apply(state, CHANCE, game.sample(state, dealing))
            continue
        if begun is None and state.phase == Phase.PLACE:
            begun = state
        legal = game.legal(state, 0)
        decision = bot.decide(game.view(state, 0), legal, Budget(), thinking)
        state = game.apply(state, 0, decision.action)
    assert begun is not None
    return begun, state


def best_known(state: State, order: list[str], nodes: int, seed: int) -> float:
    """The best score found if the hidden cards come in this order."""
    position = position_of(TANGRAM_CITY, state, 0, random.Random(seed))
    tiles = numbers.tile_ids(state.options)
    found = plan(
        position,
        network=network_for(state.options.tile_set),
        nodes=nodes,
        seed=seed,
        candidates=1,
        horizon=ALL_CARDS,
        cards=[tiles.index(tile) for tile in order],
    )
    return max(found.points)


def order_of(deal: int, options: Any) -> list[str]:
    """The order of a deal's cards, which does not depend on play."""
    dealing, game = random.Random(f"deal {deal}"), TANGRAM_CITY
    state, order = game.new(options), []
    while actors := game.actors(state):
        action: Any
        if actors == (CHANCE,):
            action = game.sample(state, dealing)
            order += getattr(action, "tiles", ())
            state = game.apply(state, CHANCE, action)
        else:
            state = game.apply(state, 0, game.legal(state, 0)[-1])
    return order


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--bot", default="tangram-city:5")
    parser.add_argument("--nodes", type=int, default=2_000_000, help="with the order known")
    given = parser.parse_args()
    options = TANGRAM_CITY.options({"players": 1})
    bot = make_bot(given.bot, TANGRAM_CITY)
    ends, best = [], []
    for deal in range(given.first, given.first + given.deals):
        begun, state = played(bot, options, deal)
        ends.append(state.points[0])
        order = order_of(deal, options)
        best.append(best_known(begun, order[2:], given.nodes, deal) if given.nodes else 0.0)
        print(f"deal {deal}: {ends[-1]}, known order {best[-1]:.0f}", flush=True)
    error = stdev(ends) / sqrt(len(ends))
    print(f"{given.bot}: {fmean(ends):.1f} ± {1.96 * error:.1f} points, {len(ends)} deals")
    if given.nodes:
        print(f"with the order known {fmean(best):.1f}: {fmean(ends) / fmean(best):.1%} of it")


if __name__ == "__main__":
    main()
