"""A judge as arrays that learn: gradient descent (Adam) on cross-entropy, step by step.

The arrays are NumPy's, or PyTorch's on a GPU where there is one: all that is done with them is the
same in both. What is learned is averaged over the last hundred steps or so, and the average is
what plays: it is steadier than any one step.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from baumeister.fast.manhattan.input_features import INPUT_FEATURES
from baumeister.fast.manhattan.networks import VALUE_HIDDEN as HIDDEN
from baumeister.fast.manhattan.networks import VALUE_SECOND as SECOND
from baumeister.fast.manhattan.networks import VALUE_WEIGHTS as NUMBERS
from baumeister.training.manhattan.data import Floats

SHAPES: Final = (
    (HIDDEN,),
    (INPUT_FEATURES, HIDDEN),
    (SECOND,),
    (HIDDEN, SECOND),
    (4,),
    (SECOND, 4),
)
"""Of what each layer begins with, and of its weights."""
AVERAGED: Final = 0.01
"""The part of every step in the average."""
KEPT: Final = ("numbers", "mean", "square", "average")


class Pupil:
    """What is learned, and how far it came; on the GPU if PyTorch finds one."""

    def __init__(self, numbers: Floats, rate: float) -> None:
        self.rate = rate
        self.steps = 0
        self._np: Any = _arrays()
        self._numbers = self._parts(numbers)
        self._average = self._parts(numbers)
        self._mean = self._parts(np.zeros(NUMBERS, np.float32))
        self._square = self._parts(np.zeros(NUMBERS, np.float32))

    @property
    def numbers(self) -> Floats:
        """What plays."""
        return self._flat(self._average)

    def learn(self, rows: NDArray[np.uint8], results: Floats) -> float:
        """One step; how far the chances were from what happened, before it."""
        seen, won = self._given(rows), self._given(results)
        ways, missed = self._slopes(seen, won)
        self.steps += 1
        small, smaller = 1 - 0.9**self.steps, 1 - 0.99**self.steps
        part = max(AVERAGED, 1 / self.steps)
        for k, way in enumerate(ways):
            self._mean[k] = 0.9 * self._mean[k] + 0.1 * way
            self._square[k] = 0.99 * self._square[k] + 0.01 * way * way
            size = (self._square[k] / smaller) ** 0.5 + 1e-8
            self._numbers[k] = self._numbers[k] - self.rate * (self._mean[k] / small) / size
            self._average[k] = self._average[k] + part * (self._numbers[k] - self._average[k])
        return missed

    def missed(self, rows: NDArray[np.uint8], results: Floats) -> float:
        """The mean cross-entropy of who won, by the average."""
        chances = self._chances(self._average, self._given(rows), results.shape[1])[-1]
        return -float((self._given(results) * self._np.log(chances + 1e-12)).sum(1).mean())

    def state(self) -> dict[str, Any]:
        """All that going on takes."""
        kept = (self._numbers, self._mean, self._square, self._average)
        return {name: self._flat(each) for name, each in zip(KEPT, kept, strict=True)} | {
            "steps": self.steps
        }

    def go_on(self, state: Any) -> None:
        self._numbers, self._mean, self._square, self._average = (
            self._parts(np.asarray(state[name])) for name in KEPT
        )
        self.steps = int(state["steps"])

    def _chances(self, numbers: list[Any], seen: Any, players: int) -> tuple[Any, Any, Any]:
        own, rows, second_own, second, result_own, result = numbers
        one = seen @ rows + own
        one = one * (one > 0)
        two = one @ second + second_own
        two = two * (two > 0)
        sums = (two @ result + result_own)[:, :players]
        odds = self._np.exp(sums - self._np.amax(sums, 1)[:, None])
        return one, two, odds / odds.sum(1)[:, None]

    def _slopes(self, seen: Any, won: Any) -> tuple[list[Any], float]:
        _, _, _, second, _, result = self._numbers
        one, two, chances = self._chances(self._numbers, seen, won.shape[1])
        wrong = self._np.zeros_like(two[:, :4])
        wrong[:, : won.shape[1]] = (chances - won) / len(won)
        back_two = (wrong @ result.T) * (two > 0)
        back_one = (back_two @ second.T) * (one > 0)
        missed = -float((won * self._np.log(chances + 1e-12)).sum(1).mean())
        ways = [back_one.sum(0), seen.T @ back_one, back_two.sum(0), one.T @ back_two]
        return [*ways, wrong.sum(0), two.T @ wrong], missed

    def _parts(self, flat: Floats) -> list[Any]:
        ends = np.cumsum([np.prod(shape) for shape in SHAPES])[:-1]
        parts = np.split(np.asarray(flat, np.float32), ends)
        return [self._given(part.reshape(s)) for part, s in zip(parts, SHAPES, strict=True)]

    def _given(self, array: Any) -> Any:
        if self._np is np:
            return np.array(array, np.float32)
        return self._np.as_tensor(np.ascontiguousarray(array)).cuda().float()

    def _flat(self, parts: list[Any]) -> Floats:
        plain = [part if self._np is np else part.cpu().numpy() for part in parts]
        return np.concatenate([part.ravel() for part in plain]).astype(np.float32)


def _arrays() -> Any:
    if find_spec("torch") is None:
        return np
    torch = import_module("torch")
    return torch if torch.cuda.is_available() else np


def untaught(seed: int) -> Floats:
    """Numbers to begin with, where there is no judge yet."""
    rng = np.random.default_rng(seed)
    spread = (0.0, 0.03, 0.0, HIDDEN**-0.5, 0.0, SECOND**-0.5)
    parts = [rng.normal(0, s, np.prod(shape)) for s, shape in zip(spread, SHAPES, strict=True)]
    return np.concatenate(parts).astype(np.float32)
