"""Compare batched neural search with leaf-by-leaf evaluation, with a small PyTorch network.

    PYTHONPATH=src python bench/neural.py --game manhattan

All search the same positions with the same network on this machine's CPU, alternately. Leaf by
leaf, `Position.search(evaluate=f)` calls the network for the value of one position at a time;
with batches of 1 it also gives the priors; `fast.search_many` fills larger batches from all
positions. The network alone, in such batches and without a search, is the limit of any search: on
one core it takes two thirds of the time. Rates are simulations a second, by the clock and by CPU
time (of all threads), which other programs do not disturb. PyTorch must be installed.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import torch

from baumeister import fast
from baumeister.fast import manhattan, tangram_city

GAMES: dict[str, Any] = {"manhattan": manhattan, "tangram-city": tangram_city}


class Network(torch.nn.Module):
    """Two hidden layers with two heads: logits of the actions, and a value for each player."""

    def __init__(self, rules: Any, hidden: int) -> None:
        super().__init__()
        self.body = torch.nn.Sequential(
            torch.nn.Linear(rules.observation, hidden),
            torch.nn.ReLU(),
            torch.nn.Linear(hidden, hidden),
            torch.nn.ReLU(),
        )
        self.policy = torch.nn.Linear(hidden, rules.actions)
        self.value = torch.nn.Linear(hidden, rules.players)

    def forward(self, observations: Any, _masks: Any) -> tuple[Any, Any]:
        seen = self.body(observations)
        return self.policy(seen), self.value(seen).softmax(1)


def positions_of(module: Any, rules: Any, count: int) -> list[Any]:
    found = []
    for seed in range(count):
        position = module.Position(rules, seed)
        position.settle()
        for _ in range(seed % 12):
            position.step(position.legal()[seed % len(position.legal())])
        found.append(position)
    return found


def leaf_by_leaf(positions: list[Any], network: Network, nodes: int) -> int:
    rules = positions[0].rules
    observation = torch.zeros(1, rules.observation)
    mask = torch.zeros(1, rules.actions, dtype=torch.bool)

    def evaluate(leaf: Any) -> list[float]:
        leaf.observe(leaf.actor, observation)
        leaf.mask(mask)
        _, values = network(observation, mask)
        return list(values[0].roll(leaf.actor).tolist())

    return sum(each.search(nodes=nodes, evaluate=evaluate).simulations for each in positions)


def batched(positions: list[Any], network: Network, nodes: int, batch: int, threads: int) -> int:
    rules = positions[0].rules
    arrays = (
        torch.zeros(batch, rules.observation),
        torch.zeros(batch, rules.actions, dtype=torch.bool),
    )
    found = fast.search_many(
        positions, network, nodes=nodes, batch=batch, arrays=arrays, threads=threads, logits=True
    )
    return sum(each.simulations for each in found)


def alone(rules: Any, network: Network, rows: int, batch: int) -> int:
    """Evaluate as many rows without a search."""
    arrays = (
        torch.zeros(batch, rules.observation),
        torch.zeros(batch, rules.actions, dtype=torch.bool),
    )
    for _ in range(0, rows, batch):
        network(*arrays)
    return rows


class Rates(NamedTuple):
    """Simulations a second."""

    clock: float
    cpu: float


def rates(run: Callable[[], int]) -> Rates:
    clock, cpu = time.perf_counter(), time.process_time()
    done = run()
    return Rates(done / (time.perf_counter() - clock), done / (time.process_time() - cpu))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", choices=GAMES, default="manhattan")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--hidden", type=int, default=64)
    parser.add_argument("--positions", type=int, default=64)
    parser.add_argument("--nodes", type=int, default=256)
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    module = GAMES[args.game]
    rules = module.rules({"players": args.players})
    torch.manual_seed(0)
    torch.set_num_threads(args.threads)
    network = Network(rules, args.hidden).eval()
    positions = positions_of(module, rules, args.positions)
    ways: dict[str, Callable[[], int]] = {
        "leaf by leaf": lambda: leaf_by_leaf(positions[:4], network, args.nodes),
        "batches of 1": lambda: batched(positions[:4], network, args.nodes, 1, 1),
        f"batches of {args.batch}": lambda: batched(
            positions, network, args.nodes, args.batch, args.threads
        ),
        "network alone": lambda: alone(rules, network, args.positions * args.nodes, args.batch),
    }
    found: dict[str, list[Rates]] = {way: [] for way in ways}
    with torch.inference_mode():
        for _ in range(args.rounds):  # alternately: other programs disturb all alike
            for way, run in ways.items():
                found[way].append(rates(run))
    print(
        f"{args.game}, {args.players} players, {args.hidden} hidden units, {args.threads} threads"
    )
    first = next(iter(found.values()))
    for way, each in found.items():
        clock, cpu = (statistics.median(column) for column in zip(*each, strict=True))
        base = [statistics.median(column) for column in zip(*first, strict=True)]
        print(
            f"{way:<16} {clock:9,.0f} a second ({clock / base[0]:4.1f} times);"
            f" {cpu:9,.0f} a CPU second ({cpu / base[1]:4.1f} times)"
        )


if __name__ == "__main__":
    main()
