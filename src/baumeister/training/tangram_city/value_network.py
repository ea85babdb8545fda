"""Train Tangram City's value network: what planning still gets from a city when it begins.

The network is fitted by Adam to the mean squared error over all cities (`value_games.py`); every
step turns or mirrors its cities in one of eight ways. A tenth of them is held out to measure it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from baumeister.bots.weights import Weights, dumps
from baumeister.fast.tangram_city.value_network import FEATURES_AT, FIRST, INPUTS, SECOND
from baumeister.training.run import Progress, parallel_map, provenance, write
from baumeister.training.tangram_city.value_games import Cities, Floats, Task, play, symmetries
from baumeister.work import LOCAL

FILE_GAMES: Final = 2000
"""Games of a file of data."""
TASK_GAMES: Final = 50
HELD_OUT: Final = 0.1
BATCH: Final = 512
RATE: Final = 0.002
DECAY: Final = 0.03
"""Weight decay of the hidden layers."""


class Plan(NamedTuple):
    seed: int
    cores: int
    command: str
    commit: str
    games: Annotated[int, "Solo games, each of which gives one city."] = 50_000
    epochs: Annotated[int, "Passes over all cities."] = 60
    on: Annotated[str, "Where to play: local, ray or ray://HOST:PORT."] = LOCAL
    game: str = "tangram-city"

    def problem(self) -> str | None:
        if self.games < 2 * BATCH:
            return f"--games must be {2 * BATCH} or more"
        return None if self.epochs > 0 else "--epochs must be 1 or more"

    @property
    def weights_file(self) -> str:
        return "weights.json"


def train(plan: Plan, folder: Path, progress: Progress) -> Weights:
    """Return the weights; games that are already in the folder are not repeated."""
    folder.mkdir(parents=True, exist_ok=True)
    cities = _played(plan, folder, progress)
    order = np.random.default_rng([plan.seed, 1]).permutation(len(cities.points))
    held = int(HELD_OUT * len(order))
    test, rest = _some(cities, order[:held]), _some(cities, order[held:])
    network = Network(rest, plan.seed)
    for epoch in range(plan.epochs):
        progress("epochs", epoch, plan.epochs)
        network.fit_once(rest, epoch / plan.epochs, 1 / plan.epochs)
    progress("epochs", plan.epochs, plan.epochs)
    errors = network.points(test.bits, test.features) - test.points
    explained = 1 - float((errors**2).mean() / test.points.var())
    result = f"explains {explained:.1%} of the variance of {held} held-out targets"
    made = provenance(plan, plan.games, result)
    weights = Weights(plan.game, 1, "value-network", {"network": network.weights()}, made)
    write(folder / plan.weights_file, dumps(weights))
    return weights


def _played(plan: Plan, folder: Path, progress: Progress) -> Cities:
    parts = []
    with parallel_map(plan.cores, plan.on) as parallel:
        for number, first in enumerate(range(0, plan.games, FILE_GAMES)):
            progress("games", first, plan.games)
            path = folder / f"data-{number:03}.npz"
            if not path.exists():
                last = min(first + FILE_GAMES, plan.games)
                tasks = [
                    Task(plan.seed, at, min(TASK_GAMES, last - at))
                    for at in range(first, last, TASK_GAMES)
                ]
                _write(path, _joined(list(parallel(play, tasks))))
            with np.load(path) as kept:
                parts.append(Cities(**{name: kept[name] for name in Cities._fields}))
    progress("games", plan.games, plan.games)
    return _joined(parts)


def _some(cities: Cities, at: NDArray[np.int64]) -> Cities:
    return Cities(cities.bits[at], cities.features[at], cities.points[at])


def _joined(parts: list[Cities]) -> Cities:
    return Cities(*map(np.concatenate, zip(*parts, strict=True)))


def _write(path: Path, cities: Cities) -> None:
    new = path.with_suffix(".new.npz")
    np.savez_compressed(new, **cities._asdict())
    new.replace(path)


class Network:
    """The network in training; its board features are standardised."""

    def __init__(self, cities: Cities, seed: int) -> None:
        self.rng = np.random.default_rng([seed, 2])
        self.mean = cities.features.mean(0)
        self.deviation = cities.features.std(0) + np.float32(1e-3)
        self.layers = [
            self._random((INPUTS, FIRST), 0.08),
            np.zeros(FIRST, np.float32),
            self._random((FIRST, SECOND), FIRST**-0.5),
            np.zeros(SECOND, np.float32),
            self._random((SECOND,), 0.1 * SECOND**-0.5),
            np.zeros(INPUTS, np.float32),
            cities.points.mean(keepdims=True),
        ]
        self.first_moments = [np.zeros_like(each) for each in self.layers]
        self.second_moments = [np.zeros_like(each) for each in self.layers]
        self.steps = 0
        self.turned = symmetries()

    def _random(self, shape: tuple[int, ...], deviation: float) -> Floats:
        return self.rng.normal(0, deviation, shape).astype(np.float32)

    def fit_once(self, cities: Cities, done: float, share: float) -> None:
        """Go over all cities once; the rate falls linearly with the share that is done."""
        order = self.rng.permutation(len(cities.points))
        starts = range(0, len(order) - BATCH + 1, BATCH)
        for number, start in enumerate(starts):
            batch = order[start : start + BATCH]
            bits = cities.bits[batch][:, self.turned[self.rng.integers(8)]]
            inputs = self._inputs(bits, cities.features[batch])
            slopes = self._slopes(inputs, cities.points[batch])
            self._step(slopes, RATE * (1 - done - share * number / len(starts)))

    def points(self, bits: np.ndarray, features: Floats) -> Floats:
        """The outputs."""
        return self._forward(self._inputs(bits, features))[2]

    def _inputs(self, bits: np.ndarray, features: Floats) -> Floats:
        scaled = (features - self.mean) / self.deviation
        return np.concatenate([bits.astype(np.float32), scaled], 1)

    def _forward(self, inputs: Floats) -> tuple[Floats, Floats, Floats]:
        first, biases, second, more, last, shortcut, constant = self.layers
        one = np.maximum(inputs @ first + biases, 0)
        two = np.maximum(one @ second + more, 0)
        return one, two, two @ last + inputs @ shortcut + constant

    def _slopes(self, inputs: Floats, targets: Floats) -> list[Floats]:
        one, two, outputs = self._forward(inputs)
        error = ((outputs - targets) / len(targets)).astype(np.float32)
        at_two = np.outer(error, self.layers[4]) * (two > 0)
        at_one = (at_two @ self.layers[2].T) * (one > 0)
        return [
            inputs.T @ at_one,
            at_one.sum(0),
            one.T @ at_two,
            at_two.sum(0),
            two.T @ error,
            inputs.T @ error,
            error.sum(keepdims=True),
        ]

    def _step(self, slopes: list[Floats], rate: float) -> None:
        self.steps += 1
        for at, slope in enumerate(slopes):
            self.first_moments[at] = 0.9 * self.first_moments[at] + 0.1 * slope
            self.second_moments[at] = 0.999 * self.second_moments[at] + 0.001 * slope * slope
            mean = self.first_moments[at] / (1 - 0.9**self.steps)
            size = np.sqrt(self.second_moments[at] / (1 - 0.999**self.steps)) + 1e-8
            decay = DECAY * self.layers[at] if at in (0, 2) else 0
            self.layers[at] = self.layers[at] - np.float32(rate) * (mean / size + decay)

    def weights(self) -> list[float]:
        """The weights for features that are not standardised, as `fast` takes them."""
        first, biases, second, more, last, shortcut, constant = self.layers
        rows = np.concatenate([first, shortcut[:, None]], 1)
        rows[FEATURES_AT:] /= self.deviation[:, None]
        last_row = np.concatenate([biases, constant]) - self.mean @ rows[FEATURES_AT:]
        parts = (rows, last_row, more, second, last)
        return [float(each) for part in parts for each in part.ravel()]
