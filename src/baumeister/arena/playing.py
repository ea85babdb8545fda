"""One game of bots, through the checked door, and what is kept of it."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import Any, Final, NamedTuple

from baumeister.arena.deals import Deal
from baumeister.arena.fairness import check_bot, check_view, secrets_of
from baumeister.arena.plan import Plan
from baumeister.bots import Bot, BotError, Budget, make_bot
from baumeister.core.errors import BaumeisterError
from baumeister.core.match import Match
from baumeister.core.outcome import Outcome

PATIENCE: Final = 1.2
"""How much longer than its budget a decision may take before it counts as an overrun."""
SAMPLE: Final = 16
"""Each seat's first view and every so-manieth is looked through: it takes a millisecond."""


class Thinking(NamedTuple):
    """What a seat spent on a game."""

    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    overruns: int = 0
    cut_short: int = 0
    simulations: int = 0


class Played(NamedTuple):
    """A game that is over; all but the first two by seat."""

    deal: int
    seating: int
    bots: tuple[int, ...]
    ranks: tuple[int, ...]
    points: tuple[int, ...]
    complete: tuple[bool, ...] | None
    """Whose city is complete, in the game that knows it (T5.1)."""
    thinking: tuple[Thinking, ...]

    @property
    def shares(self) -> list[float]:
        """What each seat has of the win: a shared one counts in parts."""
        winners = self.ranks.count(1)
        return [1 / winners if rank == 1 else 0.0 for rank in self.ranks]


def play_planned(plan: Plan, deal: int, seating: int) -> Played:
    """A game of the plan, by bots that are made here and know nothing yet."""
    seats = plan.seatings(deal)[seating]
    bots = [make_bot(plan.bots[bot], plan.game, programs=True) for bot in seats]
    try:
        return _play(plan, deal, seating, bots)
    finally:
        for bot in bots:
            if hasattr(bot, "close"):
                bot.close()


def play_given(plan: Plan, deal: int, seating: int, given: Sequence[Bot]) -> Played:
    """A game of the plan, by bots that somebody else made: one for each code, held against
    having been given what they must not know."""
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
                code = plan.bots[seats[seat]]
                where = f"deal {deal}, seating {seating}, seat {seat}"
                raise BotError(f"{code} cannot go on ({where}): {error}") from error
        match.forget()
        events = chance.roll(match, events)
    outcome = match.outcome
    assert outcome is not None
    spent = tuple(clock.spent for clock in clocks)
    complete = _complete(outcome)
    return Played(deal, seating, seats, outcome.ranks, outcome.scores, complete, spent)


class _Clock:
    """Lets a bot decide, and keeps what it spent."""

    def __init__(self, budget: Budget, seconds: float | None) -> None:
        self._budget = budget
        self._most = float("inf") if seconds is None else PATIENCE * seconds
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


def _complete(outcome: Outcome) -> tuple[bool, ...] | None:
    bonuses = outcome.details.get("bonuses")
    return tuple(each["planning"] > 0 for each in bonuses) if bonuses else None
