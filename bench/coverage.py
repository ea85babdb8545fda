"""How often do the arena's 95 % intervals contain the truth? Draws tournaments of bots of known
strength and counts.

A game draws a ranking from the Plackett–Luce model: every seat has its bot's strength, plus the
luck of the deal for the seat, plus how well the deal suits the bot, plus Gumbel noise. The last
two make the games of a deal dependent. Ties come from coarse points. Where strengths are not those
of the model (luck, ties), the truth is the limit of many deals.

Few deals cannot show how strongly their games depend on each other, so the claim is an average:
`PRIOR` says which tournaments it is about. `--fixed` measures single kinds of dependence instead.

    python bench/coverage.py [--tournaments 1000] [--seed 1] [--only "5 2"] [--fixed]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import product
from math import log, sqrt
from typing import Final, NamedTuple

import numpy as np

from baumeister.arena import make_plan
from baumeister.arena.rating.ratings import Wins, centre, ratings, strengths, total

NAT: Final = 400 / log(10)
MANY: Final = 40_000
"""Games that give the truth."""
ALIKE: Final = 10
"""Tournaments with the same strengths and the same dependence."""
SPREAD: Final = 150.0
"""Standard deviation of the bots' strengths, in Elo."""
SIZES: Final = [(2, 2), (3, 2), (4, 2), (5, 2), (3, 3), (4, 3), (5, 3), (2, 4), (4, 4), (5, 4)]
"""Bots, and players of a game."""
GAMES: Final = (20, 50, 100, 400)


class Dependence(NamedTuple):
    """How the games of a deal depend on each other, in Elo."""

    luck: float = 0.0
    """Standard deviation of the luck of a seat."""
    style: float = 0.0
    """Standard deviation of how well a deal suits a bot."""
    grain: float = 0.0
    """Coarseness of the points: ties."""


PRIOR: Final = Dependence(300, 150, 100)
"""The most of each; they are drawn uniformly and independently from 0 up to it."""
FIXED: Final = [
    Dependence(),
    Dependence(luck=300),
    Dependence(style=150),
    Dependence(150, 100, 100),
]


class Case(NamedTuple):
    """Tournaments to draw; the dependence is drawn from the prior if it is None."""

    bots: int
    players: int
    games: int
    dependence: Dependence | None = None

    def __str__(self) -> str:
        return " ".join(f"{each:g}" for each in (*self[:3], *(self.dependence or ())))


def cases(*, fixed: bool) -> Iterator[Case]:
    for (bots, players), games in product(SIZES, GAMES):
        for dependence in FIXED if fixed else [None]:
            yield Case(bots, players, games, dependence)


class Drawing:
    """Draws tournaments of a case, all with the same strengths."""

    def __init__(self, case: Case, *seed: int) -> None:
        codes = [f"search:nodes={number + 1}" for number in range(case.bots)]
        self._plan = make_plan("manhattan", {"players": case.players}, codes)
        self._case = case
        self._rng = rng = np.random.default_rng([*seed, *case[:3]])
        self._strengths = SPREAD / NAT * rng.standard_normal(case.bots)
        self._dependence = case.dependence or Dependence(*rng.uniform(0, PRIOR))
        self.deals = self._plan.deals(case.games)
        self.games_a_deal = self._plan.games_a_deal

    def tournament(self) -> list[list[Wins]]:
        """The duels at each table of each deal."""
        return self._draw(self.deals).tolist()

    def _draw(self, deals: int) -> np.ndarray:
        case, rng = self._case, self._rng
        luck, style, grain = (each / NAT for each in self._dependence)
        cycle = [np.array(self._plan.seatings(deal)) for deal in range(min(deals, 24))]
        seatings = np.stack([cycle[deal % len(cycle)] for deal in range(deals)])
        points = self._strengths[seatings] + rng.gumbel(size=seatings.shape)
        points += luck * rng.standard_normal((deals, 1, case.players))
        suits = style * rng.standard_normal((deals, case.bots))
        points += np.take_along_axis(suits[:, None, :], seatings, 2)
        if grain:
            points = np.round(points / grain)
        ahead = points[..., :, None] - points[..., None, :]
        won = (1 + np.sign(ahead)) / 2
        tables = self.games_a_deal // case.players
        unit = np.arange(deals * tables).repeat(case.players).reshape(deals, -1, 1, 1)
        place = (unit * case.bots + seatings[..., None]) * case.bots + seatings[..., None, :]
        cells = deals * tables * case.bots**2
        wins = np.bincount(place.ravel(), won.ravel(), cells)
        wins = wins.reshape(deals, tables, case.bots, case.bots)
        wins[..., range(case.bots), range(case.bots)] = 0.0
        return wins

    def truth(self) -> np.ndarray:
        if not any(self._dependence):
            return NAT * self._strengths
        rest, sums = MANY // self.games_a_deal, 0.0
        while rest > 0:
            sums = sums + self._draw(min(rest, 1000)).sum((0, 1))
            rest -= 1000
        return np.array(strengths(sums.tolist()))


class Found(NamedTuple):
    covered: float
    """The share of the intervals that contain the truth."""
    below: float
    """The share that lies below the truth."""
    width: float
    """The median width, in Elo."""
    infinite: float
    """The share with an infinite end."""


def measure(case: Case, tournaments: int, seed: int = 1) -> Found:
    """Draw tournaments of the case and compare their ratings with the truth."""
    covered, below, widths = [], [], []
    for number in range(0, tournaments, ALIKE):
        drawing = Drawing(case, seed, number)
        truth = drawing.truth()
        for _ in range(ALIKE):
            deals = drawing.tournament()
            middle = centre(total(table for deal in deals for table in deal))
            for bot, found in enumerate(ratings(deals, case.players)):
                if middle != [bot]:
                    true = truth[bot] - truth[middle].mean()
                    covered.append(found.low <= true <= found.high)
                    below.append(found.high < true)
                    widths.append(found.high - found.low)
    infinite = float(np.isinf(widths).mean())
    return Found(float(np.mean(covered)), float(np.mean(below)), float(np.median(widths)), infinite)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tournaments", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", default="0/1", help="i/n: every n-th case")
    parser.add_argument("--only", default="", help="cases with this text, such as '5 2 20'")
    parser.add_argument("--fixed", action="store_true", help="single kinds of dependence")
    asked = parser.parse_args()
    part, parts = map(int, asked.part.split("/"))
    print("bots players games (luck style grain) | covered below width infinite")
    held = []
    for number, case in enumerate(cases(fixed=asked.fixed)):
        if number % parts != part or asked.only not in str(case):
            continue
        found = measure(case, asked.tournaments, asked.seed)
        held.append(0.93 <= found.covered <= 0.97)
        print(
            *(f"{each:>5}" for each in str(case).split()),
            "|",
            f"{found.covered:.1%} {found.below:.1%} {found.width:6.0f} {found.infinite:.1%}",
            "" if held[-1] else "*",
            flush=True,
        )
    error = sqrt(0.95 * 0.05 / asked.tournaments)
    print(f"{sum(held)} of {len(held)} cases within 93 to 97 % (standard error up to {error:.1%})")


if __name__ == "__main__":
    sys.exit(main())
