"""Manhattan as JAX functions: the interface of `baumeister.gpu.env.Engine`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from jax import Array

from baumeister.fast.manhattan import numbers
from baumeister.fast.manhattan.observation import LENGTH
from baumeister.games.manhattan.options import Options
from baumeister.gpu.manhattan import flow, hidden, legal, observation, scoring
from baumeister.gpu.manhattan.position import Position, Rules, rules_of

__all__ = ["Manhattan", "engine_for", "rules_of"]


@dataclass(frozen=True)
class Manhattan:
    """The functions, with the lengths of their arrays."""

    players: int = 4
    actions: int = numbers.SECOND_ONE + 4
    observation: int = LENGTH

    def new_game(self, rules: Rules, bits: Array) -> Position:
        return flow.new_game(rules, bits)

    def actor(self, rules: Rules, position: Position) -> Array:
        return legal.actor(rules, position)

    def mask(self, rules: Rules, position: Position) -> Array:
        return legal.mask(rules, position, self.actions)

    def step(self, rules: Rules, position: Position, number: Array, bits: Array) -> Position:
        return flow.step(rules, position, number, bits)

    def observe(self, rules: Rules, position: Position, seat: Array) -> Array:
        return observation.observe(rules, position, seat)

    def points(self, rules: Rules, position: Position) -> Array:
        return scoring.points(rules, position)[: self.players]

    def shares(self, rules: Rules, position: Position) -> Array:
        return scoring.shares(rules, position)[: self.players]

    def determinized(self, rules: Rules, position: Position, seat: Array, bits: Array) -> Position:
        return hidden.determinized(rules, position, seat, bits)

    def random_action(self, rules: Rules, position: Position, bits: Array) -> Array:
        return legal.random_action(rules, position, bits)


def engine_for(options: Options) -> Any:
    """The functions for these options."""
    return Manhattan(players=options.players, actions=numbers.count(options))
