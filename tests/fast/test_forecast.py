"""Forecasts, restricted searches, and searches with open cards."""

from __future__ import annotations

import pytest

from baumeister.fast import CHANCE, compiled
from baumeister.fast import manhattan as m
from baumeister.fast import tangram_city as t
from baumeister.fast.api import Position

pytestmark = pytest.mark.skipif(not compiled(), reason="needs the compiled core")


def started(players: int = 3, seed: int = 5) -> Position:
    position = m.Position(m.rules({"players": players, "rounds": 2, "blocks": 2}), seed)
    position.settle()
    return position


def test_shares_sum_to_one_and_errors_shrink_with_more_simulations() -> None:
    position = started()
    few, many = (position.forecast(nodes=nodes, seed=1, leaf="game") for nodes in (400, 6400))
    assert sum(many.shares) == pytest.approx(1)
    assert many.simulations == 6400
    assert few.share_errors[0] / many.share_errors[0] == pytest.approx(4, rel=0.15)
    assert abs(few.shares[0] - many.shares[0]) < 5 * few.share_errors[0]
    assert position.forecast(nodes=400, seed=1, leaf="game") == few


def test_chance_nodes_and_finished_games_can_be_forecast() -> None:
    position = m.Position(m.rules({"players": 2}), 1)
    assert position.actor == CHANCE
    assert position.forecast(nodes=300).shares[0] == pytest.approx(0.5, abs=0.1)
    position.playout()
    over = position.forecast(nodes=10)
    assert over.points == position.points()
    assert max(over.share_errors) == 0


def test_solo_shares_are_the_points() -> None:
    position = t.Position(t.rules({"players": 1}), 1)
    position.settle()
    found = position.forecast(nodes=40, leaf="game", every=1)
    assert found.points[0] / 200 == pytest.approx(found.shares[0])


@pytest.mark.parametrize("settings", [{}, {"nodes": -1}, {"nodes": 5, "every": 0}])
def test_a_forecast_needs_a_budget(settings: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="a forecast needs a budget"):
        started().forecast(**settings)


def test_a_search_may_be_restricted_to_some_decisions() -> None:
    position = started()
    some = position.legal()[3:5]
    found = position.search(nodes=200, seed=1, among=some)
    tried = [number for number, visits in zip(found.numbers, found.visits, strict=True) if visits]
    assert tried == some
    assert sum(found.visits) == 200
    for row, number in enumerate(found.numbers):
        assert (0 < found.errors[row] < 0.3) == (number in some)
    with pytest.raises(ValueError, match="among must be legal numbers"):
        position.search(nodes=10, among=[9999])


def test_with_open_cards_hidden_cards_matter() -> None:
    """Positions that a seat cannot distinguish differ with open cards."""
    position = started()
    other = position.determinize(position.actor, 77)
    hidden = [each.search(nodes=300, seed=1) for each in (position, other)]
    openly = [each.search(nodes=300, seed=1, open_cards=True) for each in (position, other)]
    assert hidden[0] == hidden[1]
    assert openly[0] != openly[1]
