"""What a hint says about the next best action, from how much better it is."""

from __future__ import annotations

import random
from typing import Any

import pytest

from baumeister.bots import Budget, hints
from baumeister.bots.analysis.evaluator import Alternative, Difference, Swing
from baumeister.core.chance import CHANCE
from baumeister.core.registry import find
from baumeister.games.tangram_city.actions import Skip

CITY = find("tangram-city")


class Fixed:
    """Prefers to decline, by this many points."""

    by_points = True

    def __init__(self, points: float, places: int) -> None:
        self.points, self.places = points, places

    def alternatives(self, question: Any, *_: Any) -> list[Alternative]:
        legal = CITY.legal(CITY.determinize(question.view, random.Random(1)), question.seat)
        decline = [action for action in legal if isinstance(action, Skip)]
        places = [action for action in legal if not isinstance(action, Skip)]
        return [Alternative(each, 1.0, 9.0, 1) for each in (*decline, *places[: self.places])]

    def difference(self, *_: Any) -> Difference:
        return Difference(0.0, 0.0, self.points, 0.1, (Swing(0.0, self.points),))


@pytest.mark.parametrize(
    ("points", "places", "code"),
    [(0.05, 9, "as-good"), (1.2, 9, "as-good"), (1.2, 1, "as-good"), (4.0, 9, "rather")],
)
def test_a_hint_to_decline_says_when_placing_is_about_as_good(
    monkeypatch: pytest.MonkeyPatch, points: float, places: int, code: str
) -> None:
    """A difference that stands out from the noise may still be too small for any player."""
    monkeypatch.setattr(hints, "evaluator_for", lambda *_: Fixed(points, places))
    monkeypatch.setattr(hints, "compiled", lambda: True)
    monkeypatch.setattr(hints, "contrast_of", lambda *_: ())
    rng, state = random.Random(3), CITY.new(CITY.options({"players": 1}))
    while not any(isinstance(action, Skip) for action in CITY.legal(state, 0)):
        actor = CITY.actors(state)[0]
        action = CITY.sample(state, rng) if actor == CHANCE else CITY.legal(state, 0)[0]
        state = CITY.apply(state, actor, action)
    view, legal = CITY.view(state, 0), CITY.legal(state, 0)
    found = hints.hint(CITY, view, legal, Budget(), rng)
    assert isinstance(found.action, Skip)
    assert found.contrast[0]["code"] == code
    assert found.contrast[0]["than"]["code"] == "places"
