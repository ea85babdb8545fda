"""Train Manhattan's policy network by expert iteration.

Each iteration plays games in which every seat searches as level 5 does, with the policy network as
prior and the shipped value network, and fits the policy network to the visit counts of the
searches. Training starts from the shipped policy network.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, NamedTuple

import numpy as np

from baumeister.bots.manhattan.settings import EXPLORATION, POLICY, policy_for
from baumeister.bots.weights import Weights, dumps, read
from baumeister.fast import manhattan
from baumeister.training.manhattan.data import Task, TrainingData, concatenated, play
from baumeister.training.manhattan.policy_fit import fit_policy_network
from baumeister.training.run import Progress, provenance, write
from baumeister.work import LOCAL

TASK_GAMES: Final = 4
COMPARISON_GAMES: Final = 4000
"""Games that measure whether the policy improved."""
COMPARISON_INVERSE_TEMPERATURE: Final = 4.0
"""Close to the best play, yet no two games are the same."""
REMEMBERED: Final = 2
"""Iterations whose decisions the network is fitted to: older ones come from weaker players."""


class Plan(NamedTuple):
    seed: int
    cores: int
    command: str
    commit: str
    players: Annotated[int, "Number of players: 2, 3 or 4."] = 4
    iterations: Annotated[int, "Iterations of playing and fitting."] = 6
    games: Annotated[int, "Games with search in each iteration."] = 400
    nodes: Annotated[int, "Simulations for each decision."] = 1000
    exploration: Annotated[float, "The exploration constant of the search."] = EXPLORATION
    variety: Annotated[int, "One game in this many has other options; 0: none."] = 6
    on: Annotated[str, "Where to play: local, ray or ray://HOST:PORT."] = LOCAL
    game: str = "manhattan"

    def problem(self) -> str | None:
        if self.players not in (2, 3, 4):
            return "--players must be 2, 3 or 4"
        if min(self.iterations, self.games, self.nodes) < 1:
            return "--iterations, --games and --nodes must be 1 or more"
        return None if self.variety >= 0 else "--variety must be 0 or more"

    @property
    def weights_file(self) -> str:
        return _weights_file(self.iterations)


def train(plan: Plan, folder: Path, progress: Progress) -> Weights:
    """Return the weights after all iterations; those already in the folder are not repeated."""
    folder.mkdir(parents=True, exist_ok=True)
    network = policy_for(plan.players)
    weights = None
    for iteration in range(1, plan.iterations + 1):
        path = folder / _weights_file(iteration)
        if path.exists():
            weights = read(path.read_text(encoding="utf-8"))
        else:
            text = dumps(_iterate(plan, iteration, network, folder, progress))
            write(path, text)
            weights = read(text)  # rounded, as a resumed training reads them
        network = weights.weights["network"]
    assert weights
    return weights


def _weights_file(iteration: int) -> str:
    return f"weights-{iteration:02}.json"


def _iterate(
    plan: Plan, iteration: int, network: list[float], folder: Path, progress: Progress
) -> Weights:
    seed = plan.seed * 1000 + iteration
    task = Task(
        plan.players, 0, TASK_GAMES, seed, network, plan.nodes, plan.exploration, plan.variety
    )
    played = _played(f"iteration {iteration}: games", task, plan, progress)
    np.savez_compressed(folder / f"data-{iteration:02}.npz", **played._asdict())
    recent = [_read_data(folder, each) for each in range(1, iteration + 1)[-REMEMBERED:]]
    fitted = fit_policy_network(concatenated(recent), seed, network)
    better = win_rate(plan.players, fitted, network, COMPARISON_GAMES, seed)
    result = f"it alone won {better:.1%} against the previous one, {COMPARISON_GAMES} games"
    comes_from = provenance(plan, iteration * plan.games, result)
    return Weights(plan.game, plan.players, POLICY, {"network": fitted}, comes_from)


def _played(what: str, task: Task, plan: Plan, progress: Progress) -> TrainingData:
    tasks = [
        task._replace(first=first, games=min(task.games, plan.games - first))
        for first in range(0, plan.games, task.games)
    ]
    parts = []
    for each in play(tasks, plan.cores, plan.on):
        parts.append(each)
        progress(what, min(len(parts) * task.games, plan.games), plan.games)
    return concatenated(parts)


def _read_data(folder: Path, iteration: int) -> TrainingData:
    with np.load(folder / f"data-{iteration:02}.npz") as kept:
        return TrainingData(**{name: kept[name] for name in TrainingData._fields})


def win_rate(players: int, one: list[float], rest: list[float], games: int, seed: int) -> float:
    """The share of games that a policy wins against copies of another, rotating seats."""
    rules = manhattan.rules({"players": players})
    won = 0.0
    for game in range(games):
        position = manhattan.Position(rules, seed * 1_000_003 + game // players)
        position.settle()
        seats = [one if seat == game % players else rest for seat in range(players)]
        position.playout(policies=seats, inverse_temperature=COMPARISON_INVERSE_TEMPERATURE)
        ranks = position.ranks()
        won += (ranks[game % players] == 1) / ranks.count(1)
    return won / games
