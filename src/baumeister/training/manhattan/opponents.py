"""Train Manhattan's opponent models on games of all kinds of bots.

A policy network is fitted to the decisions of each kind of bot, and a classifier to what stood on
the board at sampled moments (`bots/manhattan/opponents.py`). Games are kept in parts, so that the
training can be resumed.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from baumeister.bots import Budget, make_bot, weights
from baumeister.bots.manhattan.opponents import FEATURES, MODELS, opponent_features
from baumeister.bots.position import position_of
from baumeister.bots.weights import Weights, dumps
from baumeister.core.match import Match
from baumeister.fast.manhattan import numbers
from baumeister.games.manhattan.game import MANHATTAN
from baumeister.training.manhattan.data import (
    PACKAGE,
    Floats,
    Recorder,
    TrainingData,
    concatenated,
    options_of,
    write_arrays,
)
from baumeister.training.manhattan.linear_fit import minimise
from baumeister.training.manhattan.policy_fit import cross_entropy, fit_policy_network
from baumeister.training.run import Progress, parallel_map, provenance, write
from baumeister.work import LOCAL

CODES: Final = {
    "beginner": ("1",),
    "careless": ("2",),
    "greedy": ("3",),
    "quick": ("4",),
    "steady": ("search:nodes=600:leaf=round:policy=learned",),
    "far": ("search:nodes=400:leaf=round:policy=network:value=learned",),
    "plain": tuple(f"search:nodes={nodes}" for nodes in (1000, 4000, 16_000, 64_000)),
}
"""The bots of each model: the levels, searches that play out rounds, and plain searches."""
PART: Final = 32
"""Games in a file."""
RECORDED: Final = 0.5
"""The share of decisions that is recorded."""
OBSERVED: Final = 0.2
"""The share of decisions before which the features of all players are recorded."""
HELD_OUT: Final = 10
"""One part in this many is held out, to measure accuracy."""
EPOCHS: Final = 12


class Plan(NamedTuple):
    seed: int
    cores: int
    command: str
    commit: str
    players: Annotated[int, "Number of players: 3 or 4."] = 4
    games: Annotated[int, "Games of all kinds of bots."] = 1600
    variety: Annotated[int, "One game in this many has other options; 0: none."] = 8
    on: Annotated[str, "Where to play: local, ray or ray://HOST:PORT."] = LOCAL
    game: str = "manhattan-opponents"

    def problem(self) -> str | None:
        if self.players not in (3, 4):
            return "--players must be 3 or 4"
        if self.games < HELD_OUT * PART:
            return f"--games must be {HELD_OUT * PART} or more"
        return None if self.variety >= 0 else "--variety must be 0 or more"

    @property
    def weights_file(self) -> str:
        return f"opponents-{self.players}.json"


class Task(NamedTuple):
    """One part of the games."""

    plan: Plan
    part: int
    path: str


class Fit(NamedTuple):
    """A model to fit, and the files with its training and held-out games."""

    plan: Plan
    model: int
    training: Sequence[str]
    held_out: Sequence[str]


class Observations(NamedTuple):
    """Features of players, and the model of each."""

    features: Floats
    models: NDArray[np.int32]


def train(plan: Plan, folder: Path, progress: Progress) -> Weights:
    """Return the models and the classifier; parts already in the folder are not repeated."""
    parts = -(-plan.games // PART)
    paths = [folder / f"games-{part:04}.npz" for part in range(parts)]
    todo = [Task(plan, at, str(path)) for at, path in enumerate(paths) if not path.exists()]
    training = [str(path) for at, path in enumerate(paths) if at % HELD_OUT]
    held_out = [str(path) for path in paths[::HELD_OUT]]
    fitted = []
    with parallel_map(plan.cores, plan.on) as parallel:
        for at, _ in enumerate(parallel(play, todo), parts - len(todo) + 1):
            progress("games", min(at * PART, plan.games), plan.games)
        fits = [Fit(plan, model, training, held_out) for model in range(len(MODELS))]
        for fit in parallel(fit_model, fits):
            fitted.append(fit)
            progress("models", len(fitted), len(MODELS))
    classifier, accuracy = fit_classifier(
        [_observations(path) for path in training], [_observations(path) for path in held_out]
    )
    losses = ", ".join(
        f"{model} {loss:.2f} ({uniform:.2f} uniform)"
        for model, (_, loss, uniform) in zip(MODELS, fitted, strict=True)
    )
    result = f"{accuracy:.0%} of players classified correctly; cross-entropy by model: {losses}"
    networks = dict(zip(MODELS, (network for network, _, _ in fitted), strict=True))
    comes_from = provenance(plan, plan.games, result)
    found = {"classifier": classifier} | networks
    made = Weights("manhattan", plan.players, "opponents", found, comes_from)
    write(folder / plan.weights_file, dumps(made))
    return made


def seated(players: int, rng: random.Random) -> list[int]:
    """Draw the models of a game: each at random, or one `far` among copies of another."""
    if rng.random() < 0.5:
        return [rng.randrange(len(MODELS)) for _ in range(players)]
    models = [rng.randrange(len(MODELS))] * players
    models[rng.randrange(players)] = MODELS.index("far")
    return models


def play(task: Task) -> None:
    """Play the games of a part and write their data to its file."""
    plan = task.plan
    recorders = [Recorder(plan.players) for _ in MODELS]
    observed: list[list[float]] = []
    labels: list[int] = []
    for game in range(task.part * PART, min((task.part + 1) * PART, plan.games)):
        rng = random.Random(f"{plan.seed}/{plan.players}/{game}")
        options = {"players": plan.players, **options_of(game, plan.variety)}
        models = seated(plan.players, rng)
        bots = [make_bot(rng.choice(CODES[MODELS[model]]), MANHATTAN) for model in models]
        match: Any = Match(MANHATTAN, MANHATTAN.options(options))
        match.roll(rng)
        while match.actors:
            if rng.random() < OBSERVED:
                observed += opponent_features(match.view(None))
                labels += models
            for seat in match.waiting_for:
                legal = match.legal(seat)
                action = bots[seat].decide(match.view(seat), legal, Budget(), rng).action
                if len(legal) > 1 and rng.random() < RECORDED:
                    _record(recorders[models[seat]], match.state, seat, action, rng)
                match.submit(seat, action)
            match.roll(rng)
            match.forget()
    arrays = {
        f"{model} {name}": array
        for model, each in zip(MODELS, recorders, strict=True)
        for name, array in each.data()._asdict().items()
    }
    arrays |= {"features": np.array(observed, np.float32), "models": np.array(labels, np.int32)}
    write_arrays(Path(task.path), arrays)


def _record(recorder: Recorder, state: Any, seat: int, action: Any, rng: random.Random) -> None:
    position = position_of(MANHATTAN, state, seat, rng)
    for number in numbers.numbers_of(state, seat, action):
        legal = position.legal()
        if len(legal) > 1:
            recorder.decision(position, [int(each == number) for each in legal])
        position.apply(number)


def fit_model(fit: Fit) -> tuple[list[float], float, float]:
    """Fit a network to a model's decisions; return it, its held-out cross-entropy, and that of a
    uniform choice."""
    plan, model = fit.plan, fit.model
    start = weights.load(PACKAGE, f"policy-{plan.players}").weights["network"]
    seed = plan.seed * 100 + model
    data = concatenated([_decisions(path, model) for path in fit.training])
    network = fit_policy_network(data, seed, start, EPOCHS)
    held_out = concatenated([_decisions(path, model) for path in fit.held_out])
    return network, cross_entropy(network, held_out), float(np.log(held_out.counts).mean())


def fit_classifier(
    training: Sequence[Observations], held_out: Sequence[Observations]
) -> tuple[list[float], float]:
    """Fit the classifier of models by softmax regression; return its weights and its held-out
    accuracy."""
    features = np.concatenate([each.features for each in training])
    models = np.concatenate([each.models for each in training])
    scale = np.maximum(features.std(0), 0.05)
    scale[0] = 1
    scaled = features / scale
    targets = np.eye(len(MODELS), dtype=np.float32)[models]

    def gradient(given: NDArray[np.float64]) -> NDArray[np.float64]:
        table = given.reshape(len(MODELS), len(FEATURES)).astype(np.float32)
        logits = scaled @ table.T
        numerators = np.exp(logits - logits.max(1, keepdims=True))
        errors = numerators / numerators.sum(1, keepdims=True) - targets
        found: NDArray[np.float64] = (errors.T @ scaled / len(models) + 1e-4 * table).astype(
            np.float64
        )
        return found.ravel()

    flat = minimise(gradient, np.zeros(len(MODELS) * len(FEATURES)), 300, 0.05)
    table = np.array(flat).reshape(len(MODELS), len(FEATURES)) / scale
    unseen = np.concatenate([each.features for each in held_out])
    right = (unseen @ table.T).argmax(1) == np.concatenate([each.models for each in held_out])
    return [float(each) for each in table.ravel()], float(right.mean())


def _decisions(path: str, model: int) -> TrainingData:
    with np.load(path) as kept:
        return TrainingData(
            **{name: kept[f"{MODELS[model]} {name}"] for name in TrainingData._fields}
        )


def _observations(path: str) -> Observations:
    with np.load(path) as kept:
        return Observations(kept["features"], kept["models"])
