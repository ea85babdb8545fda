"""Run a tournament: resume it from its file, play, and stop when a test is decided."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Final, NamedTuple

from baumeister.arena.plan import VERSUS, Plan, PlanError
from baumeister.arena.playing import Kept, Played, play_planned
from baumeister.arena.rating.sprt import Bounds, Test
from baumeister.arena.storage.files import TournamentFile, build
from baumeister.arena.storage.kept import GameRecords
from baumeister.work import LOCAL, Shard, WorkError, each, using

Task = tuple[int, int]
"""The numbers of a deal and a seating."""
WHOLE: Final = Shard()

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
    on: str | Executor = LOCAL,
    shard: Shard = WHOLE,
    out: Path | None = None,
    records: Path | None = None,
    bounds: Bounds | None = None,
    progress: Progress | None = None,
) -> Tournament:
    """Play at least `games` games; with `bounds` at most that many, until the test is decided.

    `on` and `cores` say where they are played (`work.executor`); a shard has every n-th deal. Games
    are stored in the file `out`; those already stored are not played again. The folder `records`
    gets a record of every game. After Ctrl-C the complete deals are returned.
    """
    if games < 1 or cores < 1:
        raise PlanError("games and cores must be 1 or more")
    if bounds is not None and plan.mode != VERSUS:
        raise PlanError("SPRT tests one bot against another: it needs --versus")
    if bounds is not None and shard.count > 1:
        raise PlanError("SPRT tests deals in their order: it cannot be split into shards")
    numbers = [deal for deal in range(plan.deals(games)) if shard.holds(deal)]
    total = len(numbers) * plan.games_a_deal
    score = _Score(plan, numbers, None if bounds is None else Test(bounds, plan.players))
    interrupted = False
    with ExitStack() as stack:
        file = stack.enter_context(TournamentFile(out, plan)) if out else None
        kept = GameRecords(records, plan) if records else None
        known = {} if file is None else file.games
        for task, game in known.items():
            if kept is None or kept.has(*task):
                score.add(game)
        if progress:
            progress(score.games, total, score.test)
        if not score.decided:
            tasks = [task for task in _tasks(plan, numbers) if not score.has(*task)]
            if kept:
                kept.check(tasks)
            playing = play_all(plan, tasks, stack.enter_context(using(on, cores)), kept is not None)
            stack.enter_context(closing(playing))
            try:
                for game, record in playing:
                    if file:
                        file.add(game)
                    if kept and record is not None:
                        kept.write(game, record)
                    score.add(game)
                    if progress:
                        progress(score.games, total, score.test)
                    if score.decided:
                        break
            except KeyboardInterrupt:
                interrupted = True
    return Tournament(plan, score.deals(), score.test, interrupted)


def play_all(
    plan: Plan, tasks: Iterable[Task], pool: Executor, record: bool = False
) -> Generator[Kept]:
    """Yield the games of these tasks as they end."""
    play = partial(_play_task, plan, build(plan.game_id), record)
    with closing(
        each(pool, play, tasks, name=lambda task: f"deal {task[0]}, seating {task[1]}")
    ) as (playing):
        for _, kept in playing:
            yield kept


def _play_task(plan: Plan, version: str, record: bool, task: Task) -> Kept:
    """Play a game, in a worker that may be on another machine."""
    if build(plan.game_id) != version:
        raise WorkError(
            "this worker has another version of Baumeister, or of the game, than the machine that "
            "sent it the task: install the same everywhere"
        )
    return play_planned(plan, *task, record=record)


def _tasks(plan: Plan, deals: Iterable[int]) -> Iterator[Task]:
    for deal in deals:
        for seating in range(plan.games_a_deal):
            yield deal, seating


class _Score:
    """Games by deal. The test gets the deals in order, whichever ends first, so that the number of
    cores does not change its result."""

    def __init__(self, plan: Plan, wanted: Iterable[int], test: Test | None) -> None:
        self._plan = plan
        self._wanted = frozenset(wanted)
        self._found: defaultdict[int, dict[int, Played]] = defaultdict(dict)
        self._tested = 0
        self.games = 0
        self.test = test

    def add(self, game: Played) -> None:
        if game.deal not in self._wanted:
            return  # the file has more games than asked for
        self._found[game.deal][game.seating] = game
        self.games += 1
        while self.test and not self.decided and self._is_complete(self._tested):
            self.test.add(first_share(list(self._found[self._tested].values())))
            self._tested += 1

    def has(self, deal: int, seating: int) -> bool:
        return seating in self._found.get(deal, ())

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
