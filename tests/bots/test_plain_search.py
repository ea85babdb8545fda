"""The plain tree search: deterministic, fair, and good enough to find a win."""

from __future__ import annotations

import random
from typing import Any

import pytest

from baumeister.bots import Budget, make_bot
from baumeister.bots.analysis.evaluator import Question
from baumeister.bots.analysis.plain_evaluator import PlainEvaluator
from baumeister.bots.generic.plain_search import Found, PlainSearch, play_out
from baumeister.core.game import AnyGame
from baumeister.core.registry import find
from tests.bots.test_levels import resampled, walked


def searched(game: AnyGame, state: Any, nodes: int = 60, **more: Any) -> Found:
    view = game.view(state, game.actors(state)[-1])
    return PlainSearch(game, view, **more).run(Budget(nodes=nodes), random.Random(3))


@pytest.mark.parametrize(
    ("game_id", "options"),
    [
        ("manhattan", {"players": 3, "rounds": 1, "choice": "secret"}),
        ("tangram-city", {"players": 1}),  # solo
        ("tangram-city", {"players": 3}),  # simultaneous decisions
    ],
)
def test_it_is_deterministic_and_depends_only_on_the_view(game_id: str, options: Any) -> None:
    game = find(game_id)
    state = walked(game, game.options(options), 5, 1)
    found = searched(game, state, 12)
    assert found == searched(game, state, 12)
    assert found == searched(game, resampled(game, state, game.actors(state)[-1], 9), 12)
    assert found.simulations == sum(row.visits for row in found.actions) == 12
    legal = game.legal(state, game.actors(state)[-1])
    for row in found.actions:
        assert row.action in legal
        assert 0 <= row.value <= 1
        assert row.error >= 0


def test_it_finds_the_winning_move(card_nim: AnyGame) -> None:
    state = card_nim.new(card_nim.options({"stones": 5}))
    for text in ("deal 0 5", "deal 1 5"):
        state = card_nim.apply(state, -1, card_nim.parse(text))
    best = searched(card_nim, state, 400).best
    assert str(best.action) == "play 5"  # takes the last stone
    assert best.value > 0.9
    assert best.points > 0.9
    lost = card_nim.parse("take 2")
    (row,) = searched(card_nim, state, 100, among=[lost]).actions
    assert (row.action, row.visits) == (lost, 100)
    assert row.value < 0.2  # the opponent takes the rest


def test_the_true_state_can_be_searched(card_nim: AnyGame) -> None:
    state = card_nim.new(card_nim.options({"stones": 5}))
    for text in ("deal 0 1", "deal 1 3"):
        state = card_nim.apply(state, -1, card_nim.parse(text))
    search = PlainSearch(card_nim, card_nim.view(state, 0), state=state)
    found = search.run(Budget(nodes=300), random.Random(1))
    assert str(found.best.action) in ("take 1", "play 1")  # whatever follows, four stones remain


def test_it_needs_a_budget_and_keeps_to_the_time(card_nim: AnyGame) -> None:
    view = card_nim.view(walked(card_nim, card_nim.options({}), 0, 1), 0)
    with pytest.raises(ValueError, match="needs nodes or seconds"):
        PlainSearch(card_nim, view).run(Budget(), random.Random(1))
    assert PlainSearch(card_nim, view).run(Budget(seconds=0.01), random.Random(1)).simulations


def test_search_beats_random(card_nim: AnyGame) -> None:
    won, rng = 0.0, random.Random(2)
    bots = make_bot("search:nodes=60", card_nim), make_bot("random", card_nim)
    for number in range(40):
        state = walked(card_nim, card_nim.options({"stones": 9}), 0, number)
        while actors := card_nim.actors(state):
            seat = actors[0]
            view, legal = card_nim.view(state, seat), card_nim.legal(state, seat)
            bot = bots[(seat + number) % 2]
            action = bot.decide(view, legal, Budget(), rng).action
            state = card_nim.apply(state, seat, action)
        won += card_nim.standing(state)[number % 2]
    assert won >= 28


def test_playouts_have_a_bounded_length(card_nim: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("baumeister.bots.generic.plain_search.MOST_STEPS", 1)
    state = walked(card_nim, card_nim.options({"stones": 30}), 0, 1)
    assert play_out(card_nim, state, random.Random(1)).points == (0, 0)


def test_the_evaluator_of_a_solo_game_measures_points() -> None:
    game = find("tangram-city")
    state = walked(game, game.options({"players": 1}), 15, 1)
    question = Question(game, 0, game.view(state, 0))
    engine = PlainEvaluator()
    best, *_ = engine.alternatives(question, Budget(nodes=20), 1)
    assert best.chance == 1
    legal = game.legal(state, 0)
    found = engine.difference(question, (legal[0], legal[-1]), Budget(nodes=20), 1)
    assert (found.chance, found.chance_error) == (0, 0)
    assert found.points_error > 0
    assert engine.prospect(game, state, Budget(nodes=5), 1).chances == (1,)
