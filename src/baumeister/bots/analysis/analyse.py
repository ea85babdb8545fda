"""Analyse a record: judge every decision, and estimate everybody's chances after every line."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

from baumeister.bots.analysis.evaluator import Evaluator, Prospect, Question, part
from baumeister.bots.analysis.judging import compare, forced, judge
from baumeister.bots.analysis.parts import evaluator_for
from baumeister.bots.analysis.result import POINTS, WIN, Analysis, Judgement, Line
from baumeister.bots.analysis.summary import Point, shares_of, turning_points
from baumeister.bots.bot import Bot, BotError, Budget
from baumeister.bots.codes import make_bot
from baumeister.bots.levels import strongest_code
from baumeister.bots.seats import SeatedBot
from baumeister.bots.specs import BotSpec, spec_name
from baumeister.core.chance import CHANCE
from baumeister.core.errors import IllegalError
from baumeister.records import Record, replay
from baumeister.records.replay import Step

Progress = Callable[[float], None]

SECONDS: Final = 0.2
"""For each decision, including the prospect after it."""
CURVE: Final = 0.15
"""The share of that time for the prospect after one line."""


def analyse(
    record: Record,
    *,
    seconds: float | None = SECONDS,
    nodes: int | None = None,
    open_cards: bool = False,
    seed: int = 0,
    progress: Progress | None = None,
    evaluator: Evaluator | None = None,
    bot: BotSpec | None = None,
    contrasts: bool = True,
) -> Analysis:
    """Analyse a whole record.

    Decisions are compared with the best that a search finds, or with those of `bot`.
    `nodes` make the analysis repeatable; otherwise it takes `seconds` for each decision. `progress`
    is called with the finished share, 0 to 1; an exception it raises stops the analysis.
    Without `contrasts`, mistakes are judged but not explained.
    """
    budget = Budget(seconds=None if nodes else seconds, nodes=nodes)
    game, steps = record.game, list(replay(record))
    players = game.players(record.options)
    engine = evaluator or evaluator_for(game)
    adviser = None if bot is None else make_bot(bot, game, programs=True)
    named = strongest_code(game) if bot is None else spec_name(bot)
    seated = adviser and SeatedBot(adviser, named)
    analyser = _Analyser(engine, budget, open_cards, seed, seated, contrasts=contrasts)
    start = analyser.prospect(game, game.new(record.options), 0)
    points = [Point(start)]
    for step in steps:
        points.append(analyser.point(game, step, points[-1].prospect))
        if progress:
            progress(step.line / len(steps))
    return Analysis(
        game=game.id,
        bot=named,
        open_cards=open_cards,
        measure=POINTS if players == 1 else WIN,
        start=start.chances,
        start_points=start.points,
        lines=tuple(
            Line(step.line, step.actor, at.prospect.chances, at.prospect.points, at.judgement)
            for step, at in zip(steps, points[1:], strict=True)
        ),
        turning_points=turning_points(points, players),
        players=shares_of(points, players, by_points=engine.by_points),
    )


def analyse_line(
    record: Record,
    line: int,
    *,
    action: str | None = None,
    best: str | None = None,
    seconds: float | None = SECONDS,
    nodes: int | None = None,
    open_cards: bool = False,
    seed: int = 0,
) -> Judgement:
    """Judge one decision; lines of the log are counted from 1.

    `action` judges another action in its place; `best` is compared against if already known.
    """
    step = next((step for step in replay(record) if step.line == line), None)
    if step is None or step.actor == CHANCE:
        raise BotError(f"line {line} of the log is not a decision")
    game = record.game
    engine = evaluator_for(game)
    analyser = _Analyser(engine, Budget(None if nodes else seconds, nodes), open_cards, seed)
    if action is not None:
        step = step._replace(action=_legal(game, step, action))
    return analyser.judgement(game, step, None if best is None else _legal(game, step, best))


def _legal(game: Any, step: Step, text: str) -> Any:
    """Parse an action and check that it was legal at this step."""
    action = game.parse(text)
    refusal = game.why_not(step.before, step.actor, action)
    if refusal:
        raise IllegalError(refusal)
    return action


class _Analyser:
    def __init__(
        self,
        evaluator: Evaluator,
        budget: Budget,
        open_cards: bool,
        seed: int,
        adviser: Bot | None = None,
        *,
        contrasts: bool = True,
    ) -> None:
        self._adviser = adviser
        self._contrasts = contrasts
        self._evaluator = evaluator
        self._judging = part(budget, 1 - 2 * CURVE)
        self._curve = part(budget, CURVE)
        self._open = open_cards
        self._seed = seed

    def point(self, game: Any, step: Step, before: Prospect) -> Point:
        """The prospect after a line and, of a decision, its judgement."""
        if step.actor == CHANCE:
            return Point(
                self.after_chance(game, step, before), CHANCE, kind=type(step.action).__name__
            )
        found = self.judgement(game, step)
        if found.forced:
            return Point(before, step.actor, found)
        return Point(self.prospect(game, step.after, step.line), step.actor, found)

    def judgement(self, game: Any, step: Step, best: Any = None) -> Judgement:
        if len(game.legal(step.before, step.actor)) == 1:
            return forced(step.action)
        question = Question(
            game,
            step.actor,
            game.view(step.before, step.actor),
            step.before if self._open else None,
        )
        seed = self._seed_of(step.line)
        if best is None and self._adviser is not None:
            legal = game.legal(step.before, step.actor)
            decision = self._adviser.decide(question.view, legal, self._judging, Random(seed))
            best = decision.action
        given, contrasts = self._judging, self._contrasts
        if best is None:
            return judge(self._evaluator, question, step.action, given, seed, contrasts=contrasts)
        actions = (best, step.action)
        return compare(self._evaluator, question, actions, given, seed + 1, contrasts=contrasts)

    def after_chance(self, game: Any, step: Step, before: Prospect) -> Prospect:
        if len(game.legal(step.before, CHANCE)) == 1:  # the only possible event: no luck in it
            return before
        return self.prospect(game, step.after, step.line)

    def prospect(self, game: Any, state: Any, line: int) -> Prospect:
        return self._evaluator.prospect(game, state, self._curve, self._seed_of(line) + 2)

    def _seed_of(self, line: int) -> int:
        """A line's seeds depend on nothing hidden."""
        return (self._seed * 100_003 + line) * 4
