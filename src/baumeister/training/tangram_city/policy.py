"""Train Tangram City's placement policy by separable CMA-ES (`training/evolution.py`).

Candidates play solo. All candidates of a generation play the same deals; each generation plays new
ones. A generation follows from the seed and its number. The state is kept after every generation,
so that the training can be resumed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

import numpy as np

from baumeister.bots.weights import Weights, dumps
from baumeister.fast import tangram_city
from baumeister.fast.tangram_city import planning
from baumeister.fast.tangram_city.board_features import NAMES
from baumeister.games.tangram_city.state import ROUNDS
from baumeister.training import evolution
from baumeister.training.evolution import Doubles, Evolution
from baumeister.training.run import FolderError, Progress, parallel_map, provenance, write
from baumeister.work import LOCAL

TEST_DEALS: Final = 1000
"""Deals that no generation was trained on, to measure the result."""
TASK_DEALS: Final = 50
"""Of those, how many a process plays at a time."""

_TIME: Final = np.linspace(-0.5, 0.5, ROUNDS)
SHAPES: Final = np.array([np.ones(ROUNDS), _TIME, 4 * _TIME * _TIME - 0.5])
"""A weight over the rounds is a sum of these: a constant, a slope and a curvature."""
DEVIATIONS: Final = (0.5, 0.5, 0.3)
"""The initial standard deviation of each."""
INITIAL: Final = {
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
"""Initial weights for all rounds: a guess."""

Map = Callable[..., Iterable[Any]]


class Plan(NamedTuple):
    seed: int
    cores: int
    command: str
    commit: str
    generations: Annotated[int, "Generations of the evolution."] = 400
    population: Annotated[int, "Candidates in a generation."] = 16
    games: Annotated[int, "Games of each candidate."] = 150
    on: Annotated[str, "Where to play: local, ray or ray://HOST:PORT."] = LOCAL
    game: str = "tangram-city"

    def problem(self) -> str | None:
        if min(self.generations, self.games) < 1:
            return "--generations and --games must be 1 or more"
        return None if self.population > 1 else "--population must be 2 or more"

    @property
    def weights_file(self) -> str:
        return f"weights-{self.generations:03}.json"


class Task(NamedTuple):
    policy: list[float]
    deals: list[int]


def train(plan: Plan, folder: Path, progress: Progress) -> Weights:
    """Return the weights after all generations; those already in the folder are not repeated."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "evolution.json"
    state = _read(path.read_text(encoding="utf-8")) if path.exists() else initial()
    if state.generation > plan.generations:
        raise FolderError(f"{folder} already has {state.generation} generations: pass"
                          f" --generations {state.generation} or more")  # fmt: skip
    with parallel_map(plan.cores, plan.on) as parallel:
        while state.generation < plan.generations:
            progress("generations", state.generation, plan.generations)
            state = next_generation(state, plan, parallel)
            write(path, _dumps(state))
        progress("generations", state.generation, plan.generations)
        found = _rounded(weights_of(state.mean))
        result = _measured(found, plan.seed, parallel)
    by_feature = {name: found[at :: len(NAMES)] for at, name in enumerate(NAMES)}
    games = plan.generations * plan.population * plan.games
    kind = "placement: a weight for each feature of a board, by round"
    weights = Weights(plan.game, 1, kind, by_feature, provenance(plan, games, result))
    write(folder / plan.weights_file, dumps(weights))
    return weights


def initial() -> Evolution:
    """The state before the first generation."""
    guess = [INITIAL[name] for name in NAMES] + [0.0] * (2 * len(NAMES))
    return evolution.initial(np.array(guess), np.repeat(DEVIATIONS, len(NAMES)))


def weights_of(numbers: Doubles) -> list[float]:
    """The weights of a candidate, feature by feature within each round."""
    parts = numbers.reshape(len(SHAPES), 1, -1) * SHAPES[:, :, None]
    return [float(each) for each in parts.sum(0).ravel()]


def points_of(task: Task) -> list[int]:
    """The points of a policy in solo games of these deals."""
    rules = tangram_city.rules({"players": 1})
    points = []
    for deal in task.deals:
        position = tangram_city.Position(rules, deal)
        planning.play_by_policy(position, task.policy)
        points += position.points()
    return points


def next_generation(state: Evolution, plan: Plan, parallel: Map) -> Evolution:
    """Play and evaluate one generation."""
    rng = _generator(plan.seed, state.generation + 1)
    deals = _deals(rng, plan.games)
    rows = state.sample(plan.population, rng)
    points = parallel(points_of, [Task(weights_of(row), deals) for row in rows])
    return state.update(rows, np.array([sum(each) / plan.games for each in points]))


def _measured(found: list[float], seed: int, parallel: Map) -> str:
    deals = _deals(_generator(seed, 0), TEST_DEALS)
    tasks = [Task(found, deals[at : at + TASK_DEALS]) for at in range(0, TEST_DEALS, TASK_DEALS)]
    points = np.concatenate(list(parallel(points_of, tasks)))
    error = points.std(ddof=1) / np.sqrt(TEST_DEALS)
    return f"{points.mean():.1f} ± {error:.1f} points in solo games, {TEST_DEALS} deals"


def _generator(seed: int, generation: int) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64([seed, generation]))


def _deals(rng: np.random.Generator, count: int) -> list[int]:
    return [int(deal) for deal in rng.integers(1 << 63, size=count)]


def _rounded(weights: list[float]) -> list[float]:
    """Round as the file does, so that the measured weights are the ones that are written."""
    return [round(weight, 4) for weight in weights]


def _dumps(state: Evolution) -> str:
    return json.dumps(state._asdict(), indent=1, default=np.ndarray.tolist) + "\n"


def _read(text: str) -> Evolution:
    plain: dict[str, Any] = {
        name: np.array(value) if isinstance(value, list) else value
        for name, value in json.loads(text).items()
    }
    return Evolution(**plain)
