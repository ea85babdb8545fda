"""Games of Manhattan to learn from: what searches preferred, and who won after a round."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from baumeister.fast import OVER, manhattan
from baumeister.fast.manhattan import context, features
from baumeister.fast.manhattan import value_features as worth
from baumeister.training.run import processes

Floats = NDArray[np.float32]

SHARP: Final = 2.0
"""How closely games of the policy alone follow it: near its best play, and never twice the same."""
TAKEN: Final = 0.4
"""The share of decisions that is noted: more of one game tell little more."""
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
"""Options of the games that are not the plain one."""


class Task(NamedTuple):
    """Some games, told by their numbers: who plays them does not matter."""

    players: int
    first: int
    many: int
    seed: int
    policy: list[float]
    search: dict[str, Any] | None
    """How every seat searches; None: the policy plays alone."""
    variety: int
    """Every so many games have other options; 0 for none."""


class Lessons(NamedTuple):
    """Decisions: the rows of all legal numbers, how many each had, how often each was tried, and
    what it was like to decide there. Ends of rounds: a row for each player, how many rounds were
    to come, who won the game."""

    rows: Floats
    counts: NDArray[np.int32]
    tried: Floats
    contexts: Floats
    ends: Floats
    stages: NDArray[np.int32]
    shares: Floats


def play(tasks: Sequence[Task], cores: int) -> Iterator[Lessons]:
    """The lessons of each task, in order, on so many cores."""
    with processes(cores) as on_cores:
        yield from on_cores(lessons_of, tasks)


def joined(lessons: Sequence[Lessons]) -> Lessons:
    return Lessons(*(np.concatenate(parts) for parts in zip(*lessons, strict=True)))


def options_of(game: int, variety: int) -> dict[str, Any]:
    """The options of a game besides its players: every so many games have other ones."""
    plain = not variety or (game + 1) % variety
    return {} if plain else VARIANTS[game // variety % len(VARIANTS)]


def lessons_of(task: Task) -> Lessons:
    notes = Notes(task.players)
    for game in range(task.first, task.first + task.many):
        rng = random.Random(f"{task.seed}/{task.players}/{game}")
        options = options_of(game, task.variety)
        rules = manhattan.rules({"players": task.players, **options})
        position = manhattan.Position(rules, rng.getrandbits(60))
        position.settle()
        _play(position, task, notes, rng, note_ends=not options)
    return notes.lessons()


def _play(position: Any, task: Task, notes: Notes, rng: random.Random, *, note_ends: bool) -> None:
    ends = 0
    while position.actor != OVER:
        before = position.points()
        if task.search is None:
            position.playout(policy=task.policy, inverse_temperature=SHARP, round_only=True)
            position.settle()
        elif len(legal := position.legal()) == 1:
            position.step(legal[0])
        else:
            found = position.search(seed=rng.getrandbits(60), **task.search)
            if rng.random() < TAKEN:
                notes.decision(position, found.visits)
            position.step(found.best)
        if note_ends and position.actor != OVER and position.points() != before:
            notes.end(position)
            ends += 1
    ranks = position.ranks()
    notes.results(ends, [(rank == 1) / ranks.count(1) for rank in ranks])


def write_arrays(path: Path, arrays: Mapping[str, Any]) -> None:
    """Whole or not at all, as `run.write` does text."""
    half = path.with_name(f"{path.stem}.new.npz")
    np.savez_compressed(half, **arrays)
    os.replace(half, path)


class Notes:
    """Lessons being taken."""

    def __init__(self, players: int) -> None:
        self._players = players
        self._room = np.zeros((700, len(features.NAMES)), np.float32)
        self._rows: list[Floats] = []
        self._tried: list[Floats] = []
        self._contexts: list[Floats] = []
        self._ends: list[Floats] = []
        self._stages: list[int] = []
        self._shares: list[list[float]] = []

    def decision(self, position: Any, visits: Sequence[int]) -> None:
        many = position.features(self._room)
        self._rows.append(self._room[:many].copy())
        here = np.zeros(len(context.NAMES), np.float32)
        position.context(here)
        self._contexts.append(here)
        self._tried.append((np.array(visits) / sum(visits)).astype(np.float32))

    def end(self, position: Any) -> None:
        out = np.zeros((self._players, len(worth.NAMES)), np.float32)
        position.value_features(out)
        self._ends.append(out)
        rounds = position.rules.options.rounds
        self._stages.append(min(rounds - position.fields()["round"], worth.STAGES - 1))

    def results(self, many: int, shares: list[float]) -> None:
        self._shares += [shares] * many

    def lessons(self) -> Lessons:
        width, players = len(features.NAMES), self._players
        return Lessons(
            np.concatenate([np.zeros((0, width), np.float32), *self._rows]),
            np.array([len(rows) for rows in self._rows], np.int32),
            np.concatenate([np.zeros(0, np.float32), *self._tried]),
            np.array(self._contexts, np.float32).reshape(-1, len(context.NAMES)),
            np.array(self._ends, np.float32).reshape(-1, players, len(worth.NAMES)),
            np.array(self._stages, np.int32),
            np.array(self._shares, np.float32).reshape(-1, players),
        )
