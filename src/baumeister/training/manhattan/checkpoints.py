"""A training of the network as it runs: the learner, the games in play and earlier networks."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from baumeister.fast import compiled
from baumeister.gpu.manhattan.network import Weights
from baumeister.training.manhattan.comparison import share_against_linear
from baumeister.training.manhattan.network_learning import (
    Learner,
    Now,
    Settings,
    learn,
    new_learner,
    rollout,
)
from baumeister.training.manhattan.self_play import new_lanes

POOL: Final = 12
"""Earlier networks that are kept as opponents."""
POOLED: Final = 10
"""Iterations between two of the first earlier networks; later ones replace others."""
LAST: Final = 50
"""Iterations that the means of what is told are taken over."""
GAMES: Final = 400
"""Games that compare the policy with level 3."""


class Told(NamedTuple):
    """What a training has to say."""

    games: int
    value_loss: float
    entropy: float

    def result(self, path: Path) -> str:
        found = f"cross-entropy of the win {self.value_loss:.3f}, entropy {self.entropy:.2f}"
        if not compiled():
            return found
        share = share_against_linear(path, GAMES)
        return f"{found}; its policy alone won {share:.1%} against three of level 3, {GAMES} games"


class Run:
    """A training that advances by one iteration at a time."""

    def __init__(
        self, settings: Settings, seed: int, learner: Learner, iteration: int, pool: list[Weights]
    ) -> None:
        self.iteration = iteration
        self._settings = settings
        self._key, first = jax.random.split(jax.random.fold_in(jax.random.key(seed), iteration))
        self._learner = learner
        self._lanes = new_lanes(settings.lanes, seed, first)
        self._pool = pool or [_copied(learner.mean)]
        self._random = np.random.default_rng((seed, iteration))
        self._said: list[Any] = []
        self._games = 0.0

    def advance(self, rate: float, entropy: float) -> None:
        """Play and learn once."""
        self._key, play_key, learn_key = jax.random.split(self._key, 3)
        past = self._pool[int(self._random.integers(len(self._pool)))]
        self._lanes, batch, results = rollout(
            self._learner.weights, past, self._lanes, play_key, self._settings
        )
        now = Now(learn_key, jnp.float32(rate), jnp.float32(entropy))
        self._learner, losses = learn(self._learner, self._lanes.rules, batch, now, self._settings)
        self.iteration += 1
        self._said = [*self._said[1 - LAST :], losses]
        self._games += float(results[-1])
        if self.iteration % POOLED == 0:
            self._remember()

    def _remember(self) -> None:
        if len(self._pool) < POOL:
            self._pool.append(_copied(self._learner.mean))
        elif self.iteration % (5 * POOLED) == 0:
            self._pool[int(self._random.integers(POOL))] = _copied(self._learner.mean)

    def save(self, folder: Path) -> None:
        """Write the mean weights, in 16 bits as bots take them, and everything to go on from."""
        means = self._learner.mean._asdict()
        halves: dict[str, Any] = {name: np.float16(each) for name, each in means.items()}
        np.savez(folder / "network.npz", **halves)
        everything: dict[str, Any] = {
            f"{part}_{name}": np.asarray(each)
            for part in ("weights", "mean", "first", "second")
            for name, each in getattr(self._learner, part)._asdict().items()
        }
        everything |= {"updates": self._learner.updates, "iteration": self.iteration}
        np.savez(folder / "checkpoint.npz", **everything)
        earlier: dict[str, Any] = {
            f"{at}_{name}": np.float16(each)
            for at, weights in enumerate(self._pool)
            for name, each in weights._asdict().items()
        }
        np.savez(folder / "opponents.npz", **earlier)

    def told(self) -> Told:
        _, value, _, entropy = np.mean(np.asarray(jnp.stack(self._said)), axis=0)
        return Told(round(self._games), float(value), float(entropy))


def _copied(weights: Weights) -> Weights:
    """A copy that learning does not overwrite."""
    return Weights(*(jnp.copy(each) for each in weights))


def begin(plan: Any, folder: Path) -> Run:
    """A new training, or the one in the folder."""
    settings = Settings(lanes=plan.lanes, steps=plan.steps, batch=plan.batch)
    learner, iteration, pool = new_learner(jax.random.key(plan.seed)), 0, []
    kept = folder / "checkpoint.npz"
    if kept.exists():
        with np.load(kept) as found:
            parts = {
                part: _weights(found, f"{part}_") for part in ("weights", "mean", "first", "second")
            }
            learner = Learner(**parts, updates=jnp.int32(found["updates"]))
            iteration = int(found["iteration"])
        with np.load(folder / "opponents.npz") as found:
            pool = [_weights(found, f"{at}_") for at in range(len(found) // len(Weights._fields))]
    elif plan.start:
        with np.load(plan.start) as found:
            weights = _weights(found, "")
        learner = learner._replace(weights=weights, mean=_copied(weights))
    return Run(settings, plan.seed, learner, iteration, pool)


def _weights(found: Any, prefix: str) -> Weights:
    return Weights(*(jnp.float32(found[prefix + name]) for name in Weights._fields))
