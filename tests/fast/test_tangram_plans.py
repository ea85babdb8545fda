"""Board features, the value network and plans of Tangram City."""

from __future__ import annotations

import random
from time import perf_counter
from typing import Any

import pytest

from baumeister.bots.tangram_city.levels import network_for
from baumeister.fast import OVER, compiled
from baumeister.fast.tangram_city import (
    Position,
    board_features,
    numbers,
    planning,
    rules,
)
from baumeister.fast.tangram_city.value_network import (
    FIRST,
    INPUTS,
    ROW,
    WEIGHTS,
    PlainNetwork,
    core_network,
    without_tiles,
)
from baumeister.games.tangram_city import TANGRAM_CITY
from baumeister.games.tangram_city.outlook import tiles_left
from baumeister.games.tangram_city.state import FOUNTAIN
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


def network() -> Any:
    return network_for("standard")


@pytest.mark.parametrize(
    "given", [{"players": 1}, {"players": 3}, {"players": 2, "printed_field": False}], ids=str
)
def test_play_by_network_takes_the_best_at_every_step(given: Any) -> None:
    for steps in (0, 17 * given["players"] + 1):
        quick = random_position(given, steps, 5) if steps else Position(rules(given), seed=5)
        slow, decisions = quick.copy(), 0
        slow.settle()
        while slow.actor != OVER:
            legal, best = slow.legal(), 0
            if legal[0] < numbers.SIDE:
                points = network().values(slow)
                best = points.index(max(points))
            slow.step(legal[best])
            decisions += 1
        assert planning.play_by_network(quick, network()) == decisions
        assert bytes(quick) == bytes(slow)
        assert planning.play_by_network(quick, network()) == 0


def exact(seed: int) -> list[float]:
    """Random weights whose sums are exact on both sides."""
    rng = random.Random(seed)
    return [rng.randrange(-8, 9) / 64 for _ in range(WEIGHTS)]


@pytest.mark.parametrize("told", [True, False])
@pytest.mark.parametrize("players", [1, 2])
def test_the_value_network_matches_python(players: int, told: bool) -> None:
    """In every stage of a game: before the first tile, before fountains, among the last three."""
    given = exact(players) if told else without_tiles(exact(players))
    compiled, plain = core_network(given), PlainNetwork(given)
    position, stages = random_position({"players": players}, 0, players), 0
    while position.actor != OVER:
        state, seat = position.state(), position.actor
        legal = TANGRAM_CITY.legal(state, seat)
        some = [*range(0, len(legal), 29), len(legal) - 1]
        found = compiled.values(position)
        expected = plain.values(state, seat, [legal[at] for at in some])
        assert [found[at] for at in some] == pytest.approx(expected, rel=1e-4)
        tiles = numbers.tile_ids(state.options)
        to_come = [tiles.index(tile) for tile in tiles_left(state, seat)]
        fountain = state.todo[seat] == (FOUNTAIN,)
        now = plain.points_to_come(state.boards[seat], to_come, fountain=fountain)
        assert compiled.points_to_come(position) == pytest.approx(now, rel=1e-4)
        stages += 1
        position.step(position.legal()[stages * 7 % len(legal)])
    assert stages == 29 * players


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
        found = planning.plan(position, network=network(), nodes=60, seed=3, orders=4)
        assert set(found.numbers) <= set(position.legal())
        assert found == planning.plan(position, network=network(), nodes=60, seed=3, orders=4)
        assert found.simulations > 0


def test_planned_games_reach_their_expected_points() -> None:
    """T5.1, T5.2: with two rounds to go, planned games score what was expected."""
    position = random_position({"players": 1}, 0, 4)
    while position.actor != OVER:
        found = planning.plan(position, network=network(), nodes=400, seed=1, orders=8)
        position.step(found.best)
        promised = max(found.points)
    assert position.points() == [promised]
    assert promised > 140


def test_the_last_round_is_always_planned() -> None:
    """T2.5: its three tiles come in any order, so rollouts would leave some out."""
    position = random_position({"players": 1}, 26, 4)
    assert position.fields()["round"] == 6
    settings = {"network": network(), "nodes": 300, "seed": 1}
    assert planning.plan(position, horizon=0, **settings) == planning.plan(position, **settings)


