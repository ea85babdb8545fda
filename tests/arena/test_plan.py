"""Plans: every bot in every seat on every deal."""

from __future__ import annotations

from collections import Counter

import pytest

from baumeister.arena import Plan, PlanError, make_plan
from baumeister.bots import Budget, UnknownBotError


def plan(bots, players, **more) -> Plan:
    return make_plan("manhattan", {"players": players}, bots, **more)


def test_versus_puts_the_first_bot_in_every_seat():
    assert plan(["random", "greedy"], 3, versus=True).seatings(7) == [
        (0, 1, 1),
        (1, 0, 1),
        (1, 1, 0),
    ]


@pytest.mark.parametrize(("bots", "players"), [(2, 4), (3, 4), (4, 4), (5, 4), (5, 2), (2, 3)])
def test_a_round_robin_is_balanced_on_every_deal(bots, players):
    codes = [f"search:nodes={number}" for number in range(1, bots + 1)]
    for deal in range(8):
        seatings = plan(codes, players).seatings(deal)
        for seat in range(players):
            counts = Counter(seating[seat] for seating in seatings)
            assert len(counts) == bots
            assert len(set(counts.values())) == 1


def test_neighbours_change_from_deal_to_deal():
    one = plan(["random", "greedy", "search:nodes=1", "search:nodes=2"], 4)
    after_first = {seating[1] for deal in range(6) for seating in one.seatings(deal)[:1]}
    assert after_first == {1, 2, 3}


def test_in_a_solo_game_every_bot_plays_every_deal():
    one = make_plan("tangram-city", {"players": 1}, ["random", "greedy"])
    assert one.seatings(3) == [(0,), (1,)]


def test_only_whole_deals_are_played():
    one = plan(["1", "2", "3", "4", "5"], 4)
    assert (one.games_a_deal, one.deals(400), one.deals(401)) == (20, 20, 21)


def test_a_number_is_a_level_of_the_game():
    assert plan(["1", "2:nodes=5"], 2).bots == ("manhattan:1", "manhattan:2:nodes=5")


def test_the_budget_applies_to_bots_without_one():
    codes = ["greedy", "search:seconds=2", "search:nodes=7", "external:x seconds=1"]
    one = plan(codes, 4, budget=Budget(seconds=0.5))
    assert [one.budget_of(bot).seconds for bot in range(4)] == [0.5, None, None, 0.5]
    assert [one.seconds_of(bot) for bot in range(4)] == [0.5, 2, None, 0.5]


@pytest.mark.parametrize(
    ("bots", "versus", "reason"),
    [
        (["random"], False, "at least two"),
        (["random", "random"], False, "named twice"),
        (["random", "greedy", "1"], True, "between two bots, not 3"),
    ],
)
def test_an_impossible_plan_gives_a_reason(bots, versus, reason):
    with pytest.raises(PlanError, match=reason):
        plan(bots, 2, versus=versus)


def test_a_solo_game_has_no_versus():
    with pytest.raises(PlanError, match="needs opponents"):
        make_plan("tangram-city", {"players": 1}, ["random", "greedy"], versus=True)


def test_an_unknown_bot_is_refused_at_once():
    with pytest.raises(UnknownBotError, match="nobody"):
        plan(["nobody", "random"], 2)
