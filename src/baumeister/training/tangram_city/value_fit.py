"""Fitting Tangram City's value network: gradient descent (Adam) on the mean squared error.

Every step turns or mirrors its cities in one of eight ways.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from baumeister.fast.tangram_city.board_features import NAMES
from baumeister.fast.tangram_city.value_network import FEATURES_AT, FIRST, INPUTS, ROW, SECOND
from baumeister.training.tangram_city.value_games import Cities, Floats, symmetries

BATCH: Final = 512
RATE: Final = 0.002
DECAY: Final = 0.03
"""Weight decay of the hidden layers."""
GUESS: Final = {
    "rectangle": 1.0,
    "begun": 0.5,
    "dents": 0.5,
    "parts": -1.0,
    "empty": -0.5,
    "walls": -0.5,
    "rim": -0.5,
    "shut": -1.0,
    "narrow": -0.3,
    "wells": -1.0,
    "bays": -0.5,
    "corners": -0.1,
    "apart": -0.3,
    "complete": 15.0,
}
"""What a feature is worth, before anything is learned."""


def guessed() -> Floats:
    """The weights of a network that plays by a guess."""
    rows = np.zeros((INPUTS + 1, ROW), np.float32)
    rows[FEATURES_AT:INPUTS, FIRST] = [GUESS[name] for name in NAMES]
    return np.concatenate([rows.ravel(), np.zeros((2 + FIRST) * SECOND, np.float32)])


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

    def error(self, cities: Cities) -> float:
        """The root mean square of the differences from the targets."""
        differences = self.points(cities.bits, cities.features) - cities.points
        return float((differences**2).mean() ** 0.5)

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

    def weights(self) -> Floats:
        """The weights for features that are not standardised, as `fast` takes them."""
        first, biases, second, more, last, shortcut, constant = self.layers
        rows = np.concatenate([first, shortcut[:, None]], 1)
        rows[FEATURES_AT:] /= self.deviation[:, None]
        last_row = np.concatenate([biases, constant]) - self.mean @ rows[FEATURES_AT:]
        parts = (rows, last_row, more, second, last)
        return np.concatenate([part.ravel() for part in parts]).astype(np.float32)
