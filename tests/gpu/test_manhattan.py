"""Manhattan in JAX: equal to the other engines at every step, with options as arguments."""

from __future__ import annotations

import os

import pytest

jax = pytest.importorskip("jax")

import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402

from baumeister.core.chance import CHANCE  # noqa: E402
from baumeister.fast.manhattan import Position, rules  # noqa: E402
from baumeister.fast.manhattan.numbers import SECOND_ONE  # noqa: E402
from baumeister.games.manhattan import MANHATTAN  # noqa: E402
from baumeister.games.manhattan.state import Phase  # noqa: E402
from baumeister.gpu.bits import select  # noqa: E402
from baumeister.gpu.manhattan import flow, hidden, legal, observation, scoring  # noqa: E402
from baumeister.gpu.manhattan.engine import engine_for  # noqa: E402
from baumeister.gpu.manhattan.position import card_count, initial, rules_of  # noqa: E402
from tests.manhattan.combinations import SAMPLE, combination  # noqa: E402

from .differential import recorded, replayed  # noqa: E402

ACTIONS = SECOND_ONE + 4


class Readable:
    """The engine that records the games; itself compared with the readable rules in tests/fast."""

    rules = staticmethod(rules)
    Position = Position


def _apply(rules, p, number):
    chance = legal.actor(rules, p) == CHANCE
    after = select(chance, flow.happen(rules, p, number), flow.act(rules, p, number))
    return select(p.phase == Phase.OVER, p, after)


def _look(rules, p):
    seats = jnp.arange(4)
    seen = jax.vmap(lambda seat: observation.observe(rules, p, seat))(seats)
    seen = jnp.where((seats < rules.players)[:, None], seen, 0)
    mask = legal.mask(rules, p, ACTIONS).astype(jnp.uint8)
    actor = legal.actor(rules, p)
    drawn = mask[legal.random_action(rules, p, p.pile * 7919 + p.played)]
    return actor, mask, scoring.points(rules, p), seen, (drawn > 0) | (actor < 0)


def _same(options, seeds):
    games = [
        recorded(Readable, each, seed, ACTIONS, 4)
        for each, seed in zip(options, seeds, strict=True)
    ]
    replayed(_apply, _look, [rules_of(each) for each in options], jax.vmap(initial), games)


def test_every_step_matches_with_every_pair_of_options():
    """M1–M6: actors, masks, points and observations of two rounds; one program for all options."""
    options = [combination(point) for point in SAMPLE]
    short = [MANHATTAN.options(each.data() | {"rounds": min(2, each.rounds)}) for each in options]
    _same(short, range(len(short)))


@pytest.mark.slow
def test_many_games():
    """M1–M6."""
    count = int(os.environ.get("BAUMEISTER_GAMES", "20"))
    for seed in range(count):
        options = [combination(point) for point in SAMPLE]
        _same(options, [1000 * seed + each for each in range(len(options))])


OPTIONS = MANHATTAN.options(
    {
        "players": 3,
        "choice": "secret",
        "urban": True,
        "variants": ["godzilla"],
        "rounds": 2,
        "blocks": 3,
    }
)


@pytest.fixture(scope="module")
def played():
    """Positions of random games, some steps into them, with options as constants."""
    engine, fixed = engine_for(OPTIONS), rules_of(OPTIONS)

    def one(bits):
        def step(p, k):
            number = engine.random_action(fixed, p, bits + k)
            return engine.step(fixed, p, number, bits ^ k), (p, number)

        last, before = jax.lax.scan(
            step, engine.new_game(fixed, bits), jnp.arange(30, dtype=jnp.uint32)
        )
        return last, before

    return engine, fixed, jax.jit(jax.vmap(one))(jnp.arange(64, dtype=jnp.uint32) * 7919)


@pytest.mark.slow
def test_random_actions_are_legal_and_games_end(played):
    engine, fixed, (last, (before, numbers)) = played
    masks = jax.jit(jax.vmap(jax.vmap(lambda p: engine.mask(fixed, p))))(before)
    over = np.asarray(before.phase) == Phase.OVER
    chosen = np.take_along_axis(np.asarray(masks), np.asarray(numbers)[..., None], -1)[..., 0]
    assert (chosen | over).all()
    assert (np.asarray(last.phase) == Phase.OVER).all()
    shares = jax.jit(jax.vmap(lambda p: engine.shares(fixed, p)))(last)
    assert np.allclose(np.sum(shares, axis=1), 1)


@pytest.mark.slow
def test_a_determinised_position_looks_the_same(played):
    """M7: what the seat sees stays; hands and secret choices are drawn anew."""
    _, fixed, (_, (before, _)) = played
    few = jax.tree.map(lambda each: each[:, 7], before)

    @jax.jit
    @jax.vmap
    def compare(p, bits):
        other = hidden.determinized(fixed, p, jnp.int32(1), bits)
        seen = [observation.observe(fixed, each, jnp.int32(1)) for each in (p, other)]
        cards = [card_count(each.pile) for each in (p, other)]
        differs = (p.hands[0] != other.hands[0]) | (p.hands[2] != other.hands[2])
        return jnp.all(seen[0] == seen[1]) & (cards[0] == cards[1]), differs

    same, differs = compare(few, jnp.arange(64, dtype=jnp.uint32))
    assert np.all(same)
    assert np.mean(differs) > 0.9
