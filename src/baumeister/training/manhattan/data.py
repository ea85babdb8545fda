"""Training data of Manhattan's policy network: the visit counts of searches in self-play."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from baumeister.bots.manhattan.settings import value_for
from baumeister.fast import OVER, manhattan
from baumeister.fast.manhattan import context, features
from baumeister.training.run import parallel_map
from baumeister.work import LOCAL

Floats = NDArray[np.float32]

RECORDED: Final = 0.4
"""The share of decisions that is recorded: decisions of one game are correlated."""
VARIANTS: Final = (
    {"urban": True},
    {"variants": ["godzilla"]},
    {"variants": ["baby-godzilla"]},
    {"variants": ["progressive"]},
    {"variants": ["anti-trust"]},
    {"choice": "one-by-one"},
    {"choice": "secret"},
    {"hand": 6},
)
"""Options of the games that do not have the defaults."""


class Task(NamedTuple):
    """Games to play; the data depends only on the numbers of the games."""

    players: int
    first: int
    games: int
    seed: int
    policy: list[float]
    """The prior of every seat's search."""
    nodes: int
    exploration: float
    variety: int
    """One game in this many has other options; 0: none."""


class TrainingData(NamedTuple):
    """Decisions with a choice."""

    rows: Floats
    """Feature rows of all legal numbers, decision after decision."""
    counts: NDArray[np.int32]
    """For each decision, its number of rows."""
    targets: Floats
    """For each row, the share of the search's visits."""
    contexts: Floats
    """For each decision, its context."""


def play(tasks: Sequence[Task], cores: int, on: str = LOCAL) -> Iterator[TrainingData]:
    """Play the tasks on this many cores, or on a cluster; yield their data in order."""
    with parallel_map(cores, on) as parallel:
        yield from parallel(play_task, tasks)


def concatenated(parts: Sequence[TrainingData]) -> TrainingData:
    return TrainingData(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def options_of(game: int, variety: int) -> dict[str, Any]:
    """The options of the n-th game, besides its players."""
    default = not variety or (game + 1) % variety
    return {} if default else VARIANTS[game // variety % len(VARIANTS)]


def play_task(task: Task) -> TrainingData:
    """Play the games of a task and return their data."""
    recorder = Recorder()
    search = {
        "policy": task.policy,
        "value_network": value_for(task.players),
        "nodes": task.nodes,
        "exploration": task.exploration,
    }
    for game in range(task.first, task.first + task.games):
        rng = random.Random(f"{task.seed}/{task.players}/{game}")
        rules = manhattan.rules({"players": task.players, **options_of(game, task.variety)})
        position = manhattan.Position(rules, rng.getrandbits(60))
        position.settle()
        _play_game(position, search, recorder, rng)
    return recorder.data()


def _play_game(
    position: Any, search: Mapping[str, Any], recorder: Recorder, rng: random.Random
) -> None:
    while position.actor != OVER:
        if len(legal := position.legal()) == 1:
            position.step(legal[0])
            continue
        found = position.search(seed=rng.getrandbits(60), **search)
        if rng.random() < RECORDED:
            recorder.decision(position, found.visits)
        position.step(found.best)


def write_arrays(path: Path, arrays: Mapping[str, Any]) -> None:
    """Write an .npz file atomically."""
    temporary = path.with_name(f"{path.stem}.new.npz")
    np.savez_compressed(temporary, **arrays)
    os.replace(temporary, path)


class Recorder:
    """Collects training data while games are played."""

    def __init__(self) -> None:
        self._buffer = np.zeros((700, len(features.NAMES)), np.float32)
        self._rows: list[Floats] = []
        self._targets: list[Floats] = []
        self._contexts: list[Floats] = []

    def decision(self, position: Any, visits: Sequence[int]) -> None:
        """Record the decision that is due and how often each legal number was visited."""
        count = position.features(self._buffer)
        self._rows.append(self._buffer[:count].copy())
        here = np.zeros(len(context.NAMES), np.float32)
        position.context(here)
        self._contexts.append(here)
        self._targets.append((np.array(visits) / sum(visits)).astype(np.float32))

    def data(self) -> TrainingData:
        return TrainingData(
            np.concatenate([np.zeros((0, len(features.NAMES)), np.float32), *self._rows]),
            np.array([len(rows) for rows in self._rows], np.int32),
            np.concatenate([np.zeros(0, np.float32), *self._targets]),
            np.array(self._contexts, np.float32).reshape(-1, len(context.NAMES)),
        )
