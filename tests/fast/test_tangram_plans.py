"""Board features, placement policies and plans of Tangram City."""

from __future__ import annotations

import random
from time import perf_counter
from typing import Any

import pytest

from baumeister.bots.tangram_city.levels import placement_weights as weights
from baumeister.bots.weights import load
from baumeister.fast import OVER, compiled
from baumeister.fast.tangram_city import (
    Position,
    board_features,
    numbers,
    planning,
    rules,
    value_network,
)
from baumeister.games.tangram_city import TANGRAM_CITY
from tests.fast.tangram_options import all_options, resolved

pytestmark = pytest.mark.skipif(not compiled(), reason="plans need the compiled core")

SOME = all_options()[::7]


def random_position(options: Any, steps: int, seed: int) -> Any:
    """A position after this many random decisions, where a piece is to be placed."""
    rng = random.Random(seed)
    position = Position(rules(options), seed=seed)
    position.settle()
    while steps > 0 or position.legal()[0] >= numbers.SIDE:
        position.step(rng.choice(position.legal()))
        steps -= 1
    return position


@pytest.mark.parametrize("steps", [0, 9, 20, 28])
def test_board_features_match_python(steps: int) -> None:
    position = random_position({"players": 1}, steps, steps)
    state = position.state()
    for row, action in zip(
        planning.board_features(position), TANGRAM_CITY.legal(state, 0), strict=True
    ):
        assert row == board_features.features_of(board_features.board_after(state, 0, action))


@pytest.mark.parametrize(
    "given", [{"players": 1}, {"players": 3}, {"players": 2, "tile_set": "exact-49"}], ids=str
)
def test_play_by_policy_takes_the_highest_score_at_every_step(given: Any) -> None:
    exact = [round(32 * weight) / 32 for weight in weights()]  # exact sums on both sides
    for steps in (0, 17 * given["players"] + 1):
        quick = random_position(given, steps, 5) if steps else Position(rules(given), seed=5)
        slow, decisions = quick.copy(), 0
        slow.settle()
        while slow.actor != OVER:
            legal, best = slow.legal(), 0
            if legal[0] < numbers.SIDE:
                round_ = slow.fields()["round"]
                appeals = [
                    board_features.score(exact, round_, row)
                    for row in planning.board_features(slow)
                ]
                best = appeals.index(max(appeals))
            slow.step(legal[best])
            decisions += 1
        assert planning.play_by_policy(quick, exact) == decisions
        assert bytes(quick) == bytes(slow)
        assert planning.play_by_policy(quick, exact) == 0


def test_invalid_policies_are_refused() -> None:
    position = random_position({"players": 1}, 3, 1)
    before = bytes(position)
    for wrong in ([1.0], [*weights()[1:], float("nan")], [*weights()[1:], 1e39]):
        with pytest.raises(ValueError, match="84 weights, all finite"):
            planning.play_by_policy(position, wrong)
    assert bytes(position) == before


@pytest.mark.parametrize(
    "given",
    [
        each if number % 4 == 0 else pytest.param(each, marks=pytest.mark.slow)
        for number, each in enumerate(SOME)
    ],
    ids=str,
)
def test_plans_are_legal_and_reproducible(given: Any) -> None:
    options = resolved(given)
    for steps in (1, 12 * options.players, 26 * options.players):
        position = random_position(options, steps, steps)
        found = planning.plan(position, policy=weights(), nodes=60, seed=3, orders=4)
        assert set(found.numbers) <= set(position.legal())
        assert found == planning.plan(position, policy=weights(), nodes=60, seed=3, orders=4)
        assert found.simulations > 0


def test_planned_games_reach_their_expected_points() -> None:
    """T5.1, T5.2: with two rounds to go, planned games score what was expected."""
    position = random_position({"players": 1}, 0, 4)
    while position.actor != OVER:
        found = planning.plan(position, policy=weights(), nodes=400, seed=1, orders=8)
        position.step(found.best)
        promised = max(found.points)
    assert position.points() == [promised]
    assert promised > 140


def test_considered_numbers_are_evaluated_before_and_after_the_horizon() -> None:
    for steps in (3, 18, 24):
        position = random_position({"players": 2}, 2 * steps, steps)
        wanted = position.legal()[-1]  # declining is never best
        found = planning.plan(position, policy=weights(), nodes=40, seed=1, consider=[wanted])
        assert wanted in found.numbers
        assert all(0 <= value <= 1 for value in found.values)
        with pytest.raises(ValueError, match="not legal here"):
            planning.plan(position, policy=weights(), nodes=40, consider=[numbers.SIDE])


