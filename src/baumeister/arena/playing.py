"""Play one game of a tournament through `Match` and return its result.

A bot that fails forfeits the game: it is ranked last, without points, and random actions finish the
game for the others.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from time import perf_counter
from typing import Any, Final, NamedTuple

from baumeister.arena.deals import Deal
from baumeister.arena.fairness import UnfairBotError, check_bot, check_view, secrets_of
from baumeister.arena.plan import Plan
from baumeister.bots import Bot, BotFailed, Budget, UnknownBotError, seated
from baumeister.bots.levels import levels_of
from baumeister.bots.specs import is_bot
from baumeister.bots.words import player_of
from baumeister.core.errors import BaumeisterError
from baumeister.core.match import Match
from baumeister.core.outcome import Outcome, win_shares
from baumeister.records import Player, record_of

OVERRUN: Final = 1.2
"""A decision that takes more than this many times its budget is an overrun."""
SAMPLE: Final = 16
"""Check every n-th view of a seat for leaks, starting with the first."""


class Thinking(NamedTuple):
    """Totals over a seat's decisions in one game."""

    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    overruns: int = 0
    cut_short: int = 0
    simulations: int = 0


class Played(NamedTuple):
    """A finished game. `deal` and `seating` identify it; the other fields are by seat."""

    deal: int
    seating: int
    bots: tuple[int, ...]
    ranks: tuple[int, ...]
    points: tuple[int, ...]
    complete: tuple[bool, ...] | None
    """Whether each seat reached the game's goal (`LevelsModule.complete`); None if it has none."""
    thinking: tuple[Thinking, ...]
    forfeits: tuple[str | None, ...] = ()
    """Why each seat forfeited the game, or None; empty if nobody did."""

    @property
    def shares(self) -> list[float]:
        """Each seat's share of the win."""
        return list(win_shares(self.ranks))


class Kept(NamedTuple):
    """A finished game with its record, if it was asked for."""

    game: Played
    record: str | None = None


def play_planned(plan: Plan, deal: int, seating: int, *, record: bool = False) -> Kept:
    """Play a game of the plan with new bots."""
    seats = plan.seatings(deal)[seating]
    specs, names = [plan.bots[bot] for bot in seats], [plan.names[bot] for bot in seats]
    with seated(specs, plan.game, programs=True, names=names) as bots:
        for spec in specs:
            if is_bot(spec):
                check_bot(spec, secrets_of(plan.game, plan.resolved))
        return _play(plan, deal, seating, bots, record=record)


def play_given(plan: Plan, deal: int, seating: int, given: Sequence[Bot]) -> Played:
    """Play a game of the plan with the given bots, one for each code.

    Fails if a bot holds a reference to something it must not know.
    """
    secrets = secrets_of(plan.game, plan.resolved)
    for bot in given:
        check_bot(bot, secrets)
    return _play(plan, deal, seating, [given[bot] for bot in plan.seatings(deal)[seating]]).game


def _play(
    plan: Plan, deal: int, seating: int, bots: Sequence[Bot], *, record: bool = False
) -> Kept:
    seats = plan.seatings(deal)[seating]
    chance = Deal(plan.seed, deal)
    clocks = [_Clock(plan.budget_of(bot), plan.seconds_of(bot)) for bot in seats]
    thoughts = [chance.thoughts(seating, seat) for seat in range(len(seats))]
    secrets = secrets_of(plan.game, plan.resolved)
    match: Match[Any, Any, Any, Any] = Match(plan.game, plan.resolved)
    events = chance.roll(match, 0)
    forfeits: dict[int, str] = {}
    while match.actors:
        for seat in match.waiting_for:
            view, legal = match.view(seat), match.legal(seat)
            if clocks[seat].spent.decisions % SAMPLE == 0:
                check_view(view, secrets)
            if seat not in forfeits:
                try:
                    match.submit(seat, clocks[seat].decide(bots[seat], view, legal, thoughts[seat]))
                    continue
                except (UnknownBotError, UnfairBotError):
                    raise  # it cannot play this game at all
                except Exception as error:  # a bot may raise anything
                    forfeits[seat] = _reason(error)
            # finish the game for the others
            match.submit(seat, legal[int(thoughts[seat].random() * len(legal))])
        if not record:
            match.forget()
        events = chance.roll(match, events)
    outcome = match.outcome
    assert outcome is not None
    return Kept(
        Played(
            deal,
            seating,
            seats,
            _ranks(outcome.ranks, forfeits),
            tuple(0 if seat in forfeits else got for seat, got in enumerate(outcome.scores)),
            _complete(plan, outcome, forfeits),
            tuple(clock.spent for clock in clocks),
            tuple(map(forfeits.get, range(len(seats)))) if forfeits else (),
        ),
        record_of(match, players(plan, seats)).dumps() if record else None,
    )


def _reason(error: Exception) -> str:
    if isinstance(error, BotFailed):
        return error.reason
    known = isinstance(error, BaumeisterError)
    return str(error) if known else f"{type(error).__name__}: {error}"


def _ranks(ranks: Sequence[int], forfeits: Collection[int]) -> tuple[int, ...]:
    """The ranks with all that forfeited last.

    >>> _ranks((1, 3, 2), {0})
    (3, 2, 1)
    """
    if not forfeits:
        return tuple(ranks)
    others = [rank for seat, rank in enumerate(ranks) if seat not in forfeits]
    return tuple(
        len(others) + 1 if seat in forfeits else 1 + sum(other < rank for other in others)
        for seat, rank in enumerate(ranks)
    )


def players(plan: Plan, seats: Sequence[int]) -> list[Player]:
    """The bots as a record lists them."""
    return [player_of(seat, plan.bots[bot], plan.game) for seat, bot in enumerate(seats)]


class _Clock:
    """Times a bot's decisions."""

    def __init__(self, budget: Budget, seconds: float | None) -> None:
        self._budget = budget
        self._most = float("inf") if seconds is None else OVERRUN * seconds
        self.spent = Thinking()

    def decide(self, bot: Bot, view: Any, legal: Sequence[Any], rng: Any) -> Any:
        began = perf_counter()
        decision = bot.decide(view, legal, self._budget, rng)
        took = perf_counter() - began
        spent = self.spent
        self.spent = Thinking(
            spent.decisions + 1,
            spent.seconds + took,
            max(spent.longest, took),
            spent.overruns + (took > self._most),
            spent.cut_short + decision.cut_short,
            spent.simulations + decision.simulations,
        )
        return decision.action


def _complete(plan: Plan, outcome: Outcome, forfeits: Collection[int]) -> tuple[bool, ...] | None:
    complete = getattr(levels_of(plan.game), "complete", None)
    if complete is None:
        return None
    return tuple(each and seat not in forfeits for seat, each in enumerate(complete(outcome)))
