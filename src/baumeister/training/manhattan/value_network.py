"""Learning what positions of Manhattan are worth: play with what is known, and see who wins.

Every iteration one seat of each game searches by the present judge, against all kinds of others:
such as itself, policies, plain searches. What it saw at some moments and who won is a lesson; the
judge learns from the lessons of the last iterations. All is kept in a folder, so that it can go on
after an interruption. Where there is a judge already it begins with that one, else the first
iterations are games of policies.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from baumeister.bots import weights
from baumeister.bots.manhattan import value_network as judges
from baumeister.fast.manhattan.compiled import ValueNetwork, rules
from baumeister.fast.manhattan.compiled import training_data as played
from baumeister.fast.manhattan.input_features import INPUT_FEATURES
from baumeister.training.manhattan.data import Floats, write_arrays
from baumeister.training.manhattan.value_fit import Pupil, untaught
from baumeister.training.run import Progress, provenance, write

SAMPLES: Final = 24
"""Moments of a game that are lessons."""
REMEMBERED: Final = 32
"""Iterations that are learned from."""
PASSES: Final = 1.5
"""How often a lesson is learned from, in the mean: more, and it is learned by heart."""
PART: Final = 4096
"""Lessons that make a step together."""
RATE: Final = 4e-4
BEGINNING: Final = 24
"""Iterations of policies alone, where there is no judge yet."""
PLAIN: Final = 400
"""Nodes of plain searches."""
LESSONS: Final = "lessons-{:04}.npz"


Lesson = tuple[NDArray[np.uint8], Floats]
"""What was seen, a row for each moment, and who won."""


class Plan(NamedTuple):
    seed: int
    cores: int
    command: str
    commit: str
    players: int = 4
    iterations: int = 120
    games: int = 512
    nodes: int = 64
    game: str = "manhattan-judge"

    def problem(self) -> str | None:
        if self.players not in (2, 3, 4):
            return "--players must be 2, 3 or 4"
        if min(self.iterations, self.games, self.nodes) < 1:
            return "--iterations, --games and --nodes must be 1 or more"
        return None

    @property
    def weights_file(self) -> str:
        return f"manhattan-{self.players}-judge.json"


def train(plan: Plan, folder: Path, progress: Progress) -> weights.Weights:
    """The judge after all iterations; those that the folder has already are not done again."""
    shipped = judges.shipped(plan.players)
    pupil = Pupil(untaught(plan.seed) if shipped is None else np.array(shipped, np.float32), RATE)
    kept = folder / "pupil.npz"
    done, missed, won = 0, 0.0, 0.0
    if kept.exists():
        with np.load(kept) as state:
            pupil.go_on(state)
            done, missed, won = int(state["done"]), float(state["missed"]), float(state["won"])
    lately = deque((_read(folder, each) for each in _last(done)), maxlen=REMEMBERED)
    for iteration in range(done + 1, plan.iterations + 1):
        begun = shipped is not None or iteration > BEGINNING
        rows, results = _played(plan, iteration, pupil.numbers if begun else None)
        missed, won = pupil.missed(rows, results), float(results[:, 0].mean())
        np.savez_compressed(folder / LESSONS.format(iteration), rows=rows, results=results)
        lately.append((rows, results))
        _learn(plan, iteration, lately, pupil)
        write_arrays(kept, pupil.state() | {"done": iteration, "missed": missed, "won": won})
        (folder / LESSONS.format(iteration - REMEMBERED)).unlink(missing_ok=True)
        progress("iterations", iteration, plan.iterations)
    result = (
        f"in its last games it won {won:.1%} against all kinds, and missed who won by a "
        f"cross-entropy of {missed:.3f}"
    )
    comes_from = provenance(plan, plan.iterations * plan.games, result)
    numbers = [float(each) for each in pupil.numbers]
    write(folder / plan.weights_file, judges.dumps(plan.players, numbers, comes_from))
    return weights.Weights("manhattan", plan.players, "judge", {"judge": numbers}, comes_from)


def learners(players: int, judge: Any, nodes: int) -> list[dict[str, Any]]:
    """Who plays: the one who learns, then the others by their shares."""
    known = weights.load("baumeister.bots.manhattan", f"policy-{players}").weights
    linear = known["policy"]
    net = known.get("network", linear)
    plain = {
        "value_network": None,
        "policy": None,
        "candidates": 0,
        "inverse_temperature": 2.0,
        "nodes": 0,
    }
    plain["exploration"] = 0.5
    if judge is None:
        kinds = [(1.0, net, 1.0), (0.2, net, 0.7), (0.3, net, 1.0), (0.3, net, 2.0)]
        return [
            plain | {"share": share, "policy": policy, "inverse_temperature": sharp}
            for share, policy, sharp in (*kinds, (0.2, linear, 2.0))
        ]
    searching = plain | {"value_network": judge, "policy": net}
    return [
        searching | {"share": 1.0, "nodes": nodes},
        plain | {"share": 0.15, "nodes": PLAIN, "inverse_temperature": 3.0},
        plain | {"share": 0.15, "policy": linear, "inverse_temperature": 8.0},
        plain | {"share": 0.2, "policy": net},
        searching | {"share": 0.5, "nodes": max(1, nodes * 3 // 4)},
    ]


def _played(plan: Plan, iteration: int, numbers: Floats | None) -> Lesson:
    rows = np.zeros((plan.games * SAMPLES, INPUT_FEATURES), np.uint8)
    results = np.zeros((plan.games * SAMPLES, plan.players), np.float32)
    judge = None if numbers is None else ValueNetwork(numbers)
    who = learners(plan.players, judge, plan.nodes)
    seed = plan.seed * 1_000_003 + iteration
    usual = rules({"players": plan.players})
    played(usual, who, SAMPLES, seed, rows, results, threads=plan.cores)
    return rows, results


def _last(done: int) -> range:
    return range(max(1, done - REMEMBERED + 1), done + 1)


def _read(folder: Path, iteration: int) -> Lesson:
    with np.load(folder / LESSONS.format(iteration)) as kept:
        return kept["rows"], kept["results"]


def _learn(plan: Plan, iteration: int, lately: Sequence[Lesson], pupil: Pupil) -> None:
    rng = np.random.default_rng([plan.seed, iteration])
    of_one = plan.games * SAMPLES
    for _ in range(max(1, round(PASSES * of_one / PART))):
        drawn = np.sort(rng.integers(0, len(lately) * of_one, PART))
        parts = [
            (rows[here], results[here])
            for at, (rows, results) in enumerate(lately)
            if len(here := drawn[drawn // of_one == at] % of_one)
        ]
        rows, results = (np.concatenate(each) for each in zip(*parts, strict=True))
        pupil.learn(rows, results)
