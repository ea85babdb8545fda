"""Positions and scored rounds of recorded games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sized
from typing import Any

from baumeister.core.chance import CHANCE
from baumeister.core.game import AnyGame
from baumeister.records import Step
from baumeister.server.wire.games import wire_of
from baumeister.server.wire.payloads import play as b


def position_of(
    game: AnyGame, line: int, state: Any, viewer: int | None, *, all_hands: bool = False
) -> b.Position:
    """A state as the viewer sees it; with `all_hands` for readers of a complete record."""
    wire = wire_of(game)
    return b.Position(
        line=line,
        view=wire.view(game.view(state, viewer)),
        standing=list(game.scored_now(state)),
        points=list(game.points(state)),
        owing=[actor for actor in game.actors(state) if actor != CHANCE],
        just_scored=game.just_scored(state),
        hands=wire.hands(state) if all_hands else None,
    )


def scored_rounds(game: AnyGame, steps: Iterable[Step]) -> Iterator[tuple[Step, b.ScoredRound]]:
    """The steps that ended a round, each with its scoring, which is public."""
    wire = wire_of(game)
    effects: list[str] = []
    for step in steps:
        if text := game.effect(step.before, step.action, step.after):
            effects.append(text)
        number = _rounds(step.after)
        if number > _rounds(step.before):
            scored = wire.scored(step.before, step.action, step.after)
            points = list(game.points(step.after))
            yield step, b.ScoredRound(number, step.line, points, scored, effects)
            effects = []


def round_scored(
    game: AnyGame, step: Step, found: b.ScoredRound, viewer: int | None
) -> b.RoundScored:
    """A scoring and the table after it, as the viewer sees it."""
    return b.RoundScored(
        round=found.round,
        line=found.line,
        view=wire_of(game).view(game.view(step.after, viewer)),
        standing=list(game.scored_now(step.after)),
        points=found.points,
        scored=found.scored,
        effects=found.effects,
    )


def _rounds(state: Any) -> int:
    """The number of rounds scored so far; 0 for games whose states have no `rounds`."""
    rounds = getattr(state, "rounds", ())
    return len(rounds) if isinstance(rounds, Sized) else 0
