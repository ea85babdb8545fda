"""The evaluator of Tangram City: judges by plans and corrects their bias."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from baumeister.bots import Budget, make_bot
from baumeister.bots.analysis.evaluator import Question
from baumeister.bots.tangram_city import evaluator as plans
from baumeister.core.chance import CHANCE
from baumeister.core.registry import find
from baumeister.fast import compiled

pytestmark = pytest.mark.skipif(not compiled(), reason="analysis needs the compiled core")

GAME = find("tangram-city")


def decisions(seed: int) -> Iterator[tuple[Any, Any]]:
    """The states of a solo game by level 3, with its actions."""
    rng, bot = random.Random(seed), make_bot("tangram-city:3", GAME)
    state = GAME.new(GAME.options({"players": 1}))
    while actors := GAME.actors(state):
        if actors == (CHANCE,):
            state = GAME.apply(state, CHANCE, GAME.sample(state, rng))
            continue
        action = bot.decide(GAME.view(state, 0), GAME.legal(state, 0), Budget(), rng).action
        yield state, action
        state = GAME.apply(state, 0, action)


def test_the_last_decision_considers_every_action() -> None:
    """Plans fill the most enclosed fields first; the last fountain may be worth more elsewhere."""
    judged = 0
    for seed in range(16):
        *_, (state, _) = decisions(seed)
        legal = GAME.legal(state, 0)
        if len(legal) > plans.FEW:
            continue
        ends = {action: GAME.apply(state, 0, action).points[0] for action in legal}
        question = Question(GAME, 0, GAME.view(state, 0))
        best, *_ = plans.PlanEvaluator().alternatives(question, Budget(nodes=300), seed=1)
        assert ends[best.action] == max(ends.values())
        judged += len(set(ends.values())) > 1
    assert judged > 5


def test_differences_are_reduced_early_in_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played = [state for state, _ in decisions(1) if len(GAME.legal(state, 0)) > 2]
    engine = plans.PlanEvaluator()
    for state, share in ((played[12], plans.REAL), (played[-2], 1.0)):
        actions = GAME.legal(state, 0)[0], GAME.legal(state, 0)[-1]
        question = Question(GAME, 0, GAME.view(state, 0))
        monkeypatch.setattr(plans, "REAL", 1.0)
        plain = engine.difference(question, actions, Budget(nodes=1000), seed=1)
        monkeypatch.undo()
        found = engine.difference(question, actions, Budget(nodes=1000), seed=1)
        assert found.points == pytest.approx(share * plain.points)
        assert found.points_error == pytest.approx(share * plain.points_error)
        assert plain.points
