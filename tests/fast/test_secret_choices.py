"""Blocks chosen in secret (M6): in a search nobody's choice knows of the choices of others."""

from __future__ import annotations

import pytest

from baumeister.fast import compiled
from baumeister.fast import manhattan as m
from baumeister.fast.api import Position
from baumeister.fast.manhattan import features

pytestmark = pytest.mark.skipif(not compiled(), reason="needs the compiled core")

FOURS = [3.0 if name == "fours" else 0.0 for name in features.NAMES]
"""A policy that mostly chooses a block of four floors."""


def begun(choice: str) -> Position:
    position = m.Position(m.rules({"players": 3, "rounds": 9, "blocks": 1, "choice": choice}), 1)
    position.settle()
    return position


def found_by_guessers(position: Position, policy: list[float] | None = None) -> list[float]:
    """What a search expects for whoever decides, where others win with the same block."""
    seat = position.actor

    def evaluate(leaf: Position) -> list[float]:
        left = leaf.state().supplies
        right = [float(each != seat and blocks == left[seat]) for each, blocks in enumerate(left)]
        right[seat] = float(not any(right))
        return right

    found = position.search(nodes=1500, seed=1, evaluate=evaluate, leaf="none", policy=policy)
    return found.values


def test_m6_who_chooses_later_in_secret_does_not_see_the_choice() -> None:
    """Two of four kinds of block are guessed at random: neither is right in 9 of 16 cases."""
    secretly, openly = (min(found_by_guessers(begun(choice))) for choice in ("secret", "open"))
    assert secretly > 0.5
    assert openly < 0.25


def test_m6_who_chose_before_did_so_as_a_policy_would() -> None:
    """Not the block that stands for their choices in the position, nor any just as well."""
    position = begun("secret")
    for _ in range(2):
        position.step(position.legal()[0])
    assert position.actor == 2
    fours, *_, best = sorted(found_by_guessers(position, FOURS))
    assert fours < 0.2
    assert best > 0.8  # 9 of 16 if they had chosen at random
