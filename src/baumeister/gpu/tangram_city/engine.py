"""Tangram City as JAX functions: the interface of `baumeister.gpu.env.Engine`."""

from __future__ import annotations

from dataclasses import dataclass

import jax.numpy as jnp
from jax import Array

from baumeister.fast.tangram_city.numbers import COUNT
from baumeister.fast.tangram_city.observation import length
from baumeister.games.tangram_city.options import Options
from baumeister.gpu.tangram_city import flow, hidden, legal, observation
from baumeister.gpu.tangram_city.position import Position, Rules, rules_of

__all__ = ["TangramCity", "engine_for", "rules_of"]


@dataclass(frozen=True)
class TangramCity:
    """The functions, with the lengths of their arrays."""

    players: int
    observation: int
    actions: int = COUNT

    def new_game(self, rules: Rules, bits: Array) -> Position:
        return flow.new_game(rules, self.players, bits)

    def actor(self, rules: Rules, position: Position) -> Array:  # noqa: ARG002
        return position.turn

    def mask(self, rules: Rules, position: Position) -> Array:
        return legal.mask(rules, position)

    def step(self, rules: Rules, position: Position, number: Array, bits: Array) -> Position:
        return flow.step(rules, position, number, bits)

    def observe(self, rules: Rules, position: Position, seat: Array) -> Array:
        return observation.observe(rules, position, seat)

    def points(self, rules: Rules, position: Position) -> Array:  # noqa: ARG002
        return position.points

    def shares(self, rules: Rules, position: Position) -> Array:  # noqa: ARG002
        """The share of the win by player: most points, ties shared (T5.3)."""
        first = position.points == jnp.max(position.points)
        return first / jnp.sum(first)

    def determinized(self, rules: Rules, position: Position, seat: Array, bits: Array) -> Position:
        return hidden.determinized(rules, position, seat, bits)

    def random_action(self, rules: Rules, position: Position, bits: Array) -> Array:
        return legal.random_action(rules, position, bits)


def engine_for(options: Options) -> TangramCity:
    """The functions for these options."""
    return TangramCity(options.players, length(options.players))
