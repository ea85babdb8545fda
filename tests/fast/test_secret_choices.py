"""Secret choices of blocks (M6): in a search no choice depends on another player's."""

from __future__ import annotations

import pytest

from baumeister.fast import compiled
from baumeister.fast import manhattan as m
from baumeister.fast.api import Position
from baumeister.fast.manhattan import features

pytestmark = pytest.mark.skipif(not compiled(), reason="needs the compiled core")

FOURS = [3.0 if name == "fours" else 0.0 for name in features.NAMES]
"""A policy that mostly chooses a block of four floors."""


def started(choice: str) -> Position:
    position = m.Position(m.rules({"players": 3, "rounds": 9, "blocks": 1, "choice": choice}), 1)
    position.settle()
    return position


def values_against_guessers(position: Position, policy: list[float] | None = None) -> list[float]:
    """The values of a search where opponents win by choosing the same block."""
    seat = position.actor

    def evaluate(leaf: Position) -> list[float]:
        left = leaf.state().supplies
        right = [float(each != seat and blocks == left[seat]) for each, blocks in enumerate(left)]
        right[seat] = float(not any(right))
        return right

    found = position.search(nodes=1500, seed=1, evaluate=evaluate, leaf="none", policy=policy)
    return found.values


def test_m6_later_secret_choices_do_not_know_earlier_ones() -> None:
    """Two opponents guess one of four sizes at random: neither is right in 9 of 16 cases."""
    secretly, openly = (
        min(values_against_guessers(started(choice))) for choice in ("secret", "open")
    )
    assert secretly > 0.5
    assert openly < 0.25


def test_m6_earlier_secret_choices_follow_the_policy() -> None:
    """Neither the choice in the position nor a uniformly random one."""
    position = started("secret")
    for _ in range(2):
        position.step(position.legal()[0])
    assert position.actor == 2
    fours, *_, best = sorted(values_against_guessers(position, FOURS))
    assert fours < 0.2
    assert best > 0.8  # 9 of 16 if they had chosen at random
