"""What a search and a forecast return."""

from __future__ import annotations

from typing import NamedTuple


class SearchResult(NamedTuple):
    """The result of searching one decision. The lists are parallel."""

    numbers: list[int]
    """The legal numbers, ascending."""
    visits: list[int]
    values: list[float]
    """The mean value of each number for the player to act, 0 to 1; 0 if it was never tried."""
    simulations: int
    shares: list[list[float]]
    """For each number, its mean value for every player; 0 if it was never tried."""
    points: list[list[float]]
    """For each number, every player's mean points at the leaves: as scored where rounds are played
    out, else as if the round were scored there."""
    errors: list[float]
    """The standard errors of `values`."""

    @property
    def best(self) -> int:
        """The most visited number: the decision of the search."""
        return self.numbers[self.visits.index(max(self.visits))]

    @property
    def root_values(self) -> list[float]:
        """The mean value of the position for every player, 0 to 1."""
        weighted = list(zip(self.visits, self.shares, strict=True))
        players = range(len(self.shares[0]))
        return [sum(n * share[k] for n, share in weighted) / self.simulations for k in players]


class Forecast(NamedTuple):
    """The expected result of a position, by player."""

    shares: list[float]
    """The mean value, 0 to 1."""
    points: list[float]
    """The mean points at the end of the game."""
    share_errors: list[float]
    """The standard errors of `shares`."""
    points_errors: list[float]
    """The standard errors of `points`."""
    simulations: int
