"""Train Tangram City's value network: what a player may still expect from a city.

Each round plays games by the network of the round before, the first by a guess, and fits a network
to what followed in this round and in those before, but not the guess's (`value_games.py`,
`value_fit.py`). A tenth of the cities is held out to measure it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from baumeister.bots.weights import Weights, dumps, read
from baumeister.training.run import Progress, parallel_map, provenance, write
from baumeister.training.tangram_city.value_fit import BATCH, Network, guessed
from baumeister.training.tangram_city.value_games import (
    Cities,
    Floats,
    Task,
    play,
    within_horizon,
)
from baumeister.work import LOCAL

FILE_GAMES: Final = 2000
"""Games of a file of data."""
TASK_GAMES: Final = 50
HELD_OUT: Final = 0.1


class Plan(NamedTuple):
    seed: int
    cores: int
    command: str
    commit: str
    rounds: Annotated[int, "Networks, each trained on games of those before."] = 6
    games: Annotated[int, "Solo games of a round, each of which gives one city."] = 60_000
    epochs: Annotated[int, "Passes over all cities."] = 40
    on: Annotated[str, "Where to play: local, ray or ray://HOST:PORT."] = LOCAL
    game: str = "tangram-city"

    def problem(self) -> str | None:
        if self.games < 2 * BATCH:
            return f"--games must be {2 * BATCH} or more"
        few = min(self.rounds, self.epochs) < 1
        return "--rounds and --epochs must be 1 or more" if few else None

    @property
    def weights_file(self) -> str:
        return f"weights-{self.rounds - 1:02}.json"


def train(plan: Plan, folder: Path, progress: Progress) -> Weights:
    """Return the weights of the last round; what is already in the folder is not repeated."""
    folder.mkdir(parents=True, exist_ok=True)
    network = guessed()
    rounds: list[Cities] = []
    for number in range(plan.rounds):
        path = folder / f"weights-{number:02}.json"
        rounds.append(_played(plan, number, network, folder, progress))
        if not path.exists():
            write(path, dumps(_fitted(plan, number, _chosen(rounds), progress)))
        found = read(path.read_text(encoding="utf-8"))
        network = np.array(found.weights["network"], np.float32)
    return found


def _chosen(rounds: list[Cities]) -> Cities:
    """The cities to fit: those of the last two rounds; of earlier ones those within the horizon,
    whose targets do not depend on how the network plays. The guess's are used only once."""
    if len(rounds) == 1:
        return rounds[0]
    older = [_some(each, np.flatnonzero(within_horizon(each))) for each in rounds[1:-2]]
    return _joined([*older, *rounds[1:][-2:]])


def _fitted(plan: Plan, number: int, cities: Cities, progress: Progress) -> Weights:
    """A network for these cities."""
    order = np.random.default_rng([plan.seed, number, 1]).permutation(len(cities.points))
    held = int(HELD_OUT * len(order))
    test, rest = _some(cities, order[:held]), _some(cities, order[held:])
    network = Network(rest, plan.seed)
    for epoch in range(plan.epochs):
        progress(f"epochs of round {number}", epoch, plan.epochs)
        network.fit_once(rest, epoch / plan.epochs, 1 / plan.epochs)
    progress(f"epochs of round {number}", plan.epochs, plan.epochs)
    result = f"{network.error(test):.2f} points off (root mean square), {held} held-out targets"
    made = provenance(plan, (number + 1) * plan.games, result)
    weights = {"network": network.weights().tolist()}
    return Weights(plan.game, 1, "value-network", weights, made)


def _played(plan: Plan, number: int, network: Floats, folder: Path, progress: Progress) -> Cities:
    """The cities of a round."""
    parts, task = [], Task(network.tobytes(), number == 0, plan.seed + number, 0, 0)
    with parallel_map(plan.cores, plan.on) as parallel:
        for first in range(0, plan.games, FILE_GAMES):
            progress(f"games of round {number}", first, plan.games)
            path = folder / f"data-{number:02}-{first // FILE_GAMES:03}.npz"
            if not path.exists():
                last = min(first + FILE_GAMES, plan.games)
                tasks = [
                    task._replace(first=at, games=min(TASK_GAMES, last - at))
                    for at in range(first, last, TASK_GAMES)
                ]
                _write(path, _joined(list(parallel(play, tasks))))
            with np.load(path) as kept:
                parts.append(Cities(**{name: kept[name] for name in Cities._fields}))
    progress(f"games of round {number}", plan.games, plan.games)
    return _joined(parts)


def _some(cities: Cities, at: NDArray[np.int64]) -> Cities:
    return Cities(cities.bits[at], cities.features[at], cities.points[at])


def _joined(parts: list[Cities]) -> Cities:
    return Cities(*map(np.concatenate, zip(*parts, strict=True)))


def _write(path: Path, cities: Cities) -> None:
    new = path.with_suffix(".new.npz")
    np.savez_compressed(new, **cities._asdict())
    new.replace(path)
