"""An OpenSpiel state over a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pyspiel

from baumeister.core.chance import CHANCE
from baumeister.envs.openspiel.history import ActionHistory
from baumeister.envs.openspiel.spec import SPECS, GameSpec
from baumeister.envs.rewards import utilities
from baumeister.fast import OVER

POINTS_SCALE: Final = 200.0
"""Solo returns are points divided by this, so that the best games return about 1."""


class StateData:
    """The contents of a state: its only attribute, because OpenSpiel deep-copies and pickles every
    attribute, which this class makes cheap."""

    __slots__ = ("history", "position", "spec")

    def __init__(self, spec: GameSpec, position: Any, history: ActionHistory) -> None:
        self.spec = spec
        self.position = position
        self.history = history

    def __deepcopy__(self, memo: Any) -> StateData:
        return StateData(self.spec, self.position.copy(), self.history.copy())

    def __reduce__(self) -> tuple[Any, ...]:
        options = self.spec.positions.GAME.options_data(self.position.rules.options)
        history = {name: each for name, each in vars(self.history).items() if name != "rules"}
        return _unpickled, (self.spec.name, options, bytes(self.position), history)


def _unpickled(
    name: str, options: dict[str, Any], position: bytes, history: dict[str, Any]
) -> StateData:
    spec = SPECS[name]
    rules = spec.positions.rules(options)
    restored = spec.positions.Position.from_bytes(rules, position)
    data = StateData(spec, restored, spec.history(rules))
    vars(data.history).update(history)
    return data


class BaumeisterState(pyspiel.State):
    """A state of a game."""

    def __init__(self, game: Any, data: StateData) -> None:
        super().__init__(game)
        self.data = data

    def current_player(self) -> int:
        actor = self.data.position.actor
        if actor == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else int(actor)

    def is_terminal(self) -> bool:
        return bool(self.data.position.actor == OVER)

    def _legal_actions(self, player: int) -> list[int]:
        position = self.data.position
        return list(position.legal()) if player == position.actor else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes with their probabilities."""
        weights = self.data.position.weights()
        total = sum(weights)
        outcomes = zip(self.data.position.legal(), weights, strict=True)
        return [(number, weight / total) for number, weight in outcomes]

    def _apply_action(self, action: int) -> None:
        position = self.data.position
        actor = position.actor
        position.apply(action)
        self.data.history.add(actor, action, position.points())

    def _action_to_string(self, player: int, action: int) -> str:
        """The action's text; only its number in the middle of a composite action."""
        try:
            state = self.data.position.state()
            actor = CHANCE if player == pyspiel.PlayerId.CHANCE else player
            return self.data.spec.positions.text(state, actor, action)
        except ValueError:
            return str(action)

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> BaumeisterState:
        """A state from the player's information state, with everything hidden sampled uniformly.

        `history()` stays that of this state, so the new one cannot be serialised.
        """
        data = self.data
        seed = int(probability_sampler() * 2**53)
        other = self.clone()
        position = data.position.determinize(player_id, seed)
        other.data = StateData(data.spec, position, data.history.resampled(player_id))
        resampled: BaumeisterState = other
        return resampled

    def returns(self) -> list[float]:
        position = self.data.position
        players = position.rules.players
        if not self.is_terminal():
            return [0.0] * players
        if players == 1:
            return [points / POINTS_SCALE for points in position.points()]
        return utilities(position.ranks())

    def __str__(self) -> str:
        """The complete action history, hidden actions included."""
        return self.data.history.text()
