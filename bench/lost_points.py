"""Whether the points an analysis of solo Tangram City says were lost are those better play gains:
compares games of a bot with what the strongest bot made of the same cards.

.venv/bin/python bench/lost_points.py --deals 20 --bot tangram-city:3 --nodes 40000
"""

from __future__ import annotations

import argparse
import sys
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from baumeister.arena.deals import Deal
from baumeister.bots import Budget, make_bot
from baumeister.bots.analysis import analyse
from baumeister.core.match import Match
from baumeister.games.tangram_city import TANGRAM_CITY
from baumeister.records import Record, record_of


def played(code: str, seed: int, number: int) -> Record:
    """A game of the bot on this deal."""
    bot, deal = make_bot(code, TANGRAM_CITY), Deal(seed, number)
    match = Match(TANGRAM_CITY, TANGRAM_CITY.options({"players": 1}))
    thoughts, events = deal.thoughts(0, 0), deal.roll(match, 0)
    while match.actors:
        decision = bot.decide(match.view(0), match.legal(0), Budget(), thoughts)
        match.submit(0, decision.action)
        events = deal.roll(match, events)
    return record_of(match)


def points_of(record: Record) -> int:
    assert record.result
    points: int = record.result["scores"][0]
    return points


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    parser.add_argument("--seed", type=int, default=77)
    parser.add_argument("--bot", default="tangram-city:3")
    parser.add_argument("--strongest", default="tangram-city:5:nodes=60000")
    parser.add_argument("--nodes", type=int, default=40_000, help="per analysed decision")
    given = parser.parse_args()
    could, lost = [], []
    for deal in range(given.first, given.first + given.deals):
        game = played(given.bot, given.seed, deal)
        could.append(points_of(played(given.strongest, given.seed, deal)) - points_of(game))
        lost.append(analyse(game, nodes=given.nodes, seed=deal).players[0].lost_points)
        print(f"deal {deal}: {could[-1]} by the strongest, {lost[-1]:.1f} lost", flush=True)
    over = [one - other for one, other in zip(lost, could, strict=True)]
    for name, values in (
        ("more by the strongest bot", could),
        ("lost", lost),
        ("difference", over),
    ):
        print(f"{name}: {fmean(values):.1f} ± {stdev(values) / sqrt(len(values)):.1f}")


if __name__ == "__main__":
    main()
