"""Positions and scored rounds of what was played, as they are sent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from baumeister.core.chance import CHANCE
from baumeister.core.game import AnyGame
from baumeister.records import Step
from baumeister.server.wire import manhattan, tangram_city
from baumeister.server.wire import payloads as b
from baumeister.server.wire.serialise import view_of

_SCORED: dict[str, Any] = {"manhattan": manhattan.scored, "tangram-city": tangram_city.scored}
_POINTS: dict[str, Any] = {"manhattan": manhattan.points, "tangram-city": tangram_city.points}
_HANDS: dict[str, Any] = {"manhattan": manhattan.hands}


def position_of(
    game: AnyGame, line: int, state: Any, viewer: int | None, *, all_hands: bool = False
) -> b.Position:
    """A state as the viewer sees it; everybody's hands only for who has the whole record."""
    hands = _HANDS.get(game.id) if all_hands else None
    return b.Position(
        line=line,
        view=view_of(game, game.view(state, viewer)),
        standing=list(game.standing(state)),
        owing=[actor for actor in game.actors(state) if actor != CHANCE],
        hands=hands(state) if hands else None,
    )


def scored_rounds(game: AnyGame, steps: Iterable[Step]) -> Iterator[tuple[Step, b.ScoredRound]]:
    """Each step that brought a round to its scoring, and that scoring: all may know it."""
    for step in steps:
        number = len(step.after.rounds)
        if number > len(step.before.rounds):
            scored = _SCORED[game.id](step.before, step.action, step.after)
            points = _POINTS[game.id](step.after)
            yield step, b.ScoredRound(number, step.line, points, scored)


def round_scored(
    game: AnyGame, step: Step, found: b.ScoredRound, viewer: int | None
) -> b.RoundScored:
    """A scoring and the table after it, as the viewer sees it."""
    return b.RoundScored(
        round=found.round,
        line=found.line,
        view=view_of(game, game.view(step.after, viewer)),
        standing=list(game.standing(step.after)),
        points=found.points,
        scored=found.scored,
    )
