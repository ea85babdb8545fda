"""Opponent models: the features of a player, and the probabilities they give."""

from __future__ import annotations

import random

import pytest

from baumeister.bots import Budget, make_bot
from baumeister.bots.manhattan.opponents import (
    FEATURES,
    MODELS,
    opponent_features,
    opponent_settings,
    probabilities,
    shipped,
)
from baumeister.core.match import Match
from baumeister.fast import compiled
from baumeister.games.manhattan.board import BLOCK_COUNTS, stack
from baumeister.games.manhattan.game import MANHATTAN

OPTIONS = [
    {"players": 2},
    {"players": 3},
    {"players": 4},
    {"players": 4, "choice": "secret"},
    {"players": 4, "variants": ["godzilla"]},
]


def begun(options, rng):
    match = Match(MANHATTAN, MANHATTAN.options(options))
    match.roll(rng)
    return match


def counted(counts, *starts):
    return sum(each for name, each in zip(FEATURES, counts, strict=True) if name.startswith(starts))


def built(*moves):
    """The first player's view after placing blocks: (site, colour, floors)."""
    match = begun({"players": 4}, random.Random(1))
    blank = MANHATTAN.view(match.state, 0)
    buildings = list(blank.buildings)
    for site, colour, floors in moves:
        buildings[site] = stack(buildings[site], colour, floors)
    return blank._replace(buildings=tuple(buildings))


def test_each_block_is_counted_as_it_was_placed():
    found = opponent_features(
        built((0, 0, 2), (0, 1, 3), (0, 1, 1), (0, 0, 4), (9, 2, 1), (9, 2, 4))
    )
    counts_of = [{n: c for n, c in zip(FEATURES, counts, strict=True) if c} for counts in found]
    assert counts_of[0] == {
        "one": 1,
        "2 on nothing": 1,
        "4 on other": 1,
        "takes with a lead of 2": 1,
        "takes with 2 more than needed": 1,
        "builds where there are 0 and more": 1,
        "builds where there are 6 and more": 1,
    }
    assert counts_of[1] == {
        "one": 1,
        "3 on other": 1,
        "1 on own": 1,
        "takes with a lead of 1": 1,
        "takes with 1 more than needed": 1,
        "adds to a lead of 1": 1,
        "builds where there are 0 and more": 1,
        "builds where there are 3 and more": 1,
    }
    assert counts_of[2] == {
        "one": 1,
        "1 on nothing": 1,
        "4 on own": 1,
        "adds where nobody else is": 1,
        "builds where there are 0 and more": 2,
    }
    assert counts_of[3] == {"one": 1}


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_block_on_the_board_is_counted_once(options):
    rng = random.Random(2)
    match = begun(options, rng)
    while match.actors:
        for seat in match.waiting_for:
            match.submit(seat, rng.choice(match.legal(seat)))
        match.roll(rng)
        match.forget()
        view = match.view(0)
        placed = [counted(c, "1 on", "2 on", "3 on", "4 on") for c in opponent_features(view)]
        assert sum(placed) == sum(len(each.blocks) for each in view.buildings)
        chosen = [
            sum(each for n, each in zip(FEATURES, c, strict=True) if ": chosen by" in n)
            for c in opponent_features(view)
        ]
        colours = len(view.supplies)
        assert sum(chosen) == colours * sum(BLOCK_COUNTS) - sum(map(sum, view.supplies))


@pytest.mark.parametrize("players", [3, 4])
def test_opponents_have_probabilities_and_the_own_seat_none(players):
    match = begun({"players": players}, random.Random(3))
    (seat, *_) = match.waiting_for
    known = opponent_settings(match.view(seat))
    assert len(known["opponent_policies"]) == len(MODELS)
    for player, each in enumerate(known["opponent_probabilities"]):
        if player == seat:
            assert each == []
        else:
            assert len(each) == len(MODELS)
            assert 0.9 < sum(each) <= 1 + 1e-9


def test_there_are_no_models_for_two_players():
    match = begun({"players": 2}, random.Random(3))
    assert opponent_settings(match.view(0)) == {}


def test_a_search_and_level_3_are_told_apart():
    """After six games: the search looks more like the model `plain`, level 3 like `greedy`."""
    if not compiled():
        pytest.skip("searches need the compiled core")
    classifier = shipped(4)["classifier"]
    sums = {"3": [0.0, 0.0], "search:nodes=300": [0.0, 0.0]}
    codes = ["3", "search:nodes=300", "3", "search:nodes=300"]
    for game in range(6):
        rng = random.Random(game)
        match = begun({"players": 4}, rng)
        bots = [make_bot(code, MANHATTAN) for code in codes]
        while match.actors:
            for seat in match.waiting_for:
                view = match.view(seat)
                action = bots[seat].decide(view, match.legal(seat), Budget(), rng).action
                match.submit(seat, action)
            match.roll(rng)
            match.forget()
        for code, counts in zip(codes, opponent_features(match.view(None)), strict=True):
            found = probabilities(counts, classifier)
            sums[code][0] += found[MODELS.index("greedy")]
            sums[code][1] += found[MODELS.index("plain")]
    assert sums["3"][0] > 2 * sums["search:nodes=300"][0]
    assert sums["search:nodes=300"][1] > 2 * sums["3"][1]
