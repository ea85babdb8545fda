"""Tables and positions show the points scored so far apart from what scoring now would add."""

from __future__ import annotations

import random

import pytest

from baumeister.server.wire.positions import position_of
from baumeister.server.wire.updates import table_message
from tests.server.desk import ADA, BOB, Desk, c, new, two
from tests.server.third_party import TakeAway


def test_a_building_adds_to_the_standing_but_not_to_the_points() -> None:
    desk = two()
    for user, seat in ((ADA, 0), (BOB, 1), (ADA, 0)):
        desk.act(user, seat)
    for viewer in (None, ADA, BOB):
        message = table_message("t", desk.table, viewer, desk.now)
        assert message.points == [0, 0]
        assert message.standing is not None
        assert message.standing[0] > 0
    position = position_of(desk.table.game, 0, desk.table.match.state, None)
    assert position.points == [0, 0] != position.standing


@pytest.mark.parametrize("game", ["manhattan", "tangram-city"])
def test_points_and_standing_agree_at_the_end(game: str) -> None:
    options = {"players": 2} | ({"rounds": 1, "blocks": 2} if game == "manhattan" else {})
    desk = Desk(new(game=game, options=options, seats=(c.SeatPlan("me"),) * 2))
    desk.play({0: ADA, 1: ADA}, random.Random(4))
    message = table_message("t", desk.table, None, desk.now)
    assert message.info is not None
    assert message.info.result is not None
    assert message.points == message.standing == message.info.result.scores


def test_a_game_that_scores_as_it_goes_has_one_number() -> None:
    game = TakeAway()
    state = game.new(game.options({}))
    assert game.points(state) == game.standing(state)
