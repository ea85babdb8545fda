"""A game of OpenSpiel over positions: what both games share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

import pyspiel

from baumeister.envs.openspiel.kind import KINDS, Kind
from baumeister.envs.openspiel.observer import Observer
from baumeister.envs.openspiel.parameters import options
from baumeister.envs.openspiel.state import POINTS_SCALE, BaumeisterState, Table

MOST_POINTS: Final = 400.0
"""More than anybody can have."""


class BaumeisterGame(pyspiel.Game):
    """The rules of a game under its parameters."""

    kind: ClassVar[Kind]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        kind, given = self.kind, dict(params or {})
        self.rules = rules = kind.face.rules(options(kind.parameters, given))
        alone = rules.players == 1
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.actions,
            max_chance_outcomes=kind.outcomes(rules.options),
            num_players=rules.players,
            min_utility=0.0 if alone else -1 / (rules.players - 1),
            max_utility=MOST_POINTS / POINTS_SCALE if alone else 1.0,
            utility_sum=None if alone else 0.0,
            max_game_length=kind.decisions(rules.options),
        )
        super().__init__(kind.game_type(rules.players), info, given)

    def new_initial_state(self, *_: Any) -> BaumeisterState:
        """Nothing is dealt yet: chance acts first."""
        kind, rules = self.kind, self.rules
        return BaumeisterState(self, Table(kind, kind.face.position(rules), kind.course(rules)))

    def max_chance_nodes_in_history(self) -> int:
        return self.kind.chances(self.rules.options)

    def steps(self) -> int:
        """The most steps a game can have, those of chance included."""
        return self.kind.decisions(self.rules.options) + self.max_chance_nodes_in_history()

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> Observer | None:
        """What a seat sees now, or (with perfect recall) has seen so far. There is no observer of
        only the public or only the private part."""
        if params:
            raise ValueError(f"observers have no parameters; given: {dict(params)}")
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not wanted.public_info or wanted.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        fields = self.kind.face.fields(self.rules)
        return Observer(self.rules, fields, self.steps() if wanted.perfect_recall else 0)


def register(game: type[BaumeisterGame]) -> type[BaumeisterGame]:
    """Make a game known to OpenSpiel."""
    kind = game.kind
    KINDS[kind.name] = kind
    pyspiel.register_game(kind.game_type(max(kind.players)), game)
    return game
