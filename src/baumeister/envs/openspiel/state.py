"""A state of OpenSpiel over a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pyspiel

from baumeister.core.chance import CHANCE
from baumeister.envs.openspiel.course import Course
from baumeister.envs.openspiel.kind import KINDS, Kind
from baumeister.envs.rewards import utilities
from baumeister.fast import OVER

POINTS_SCALE: Final = 200.0
"""Who plays alone gets points divided by this: about 1 for a game that could not be better."""


class Table:
    """All that a state holds. OpenSpiel copies the attributes of a state deeply and pickles them:
    this is the one there is, and knows a quicker and a shorter way."""

    __slots__ = ("course", "kind", "position")

    def __init__(self, kind: Kind, position: Any, course: Course) -> None:
        self.kind = kind
        self.position = position
        self.course = course

    def __deepcopy__(self, memo: Any) -> Table:
        return Table(self.kind, self.position.copy(), self.course.copy())

    def __reduce__(self) -> tuple[Any, ...]:
        options = self.kind.face.game.options_data(self.position.rules.options)
        course = {name: each for name, each in vars(self.course).items() if name != "rules"}
        return _again, (self.kind.name, options, bytes(self.position), course)


def _again(name: str, options: dict[str, Any], position: bytes, course: dict[str, Any]) -> Table:
    kind = KINDS[name]
    rules = kind.face.rules(options)
    table = Table(kind, kind.face.position.from_bytes(rules, position), kind.course(rules))
    vars(table.course).update(course)
    return table


class BaumeisterState(pyspiel.State):
    """Where a game stands."""

    def __init__(self, game: Any, table: Table) -> None:
        super().__init__(game)
        self.table = table

    def current_player(self) -> int:
        actor = self.table.position.actor
        if actor == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else int(actor)

    def is_terminal(self) -> bool:
        return bool(self.table.position.actor == OVER)

    def _legal_actions(self, player: int) -> list[int]:
        position = self.table.position
        return list(position.legal()) if player == position.actor else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What may come out, with its probability."""
        weights = self.table.position.weights()
        total = sum(weights)
        outcomes = zip(self.table.position.legal(), weights, strict=True)
        return [(number, weight / total) for number, weight in outcomes]

    def _apply_action(self, action: int) -> None:
        position = self.table.position
        actor = position.actor
        position.apply(action)
        self.table.course.add(actor, action, position.points())

    def _action_to_string(self, player: int, action: int) -> str:
        """The action in words; the bare number while a step of many parts is half done."""
        try:
            state = self.table.position.state()
            actor = CHANCE if player == pyspiel.PlayerId.CHANCE else player
            return self.table.kind.face.text(state, actor, action)
        except ValueError:
            return str(action)

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> BaumeisterState:
        """A state that the player cannot tell from this one, for search to play on from.

        All that the player may not know is guessed anew, uniformly. `history` stays that of this
        state, so that the other cannot be serialised.
        """
        table = self.table
        seed = int(probability_sampler() * 2**53)
        other = self.clone()
        position = table.position.determinize(player_id, seed)
        other.table = Table(table.kind, position, table.course.guessed_by(player_id))
        made: BaumeisterState = other
        return made

    def returns(self) -> list[float]:
        position = self.table.position
        players = position.rules.players
        if not self.is_terminal():
            return [0.0] * players
        if players == 1:
            return [points / POINTS_SCALE for points in position.points()]
        return utilities(position.ranks())

    def __str__(self) -> str:
        """Every step so far: all there is to know, hidden or not."""
        return self.table.course.text()
