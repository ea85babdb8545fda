"""Tables and positions show the points scored so far apart from what scoring now would add."""

from __future__ import annotations

import random

import pytest

from baumeister.games.tangram_city.scoring import explain_board
from baumeister.games.tangram_city.state import ROUNDS
from baumeister.server.wire.positions import position_of
from baumeister.server.wire.serialise import previewed
from baumeister.server.wire.table_messages import seat_state
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


@pytest.mark.parametrize("game", ["manhattan", "tangram-city"])
def test_the_standing_says_when_it_only_repeats_the_last_scoring(game: str) -> None:
    """From the scoring of a round until something is built or placed."""
    options = {"players": 2} | ({"rounds": 2, "blocks": 2} if game == "manhattan" else {})
    desk = Desk(new(game=game, options=options, seats=(c.SeatPlan("me"),) * 2))
    match, rng, said = desk.table.match, random.Random(4), []
    while len(match.state.rounds) < 2:
        message = table_message("t", desk.table, None, desk.now)
        assert position_of(match.game, 0, match.state, None).just_scored is message.just_scored
        said.append(message.just_scored)
        if said[-1]:
            assert match.state.rounds
            assert message.standing != message.points
        seat = match.waiting_for[0]
        desk.act(ADA, seat, desk.choice(seat, rng))
    assert 1 < said.count(True) < len(said) / 2


def test_a_game_that_scores_as_it_goes_has_one_number() -> None:
    game = TakeAway()
    state = game.new(game.options({}))
    assert game.points(state) == game.standing(state)


def test_the_last_round_of_tangram_city_counts_the_bonuses_and_own_decisions() -> None:
    desk = Desk(new(game="tangram-city", options={"players": 2}, seats=(c.SeatPlan("me"),) * 2))
    match, rng = desk.table.match, random.Random(4)
    while desk.table.match.state.round < ROUNDS:
        seat = match.waiting_for[0]
        desk.act(ADA, seat, desk.choice(seat, rng))
    now = [explain_board(board) for board in match.state.boards]
    bonuses = [each.planning + each.harmony for each in now]
    assert any(bonuses)
    points = [sum(each) for each in zip(match.state.points, bonuses, strict=True)]
    points = [have + each.score.rectangle for have, each in zip(points, now, strict=True)]
    message = table_message("t", desk.table, ADA, desk.now)
    assert message.standing == position_of(match.game, 0, match.state, None).standing == points
    assert message.seats is not None
    assert [state.standing for state in message.seats] == [None, None]  # nothing is pending
    told = []
    for seat in (0, 1):
        while seat in match.waiting_for:
            action = desk.choice(seat, rng)
            told.append((seat, previewed(match, seat, action)[0]))
            desk.act(ADA, seat, action)
            if match.pending.get(seat):
                state = seat_state(desk.table, seat)
                assert state.standing == told[-1][1]
                assert table_message("t", desk.table, BOB, desk.now).standing == points  # hidden
    assert match.outcome is not None
    assert dict(told)[0][0] == match.outcome.scores[0]
    assert dict(told)[1][1] == match.outcome.scores[1]
