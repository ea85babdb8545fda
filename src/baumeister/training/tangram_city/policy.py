"""Learning the habit of Tangram City by evolution: habits play alone, the better ones are mixed.

All habits of a generation play the same deals, the next generation others. The folder keeps how
far it has come after every generation, so that it can go on after an interruption. A generation
follows from the seed and its number.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from baumeister.bots.weights import Weights, dumps
from baumeister.fast import tangram_city
from baumeister.fast.tangram_city import board_features, planning
from baumeister.games.tangram_city.state import ROUNDS
from baumeister.training.evolution import Doubles, Evolution, begun
from baumeister.training.run import FolderError, Progress, processes, provenance, write

FRESH: Final = 1000
"""Deals that nobody learned from, to say what came of it."""
PART: Final = 50
"""Of these in a task."""

_TIME: Final = np.linspace(-0.5, 0.5, ROUNDS)
SHAPES: Final = np.array([np.ones(ROUNDS), _TIME, 4 * _TIME * _TIME - 0.5])
"""A weight goes by the rounds as a sum of these: a constant, a slope and a bend."""
SPREADS: Final = (0.5, 0.5, 0.3)
"""Of each of them at first."""
FIRST: Final = {
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
"""Weights to begin with, in all rounds: a guess."""

Map = Callable[..., Iterable[Any]]


class Plan(NamedTuple):
    seed: int
    cores: int
    command: str
    commit: str
    generations: int = 400
    habits: int = 16
    games: int = 150
    game: str = "tangram-city"

    def problem(self) -> str | None:
        if min(self.generations, self.games) < 1:
            return "--generations and --games must be 1 or more"
        return None if self.habits > 1 else "--habits must be 2 or more"

    @property
    def weights_file(self) -> str:
        return f"weights-{self.generations:03}.json"


class Task(NamedTuple):
    habit: list[float]
    deals: list[int]


def train(plan: Plan, folder: Path, progress: Progress) -> Weights:
    """The weights after all generations; those that the folder has already are not done again."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "evolution.json"
    now = _read(path.read_text(encoding="utf-8")) if path.exists() else first()
    if now.generation > plan.generations:
        raise FolderError(f"{folder} has {now.generation} generations already: ask for as many")
    with processes(plan.cores) as on_cores:
        while now.generation < plan.generations:
            progress("generations", now.generation, plan.generations)
            now = _next(now, plan, on_cores)
            write(path, _dumps(now))
        progress("generations", now.generation, plan.generations)
        found = _rounded(habit_of(now.mean))
        result = _measured(found, plan.seed, on_cores)
    by_look = {
        name: found[at :: len(board_features.NAMES)] for at, name in enumerate(board_features.NAMES)
    }
    games = plan.generations * plan.habits * plan.games
    kind = "placement: a weight for each feature of a board, by round"
    weights = Weights(plan.game, 1, kind, by_look, provenance(plan, games, result))
    write(folder / plan.weights_file, dumps(weights))
    return weights


def first() -> Evolution:
    """Before anything was learned."""
    looks = len(board_features.NAMES)
    guess = [FIRST[name] for name in board_features.NAMES]
    return begun(np.array(guess + [0.0] * (2 * looks)), np.repeat(SPREADS, looks))


def habit_of(numbers: Doubles) -> list[float]:
    """The weights, round by round, look by look."""
    parts = numbers.reshape(len(SHAPES), 1, -1) * SHAPES[:, :, None]
    return [float(each) for each in parts.sum(0).ravel()]


def points_of(task: Task) -> list[int]:
    """What a habit scores alone in each of some deals."""
    rules = tangram_city.rules({"players": 1})
    points = []
    for deal in task.deals:
        position = tangram_city.Position(rules, deal)
        planning.play_by_policy(position, task.habit)
        points += position.points()
    return points


def _next(now: Evolution, plan: Plan, on_cores: Map) -> Evolution:
    rng = _generator(plan.seed, now.generation + 1)
    deals = _deals(rng, plan.games)
    rows = now.drawn(plan.habits, rng)
    points = on_cores(points_of, [Task(habit_of(row), deals) for row in rows])
    return now.learned(rows, np.array([sum(each) / plan.games for each in points]))


def _measured(found: list[float], seed: int, on_cores: Map) -> str:
    deals = _deals(_generator(seed, 0), FRESH)
    tasks = [Task(found, deals[at : at + PART]) for at in range(0, FRESH, PART)]
    points = np.concatenate(list(on_cores(points_of, tasks)))
    error = points.std(ddof=1) / np.sqrt(FRESH)
    return f"{points.mean():.1f} ± {error:.1f} points alone by habit only, {FRESH} deals"


def _generator(seed: int, generation: int) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64([seed, generation]))


def _deals(rng: np.random.Generator, many: int) -> list[int]:
    return [int(deal) for deal in rng.integers(1 << 63, size=many)]


def _rounded(weights: list[float]) -> list[float]:
    """As the file will have them: what is measured is what is kept."""
    return [round(weight, 4) for weight in weights]


def _dumps(now: Evolution) -> str:
    return json.dumps(now._asdict(), indent=1, default=np.ndarray.tolist) + "\n"


def _read(text: str) -> Evolution:
    plain: dict[str, Any] = {
        name: np.array(value) if isinstance(value, list) else value
        for name, value in json.loads(text).items()
    }
    return Evolution(**plain)
