"""The summary of a tournament: every number with its interval, as values and as JSON data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite
from statistics import fmean
from typing import Any, Final, NamedTuple

from baumeister.arena.plan import VERSUS, Plan
from baumeister.arena.playing import Played, Thinking
from baumeister.arena.rating.likelihood import Wins
from baumeister.arena.rating.ratings import duels, ratings, tables
from baumeister.arena.rating.sprt import Test
from baumeister.arena.rating.statistics import Estimate, elo, mean, share
from baumeister.arena.storage.files import build
from baumeister.arena.tournament import Tournament

METHOD: Final = (
    "Bradley–Terry by maximum likelihood, without a prior; 95 % profile-likelihood intervals,"
    " scaled by the scatter between deals; null: infinite"
)

Measure = Callable[[Played, int], float]
"""A number measured for one seat of a game."""


class BotSummary(NamedTuple):
    """The results of one bot."""

    code: str
    games: int
    """Games it played, in one seat or more."""
    won: Estimate | None
    """Its share of the wins; None in a solo game."""
    rating: Estimate | None
    points: Estimate
    all_points: list[int]
    places: list[int]
    """How often it finished first, second, …; tied bots share the better place."""
    complete: Estimate | None
    thinking: Thinking
    budget: float | None
    """The time limit for a decision, if there is one."""
    forfeits: int = 0
    """Games it forfeited, by failing."""
    forfeited: str | None = None
    """The first of them, and why."""


class Summary(NamedTuple):
    plan: Plan
    deals: int
    games: int
    bots: list[BotSummary]
    cross: list[list[Estimate | None]]
    """How often the row's bot finished before the column's; in a solo game its lead in points on
    the same deals."""
    elo: Estimate | None
    """In versus mode, how much stronger the first bot is."""
    test: Test | None
    interrupted: bool

    @property
    def equal(self) -> float:
        """The share of the wins of equally strong bots."""
        return 1 / self.plan.players

    @property
    def order(self) -> list[int]:
        """The bots, strongest first."""

        def strength(bot: int) -> tuple[float, float, float]:
            found = self.bots[bot]
            rating, won = (each.value if each else 0.0 for each in (found.rating, found.won))
            return rating, won, found.points.value

        return sorted(range(len(self.bots)), key=strength, reverse=True)

    def data(self) -> dict[str, Any]:
        """As JSON data."""
        plan, test = self.plan, self.test
        return {
            "arena": 1,
            **plan.data(),
            "build": build(plan.game_id),
            "players": plan.players,
            "deals": self.deals,
            "games": self.games,
            "interrupted": self.interrupted,
            "equal": self.equal,
            "ratings": METHOD if any(bot.rating for bot in self.bots) else None,
            "results": [_bot_data(bot) for bot in self.bots],
            "cross": [[_estimate(each) for each in row] for row in self.cross],
            "elo": _estimate(self.elo),
            "test": test and _test_data(test),
        }


def summary(tournament: Tournament) -> Summary:
    """Summarise a tournament with at least one complete deal."""
    plan, deals = tournament.plan, tournament.deals
    bots = range(len(plan.bots))
    rated: list[Estimate] | list[None] = [None] * len(plan.bots)
    by_deal = [duels(games, len(plan.bots)) for games in deals]
    if plan.players > 1 and plan.mode != VERSUS:
        rated = ratings([tables(games, len(plan.bots)) for games in deals], plan.players)
    found = [_bot(tournament, bot, rated[bot]) for bot in bots]
    won = found[0].won
    return Summary(
        plan=plan,
        deals=len(deals),
        games=len(tournament.games),
        bots=found,
        cross=_differences(deals, len(bots)) if plan.players == 1 else _before(by_deal),
        elo=elo(won, plan.players) if plan.mode == VERSUS and won else None,
        test=tournament.test,
        interrupted=tournament.interrupted,
    )


def _bot(tournament: Tournament, bot: int, rating: Estimate | None) -> BotSummary:
    plan, deals = tournament.plan, tournament.deals
    seats = [(game, seat) for game in tournament.games for seat in _seats(game, bot)]
    solo = plan.players == 1
    knows_complete = tournament.games[0].complete is not None
    spent = [game.thinking[seat] for game, seat in seats]
    lost = [(game, seat) for game, seat in seats if game.forfeits and game.forfeits[seat]]
    return BotSummary(
        code=plan.names[bot],
        games=len({(game.deal, game.seating) for game, _ in seats}),
        won=None if solo else share(_by_deal(deals, bot, lambda game, seat: game.shares[seat])),
        rating=rating,
        points=mean(_by_deal(deals, bot, lambda game, seat: game.points[seat])),
        all_points=[game.points[seat] for game, seat in seats],
        places=[
            sum(game.ranks[seat] == place for game, seat in seats)
            for place in range(1, plan.players + 1)
        ],
        complete=share(_by_deal(deals, bot, _is_complete)) if knows_complete else None,
        thinking=Thinking(
            sum(each.decisions for each in spent),
            sum(each.seconds for each in spent),
            max(each.longest for each in spent),
            sum(each.overruns for each in spent),
            sum(each.cut_short for each in spent),
            sum(each.simulations for each in spent),
        ),
        budget=plan.seconds_of(bot),
        forfeits=len({(game.deal, game.seating) for game, _ in lost}),
        forfeited=_where(*lost[0]) if lost else None,
    )


def _where(game: Played, seat: int) -> str:
    return f"deal {game.deal}, seating {game.seating}, seat {seat}: {game.forfeits[seat]}"


def _seats(game: Played, bot: int) -> list[int]:
    return [seat for seat, who in enumerate(game.bots) if who == bot]


def _is_complete(game: Played, seat: int) -> float:
    return float(game.complete is not None and game.complete[seat])


def _by_deal(deals: Sequence[Sequence[Played]], bot: int, measure: Measure) -> list[float]:
    """The mean of a measure for each deal."""
    return [
        fmean(measure(game, seat) for game in games for seat in _seats(game, bot))
        for games in deals
    ]


def _before(by_deal: Sequence[Wins]) -> list[list[Estimate | None]]:
    def cell(one: int, other: int) -> Estimate | None:
        duels = [(wins[one][other], wins[other][one]) for wins in by_deal]
        shares = [won / (won + lost) for won, lost in duels if won + lost]
        return share(shares) if one != other and shares else None

    bots = range(len(by_deal[0]))
    return [[cell(one, other) for other in bots] for one in bots]


def _differences(deals: Sequence[Sequence[Played]], bots: int) -> list[list[Estimate | None]]:
    points = [_by_deal(deals, bot, lambda game, seat: game.points[seat]) for bot in range(bots)]

    def cell(one: int, other: int) -> Estimate | None:
        pairs = zip(points[one], points[other], strict=True)
        return mean([a - b for a, b in pairs]) if one != other else None

    return [[cell(one, other) for other in range(bots)] for one in range(bots)]


def _estimate(estimate: Estimate | None) -> dict[str, float | None] | None:
    if estimate is None:
        return None
    return {
        name: round(value, 5) if isfinite(value) else None
        for name, value in estimate._asdict().items()
    }


def _bot_data(bot: BotSummary) -> dict[str, Any]:
    return {
        **bot._asdict(),
        "won": _estimate(bot.won),
        "rating": _estimate(bot.rating),
        "points": _estimate(bot.points),
        "complete": _estimate(bot.complete),
        "thinking": bot.thinking._asdict(),
    }


def _test_data(test: Test) -> dict[str, Any]:
    return {
        **test.bounds._asdict(),
        "lower": test.bounds.lower,
        "upper": test.bounds.upper,
        "means": list(test.means),
        "deals": test.deals,
        "llr": test.llr,
        "verdict": test.verdict,
    }
