"""Searches where opponents are paranoid, and trees of limited depth."""

from __future__ import annotations

import pytest

from baumeister.fast import compiled
from baumeister.fast import manhattan as m
from baumeister.fast.api import Position
from baumeister.fast.manhattan import features
from baumeister.games.manhattan.state import Phase

pytestmark = pytest.mark.skipif(not compiled(), reason="needs the compiled core")

UNIFORM = [0.0] * len(features.NAMES)


@pytest.fixture
def position() -> Position:
    made = m.Position(m.rules({"players": 3, "choice": "open"}), 1)
    made.settle()
    while made.state().phase is not Phase.BUILD:
        made.step(made.legal()[0])
    return made


@pytest.mark.parametrize("policy", [None, UNIFORM])
def test_paranoid_opponents_harm_even_without_a_gain(
    position: Position, policy: list[float] | None
) -> None:
    """The next player has a block of three floors; the value is whether they keep it."""
    seat = position.actor
    one = position.legal()[0]

    def evaluate(leaf: Position) -> list[float]:
        kept = leaf.state().trays[(seat + 1) % 3][2]
        return [float(kept) if each == seat else 0.0 for each in range(3)]

    indifferent, harmful = (
        position.search(
            nodes=1500, seed=1, evaluate=evaluate, policy=policy, among=[one], depth=2, **style
        ).values[0]
        for style in ({}, {"paranoid": True})
    )
    assert harmful < 0.2 < 0.35 < indifferent


@pytest.mark.parametrize("policy", [None, UNIFORM])
def test_no_leaf_is_deeper(position: Position, policy: list[float] | None) -> None:
    """Of one decision of the root: without a limit the tree is three decisions deep."""
    seat = position.actor
    one = position.legal()[0]

    def reached(depth: int) -> set[int]:
        actors = set()

        def evaluate(leaf: Position) -> list[float]:
            actors.add((leaf.actor - seat - 1) % 3 + 1)
            return [0.5] * 3

        position.search(
            nodes=3000, seed=1, evaluate=evaluate, policy=policy, among=[one], depth=depth
        )
        return actors

    assert reached(0) == {1, 2, 3}
    assert reached(1) == {1}
    assert reached(2) == {1, 2}
