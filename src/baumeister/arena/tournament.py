"""Run a tournament: resume it from its file, play, and stop when a test is decided."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from baumeister.arena.files import TournamentFile
from baumeister.arena.plan import VERSUS, Plan, PlanError
from baumeister.arena.playing import Played
from baumeister.arena.sprt import Bounds, Test
from baumeister.arena.workers import Task, play_all

Progress = Callable[[int, int, Test | None], None]
"""Called with the games played, the total, and the running test."""


class Tournament(NamedTuple):
    """The games played, of complete deals only: incomplete ones are not balanced."""

    plan: Plan
    deals: list[list[Played]]
    """The games of each deal, by seating."""
    test: Test | None = None
    interrupted: bool = False

    @property
    def games(self) -> list[Played]:
        return [game for deal in self.deals for game in deal]


def run(
    plan: Plan,
    games: int,
    *,
    cores: int = 1,
    out: Path | None = None,
    bounds: Bounds | None = None,
    progress: Progress | None = None,
) -> Tournament:
    """Play at least `games` games; with `bounds` at most that many, until the test is decided.

    Games are stored in the file `out`; those already stored are not played again. After Ctrl-C the
    complete deals are returned.
    """
    if games < 1 or cores < 1:
        raise PlanError("games and cores must be 1 or more")
    if bounds is not None and plan.mode != VERSUS:
        raise PlanError("SPRT tests one bot against another: it needs --versus")
    wanted = plan.deals(games)
    total = wanted * plan.games_a_deal
    score = _Score(plan, wanted, None if bounds is None else Test(bounds, plan.players))
    interrupted = False
    with ExitStack() as stack:
        file = stack.enter_context(TournamentFile(out, plan)) if out else None
        known = {} if file is None else file.games
        for game in known.values():
            score.add(game)
        if progress:
            progress(score.games, total, score.test)
        if not score.decided:
            playing = play_all(plan, _tasks(plan, wanted, set(known)), cores)
            stack.enter_context(closing(playing))  # type: ignore[type-var]
            try:
                for game in playing:
                    if file:
                        file.add(game)
                    score.add(game)
                    if progress:
                        progress(score.games, total, score.test)
                    if score.decided:
                        break
            except KeyboardInterrupt:
                interrupted = True
    return Tournament(plan, score.deals(), score.test, interrupted)


def _tasks(plan: Plan, deals: int, known: set[Task]) -> Iterator[Task]:
    for deal in range(deals):
        for seating in range(plan.games_a_deal):
            if (deal, seating) not in known:
                yield deal, seating


class _Score:
    """Games by deal. The test gets the deals in order, whichever ends first, so that the number of
    cores does not change its result."""

    def __init__(self, plan: Plan, wanted: int, test: Test | None) -> None:
        self._plan = plan
        self._wanted = wanted
        self._found: defaultdict[int, dict[int, Played]] = defaultdict(dict)
        self._tested = 0
        self.games = 0
        self.test = test

    def add(self, game: Played) -> None:
        if game.deal >= self._wanted:
            return  # the file has more games than asked for
        self._found[game.deal][game.seating] = game
        self.games += 1
        while self.test and not self.decided and self._is_complete(self._tested):
            self.test.add(first_share(list(self._found[self._tested].values())))
            self._tested += 1

    @property
    def decided(self) -> bool:
        return self.test is not None and self.test.verdict is not None

    def deals(self) -> list[list[Played]]:
        """The complete deals; of a decided test those that decided it."""
        numbers = range(self._tested) if self.decided else sorted(self._found)
        return [
            [game for _, game in sorted(self._found[number].items())]
            for number in numbers
            if self._is_complete(number)
        ]

    def _is_complete(self, deal: int) -> bool:
        return len(self._found.get(deal, ())) == self._plan.games_a_deal


def first_share(games: Sequence[Played]) -> float:
    """The first bot's share of the wins of a deal."""
    return fmean(
        share
        for game in games
        for bot, share in zip(game.bots, game.shares, strict=True)
        if bot == 0
    )
