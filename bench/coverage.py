"""How often do the arena's 95 % intervals contain the truth? Draws tournaments of bots of known
strength and counts.

A game draws a ranking from the Plackett–Luce model: every seat has its bot's strength, plus the
luck of the deal for the seat, plus how well the deal suits the bot, plus Gumbel noise. The last
two make the games of a deal dependent. Ties come from coarse points. Where strengths are not those
of the model (luck, ties), the truth is the limit of many deals.

    python bench/coverage.py [--tournaments 1000] [--seed 1] [--only TEXT]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import product
from math import log, sqrt
from typing import NamedTuple

import numpy as np

from baumeister.arena import make_plan
from baumeister.arena.rating.ratings import Wins, centre, ratings, strengths, total

NAT = 400 / log(10)
MANY = 20_000
"""Deals that give the truth."""
ALIKE = 20
"""Tournaments with the same strengths."""


class Case(NamedTuple):
    """A tournament to draw."""

    bots: int
    players: int
    games: int
    spread: float
    """Standard deviation of the bots' strengths, in Elo; drawn again for every few tournaments."""
    luck: float = 0.0
    """Standard deviation of the luck of a seat, in Elo."""
    style: float = 0.0
    """Standard deviation of how well a deal suits a bot, in Elo."""
    grain: float = 0.0
    """Coarseness of the points, in Elo: ties."""


def cases() -> Iterator[Case]:
    sizes = [(2, 2), (3, 2), (5, 2), (3, 3), (2, 4), (4, 4), (5, 4)]
    dependence = [(0, 0, 0), (300, 0, 0), (0, 150, 0), (150, 100, 100)]
    for (bots, players), games, rest in product(sizes, (20, 60, 400), dependence):
        yield Case(bots, players, games, 150, *rest)


class Drawing:
    """Draws tournaments of a case."""

    def __init__(self, case: Case, *seed: int) -> None:
        codes = [f"search:nodes={number + 1}" for number in range(case.bots)]
        self._plan = make_plan("manhattan", {"players": case.players}, codes)
        self._case = case
        self._rng = np.random.default_rng([*seed, *map(int, case)])
        self._strengths = case.spread / NAT * self._rng.standard_normal(case.bots)
        self.deals = self._plan.deals(case.games)
        self.games_a_deal = self._plan.games_a_deal

    def tournament(self, deals: int) -> list[list[Wins]]:
        """The duels at each table of each deal."""
        return self._draw(deals).tolist()

    def _draw(self, deals: int) -> np.ndarray:
        case, rng = self._case, self._rng
        cycle = [np.array(self._plan.seatings(deal)) for deal in range(min(deals, 24))]
        seatings = np.stack([cycle[deal % len(cycle)] for deal in range(deals)])
        luck = case.luck / NAT * rng.standard_normal((deals, 1, case.players))
        suits = case.style / NAT * rng.standard_normal((deals, case.bots))
        points = self._strengths[seatings] + luck + rng.gumbel(size=seatings.shape)
        points += np.take_along_axis(suits[:, None, :], seatings, 2)
        if case.grain:
            points = np.round(points * NAT / case.grain)
        ahead = points[..., :, None] - points[..., None, :]
        won = np.where(ahead > 0, 1.0, np.where(ahead == 0, 0.5, 0.0))
        tables = self.games_a_deal // case.players
        wins = np.zeros((deals * tables, case.bots, case.bots))
        unit = np.arange(deals * tables).repeat(case.players).reshape(deals, -1)
        for one, other in product(range(case.players), repeat=2):
            pair = (unit, seatings[..., one], seatings[..., other])
            np.add.at(wins, pair, won[..., one, other])
        for bot in range(case.bots):
            wins[:, bot, bot] = 0.0
        return wins.reshape(deals, tables, case.bots, case.bots)

    def truth(self) -> np.ndarray:
        case = self._case
        if not (case.luck or case.style or case.grain):
            return NAT * self._strengths
        sums = sum(self._draw(1000).sum((0, 1)) for _ in range(MANY // 1000))
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
            deals = drawing.tournament(drawing.deals)
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
    asked = parser.parse_args()
    part, parts = map(int, asked.part.split("/"))
    print("bots players games spread luck style grain | covered below width infinite")
    held = []
    for number, case in enumerate(cases()):
        if number % parts != part or asked.only not in " ".join(f"{each:g}" for each in case):
            continue
        found = measure(case, asked.tournaments, asked.seed)
        held.append(0.93 <= found.covered <= 0.97)
        print(
            *(f"{each:5g}" for each in case),
            "|",
            f"{found.covered:.1%} {found.below:.1%} {found.width:6.0f} {found.infinite:.1%}",
            "" if held[-1] else "*",
            flush=True,
        )
    error = sqrt(0.95 * 0.05 / asked.tournaments)
    print(f"{sum(held)} of {len(held)} cases within 93 to 97 % (standard error up to {error:.1%})")


if __name__ == "__main__":
    sys.exit(main())
