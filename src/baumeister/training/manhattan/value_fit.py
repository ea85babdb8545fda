"""Training the value network: gradient descent (Adam) on cross-entropy.

The arrays are NumPy's, or PyTorch's on a GPU if there is one: the code uses only operations that
both have. The weights that play are an exponential average over about the last hundred steps,
which is steadier than any single step.
"""

from __future__ import annotations

from array import array
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from baumeister.bots.manhattan.value_network import Numbers
from baumeister.fast.manhattan.input_features import INPUT_FEATURES
from baumeister.fast.manhattan.networks import (
    QUANTISATION_SCALE,
    VALUE_FIRST,
    VALUE_HIDDEN,
    VALUE_OUTPUTS,
    VALUE_SECOND,
    VALUE_WEIGHTS,
)
from baumeister.training.manhattan.data import Floats

SHAPES: Final = (
    (VALUE_HIDDEN,),
    (INPUT_FEATURES, VALUE_HIDDEN),
    (VALUE_SECOND,),
    (VALUE_HIDDEN, VALUE_SECOND),
    (VALUE_OUTPUTS,),
    (VALUE_SECOND, VALUE_OUTPUTS),
)
"""Biases and weights of each layer."""
AVERAGING: Final = 0.01
"""The weight of each step in the average."""
KEPT: Final = ("weights", "mean", "square", "average")


class Trainer:
    """The weights in training and the state of the optimiser; on the GPU if PyTorch finds one."""

    def __init__(self, weights: Floats, rate: float) -> None:
        self.rate = rate
        self.steps = 0
        self._np: Any = _array_library()
        self._weights = self._layers(weights)
        self._average = self._layers(weights)
        self._mean = self._layers(np.zeros(VALUE_WEIGHTS, np.float32))
        self._square = self._layers(np.zeros(VALUE_WEIGHTS, np.float32))

    @property
    def weights(self) -> Floats:
        """The averaged weights."""
        return self._flat(self._average)

    def step(self, rows: NDArray[np.uint8], results: Floats) -> float:
        """Take one step; return the cross-entropy before it."""
        inputs, won = self._array(rows), self._array(results)
        gradients, loss = self._gradients(inputs, won)
        self.steps += 1
        mean_bias, square_bias = 1 - 0.9**self.steps, 1 - 0.99**self.steps
        part = max(AVERAGING, 1 / self.steps)
        for k, slope in enumerate(gradients):
            self._mean[k] = 0.9 * self._mean[k] + 0.1 * slope
            self._square[k] = 0.99 * self._square[k] + 0.01 * slope * slope
            size = (self._square[k] / square_bias) ** 0.5 + 1e-8
            self._weights[k] = self._weights[k] - self.rate * (self._mean[k] / mean_bias) / size
            self._average[k] = self._average[k] + part * (self._weights[k] - self._average[k])
        return loss

    def cross_entropy(self, rows: NDArray[np.uint8], results: Floats) -> float:
        """The mean cross-entropy of the averaged weights."""
        chances = self._forward(self._average, self._array(rows), results.shape[1])[-1]
        return -float((self._array(results) * self._np.log(chances + 1e-12)).sum(1).mean())

    def state(self) -> dict[str, Any]:
        """The state to resume from."""
        kept = (self._weights, self._mean, self._square, self._average)
        return {name: self._flat(each) for name, each in zip(KEPT, kept, strict=True)} | {
            "steps": self.steps
        }

    def restore(self, state: Any) -> None:
        """Resume from `state()`."""
        self._weights, self._mean, self._square, self._average = (
            self._layers(np.asarray(state[name])) for name in KEPT
        )
        self.steps = int(state["steps"])

    def _forward(self, weights: list[Any], inputs: Any, players: int) -> tuple[Any, Any, Any]:
        bias, rows, second_bias, second, output_bias, output = weights
        one = inputs @ rows + bias
        one = one * (one > 0)
        two = one @ second + second_bias
        two = two * (two > 0)
        logits = (two @ output + output_bias)[:, :players]
        odds = self._np.exp(logits - self._np.amax(logits, 1)[:, None])
        return one, two, odds / odds.sum(1)[:, None]

    def _gradients(self, inputs: Any, won: Any) -> tuple[list[Any], float]:
        _, _, _, second, _, output = self._weights
        one, two, chances = self._forward(self._weights, inputs, won.shape[1])
        errors = self._np.zeros_like(two[:, :VALUE_OUTPUTS])
        errors[:, : won.shape[1]] = (chances - won) / len(won)
        back_two = (errors @ output.T) * (two > 0)
        back_one = (back_two @ second.T) * (one > 0)
        loss = -float((won * self._np.log(chances + 1e-12)).sum(1).mean())
        gradients = [back_one.sum(0), inputs.T @ back_one, back_two.sum(0), one.T @ back_two]
        return [*gradients, errors.sum(0), two.T @ errors], loss

    def _layers(self, flat: Floats) -> list[Any]:
        ends = np.cumsum([np.prod(shape) for shape in SHAPES])[:-1]
        parts = np.split(np.asarray(flat, np.float32), ends)
        return [self._array(part.reshape(s)) for part, s in zip(parts, SHAPES, strict=True)]

    def _array(self, array: Any) -> Any:
        if self._np is np:
            return np.array(array, np.float32)
        return self._np.as_tensor(np.ascontiguousarray(array)).cuda().float()

    def _flat(self, layers: list[Any]) -> Floats:
        plain = [layer if self._np is np else layer.cpu().numpy() for layer in layers]
        return np.concatenate([layer.ravel() for layer in plain]).astype(np.float32)


def _array_library() -> Any:
    if find_spec("torch") is None:
        return np
    torch = import_module("torch")
    return torch if torch.cuda.is_available() else np


def quantised(weights: Floats) -> Numbers:
    """The weights as the core takes them."""
    first = np.clip(np.rint(weights[:VALUE_FIRST] * QUANTISATION_SCALE), -32000, 32000)
    return Numbers(
        array("h", first.astype(np.int16).tobytes()), array("f", weights[VALUE_FIRST:].tobytes())
    )


def floats(numbers: Numbers) -> Floats:
    """The weights to train."""
    first = np.array(numbers.first, np.float32) / QUANTISATION_SCALE
    return np.concatenate([first, np.array(numbers.rest, np.float32)])


def initial_weights(seed: int) -> Floats:
    """Random weights to start from, where no network is shipped."""
    rng = np.random.default_rng(seed)
    deviations = (0.0, 0.03, 0.0, VALUE_HIDDEN**-0.5, 0.0, VALUE_SECOND**-0.5)
    parts = [rng.normal(0, s, np.prod(shape)) for s, shape in zip(deviations, SHAPES, strict=True)]
    return np.concatenate(parts).astype(np.float32)
