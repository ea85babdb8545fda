"""Environments with the interface of pgx, for programs written for pgx and mctx."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any, Protocol

import jax
import jax.numpy as jnp
from jax import Array

from baumeister.core.registry import find


class Engine(Protocol):
    """A game as JAX functions over positions; `baumeister.gpu.<game>.engine` is one.

    `rules` is a tree of numbers, `bits` are 32 random bits. All functions are for one position: use
    `jax.vmap` for many.
    """

    players: int
    actions: int
    observation: int

    def new_game(self, rules: Any, bits: Array) -> Any:
        """A new game; chance has acted up to the first decision."""

    def actor(self, rules: Any, position: Any) -> Array:
        """The player to decide; -1 for chance, -2 when the game is over."""

    def mask(self, rules: Any, position: Any) -> Array:
        """Which action numbers are legal now."""

    def step(self, rules: Any, position: Any, number: Array, bits: Array) -> Any:
        """The position after an action and the chance that follows it."""

    def observe(self, rules: Any, position: Any, seat: Array) -> Array:
        """What a seat sees, as numbers (docs/observations.md)."""

    def shares(self, rules: Any, position: Any) -> Array:
        """Each player's share of the win, once the game is over."""

    def determinized(self, rules: Any, position: Any, seat: Array, bits: Array) -> Any:
        """A position that the seat cannot tell from this one."""

    def random_action(self, rules: Any, position: Any, bits: Array) -> Array:
        """A legal action, uniformly at random."""


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class State:
    """What pgx calls a state: a position and what the player to decide sees of it."""

    current_player: Array
    observation: Array
    rewards: Array
    terminated: Array
    truncated: Array
    legal_action_mask: Array
    _step_count: Array
    _position: Any

    def replace(self, **changes: Any) -> State:
        """A copy with these fields changed."""
        return replace(self, **changes)


class Env:
    """A game with fixed options as an environment of pgx."""

    version = "1"

    def __init__(self, game: str, engine: Engine, rules: Any) -> None:
        self.id = game
        self.engine = engine
        self.rules = rules
        self.num_players = engine.players
        self.num_actions = engine.actions
        self.observation_shape = (engine.observation,)

    def init(self, key: Array) -> State:
        """A new game at its first decision."""
        position = self.engine.new_game(self.rules, jax.random.bits(key, dtype=jnp.uint32))
        return self._state(position, jnp.zeros(self.num_players), jnp.int32(0))

    def step(self, state: State, action: Array, key: Array) -> State:
        """Applies an action and the chance that follows.

        As in pgx, an illegal action ends the game with -1 for the player, and a game that is over
        stays as it is, without rewards. Otherwise rewards are the shares of the win, at the end.
        """
        legal = state.legal_action_mask[action]
        bits = jax.random.bits(key, dtype=jnp.uint32)
        after = self.engine.step(self.rules, state._position, action.astype(jnp.int32), bits)
        position = jax.tree.map(
            lambda new, old: jnp.where(state.terminated | ~legal, old, new), after, state._position
        )
        rewards = jnp.where(self._over(position), self.engine.shares(self.rules, position), 0)
        found = self._state(position, rewards, state._step_count + ~state.terminated)
        everything = jnp.ones_like(found.legal_action_mask)
        lost = jnp.where(jnp.arange(self.num_players) == state.current_player, -1.0, 0.0)
        found = found.replace(
            rewards=jnp.where(legal, found.rewards, lost),
            terminated=found.terminated | ~legal | state.terminated,
        )
        return found.replace(
            rewards=jnp.where(state.terminated, 0.0, found.rewards),
            legal_action_mask=jnp.where(found.terminated, everything, found.legal_action_mask),
            current_player=jnp.where(found.terminated, state.current_player, found.current_player),
        )

    def observe(self, state: State, player_id: Array | int | None = None) -> Array:
        """What a player sees; by default the one to decide."""
        seat = state.current_player if player_id is None else jnp.int32(player_id)
        return self.engine.observe(self.rules, state._position, seat)

    def determinize(self, state: State, player_id: Array | int, key: Array) -> State:
        """A state that the player cannot tell from this one, for search."""
        bits = jax.random.bits(key, dtype=jnp.uint32)
        position = self.engine.determinized(self.rules, state._position, jnp.int32(player_id), bits)
        return self._state(position, state.rewards, state._step_count).replace(
            terminated=state.terminated
        )

    def _over(self, position: Any) -> Array:
        return self.engine.actor(self.rules, position) == -2

    def _state(self, position: Any, rewards: Array, count: Array) -> State:
        player = jnp.maximum(self.engine.actor(self.rules, position), 0)
        return State(
            current_player=player,
            observation=self.engine.observe(self.rules, position, player),
            rewards=rewards.astype(jnp.float32),
            terminated=self._over(position),
            truncated=jnp.bool_(False),
            legal_action_mask=self.engine.mask(self.rules, position),
            _step_count=count,
            _position=position,
        )


def make(game: str, options: Mapping[str, Any] | None = None) -> Env:
    """The environment of a game, by its id and its options."""
    chosen = find(game).options(dict(options or {}))
    module = import_module(f"baumeister.gpu.{game.replace('-', '_')}.engine")
    return Env(game, module.engine_for(chosen), module.rules_of(chosen))
