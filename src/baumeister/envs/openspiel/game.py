"""An OpenSpiel game over positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

import pyspiel

from baumeister.envs.episode import parse_start
from baumeister.envs.openspiel.observer import Observer
from baumeister.envs.openspiel.parameters import given_options
from baumeister.envs.openspiel.spec import SPECS, GameSpec
from baumeister.envs.openspiel.state import POINTS_SCALE, BaumeisterState, StateData
from baumeister.fast.errors import ArgumentError

MOST_POINTS: Final = 400.0
"""An upper bound of a player's points."""


class BaumeisterGame(pyspiel.Game):
    """A game under given parameters."""

    spec: ClassVar[GameSpec]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        spec, given = self.spec, dict(params or {})
        self.rules = rules = spec.positions.rules(given_options(spec.positions.GAME, given))
        solo = rules.players == 1
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.actions,
            max_chance_outcomes=spec.max_chance_outcomes(rules.options),
            num_players=rules.players,
            min_utility=0.0 if solo else -1 / (rules.players - 1),
            max_utility=MOST_POINTS / POINTS_SCALE if solo else 1.0,
            utility_sum=None if solo else 0.0,
            max_game_length=spec.num_decisions(rules.options),
        )
        super().__init__(spec.game_type(rules.players), info, given)

    def new_initial_state(self, text: str | None = None) -> BaumeisterState:
        """The state before the deal, where chance acts first, or that of a position text.

        The text must be a whole position: a view does not say where the game begins.
        """
        spec, rules = self.spec, self.rules
        history = spec.history(rules)
        if text is None:
            return BaumeisterState(self, StateData(spec, spec.positions.Position(rules), history))
        state = parse_start(spec.positions, rules, text).state
        if state is None:
            raise ArgumentError("the position text is a view: complete what it hides first")
        position = spec.positions.Position.of(rules, state)
        history.begin_at(spec.positions.GAME, state)
        return BaumeisterState(self, StateData(spec, position, history))

    def max_chance_nodes_in_history(self) -> int:
        return self.spec.max_chance_nodes(self.rules.options)

    def max_history_length(self) -> int:
        """The largest number of actions in a game, chance included."""
        return self.spec.num_decisions(self.rules.options) + self.max_chance_nodes_in_history()

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> Observer | None:
        """An observer of a seat's observation or, with perfect recall, its information state.

        Observers of only the public or only the private part are not supported.
        """
        if params:
            raise ArgumentError(f"observers have no parameters; given: {dict(params)}")
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not wanted.public_info or wanted.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        fields = self.spec.positions.fields(self.rules)
        length = self.max_history_length() if wanted.perfect_recall else 0
        return Observer(self.rules, fields, length)


def register(game: type[BaumeisterGame]) -> type[BaumeisterGame]:
    """Register a game with OpenSpiel."""
    spec = game.spec
    SPECS[spec.name] = spec
    pyspiel.register_game(spec.game_type(max(spec.players)), game)
    return game
