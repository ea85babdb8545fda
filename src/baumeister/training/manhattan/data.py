"""Training data of Manhattan from self-play: visit counts of searches, results after each round."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from baumeister.bots.manhattan.value_network import value_network_for
from baumeister.fast import OVER, manhattan
from baumeister.fast.manhattan import context, features, value_features
from baumeister.training.run import parallel_map
from baumeister.work import LOCAL

Floats = NDArray[np.float32]

PACKAGE: Final = "baumeister.bots.manhattan"
"""The package with the shipped weights."""
INVERSE_TEMPERATURE: Final = 2.0
"""Of policy games without search: close to the best play, yet no two games are the same."""
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
    search: dict[str, Any] | None
    """Settings of every seat's search, without the value network, which other processes load; None:
    all seats follow the policy."""
    variety: int
    """One game in this many has other options; 0: none."""


class TrainingData(NamedTuple):
    """Decisions, and the ends of rounds."""

    rows: Floats
    """Feature rows of all legal numbers, decision after decision."""
    counts: NDArray[np.int32]
    """For each decision, its number of rows."""
    targets: Floats
    """For each row, the share of the search's visits."""
    contexts: Floats
    """For each decision, its context."""
    round_ends: Floats
    """For each end of a round, the value features of each player."""
    stages: NDArray[np.int32]
    """For each end of a round, the number of rounds to come."""
    results: Floats
    """For each end of a round, each player's share of the win."""


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
    recorder = Recorder(task.players)
    if task.search and task.search["leaf"] == "none":
        network = value_network_for(task.players)
        task = task._replace(search=task.search | {"value_network": network})
    for game in range(task.first, task.first + task.games):
        rng = random.Random(f"{task.seed}/{task.players}/{game}")
        options = options_of(game, task.variety)
        rules = manhattan.rules({"players": task.players, **options})
        position = manhattan.Position(rules, rng.getrandbits(60))
        position.settle()
        _play_game(position, task, recorder, rng, record_rounds=not options)
    return recorder.data()


def _play_game(
    position: Any, task: Task, recorder: Recorder, rng: random.Random, *, record_rounds: bool
) -> None:
    rounds = 0
    while position.actor != OVER:
        before = position.points()
        if task.search is None:
            position.playout(
                policy=task.policy, inverse_temperature=INVERSE_TEMPERATURE, round_only=True
            )
            position.settle()
        elif len(legal := position.legal()) == 1:
            position.step(legal[0])
        else:
            found = position.search(seed=rng.getrandbits(60), **task.search)
            if rng.random() < RECORDED:
                recorder.decision(position, found.visits)
            position.step(found.best)
        if record_rounds and position.actor != OVER and position.points() != before:
            recorder.round_end(position)
            rounds += 1
    ranks = position.ranks()
    recorder.result(rounds, [(rank == 1) / ranks.count(1) for rank in ranks])


def write_arrays(path: Path, arrays: Mapping[str, Any]) -> None:
    """Write an .npz file atomically."""
    temporary = path.with_name(f"{path.stem}.new.npz")
    np.savez_compressed(temporary, **arrays)
    os.replace(temporary, path)


class Recorder:
    """Collects training data while games are played."""

    def __init__(self, players: int) -> None:
        self._players = players
        self._buffer = np.zeros((700, len(features.NAMES)), np.float32)
        self._rows: list[Floats] = []
        self._targets: list[Floats] = []
        self._contexts: list[Floats] = []
        self._round_ends: list[Floats] = []
        self._stages: list[int] = []
        self._results: list[list[float]] = []

    def decision(self, position: Any, visits: Sequence[int]) -> None:
        """Record the decision that is due and how often each legal number was visited."""
        count = position.features(self._buffer)
        self._rows.append(self._buffer[:count].copy())
        here = np.zeros(len(context.NAMES), np.float32)
        position.context(here)
        self._contexts.append(here)
        self._targets.append((np.array(visits) / sum(visits)).astype(np.float32))

    def round_end(self, position: Any) -> None:
        """Record the position after the scoring of a round."""
        out = np.zeros((self._players, len(value_features.NAMES)), np.float32)
        position.value_features(out)
        self._round_ends.append(out)
        rounds = position.rules.options.rounds
        stage = min(rounds - position.fields()["round"], value_features.STAGES - 1)
        self._stages.append(stage)

    def result(self, rounds: int, shares: list[float]) -> None:
        """Record the result of a game with this many recorded rounds."""
        self._results += [shares] * rounds

    def data(self) -> TrainingData:
        width, players = len(features.NAMES), self._players
        return TrainingData(
            np.concatenate([np.zeros((0, width), np.float32), *self._rows]),
            np.array([len(rows) for rows in self._rows], np.int32),
            np.concatenate([np.zeros(0, np.float32), *self._targets]),
            np.array(self._contexts, np.float32).reshape(-1, len(context.NAMES)),
            np.array(self._round_ends, np.float32).reshape(-1, players, len(value_features.NAMES)),
            np.array(self._stages, np.int32),
            np.array(self._results, np.float32).reshape(-1, players),
        )
