"""Learning Manhattan by expert iteration: search with what is known, learn from what it found.

Each iteration plays games with the present weights, every seat searching as level 5 does; fits the
policy and the net to how often decisions were tried; and fits the worth of a round's end to who
won, in these games and in many of the policy alone. All is kept in a folder, so that it can go on
after an interruption.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from baumeister.bots.manhattan.levels import SEARCH, network_policy
from baumeister.bots.weights import Weights, dumps, load, read
from baumeister.fast import manhattan
from baumeister.training.manhattan.data import SHARP, Lessons, Task, joined, play
from baumeister.training.manhattan.linear_fit import policy_fitted, worth_fitted
from baumeister.training.manhattan.policy_fit import net_fitted
from baumeister.training.run import Progress, provenance, write

PART: Final = 4
"""Games in a task."""
ALONE: Final = 20_000
"""Games of the policy alone in an iteration."""
COMPARED: Final = 4000
"""Games that say whether the policy got better."""
REMEMBERED: Final = 2
"""Iterations whose decisions the policy is fitted to: older ones were made by weaker players."""


class Plan(NamedTuple):
    seed: int
    cores: int
    command: str
    commit: str
    players: int = 4
    iterations: int = 6
    games: int = 400
    nodes: int = 1000
    exploration: float = 0.5
    variety: int = 6
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
    """The weights after all iterations; those that the folder has already are not done again."""
    folder.mkdir(parents=True, exist_ok=True)
    weights = load("baumeister.bots.manhattan", f"policy-{plan.players}")
    for iteration in range(1, plan.iterations + 1):
        path = folder / _weights_file(iteration)
        if path.exists():
            weights = read(path.read_text(encoding="utf-8"))
            continue
        weights = _iterate(plan, iteration, weights, folder, progress)
        write(path, dumps(weights))
        weights = read(dumps(weights))  # as whoever goes on will have them
    return weights


def _weights_file(iteration: int) -> str:
    return f"weights-{iteration:02}.json"


def _iterate(
    plan: Plan, iteration: int, weights: Weights, folder: Path, progress: Progress
) -> Weights:
    policy, worth = weights.weights["policy"], weights.weights["value"]
    net = weights.weights.get("network")
    search = SEARCH | {"policy": policy, "value": worth} | network_policy(net)
    search |= {"nodes": plan.nodes, "exploration": plan.exploration}
    seed = plan.seed * 1000 + iteration
    task = Task(plan.players, 0, PART, seed, policy, search, plan.variety)
    played = _played(f"iteration {iteration}: games", task, plan.games, plan.cores, progress)
    np.savez_compressed(folder / f"lessons-{iteration:02}.npz", **played._asdict())
    past = [_kept(folder, each) for each in range(1, iteration + 1)]
    lately = joined(past[-REMEMBERED:])
    fitted = policy_fitted(lately, policy)
    alone = Task(plan.players, 0, 500, seed, fitted, None, 0)
    plain = _played(f"iteration {iteration}: policy alone", alone, ALONE, plan.cores, progress)
    found = {
        "policy": fitted,
        "value": worth_fitted(plain, joined(past)),
        "network": net_fitted(lately, seed, net),
    }
    better = compared(plan.players, fitted, policy, COMPARED, seed)
    clearer = compared(plan.players, found["network"], fitted, COMPARED, seed)
    result = (
        f"its policy alone won {better:.1%} against copies of the last, "
        f"its net {clearer:.1%} against copies of the policy, {COMPARED} games each"
    )
    comes_from = provenance(plan, iteration * plan.games, result)
    return Weights(plan.game, plan.players, "linear", found, comes_from)


def _played(what: str, task: Task, games: int, cores: int, progress: Progress) -> Lessons:
    tasks = [
        task._replace(first=first, many=min(task.many, games - first))
        for first in range(0, games, task.many)
    ]
    lessons = []
    for each in play(tasks, cores):
        lessons.append(each)
        progress(what, min(len(lessons) * task.many, games), games)
    return joined(lessons)


def _kept(folder: Path, iteration: int) -> Lessons:
    with np.load(folder / f"lessons-{iteration:02}.npz") as kept:
        return Lessons(**{name: kept[name] for name in Lessons._fields})


def compared(players: int, one: list[float], rest: list[float], games: int, seed: int) -> float:
    """The share of games that one policy wins against copies of another, seats by turns."""
    rules = manhattan.rules({"players": players})
    won = 0.0
    for game in range(games):
        position = manhattan.Position(rules, seed * 1_000_003 + game // players)
        position.settle()
        seats = [one if seat == game % players else rest for seat in range(players)]
        position.playout(policies=seats, inverse_temperature=2 * SHARP)
        ranks = position.ranks()
        won += (ranks[game % players] == 1) / ranks.count(1)
    return won / games
