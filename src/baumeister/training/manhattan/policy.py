"""Train Manhattan's policies and round values by expert iteration.

Each iteration plays games in which every seat searches as level 5 does, fits the linear policy and
level 5's prior to the visit counts of the searches, and fits the value at the end of a round to the
winners of these games and of many policy games. For a number of players without a value network
the searches play rounds out, and the policy network of the playouts is fitted instead of the prior.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

import numpy as np

from baumeister.bots.manhattan.levels import SEARCH, network_policy, prior
from baumeister.bots.manhattan.value_network import value_network_for
from baumeister.bots.weights import Weights, dumps, load, read
from baumeister.fast import manhattan
from baumeister.fast.manhattan.networks import POLICY_WEIGHTS
from baumeister.training.manhattan.data import (
    INVERSE_TEMPERATURE,
    PACKAGE,
    Task,
    TrainingData,
    concatenated,
    play,
)
from baumeister.training.manhattan.linear_fit import fit_linear_policy, fit_value
from baumeister.training.manhattan.policy_fit import fit_policy_network
from baumeister.training.run import Progress, provenance, write
from baumeister.work import LOCAL

TASK_GAMES: Final = 4
POLICY_GAMES: Final = 20_000
"""Games without search in an iteration."""
COMPARISON_GAMES: Final = 4000
"""Games that measure whether the policy improved."""
REMEMBERED: Final = 2
"""Iterations whose decisions the policies are fitted to: older ones come from weaker players."""


class Plan(NamedTuple):
    seed: int
    cores: int
    command: str
    commit: str
    players: Annotated[int, "Number of players: 2, 3 or 4."] = 4
    iterations: Annotated[int, "Iterations of playing and fitting."] = 6
    games: Annotated[int, "Games with search in each iteration."] = 400
    nodes: Annotated[int, "Simulations for each decision."] = 1000
    exploration: Annotated[float, "The exploration constant of the search."] = 0.5
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
    weights = load(PACKAGE, f"policy-{plan.players}")
    for iteration in range(1, plan.iterations + 1):
        path = folder / _weights_file(iteration)
        if path.exists():
            weights = read(path.read_text(encoding="utf-8"))
            continue
        weights = _iterate(plan, iteration, weights, folder, progress)
        write(path, dumps(weights))
        weights = read(dumps(weights))  # rounded, as a resumed training reads them
    return weights


def _weights_file(iteration: int) -> str:
    return f"weights-{iteration:02}.json"


def _iterate(
    plan: Plan, iteration: int, weights: Weights, folder: Path, progress: Progress
) -> Weights:
    known = weights.weights
    policy, network = known["policy"], known.get("network")
    valued = value_network_for(plan.players) is not None
    search: dict[str, Any] = {"policy": prior(known), "leaf": "none"}
    if not valued:
        search = SEARCH | {"policy": policy, "value": known["value"]} | network_policy(network)
    search |= {"nodes": plan.nodes, "exploration": plan.exploration}
    seed = plan.seed * 1000 + iteration
    task = Task(plan.players, 0, TASK_GAMES, seed, policy, search, plan.variety)
    played = _played(f"iteration {iteration}: games", task, plan.games, plan, progress)
    np.savez_compressed(folder / f"data-{iteration:02}.npz", **played._asdict())
    past = [_read_data(folder, each) for each in range(1, iteration + 1)]
    recent = concatenated(past[-REMEMBERED:])
    fitted = fit_linear_policy(recent, policy)
    alone = Task(plan.players, 0, 500, seed, fitted, None, 0)
    stage = f"iteration {iteration}: policy games"
    policy_games = _played(stage, alone, POLICY_GAMES, plan, progress)
    name, start = ("prior", prior(known)) if valued else ("network", network)
    start = start if start and len(start) == POLICY_WEIGHTS else None
    kept = {} if network is None else {"network": network}
    fresh = fit_policy_network(recent, seed, start)
    value = fit_value(policy_games, concatenated(past))
    found = {"policy": fitted, "value": value} | kept | {name: fresh}
    better = win_rate(plan.players, fitted, policy, COMPARISON_GAMES, seed)
    network_better = win_rate(plan.players, fresh, fitted, COMPARISON_GAMES, seed)
    result = (
        f"its linear policy won {better:.1%} against copies of the previous one, its {name}"
        f" {network_better:.1%} against copies of the linear policy, {COMPARISON_GAMES} games each"
    )
    comes_from = provenance(plan, iteration * plan.games, result)
    return Weights(plan.game, plan.players, "linear", found, comes_from)


def _played(what: str, task: Task, games: int, plan: Plan, progress: Progress) -> TrainingData:
    tasks = [
        task._replace(first=first, games=min(task.games, games - first))
        for first in range(0, games, task.games)
    ]
    parts = []
    for each in play(tasks, plan.cores, plan.on):
        parts.append(each)
        progress(what, min(len(parts) * task.games, games), games)
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
        position.playout(policies=seats, inverse_temperature=2 * INVERSE_TEMPERATURE)
        ranks = position.ranks()
        won += (ranks[game % players] == 1) / ranks.count(1)
    return won / games
