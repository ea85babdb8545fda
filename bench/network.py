"""How fast Manhattan's network is in the compiled core, by processor time on one core.

.venv/bin/python bench/network.py --network network.npz

Without a file the weights are random. A search with open cards evaluates one position a
simulation; with hidden cards, opponents' hands bring actions that must be evaluated too.
"""

from __future__ import annotations

import argparse
import random
import sys
from array import array
from pathlib import Path
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from baumeister.bots.manhattan.network import read
from baumeister.fast import OVER
from baumeister.fast.manhattan import compiled as core
from baumeister.fast.manhattan.networks import NETWORK_WEIGHTS


def positions(players: int, every: int) -> list[Any]:
    """Positions of a random game."""
    position, rng = core.Position(core.rules({"players": players}), 5), random.Random(6)
    position.settle()
    found = []
    while position.actor != OVER:
        found.append(position.copy())
        position.step(rng.choice(position.legal()))
    return found[::every]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--network", help="a file of weights")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--nodes", type=int, default=2000)
    given = parser.parse_args()
    rng = random.Random(1)
    drawn = (rng.gauss(0.0, 0.1) for _ in range(NETWORK_WEIGHTS))
    network = core.Network(read(given.network) if given.network else array("f", drawn))
    sample = positions(given.players, 8)
    began = process_time()
    for _ in range(100):
        for position in sample:
            network.evaluate(position)
    rate = 100 * len(sample) / (process_time() - began)
    print(f"evaluations from Python, lists of logits included: {rate:,.0f}/s")
    for name, is_open in (("open", True), ("hidden", False)):
        began = process_time()
        for position in sample:
            position.search(nodes=given.nodes, network=network, open_cards=is_open)
        rate = given.nodes * len(sample) / (process_time() - began)
        print(f"search with {name} cards: {rate:,.0f} simulations/s")


if __name__ == "__main__":
    main()
