"""Plans of Tangram City: how a board looks, and what comes of planning the rest."""

from __future__ import annotations

import random
from typing import Any

import pytest

from baumeister.bots.tangram_city import weights
from baumeister.fast import OVER, compiled
from baumeister.fast.tangram_city import Position, habit, numbers, planning, rules
from baumeister.games.tangram_city import TANGRAM_CITY
from tests.fast.tangram_options import all_options, resolved

pytestmark = pytest.mark.skipif(not compiled(), reason="plans need the compiled core")

SOME = all_options()[::7]


def walked(options: Any, steps: int, seed: int) -> Any:
    """A position after so many decisions at random where a piece is to be placed."""
    rng = random.Random(seed)
    position = Position(rules(options), seed=seed)
    position.settle()
    while steps > 0 or position.legal()[0] >= numbers.SIDE:
        position.step(rng.choice(position.legal()))
        steps -= 1
    return position


@pytest.mark.parametrize("steps", [0, 9, 20, 28])
def test_a_board_looks_alike_to_both_engines(steps: int) -> None:
    position = walked({"players": 1}, steps, steps)
    state = position.state()
    for row, action in zip(planning.all_looks(position), TANGRAM_CITY.legal(state, 0), strict=True):
        assert row == habit.looks(habit.board_after(state, 0, action))


@pytest.mark.parametrize("given", SOME, ids=str)
def test_a_plan_is_legal_and_the_same_for_the_same_seed_and_nodes(given: Any) -> None:
    options = resolved(given)
    for steps in (1, 12 * options.players, 26 * options.players):
        position = walked(options, steps, steps)
        found = planning.plan(position, habit=weights(), nodes=60, seed=3, orders=4)
        assert set(found.numbers) <= set(position.legal())
        assert found == planning.plan(position, habit=weights(), nodes=60, seed=3, orders=4)
        assert found.simulations > 0


def test_what_is_planned_is_played() -> None:
    """T5.1, T5.2: with two rounds to go a planned game comes out as good as it was promised."""
    position = walked({"players": 1}, 0, 4)
    while position.actor != OVER:
        found = planning.plan(position, habit=weights(), nodes=400, seed=1, orders=8)
        position.step(found.best)
        promised = max(found.points)
    assert position.points() == [promised]
    assert promised > 140
