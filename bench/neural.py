"""Compare batched neural search with leaf-by-leaf evaluation, with a small PyTorch network.

    PYTHONPATH=src python bench/neural.py --game manhattan

Both search the same positions with the same network on this machine's CPU, alternately. Leaf by
leaf, `Position.search(evaluate=f)` calls the network for one position at a time; batched,
`fast.search_many` fills each batch from all positions. PyTorch must be installed.
"""

from __future__ import annotations

import argparse
import statistics
import time
from typing import Any

import torch

from baumeister import fast
from baumeister.fast import manhattan, tangram_city

GAMES: dict[str, Any] = {"manhattan": manhattan, "tangram-city": tangram_city}


class Network(torch.nn.Module):
    """One hidden layer; logits of the actions, and a value for each player."""

    def __init__(self, rules: Any, hidden: int) -> None:
        super().__init__()
        self.actions = rules.actions
        self.first = torch.nn.Linear(rules.observation, hidden)
        self.last = torch.nn.Linear(hidden, rules.actions + rules.players)

    def forward(self, observations: Any, masks: Any) -> tuple[Any, Any]:
        out = self.last(torch.relu(self.first(observations)))
        logits = out[:, : self.actions].masked_fill(~masks, -torch.inf)
        return torch.softmax(logits, 1), torch.softmax(out[:, self.actions :], 1)


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
        positions, network, nodes=nodes, batch=batch, arrays=arrays, threads=threads
    )
    return sum(each.simulations for each in found)


def rate(run: Any) -> float:
    start = time.perf_counter()
    done: int = run()
    return done / (time.perf_counter() - start)


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
    one, many = [], []
    with torch.inference_mode():
        for _ in range(args.rounds):  # alternately: other programs disturb both alike
            one.append(rate(lambda: leaf_by_leaf(positions[:4], network, args.nodes)))
            many.append(
                rate(lambda: batched(positions, network, args.nodes, args.batch, args.threads))
            )
    single, full = statistics.median(one), statistics.median(many)
    print(
        f"{args.game}, {args.players} players, {args.hidden} hidden units, {args.threads} threads"
    )
    print(f"leaf by leaf         {single:10,.0f} simulations/s")
    print(
        f"batches of {args.batch:<5}     {full:10,.0f} simulations/s, {full / single:.1f} times as many"
    )


if __name__ == "__main__":
    main()
