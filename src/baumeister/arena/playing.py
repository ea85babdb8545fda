"""Play one game of a tournament through `Match` and return its result."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import Any, Final, NamedTuple

from baumeister.arena.deals import Deal
from baumeister.arena.fairness import check_bot, check_view, secrets_of
from baumeister.arena.plan import Plan
from baumeister.bots import Bot, BotError, Budget, seated
from baumeister.bots.levels import levels_of
from baumeister.bots.specs import is_bot
from baumeister.core.errors import BaumeisterError
from baumeister.core.match import Match
from baumeister.core.outcome import Outcome, win_shares

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

    @property
    def shares(self) -> list[float]:
        """Each seat's share of the win."""
        return list(win_shares(self.ranks))


def play_planned(plan: Plan, deal: int, seating: int) -> Played:
    """Play a game of the plan with new bots."""
    seats = plan.seatings(deal)[seating]
    specs, names = [plan.bots[bot] for bot in seats], [plan.names[bot] for bot in seats]
    with seated(specs, plan.game, programs=True, names=names) as bots:
        for spec in specs:
            if is_bot(spec):
                check_bot(spec, secrets_of(plan.game, plan.resolved))
        return _play(plan, deal, seating, bots)


def play_given(plan: Plan, deal: int, seating: int, given: Sequence[Bot]) -> Played:
    """Play a game of the plan with the given bots, one for each code.

    Fails if a bot holds a reference to something it must not know.
    """
    secrets = secrets_of(plan.game, plan.resolved)
    for bot in given:
        check_bot(bot, secrets)
    return _play(plan, deal, seating, [given[bot] for bot in plan.seatings(deal)[seating]])


def _play(plan: Plan, deal: int, seating: int, bots: Sequence[Bot]) -> Played:
    seats = plan.seatings(deal)[seating]
    chance = Deal(plan.seed, deal)
    clocks = [_Clock(plan.budget_of(bot), plan.seconds_of(bot)) for bot in seats]
    thoughts = [chance.thoughts(seating, seat) for seat in range(len(seats))]
    secrets = secrets_of(plan.game, plan.resolved)
    match: Match[Any, Any, Any, Any] = Match(plan.game, plan.resolved)
    events = chance.roll(match, 0)
    while match.actors:
        for seat in match.waiting_for:
            view, legal = match.view(seat), match.legal(seat)
            if clocks[seat].spent.decisions % SAMPLE == 0:
                check_view(view, secrets)
            try:
                action = clocks[seat].decide(bots[seat], view, legal, thoughts[seat])
                match.submit(seat, action)
            except BaumeisterError as error:
                code = plan.names[seats[seat]]
                where = f"deal {deal}, seating {seating}, seat {seat}"
                raise BotError(f"{code} failed ({where}): {error}") from error
        match.forget()
        events = chance.roll(match, events)
    outcome = match.outcome
    assert outcome is not None
    spent = tuple(clock.spent for clock in clocks)
    complete = _complete(plan, outcome)
    return Played(deal, seating, seats, outcome.ranks, outcome.scores, complete, spent)


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


def _complete(plan: Plan, outcome: Outcome) -> tuple[bool, ...] | None:
    complete = getattr(levels_of(plan.game), "complete", None)
    return complete(outcome) if complete else None
