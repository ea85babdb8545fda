"""Learning who rivals at Manhattan are: all kinds of bots play, and are looked at.

To what each kind decided a net is fitted, that plays as they do; to what stood on the board at some
moments, the weights that tell the kinds apart (`bots/rivals.py`). Games are kept by parts in a
folder, so that it can go on after an interruption.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from baumeister.bots import Budget, make_bot, weights
from baumeister.bots.manhattan.opponents import FEATURES as NAMES
from baumeister.bots.manhattan.opponents import MODELS as KINDS
from baumeister.bots.manhattan.opponents import opponent_features as evidence
from baumeister.bots.position import position_of
from baumeister.bots.weights import Weights, dumps
from baumeister.core.match import Match
from baumeister.fast.manhattan import numbers
from baumeister.games.manhattan.game import MANHATTAN
from baumeister.training.manhattan.data import (
    Floats,
    Lessons,
    Notes,
    joined,
    options_of,
    write_arrays,
)
from baumeister.training.manhattan.linear_fit import descend
from baumeister.training.manhattan.policy_fit import missed, net_fitted
from baumeister.training.run import Progress, processes, provenance, write

CODES: Final = {
    "beginner": ("1",),
    "careless": ("2",),
    "greedy": ("3",),
    "quick": ("4",),
    "steady": ("search:nodes=600:leaf=round:policy=learned",),
    "far": ("search:nodes=400:leaf=round:policy=net:value=learned",),
    "plain": tuple(f"search:nodes={nodes}" for nodes in (1000, 4000, 16_000, 64_000)),
}
"""Bots of each kind: the levels, the prototypes' recipe, the strongest that plays rounds out,
plain tree searches."""
PART: Final = 32
"""Games in a file."""
TAKEN: Final = 0.5
"""The share of decisions that is noted."""
LOOKED: Final = 0.2
"""The share of decisions before which everybody is looked at."""
HELD: Final = 10
"""Of so many parts one is held out, to see how well all is told."""
EPOCHS: Final = 12


class Plan(NamedTuple):
    seed: int
    cores: int
    command: str
    commit: str
    players: int = 4
    games: int = 1600
    variety: int = 8
    game: str = "manhattan-rivals"

    def problem(self) -> str | None:
        if self.players not in (3, 4):
            return "--players must be 3 or 4"
        if self.games < HELD * PART:
            return f"--games must be {HELD * PART} or more"
        return None if self.variety >= 0 else "--variety must be 0 or more"

    @property
    def weights_file(self) -> str:
        return f"manhattan-{self.players}-rivals.json"


class Task(NamedTuple):
    plan: Plan
    part: int
    path: str


class Looks(NamedTuple):
    """What players were told by, and of which kind they were."""

    counts: Floats
    kinds: NDArray[np.int32]


def train(plan: Plan, folder: Path, progress: Progress) -> Weights:
    parts = -(-plan.games // PART)
    paths = [folder / f"games-{part:04}.npz" for part in range(parts)]
    todo = [Task(plan, at, str(path)) for at, path in enumerate(paths) if not path.exists()]
    learnt = [str(path) for at, path in enumerate(paths) if at % HELD]
    held = [str(path) for path in paths[::HELD]]
    fitted = []
    with processes(plan.cores) as on_cores:
        for at, _ in enumerate(on_cores(play, todo), parts - len(todo) + 1):
            progress("games", min(at * PART, plan.games), plan.games)
        fits = [(plan, kind, learnt, held) for kind in range(len(KINDS))]
        for fit in on_cores(imitated, fits):
            fitted.append(fit)
            progress("kinds", len(fitted), len(KINDS))
    telling, right = told([_looks(path) for path in learnt], [_looks(path) for path in held])
    foretold = ", ".join(
        f"{kind} {ours:.2f} ({chance:.2f} by chance)"
        for kind, (_, ours, chance) in zip(KINDS, fitted, strict=True)
    )
    result = (
        f"{right:.0%} of players told right at any moment; cross-entropy of what kinds decided: "
        f"{foretold}"
    )
    found = {"classifier": telling} | dict(zip(KINDS, (net for net, _, _ in fitted), strict=True))
    comes_from = provenance(plan, plan.games, result)
    made = Weights("manhattan", plan.players, "opponents", found, comes_from)
    write(folder / plan.weights_file, dumps(made))
    return made


def seated(players: int, rng: random.Random) -> list[int]:
    """The kinds of who plays: all sorts, or one against copies of another."""
    if rng.random() < 0.5:
        return [rng.randrange(len(KINDS)) for _ in range(players)]
    kinds = [rng.randrange(len(KINDS))] * players
    kinds[rng.randrange(players)] = KINDS.index("far")
    return kinds


def play(task: Task) -> None:
    """The games of a part, into its file."""
    plan = task.plan
    notes = [Notes(plan.players) for _ in KINDS]
    counts: list[list[float]] = []
    labels: list[int] = []
    for game in range(task.part * PART, min((task.part + 1) * PART, plan.games)):
        rng = random.Random(f"{plan.seed}/{plan.players}/{game}")
        options = {"players": plan.players, **options_of(game, plan.variety)}
        kinds = seated(plan.players, rng)
        bots = [make_bot(rng.choice(CODES[KINDS[kind]]), MANHATTAN) for kind in kinds]
        match: Any = Match(MANHATTAN, MANHATTAN.options(options))
        match.roll(rng)
        while match.actors:
            if rng.random() < LOOKED:
                counts += evidence(match.view(None))
                labels += kinds
            for seat in match.waiting_for:
                legal = match.legal(seat)
                action = bots[seat].decide(match.view(seat), legal, Budget(), rng).action
                if len(legal) > 1 and rng.random() < TAKEN:
                    _note(notes[kinds[seat]], match.state, seat, action, rng)
                match.submit(seat, action)
            match.roll(rng)
            match.forget()
    arrays = {
        f"{kind} {name}": array
        for kind, each in zip(KINDS, notes, strict=True)
        for name, array in each.lessons()._asdict().items()
    }
    arrays |= {"counts": np.array(counts, np.float32), "kinds": np.array(labels, np.int32)}
    write_arrays(Path(task.path), arrays)


def _note(notes: Notes, state: Any, seat: int, action: Any, rng: random.Random) -> None:
    position = position_of(MANHATTAN, state, seat, rng)
    for number in numbers.numbers_of(state, seat, action):
        legal = position.legal()
        if len(legal) > 1:
            notes.decision(position, [int(each == number) for each in legal])
        position.apply(number)


def imitated(
    fit: tuple[Plan, int, Sequence[str], Sequence[str]],
) -> tuple[list[float], float, float]:
    """The net that decides as a kind did; what it misses of held out decisions, and what chance."""
    plan, kind, learnt, held = fit
    start = weights.load("baumeister.bots.manhattan", f"policy-{plan.players}").weights["network"]
    seed = plan.seed * 100 + kind
    net = net_fitted(joined([_lessons(path, kind) for path in learnt]), seed, start, EPOCHS)
    others = joined([_lessons(path, kind) for path in held])
    return net, missed(net, others), float(np.log(others.counts).mean())


def told(learnt: Sequence[Looks], held: Sequence[Looks]) -> tuple[list[float], float]:
    """The weights that tell kinds apart, and how many they tell right that they never saw."""
    counts = np.concatenate([each.counts for each in learnt])
    kinds = np.concatenate([each.kinds for each in learnt])
    scale = np.maximum(counts.std(0), 0.05)
    scale[0] = 1
    scaled = counts / scale
    wanted = np.eye(len(KINDS), dtype=np.float32)[kinds]

    def slope(given: NDArray[np.float64]) -> NDArray[np.float64]:
        table = given.reshape(len(KINDS), len(NAMES)).astype(np.float32)
        sums = scaled @ table.T
        powers = np.exp(sums - sums.max(1, keepdims=True))
        wrong = powers / powers.sum(1, keepdims=True) - wanted
        found: NDArray[np.float64] = (wrong.T @ scaled / len(kinds) + 1e-4 * table).astype(
            np.float64
        )
        return found.ravel()

    flat = descend(slope, np.zeros(len(KINDS) * len(NAMES)), 300, 0.05)
    table = np.array(flat).reshape(len(KINDS), len(NAMES)) / scale
    seen = np.concatenate([each.counts for each in held])
    right = (seen @ table.T).argmax(1) == np.concatenate([each.kinds for each in held])
    return [float(each) for each in table.ravel()], float(right.mean())


def _lessons(path: str, kind: int) -> Lessons:
    with np.load(path) as kept:
        return Lessons(**{name: kept[f"{KINDS[kind]} {name}"] for name in Lessons._fields})


def _looks(path: str) -> Looks:
    with np.load(path) as kept:
        return Looks(kept["counts"], kept["kinds"])
