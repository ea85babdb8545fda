"""How clear a best move is: margins beyond noise that do not shrink as the budget grows."""

from __future__ import annotations

from typing import Any

import pytest

from baumeister.bots.analysis.evaluator import Alternative, Difference, Question
from baumeister.core.registry import find
from baumeister.puzzles import kind_of
from baumeister.puzzles.making import measuring
from baumeister.puzzles.making.measuring import Measuring, clarity

MANHATTAN = find("manhattan")
KIND = kind_of(MANHATTAN, "best-move")
LEAST = KIND.least_margin(2)
BEST, SAME, NEAR, FAR = (
    MANHATTAN.parse(f"build {move} orange") for move in ("1 A1 2", "1 A1 1", "1 B1 2", "2 C2 2")
)


class Fake:
    """An engine whose margins are given; those of NEAR may depend on the budget."""

    def __init__(self, near: dict[int, float], error: float = 0.01) -> None:
        self.near, self.error = near, error
        self.budgets: list[int] = []

    def alternatives(self, _: Any, budget: Any, seed: int) -> list[Alternative]:
        self.budgets.append(budget.nodes)
        near = 0.6 - self.near[max(self.near)]
        rows = [(BEST, 0.6, 900), (NEAR, near, 50), (SAME, 0.59, 40), (FAR, 0.1, 2)]
        return [Alternative(move, chance, 0.0, visits) for move, chance, visits in rows]

    def difference(self, _: Any, moves: Any, budget: Any, seed: int) -> Difference:
        self.budgets.append(budget.nodes)
        known = {SAME: 0.01, FAR: 0.5}
        gap = known[moves[1]] if moves[1] in known else self.near[budget.nodes]
        return Difference(gap, self.error, 0.0, 0.0)


@pytest.fixture
def measured(monkeypatch):
    """What `clarity` finds with a fake engine at 1000 simulations."""
    options = MANHATTAN.options({"players": 2})
    question = Question(MANHATTAN, 0, MANHATTAN.view(MANHATTAN.new(options), 0))

    def measure(fake: Fake) -> Any:
        monkeypatch.setattr(measuring, "evaluator_for", lambda *_: fake)
        return clarity(KIND, question, 1000, 0)

    return measure


def test_a_clear_move_is_found_with_its_rivals_and_variants(measured):
    found = measured(Fake({100: 0.2, 250: 0.2, 1000: 0.2}))
    assert found.best == (BEST, SAME), "a variant that is about as good is right too"
    assert (found.margin, found.error) == (0.2, 0.01)
    assert [move for move, _ in found.rivals] == [NEAR, FAR], "even what was hardly visited"


def test_a_margin_within_the_noise_is_refused(measured):
    assert measured(Fake({100: 0.1, 250: 0.1, 1000: 0.1}, error=0.04)) is None


def test_a_margin_that_shrinks_is_refused(measured):
    assert measured(Fake({100: 0.3, 250: 0.2, 1000: 0.15})) is not None
    assert measured(Fake({100: 0.3, 250: 0.3, 1000: 0.15})) is None


def test_a_single_search_that_names_another_move_is_enough_to_refuse(measured):
    class Doubting(Fake):
        def alternatives(self, question: Any, budget: Any, seed: int) -> list[Alternative]:
            listed = super().alternatives(question, budget, seed)
            last = seed == measuring.AGREEING - 1
            return [listed[1], listed[0], *listed[2:]] if last else listed

    margins = {100: 0.2, 250: 0.2, 1000: 0.2}
    assert measured(Doubting(margins)) is None
    assert measured(Fake(margins)) is not None


def test_small_budgets_come_first(measured):
    fake = Fake({250: 0.01, 1000: 0.2})
    assert measured(fake) is None
    assert max(fake.budgets) == 250


def test_each_comparison_is_made_once(monkeypatch):
    fake = Fake({1000: LEAST})
    monkeypatch.setattr(measuring, "evaluator_for", lambda *_: fake)
    options = MANHATTAN.options({"players": 2})
    measure = Measuring(KIND, Question(MANHATTAN, 0, MANHATTAN.view(MANHATTAN.new(options), 0)), 0)
    assert measure.gap(BEST, NEAR, 1000) == measure.gap(BEST, NEAR, 1000)
    assert fake.budgets == [1000]
    assert not measure.is_clear(BEST, [], 1000), "nothing to compare with"
