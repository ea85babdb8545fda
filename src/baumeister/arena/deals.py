"""Duplicate deals: chance depends only on the seed and the number of the deal.

The n-th chance event of a game has its own generator, so a different decision shifts no later draw:
whoever sits in a seat is dealt the same hand and draws the same cards at the same turns. This
requires that chance draws from the same pile, whatever was played. Where it does not (a discard
pile that is reshuffled), draws are correlated instead of equal.

Bots think with separate generators, which reveal nothing about those of chance.
"""

from __future__ import annotations

from random import Random

from baumeister.core.chance import CHANCE
from baumeister.core.match import Match


class Deal:
    """One deal: the same chance events for every seating."""

    def __init__(self, seed: int, number: int) -> None:
        self._name = f"baumeister arena {seed}/{number}"

    def roll(self, match: Match[object, object, object, object], events: int) -> int:
        """Let chance act while it is its turn. Takes and returns the number of chance events."""
        while match.actors == (CHANCE,):
            rng = Random(f"{self._name}/chance {events}")
            match.submit(CHANCE, match.game.sample(match.state, rng))
            events += 1
        return events

    def thoughts(self, seating: int, seat: int) -> Random:
        """The generator a seat thinks with. It differs between seatings, so that a bot against
        itself does not repeat the same game."""
        return Random(f"{self._name}/{seating}/thoughts {seat}")
