"""Tangram City in JAX: equal to the other engines at every step."""

from __future__ import annotations

import pytest

jax = pytest.importorskip("jax")

import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402

from baumeister.fast.tangram_city import Position, rules  # noqa: E402
from baumeister.fast.tangram_city.numbers import COUNT  # noqa: E402
from baumeister.games.tangram_city import TANGRAM_CITY  # noqa: E402
from baumeister.gpu.bits import select  # noqa: E402
from baumeister.gpu.tangram_city import flow, hidden, legal, observation  # noqa: E402
from baumeister.gpu.tangram_city.engine import engine_for  # noqa: E402
from baumeister.gpu.tangram_city.position import initial, rules_of  # noqa: E402
from tests.fast.tangram_options import all_options, resolved  # noqa: E402

from .differential import recorded, replayed  # noqa: E402


class Recorder:
    """The engine that records the games; itself compared with the readable rules in tests/fast."""

    rules = staticmethod(rules)
    Position = Position


def _same(players, options, seed=0):
    """Replays a game with each set of options; one program for all of one number of players."""

    def apply(rules, p, number):
        after = select(p.turn == -1, flow.happen(rules, p, number), flow.act(rules, p, number))
        return select(p.turn == -2, p, after)

    def look(rules, p):
        seen = jax.vmap(lambda seat: observation.observe(rules, p, seat))(jnp.arange(players))
        mask = legal.mask(rules, p).astype(jnp.uint8)
        drawn = mask[legal.random_action(rules, p, p.pile * 7919)]
        return p.turn, mask, p.points, seen, (drawn > 0) | (p.turn < 0)

    def start(rules):
        return initial(rules, players)

    tables = [rules_of(each) for each in options]
    cells = max(each.kinds.shape[1] for each in tables)
    tables = [rules_of(each, cells) for each in options]
    games = [recorded(Recorder, each, seed + at, COUNT, players) for at, each in enumerate(options)]
    replayed(apply, look, tables, jax.vmap(start), games)


def _options(players, every):
    chosen = [given for given in all_options() if given["players"] == players]
    return [resolved(given) for given in chosen[::every]]


@pytest.mark.parametrize("players", [2])
def test_every_step_matches(players):
    """T2–T5: actors, masks, points and observations of every seat; all options as arguments."""
    _same(players, _options(players, 11))


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_every_combination_of_options(players):
    """T1–T5."""
    for seed in range(3):
        _same(players, _options(players, 1), 100 * seed)


@pytest.fixture(scope="module")
def played():
    """Random games of two, with options as constants."""
    options = TANGRAM_CITY.options({"players": 2})
    engine, fixed = engine_for(options), rules_of(options)

    def one(bits):
        def step(p, k):
            number = engine.random_action(fixed, p, bits + k)
            return engine.step(fixed, p, number, bits ^ k), (p, number)

        return jax.lax.scan(step, engine.new_game(fixed, bits), jnp.arange(60, dtype=jnp.uint32))

    return engine, fixed, jax.jit(jax.vmap(one))(jnp.arange(64, dtype=jnp.uint32) * 7919)


@pytest.mark.slow
def test_random_actions_are_legal_and_games_end(played):
    engine, fixed, (last, (before, numbers)) = played
    masks = jax.jit(jax.vmap(jax.vmap(lambda p: engine.mask(fixed, p))))(before)
    over = np.asarray(before.turn) == -2
    chosen = np.take_along_axis(np.asarray(masks), np.asarray(numbers)[..., None], -1)[..., 0]
    assert (chosen | over).all()
    assert (np.asarray(last.turn) == -2).all()


@pytest.mark.slow
def test_a_determinised_position_looks_the_same(played):
    """T2.1, T2.2: what the seat sees stays; other cards and decisions are drawn anew."""
    _, fixed, (_, (before, _)) = played
    few = jax.tree.map(lambda each: each[:, 8:20].reshape(-1, *each.shape[2:]), before)

    @jax.jit
    @jax.vmap
    def compare(p, bits):
        other = hidden.determinized(fixed, p, jnp.int32(1), bits)
        seen = [observation.observe(fixed, each, jnp.int32(1)) for each in (p, other)]
        return jnp.all(seen[0] == seen[1]) & (other.turn == p.turn), jnp.any(p.cards != other.cards)

    same, differs = compare(few, jnp.arange(few.turn.shape[0], dtype=jnp.uint32))
    assert np.all(same)
    assert np.any(differs)
