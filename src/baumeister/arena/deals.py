"""Chance that follows from the seed and the number of the deal alone, whoever plays.

The n-th chance event of a game has a generator of its own. How many there are and in what order
does not depend on what players do, so a different decision moves no later draw: everybody who
sits in a seat is dealt the same hand, draws the same cards at the same turns, meets the same
tiles. What does depend on play is what a draw is made from once the pile of Manhattan has been
made anew of the cards that were played (M2.7): from then on draws are alike, not the same.

Thinking has generators of its own, that cannot be traced back to those of chance.
"""

from __future__ import annotations

from random import Random

from baumeister.core.chance import CHANCE
from baumeister.core.match import Match


class Deal:
    """One deal: deals, draws and reveals, the same for every seating."""

    def __init__(self, seed: int, number: int) -> None:
        self._name = f"baumeister arena {seed}/{number}"

    def roll(self, match: Match[object, object, object, object], events: int) -> int:
        """Let chance act as long as it is its turn; told how often it has, it says so again."""
        while match.actors == (CHANCE,):
            rng = Random(f"{self._name}/chance {events}")  # a text: seeded by its hash
            match.submit(CHANCE, match.game.sample(match.state, rng))
            events += 1
        return events

    def thoughts(self, seating: int, seat: int) -> Random:
        """What a seat thinks with. It differs from seating to seating: a bot that is seated
        against itself has to play as many games, and not the same one again."""
        return Random(f"{self._name}/{seating}/thoughts {seat}")
