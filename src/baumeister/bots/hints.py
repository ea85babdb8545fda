"""Hints for a player to move: the best action, its value, and why."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final, NamedTuple

from baumeister.bots.analysis.contrast import contrast_of
from baumeister.bots.analysis.evaluator import (
    Alternative,
    Difference,
    Evaluator,
    Question,
    part,
)
from baumeister.bots.analysis.judging import noticed
from baumeister.bots.analysis.parts import analysis_of, evaluator_for
from baumeister.bots.analysis.reasons import reasons_for
from baumeister.bots.analysis.result import Reason
from baumeister.bots.analysis.verdicts import inaccuracies
from baumeister.bots.bot import Budget, seed_from
from baumeister.bots.codes import make_bot
from baumeister.bots.levels import strongest_code
from baumeister.bots.seats import SeatedBot
from baumeister.bots.specs import BotSpec, spec_name
from baumeister.core.chance import Rng
from baumeister.core.game import AnyGame
from baumeister.core.position_text import ParsedPosition, parse_position
from baumeister.fast import compiled

OTHERS: Final = 3
"""The most alternatives a hint names."""
SECONDS: Final = 1.0
"""Default budget."""
FACTS: Final = 2
"""The most facts of a contrast: a hint is read at the table."""
SEARCH: Final = 0.75
"""The share of the budget spent on finding the best action; the rest is for the contrast."""

CLOSE: Final = 0.5
"""Actions that differ by less than this share of an inaccuracy are about as good."""


class Hint(NamedTuple):
    """What the strongest bot would do, by what the seat knows."""

    action: Any
    chance: float | None
    """Of winning with it; None in a solo game, or if nothing was searched."""
    points: float | None
    """Expected at the end."""
    alternatives: tuple[Alternative, ...]
    """The other actions considered most, best first."""
    reasons: tuple[Reason, ...]
    contrast: tuple[Reason, ...] = ()
    """Why it is better than an alternative that looks better at once, or than the next best if
    nothing else speaks for it; what it is compared with comes first."""

    def data(self) -> dict[str, Any]:
        """As JSON data."""
        return {
            "action": str(self.action),
            "chance": self.chance,
            "points": self.points,
            "alternatives": [
                {"action": str(each.action), "chance": each.chance, "points": each.points}
                for each in self.alternatives
            ],
            "reasons": [dict(reason) for reason in self.reasons],
            "contrast": [dict(reason) for reason in self.contrast],
        }


def hint(
    game: AnyGame,
    view: Any,
    legal: Sequence[Any],
    budget: Budget,
    rng: Rng,
    *,
    bot: BotSpec | None = None,
) -> Hint:
    """A hint for the view's seat; `bots.words` puts its reasons into words.

    It comes from the strongest bot, or from `bot`, whose hints have neither chances nor
    alternatives.
    """
    solo = game.players(view.options) == 1
    if bot is not None or len(legal) == 1 or (analysis_of(game) and not compiled()):
        spec = bot or strongest_code(game)
        asked = SeatedBot(make_bot(spec, game, programs=bot is not None), spec_name(spec))
        action = asked.decide(view, legal, budget, rng).action
        return Hint(action, None, None, (), tuple(reasons_for(game, view, action)))
    if budget.nodes is None and budget.seconds is None:
        budget = Budget(seconds=SECONDS)
    evaluator = evaluator_for(game)
    question, seed = Question(game, view.seat, view), seed_from(rng)
    listed = evaluator.alternatives(question, part(budget, SEARCH), seed)
    if not listed:
        return Hint(legal[0], None, None, (), tuple(reasons_for(game, view, legal[0])))
    best, *others = listed
    reasons = tuple(reasons_for(game, view, best.action))
    rest = part(budget, 1 - SEARCH)
    return Hint(
        action=best.action,
        chance=None if solo else best.chance,
        points=best.points,
        alternatives=tuple(each for each in others[:OTHERS] if each.visits),
        reasons=reasons,
        contrast=_contrast(evaluator, question, listed, reasons, budget=rest, seed=seed),
    )


def hint_at(
    position: str | ParsedPosition,
    *,
    seat: int | None = None,
    budget: Budget | None = None,
    rng: Rng | None = None,
) -> Hint:
    """A hint for a position or view given as text.

    The seat defaults to the viewer's, or to the first that has to decide.
    """
    found = parse_position(position) if isinstance(position, str) else position
    rng = rng or Random(0)
    seat = found.decider(seat)
    view = found.view_for(seat)
    return hint(
        found.game, view, found.game.legal(found.complete(rng), seat), budget or Budget(), rng
    )


def _contrast(
    evaluator: Evaluator,
    question: Question,
    listed: Sequence[Alternative],
    reasons: Sequence[Reason],
    *,
    budget: Budget,
    seed: int,
) -> tuple[Reason, ...]:
    """Why the first of these actions is better than the one that looks best at once, or than the
    next best one if its reasons only say what it does."""
    best, does, bare = listed[0].action, reasons[0], len(reasons) == 1
    tempting = _tempting(question, listed)
    following = next((each.action for each in listed[1:] if each.visits), None)
    other = following if tempting is None and bare else tempting
    if other is None:
        return ()
    found = evaluator.difference(question, (best, other), budget, seed)
    than = reasons_for(question.game, question.view, other)[0]
    if _alike(evaluator, question, found):
        alike: tuple[Reason, ...] = ({"code": "others-as-good"},) if bare else ()
        return alike if does == than else ({"code": "as-good", "than": than},)
    elsewhere: Reason = {"code": "elsewhere" if tempting is not None else "second-best"}
    first: Reason = elsewhere if does == than else {"code": "rather", "than": than}
    return (first, *contrast_of(question, (best, other), found, seed, FACTS))


def _alike(evaluator: Evaluator, question: Question, found: Difference) -> bool:
    """Whether two actions are about as good."""
    players = question.game.players(question.view.options)
    lost = inaccuracies(found, players, by_points=evaluator.by_points)
    return lost < CLOSE or not noticed(evaluator, question, found)


def _tempting(question: Question, listed: Sequence[Alternative]) -> Any | None:
    """The alternative that gains most at once, if that is more than the best action gains.

    Declining gains nothing: an alternative to a kind of action that is no more common need not gain
    more.
    """
    game, seat = question.game, question.seat
    state = game.determinize(question.view, Random(0))
    before = game.standing(state)[seat]

    def gain(action: Any) -> int:
        return game.standing(game.apply(state, seat, action))[seat] - before

    best = listed[0].action
    others = [each.action for each in listed[1:] if each.visits]
    if not others:
        return None
    other = max(others, key=gain)  # the first of equals is the best of them
    if gain(other) > gain(best):
        return other
    kinds = [each for each in others if type(each) is not type(best)]
    if gain(best) > 0 or len(kinds) < len(others) - len(kinds) + 1:
        return None
    return max(kinds, key=gain)