def test_a_known_order_is_planned_for() -> None:
    """T2.1: nothing is hidden then, and far more points are possible."""
    position = random_position({"players": 1}, 0, 4)
    state = position.state()
    tiles = numbers.tile_ids(state.options)
    hidden = [tiles.index(tile) for tile in (*state.cards[2:], *state.pile)]
    found = planning.plan(
        position, policy=weights(), nodes=20_000, seed=2, candidates=1, cards=hidden
    )
    assert max(found.points) > 170  # the policy alone reaches 151, level 5 182
    assert found.complete[0] == 1
    with pytest.raises(ValueError, match="each once"):
        planning.plan(
            random_position({"players": 1}, 0, 4), policy=weights(), nodes=9, cards=hidden[:-1]
        )


def test_invalid_plans_are_refused() -> None:
    position = random_position({"players": 1}, 2, 1)
    for wanted, message in [
        ({"policy": weights()}, "needs a budget"),
        ({"policy": [1.0], "nodes": 9}, "84 weights"),
        ({"policy": weights(), "nodes": 9, "orders": 65}, "1 to 64"),
        ({"policy": weights(), "nodes": 9, "candidates": 0}, "1 or more"),
    ]:
        with pytest.raises(ValueError, match=message):
            planning.plan(position, **wanted)
    with pytest.raises(ValueError, match="nothing to plan"):
        planning.plan(Position(rules({"players": 1})), policy=weights(), nodes=9)


def network_of(given: list[float]) -> Any:
    from baumeister.fast.tangram_city.compiled import ValueNetwork  # missing without the core

    return ValueNetwork(given)


@pytest.mark.parametrize("steps", [4, 16, 25])
def test_the_value_network_matches_python(steps: int) -> None:
    given = load("baumeister.bots.tangram_city", "value-network").weights["network"]
    position = random_position({"players": 1}, steps, steps)
    state = position.state()
    tiles = numbers.tile_ids(state.options)
    shown = [card for card in state.cards[position.fields()["slot"] :] if card is not None]
    to_come = [tiles.index(tile) for tile in (*shown, *state.pile)]
    expected = value_network.points_to_come(given, state.boards[0], to_come)
    found = network_of(given).points_to_come(position)
    assert abs(found - expected) < 1e-3 * abs(expected)


def test_rollouts_end_with_what_the_network_expects() -> None:
    """A network whose output is constant decides all values of an early decision."""
    constant = [0.0] * value_network.WEIGHTS
    biases = value_network.INPUTS * (value_network.FIRST + 1)
    constant[biases + value_network.FIRST] = 1000.0
    settings = {"policy": weights(), "nodes": 400, "seed": 1, "horizon": value_network.HORIZON}
    early, late = (random_position({"players": 1}, steps, 3) for steps in (4, 20))
    found = planning.plan(early, network=network_of(constant), **settings)
    assert all(1000 <= points <= 1000 + 3 * 30 for points in found.points)  # and three rectangles
    assert found == planning.plan(early, network=network_of(constant), **settings)
    assert max(planning.plan(early, **settings).points) < 250
    one = planning.plan(late, network=network_of(constant), **settings)
    assert one == planning.plan(late, **settings)  # after the horizon there are no rollouts
    for wrong in ([1.0], [float("nan")] * value_network.WEIGHTS):
        with pytest.raises(ValueError, match="17322 weights, all finite"):
            network_of(wrong)


def test_the_network_decides_where_it_values_the_candidates_themselves() -> None:
    """With 14 cards left all rollouts of a candidate are alike, and there is no other doubt."""
    given = load("baumeister.bots.tangram_city", "value-network").weights["network"]
    position = random_position({"players": 1}, 12, 2)
    assert position.fields()["slot"] == 1  # of round 3
    settings = {"policy": weights(), "nodes": 4000, "seed": 1, "horizon": value_network.HORIZON}
    found = planning.plan(position, network=network_of(given), **settings)
    assert found.values == pytest.approx([points / 200 for points in found.points])
    assert found.simulations < 1000
    with pytest.raises(ValueError, match="needs horizon=13"):
        planning.plan(position, network=network_of(given), **settings | {"horizon": 14})


def test_rollouts_are_reproducible_and_better_with_longer_plans() -> None:
    position = random_position({"players": 1}, 5, 2)
    short, long = (
        planning.roll_out(position, policy=weights(), orders=40, seed=1, depth=depth)
        for depth in (0, 200)
    )
    assert sum(short) < sum(long)
    assert planning.roll_out(position, policy=weights(), orders=40, seed=1, depth=0) == short
    assert len(set(short)) > 5
    for orders in (0, 65):
        with pytest.raises(ValueError, match="1 to 64"):
            planning.roll_out(position, policy=weights(), orders=orders)


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 5])
def test_plans_end_in_time(players: int) -> None:
    for steps in (2, 9, 13, 22, 27):
        position = random_position({"players": players}, steps * players, steps)
        began = perf_counter()
        planning.plan(position, policy=weights(), seconds=0.5)
        assert perf_counter() - began < 0.6
