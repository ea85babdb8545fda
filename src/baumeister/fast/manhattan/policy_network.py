"""The policy network of Manhattan in plain Python, as `fast/cpp/manhattan/policy_network.hpp`.

Levels play by it where there is no compiled core, and tests compare the core with it. The weights
are rows of `POLICY_UNITS` numbers: the biases, a row for each feature of a decision and each number
of its context, and the weights of the output.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from baumeister.fast.manhattan.context import context
from baumeister.fast.manhattan.features import NAMES, features
from baumeister.fast.manhattan.networks import POLICY_UNITS
from baumeister.games.manhattan.actions import Action
from baumeister.games.manhattan.state import State

Row = Sequence[float]


def logits(
    weights: Sequence[float], state: State, player: int, actions: Iterable[Action]
) -> list[float]:
    """The logit of each of these decisions of a player."""
    biases, *inputs, output = _rows(tuple(weights))
    shared = _plus(biases, context(state, player), inputs[len(NAMES) :])
    found = []
    for action in actions:
        units = _plus(shared, features(state, player, action), inputs)
        found.append(
            sum(each * weight for each, weight in zip(units, output, strict=True) if each > 0)
        )
    return found


@lru_cache(maxsize=4)
def _rows(weights: tuple[float, ...]) -> list[Row]:
    return [weights[at : at + POLICY_UNITS] for at in range(0, len(weights), POLICY_UNITS)]


def _plus(units: Row, numbers: Row, rows: Sequence[Row]) -> Row:
    """The units with the rows of these inputs added, most of which are 0."""
    for number, row in zip(numbers, rows, strict=False):
        if number:
            units = [unit + number * weight for unit, weight in zip(units, row, strict=True)]
    return units
