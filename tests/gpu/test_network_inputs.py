"""The network's inputs in the compiled core and in JAX are the same, row by row."""

from __future__ import annotations

import random

import pytest

jax = pytest.importorskip("jax")
core = pytest.importorskip("baumeister.fast.manhattan.compiled", exc_type=ImportError)

import numpy as np  # noqa: E402

from baumeister.fast import OVER  # noqa: E402
from baumeister.fast.manhattan.networks import NETWORK_SHAPES  # noqa: E402
from baumeister.fast.manhattan.numbers import (  # noqa: E402
    CHOOSE,
    FORFEIT,
    ONE,
    PLACE_OF,
    SECOND,
    SECOND_ONE,
)
from baumeister.gpu.manhattan import network  # noqa: E402
from baumeister.gpu.manhattan.inputs import inputs  # noqa: E402
from baumeister.gpu.manhattan.position import (  # noqa: E402
    GROUND,
    OWNER,
    TOP,
    initial,
    rules_of,
)
from tests.manhattan.combinations import SAMPLE, combination  # noqa: E402


def test_both_sides_have_the_same_weights():
    assert network.Weights._fields == tuple(NETWORK_SHAPES)


def as_arrays(position, start):
    """A compiled position as a JAX position, as far as the inputs read it."""
    fields = position.fields()
    marked = rules_of(position.rules.options).marked
    board = np.zeros(54, np.uint32)
    for site, blocks in enumerate(fields["buildings"]):
        for colour, floors in blocks:
            board[PLACE_OF[site]] += floors << (6 * colour)
        if blocks:
            shape = (blocks[-1][0] + 1) << OWNER | (blocks[0][0] + 1) << GROUND
            board[PLACE_OF[site]] |= shape | (blocks[-1][1] - 1) << TOP

    def packed(counts, bits):
        return np.uint32(sum(int(many) << (bits * at) for at, many in enumerate(counts)))

    def four(values, kind=np.uint32):
        return tuple(kind(each) for each in (*values, 0, 0, 0))[:4]

    hands = [
        np.bincount(marked[player, np.array(hand, int) - 1], minlength=9)
        for player, hand in enumerate(fields["hands"])
    ]
    numbers = ("phase", "round", "turns", "dealt", "start", "turn", "monster", "urban")
    return start._replace(
        board=board,
        hands=four([packed(hand, 3) for hand in hands]),
        pile=packed(fields["pile"], 3),
        played=packed(fields["played"], 3),
        supplies=four([packed(each, 4) for each in fields["supplies"]]),
        trays=four([packed(each, 4) for each in fields["trays"]]),
        scores=four(fields["scores"], np.int32),
        urban_pile=np.uint32(fields["urban_pile"]),
        opening=packed(fields["opening"], 3),
        **{name: np.int32(fields[name]) for name in numbers},
    )


def rows_of_action(x, number):
    """The JAX rows of an action number."""
    second, own = number >= SECOND, number % SECOND
    if number >= SECOND_ONE:
        return x.choice[144 + 3 - (number - SECOND_ONE)]
    if own < FORFEIT:
        return x.build[int(second), own // 54, own % 54]
    if own < CHOOSE:
        return x.choice[148 + 4 * second + (own - FORFEIT) % 4]
    return x.choice[own - CHOOSE if own < ONE else 140 + 3 - (own - ONE)]


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.slow)])
def test_inputs_match_with_every_pair_of_options(every):
    """With every fourth combination of the pairs, or with all."""
    rng = random.Random(5)
    positions = []
    for index, point in enumerate(SAMPLE[::every]):
        position = core.Position(core.rules(combination(point)), index)
        position.settle()
        game = []
        while position.actor != OVER:
            game.append(position.copy())
            position.step(rng.choice(position.legal()))
        positions += rng.sample(game, 6) + game[-1:]
    positions += positions  # once for the player to act, once for somebody
    seats = [each.actor for each in positions[: len(positions) // 2]]
    seats += [rng.randrange(each.rules.options.players) for each in positions[len(seats) :]]
    rules = [rules_of(each.rules.options) for each in positions]
    start = jax.tree.map(np.asarray, initial(rules[0]))
    arrays = [as_arrays(each, start) for each in positions]
    stacked = jax.tree.map(lambda *each: np.stack(each), *zip(rules, arrays, strict=True))
    found = jax.tree.map(np.asarray, jax.jit(jax.vmap(inputs))(*stacked, np.array(seats, np.int32)))
    for index, position in enumerate(positions):
        x = jax.tree.map(lambda each, at=index: each[at], found)
        acts = seats[index] == position.actor
        actions = [rows_of_action(x, number) for number in position.legal()] if acts else []
        expected = [*x.place, *x.district, x.whole, *actions]
        for at, (rows, flags) in enumerate(
            zip(core.Network.inputs(position, seats[index]), expected, strict=True)
        ):
            assert sorted(rows) == np.flatnonzero(flags).tolist(), (index, at)