def test_considered_numbers_are_evaluated_before_and_after_the_horizon() -> None:
    for steps in (3, 18, 24):
        position = random_position({"players": 2}, 2 * steps, steps)
        wanted = position.legal()[-1]  # declining is never best
        found = planning.plan(position, network=network(), nodes=40, seed=1, consider=[wanted])
        assert wanted in found.numbers
        assert all(0 <= value <= 1 for value in found.values)
        with pytest.raises(ValueError, match="not legal here"):
            planning.plan(position, network=network(), nodes=40, consider=[numbers.SIDE])


def test_a_known_order_is_planned_for() -> None:
    """T2.1: nothing is hidden then, and far more points are possible."""
    position = random_position({"players": 1}, 0, 4)
    state = position.state()
    tiles = numbers.tile_ids(state.options)
    hidden = [tiles.index(tile) for tile in (*state.cards[2:], *state.pile)]
    found = planning.plan(
        position, network=network(), nodes=20_000, seed=2, candidates=1, cards=hidden
    )
    assert max(found.points) > 170
    assert found.complete[0] == 1
    with pytest.raises(ValueError, match="each once"):
        planning.plan(
            random_position({"players": 1}, 0, 4), network=network(), nodes=9, cards=hidden[:-1]
        )


def test_invalid_plans_are_refused() -> None:
    position = random_position({"players": 1}, 2, 1)
    for wanted, message in [
        ({"network": network()}, "needs a budget"),
        ({"network": network(), "nodes": 9, "orders": 65}, "1 to 64"),
        ({"network": network(), "nodes": 9, "candidates": 0}, "1 or more"),
    ]:
        with pytest.raises(ValueError, match=message):
            planning.plan(position, **wanted)
    with pytest.raises(ValueError, match="nothing to plan"):
        planning.plan(Position(rules({"players": 1})), network=network(), nodes=9)


def constant(points: float) -> Any:
    """A network whose output is always the same."""
    weights = [0.0] * WEIGHTS
    weights[INPUTS * ROW + FIRST] = points
    return core_network(weights)


def test_rollouts_end_with_what_the_network_expects() -> None:
    settings = {"nodes": 2000, "seed": 1}
    early, late = (random_position({"players": 1}, steps, 3) for steps in (4, 20))
    found = planning.plan(early, network=constant(1000), **settings)
    assert all(1000 <= points <= 1000 + 3 * 30 for points in found.points)  # and three rectangles
    assert found == planning.plan(early, network=constant(1000), **settings)
    planned = planning.plan(early, network=constant(1000), depth=50, **settings)
    assert 50 < max(planned.points) < 250
    assert not any(found.complete)
    one = planning.plan(late, network=constant(1000), **settings)
    assert one == planning.plan(late, network=network(), **settings)  # no rollouts any more
    for wrong in ([1.0], [float("nan")] * WEIGHTS):
        with pytest.raises(ValueError, match=f"{WEIGHTS} weights, all finite"):
            core_network(wrong)


@pytest.mark.parametrize(("steps", "slot"), [(12, 1), (11, 0)])
def test_the_network_decides_where_it_values_the_candidates_themselves(
    steps: int, slot: int
) -> None:
    """With 14 cards left, and with 15 of which two are known, all rollouts of a candidate are
    alike, and there is no other doubt."""
    position = random_position({"players": 1}, steps, 2)
    assert position.fields()["slot"] == slot  # of round 3
    found = planning.plan(position, network=network(), nodes=4000, seed=1)
    assert found.values == pytest.approx([points / 200 for points in found.points])
    assert found.simulations < 1000


def test_rollouts_are_reproducible_and_better_with_longer_plans() -> None:
    position = random_position({"players": 1}, 5, 2)
    short, long = (
        planning.roll_out(position, network=network(), orders=40, seed=1, depth=depth)
        for depth in (1, 200)
    )
    assert sum(short) < sum(long)
    assert planning.roll_out(position, network=network(), orders=40, seed=1, depth=1) == short
    assert len(set(short)) > 5
    for orders in (0, 65):
        with pytest.raises(ValueError, match="1 to 64"):
            planning.roll_out(position, network=network(), orders=orders)


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 5])
def test_plans_end_in_time(players: int) -> None:
    for steps in (2, 9, 13, 22, 27):
        position = random_position({"players": players}, steps * players, steps)
        began = perf_counter()
        planning.plan(position, network=network(), seconds=0.5)
        assert perf_counter() - began < 0.6
