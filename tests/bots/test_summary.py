"""A player's total loss: noise does not inflate it, and its error is reported."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import sqrt
from typing import Any, ClassVar

import pytest

from baumeister.bots import Budget
from baumeister.bots.analysis import judging
from baumeister.bots.analysis.evaluator import Alternative, Difference, Prospect, Question
from baumeister.bots.analysis.judging import judge
from baumeister.bots.analysis.result import Judgement, Share
from baumeister.bots.analysis.summary import Point, shares_of
from baumeister.bots.analysis.verdicts import accuracy
from baumeister.core.chance import CHANCE
from baumeister.core.game import AnyGame
from baumeister.core.registry import find

MANY = 400
ERROR = 0.03
STANDING = Prospect((1 / 3,) * 3, (0.0,) * 3, (0.0,) * 3, (0.0,) * 3)


class Noisy:
    """Measures a known loss with noise."""

    by_points: ClassVar = False

    def __init__(self, truth: float, best: Any) -> None:
        self._truth = truth
        self._best = best

    def alternatives(self, question: Question, budget: Budget, seed: int) -> list[Alternative]:
        return [Alternative(self._best, 0.5, 0.0, 1)]

    def difference(
        self, question: Question, actions: Sequence[Any], budget: Budget, seed: int
    ) -> Difference:
        noise = random.Random(seed).gauss(0, ERROR)
        return Difference(self._truth + noise, ERROR, 10 * (self._truth + noise), 10 * ERROR)

    def prospect(self, game: AnyGame, state: Any, budget: Budget, seed: int) -> Prospect:
        return STANDING


@pytest.fixture(scope="module")
def question() -> Question:
    game, rng = find("manhattan"), random.Random(1)
    state = game.new(game.options({"players": 3, "rounds": 1, "blocks": 1}))
    while game.actors(state)[0] == CHANCE:
        state = game.apply(state, CHANCE, game.sample(state, rng))
    seat = game.actors(state)[0]
    return Question(game, seat, game.view(state, seat))


@pytest.fixture(autouse=True)
def _numbers_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sentences that explain a loss are slow to find and do not change the sums."""
    monkeypatch.setattr(judging, "contrast_of", lambda *_: ())


def judgements(question: Question, truth: float, *, best: int = 1) -> list[Judgement]:
    legal = question.game.legal(question.game.determinize(question.view, random.Random(2)), 0)
    engine = Noisy(truth, legal[best])
    return [judge(engine, question, legal[0], Budget(nodes=1), seed) for seed in range(MANY)]


def summed(found: Sequence[Judgement]) -> Share:
    points = [Point(STANDING), *(Point(STANDING, 0, each) for each in found)]
    return shares_of(points, 3, by_points=False)[0]


@pytest.mark.parametrize("truth", [0.0, 0.01, 0.05])
def test_noise_does_not_inflate_the_loss(question: Question, truth: float) -> None:
    found = judgements(question, truth)
    share = summed(found)
    assert share.lost_error == pytest.approx(ERROR * sqrt(MANY))
    assert share.lost == pytest.approx(MANY * truth, abs=3 * share.lost_error)
    assert share.lost_points == pytest.approx(10 * share.lost)
    assert share.accuracy == pytest.approx(accuracy([(truth * 3 / 2, 0.0)]), abs=2)
    assert all(each.lost >= 0 for each in found)  # a single judgement never reports a gain


def test_the_reported_losses_of_each_line_add_up_to_too_much(question: Question) -> None:
    """Why sums use the measured differences: clipped at zero, noise becomes a loss."""
    found = judgements(question, 0.0)
    assert sum(each.lost for each in found) > MANY * ERROR / 5
    assert summed(found).lost < MANY * ERROR / 5


def test_playing_the_best_action_loses_exactly_nothing(question: Question) -> None:
    share = summed(judgements(question, 0.2, best=0))
    assert (share.lost, share.lost_points, share.lost_error, share.accuracy) == (0, 0, 0, 100)


def test_a_total_loss_is_never_negative(question: Question) -> None:
    share = summed(judgements(question, -0.05))
    assert (share.lost, share.lost_points) == (0, 0)
    assert share.accuracy == 100


def test_decisions_in_a_decided_game_do_not_raise_the_accuracy(question: Question) -> None:
    """Random play used to get 95 of 100 once the game was lost: there was nothing left to lose."""
    lost = Prospect((0.0, 0.5, 0.5), (0.0,) * 3, (0.0,) * 3, (0.0,) * 3)
    bad, harmless = judgements(question, 0.1)[:10], judgements(question, 0.0)[:90]
    points = [Point(STANDING, 0, each) for each in bad] + [
        Point(lost, 0, each) for each in harmless
    ]
    share = shares_of([Point(STANDING), *points], 3, by_points=False)[0]
    assert share.accuracy == pytest.approx(accuracy([(0.15, 0.0)]), abs=8)


def test_luck_that_drowns_in_noise_has_an_error() -> None:
    """It used to be reported as exactly zero."""
    rng = random.Random(4)
    draws = [
        Point(
            Prospect((1 / 3 + rng.gauss(0, ERROR / 2),) * 3, (0.0,) * 3, (ERROR,) * 3, (0.0,) * 3),
            CHANCE,
        )
        for _ in range(60)
    ]
    share = shares_of([Point(STANDING), *draws], 3, by_points=False)[0]
    assert share.luck == 0
    assert share.luck_error > ERROR
