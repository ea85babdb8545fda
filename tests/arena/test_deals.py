"""Chance depends only on the deal, whoever plays."""

from __future__ import annotations

import random

import pytest

from baumeister.arena.deals import Deal
from baumeister.bots import Budget, make_bot
from baumeister.core.chance import CHANCE
from baumeister.core.match import Match
from baumeister.core.registry import find


def chance_lines(game_id: str, options: dict, code: str, number: int, seed: int = 0) -> list[str]:
    game = find(game_id)
    match = Match(game, game.options(options))
    bot, rng, deal = make_bot(code, game), random.Random(f"{code} {number}"), Deal(seed, number)
    events = deal.roll(match, 0)
    while match.actors:
        for seat in match.waiting_for:
            action = bot.decide(match.view(seat), match.legal(seat), Budget(), rng).action
            match.submit(seat, action)
        events = deal.roll(match, events)
    return [str(entry.action) for entry in match.log if entry.actor == CHANCE]


def kind(line: str) -> str:
    return line.rstrip("123456789")


@pytest.mark.parametrize(
    "options", [{"players": 4, "urban": True, "variants": ["godzilla"]}, {"players": 2}]
)
def test_manhattan_deals_the_same_until_the_reshuffle(options):
    one = chance_lines("manhattan", options, "random", 5)
    other = chance_lines("manhattan", options, "greedy", 5)
    until = one.index("reshuffle") if "reshuffle" in one else len(one)
    assert until > 20
    assert one[:until] == other[:until]
    assert list(map(kind, one)) == list(map(kind, other))
    same = sum(a == b for a, b in zip(one[until:], other[until:], strict=True))
    assert same >= (len(one) - until) / 3  # correlated: draws from nearly the same pile


@pytest.mark.parametrize("players", [1, 3])
def test_tangram_city_deals_the_same_tiles_in_the_same_order(players):
    one = chance_lines("tangram-city", {"players": players}, "random", 5)
    assert one == chance_lines("tangram-city", {"players": players}, "greedy", 5)


def test_deals_and_seeds_differ():
    options = {"players": 1}
    lines = {
        tuple(chance_lines("tangram-city", options, "random", number, seed))
        for number in range(3)
        for seed in range(2)
    }
    assert len(lines) == 6


def test_thinking_generators_differ_between_seatings():
    deal = Deal(0, 1)
    drawn = {deal.thoughts(seating, seat).random() for seating in range(3) for seat in range(3)}
    assert len(drawn) == 9
    assert deal.thoughts(1, 2).random() == Deal(0, 1).thoughts(1, 2).random()
