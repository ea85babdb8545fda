"""Train Manhattan's value network by self-play.

Each iteration plays games with the current network (`value_games.py`) and trains it on the data of
the last iterations, so that the next games are played by a stronger one. A last fit to the data of
all iterations, at a falling rate, gives the weights; a match against the shipped network shows what
they are worth. Training starts from the shipped network; without one, the first iterations are
games of policies, of which there are as many in the time of one game of searches as an iteration
has.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final, NamedTuple

import numpy as np

from baumeister import arena
from baumeister.bots import weights
from baumeister.bots.manhattan import value_network
from baumeister.training.manhattan.data import Floats, write_arrays
from baumeister.training.manhattan.value_fit import Trainer, floats, initial_weights, quantised
from baumeister.training.manhattan.value_games import Games, Samples, play
from baumeister.training.run import Progress, provenance, write

REMEMBERED: Final = 32
"""Iterations whose data is used."""
PASSES: Final = 1.5
"""How often a sample is used between games, on average: with more, the network overfits."""
LAST_PASSES: Final = 4
"""How often the last fit uses every sample."""
BATCH: Final = 4096
"""Samples in a step."""
RATE: Final = 4e-4
POLICY_ITERATIONS: Final = 24
"""Iterations of policy games, where no network is shipped."""
MATCH_NODES: Final = 800
"""Simulations for each decision of the match."""
DATA: Final = "data-{:04}.npz"


class Plan(NamedTuple):
    seed: int
    cores: int
    command: str
    commit: str
    players: Annotated[int, "Number of players: 2, 3 or 4."] = 4
    iterations: Annotated[int, "Iterations of playing and training."] = 120
    games: Annotated[int, "Games in each iteration."] = 512
    nodes: Annotated[int, "Simulations for each decision of the searching seat."] = 100
    variety: Annotated[float, "The share of games with random options."] = 0.35
    match: Annotated[int, "Games against the shipped network at the end; 0: none."] = 400
    game: str = "manhattan-value"

    def problem(self) -> str | None:
        if self.players not in (2, 3, 4):
            return "--players must be 2, 3 or 4"
        if min(self.iterations, self.games, self.nodes) < 1:
            return "--iterations, --games and --nodes must be 1 or more"
        if self.match < 0:
            return "--match must be 0 or more"
        return None if 0 <= self.variety <= 1 else "--variety must be 0 to 1"

    @property
    def weights_file(self) -> str:
        return f"value-network-{self.players}.json"


def train(plan: Plan, folder: Path, progress: Progress) -> weights.Weights:
    """Return the network after all iterations; those already in the folder are not repeated."""
    shipped = value_network.shipped(plan.players)
    start = initial_weights(plan.seed) if shipped is None else floats(shipped)
    trainer = Trainer(start, RATE)
    kept = folder / "trainer.npz"
    done, loss = 0, 0.0
    if kept.exists():
        with np.load(kept) as state:
            trainer.restore(state)
            done, loss = int(state["done"]), float(state["loss"])
    recent = deque((_read(folder, each) for each in _last(done)), maxlen=REMEMBERED)
    for iteration in range(done + 1, plan.iterations + 1):
        with_network = shipped is not None or iteration > POLICY_ITERATIONS
        played = _play(plan, iteration, trainer.weights if with_network else None)
        loss = trainer.cross_entropy(played.rows, played.results)
        np.savez_compressed(folder / DATA.format(iteration), **played._asdict())
        recent.append(played)
        steps = max(1, round(PASSES * len(played.rows) / BATCH))
        _fit(trainer, recent, [RATE] * steps, np.random.default_rng([plan.seed, iteration]))
        write_arrays(kept, trainer.state() | {"done": iteration, "loss": loss})
        progress("iterations", iteration, plan.iterations)
    recent.clear()
    _fit_all(plan, folder, trainer, progress)
    return _finished(plan, folder, quantised(trainer.weights), loss, shipped is not None)


def _play(plan: Plan, iteration: int, numbers: Floats | None) -> Samples:
    network = None if numbers is None else value_network.network_of(quantised(numbers))
    seed = [plan.seed, iteration, 1]
    games = Games(plan.players, plan.games, plan.nodes, plan.variety, seed)
    return play(games, network, plan.cores)


def _last(done: int) -> range:
    return range(max(1, done - REMEMBERED + 1), done + 1)


def _read(folder: Path, iteration: int) -> Samples:
    with np.load(folder / DATA.format(iteration)) as kept:
        return Samples(**{name: kept[name] for name in Samples._fields})


def _fit(
    trainer: Trainer, data: Sequence[Samples], rates: Sequence[float], rng: np.random.Generator
) -> None:
    """Take a step at each of the rates, with samples drawn from the data."""
    first = np.cumsum([0, *(len(samples.rows) for samples in data)])
    for rate in rates:
        drawn = np.sort(rng.integers(0, first[-1], BATCH))
        parts = [
            (samples.rows[here], samples.targets[here])
            for samples, start, end in zip(data, first, first[1:], strict=False)
            if len(here := drawn[(drawn >= start) & (drawn < end)] - start)
        ]
        rows, targets = (np.concatenate(each) for each in zip(*parts, strict=True))
        trainer.rate = rate
        trainer.step(rows, targets)


def _fit_all(plan: Plan, folder: Path, trainer: Trainer, progress: Progress) -> None:
    """Fit to the data of all iterations, some at a time, at a rate that falls to nothing."""
    rng = np.random.default_rng([plan.seed, 0])
    every = np.arange(1, plan.iterations + 1)
    parts = -(-plan.iterations // REMEMBERED)
    groups = [
        group for _ in range(LAST_PASSES) for group in np.array_split(rng.permutation(every), parts)
    ]
    for at, group in enumerate(groups):
        data = [_read(folder, int(each)) for each in group]
        steps = max(1, round(sum(len(samples.rows) for samples in data) / BATCH))
        rates = [RATE * (1 - (at + step / steps) / len(groups)) for step in range(steps)]
        _fit(trainer, data, rates, rng)
        progress("last fit", at + 1, len(groups))


def _finished(
    plan: Plan, folder: Path, numbers: value_network.Numbers, loss: float, against: bool
) -> weights.Weights:
    """Write the weights with their provenance."""
    path = folder / plan.weights_file
    result = f"it predicted the winners of its last games with a cross-entropy of {loss:.3f}"
    comes_from = provenance(plan, plan.iterations * plan.games, result)
    write(path, value_network.dumps(plan.players, numbers, comes_from))
    if against and plan.match:
        comes_from["result"] = f"{result}; {_match(plan, path)}"
        write(path, value_network.dumps(plan.players, numbers, comes_from))
    return weights.read(path.read_text(encoding="utf-8"))


def _match(plan: Plan, path: Path) -> str:
    """Play the network of a file against copies of the shipped one."""
    bot = f"search:nodes={MATCH_NODES}:policy=network:value="
    played = arena.play(
        "manhattan",
        {"players": plan.players},
        [f"{bot}{path}", f"{bot}network"],
        versus=True,
        games=plan.match,
        seed=plan.seed,
        cores=plan.cores,
    )
    won = played.bots[0].won
    assert won is not None
    return (
        f"against the shipped network {won.value:.1%} ({won.low:.1%} to {won.high:.1%},"
        f" {played.games} games, {MATCH_NODES} simulations; equal: {played.equal:.1%})"
    )
