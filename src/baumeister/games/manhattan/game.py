"""Manhattan as a `core.game.Game`."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any, Final

from baumeister.core.game import Game
from baumeister.core.outcome import Outcome
from baumeister.games.manhattan import rules
from baumeister.games.manhattan.actions import Action
from baumeister.games.manhattan.chance import chance, sample
from baumeister.games.manhattan.options import Options
from baumeister.games.manhattan.refusals import why_not
from baumeister.games.manhattan.schema import result_schema
from baumeister.games.manhattan.scoring import final_outcome
from baumeister.games.manhattan.state import Phase, State, first_state
from baumeister.games.manhattan.text import FORMS
from baumeister.games.manhattan.variants import effect
from baumeister.games.manhattan.versions import VERSION, corrected, options_of_version
from baumeister.games.manhattan.view import View, determinize, moment, seen_text, view


class Manhattan(Game[Options, State, Action, View]):
    """Stack skyscraper blocks in six districts; two to four players."""

    id = "manhattan"
    rules_version = VERSION
    result_clauses = MappingProxyType(
        {
            "scores": "M3.4",
            "ranks": "M3.5",
            "winners": "M3.5",
            "reason": "M3.5",
            "rounds": "M3",
        }
    )

    options_type = Options
    forms = FORMS

    def sides(self, options: Options) -> tuple[int, ...]:
        """The side of the board each player sits at (M1.4)."""
        return options.sides

    new = staticmethod(first_state)
    actors = staticmethod(rules.actors)
    legal = staticmethod(rules.legal)
    apply = staticmethod(rules.apply)
    standing = staticmethod(rules.standing)
    points = staticmethod(rules.points)
    just_scored = staticmethod(rules.just_scored)
    why_not = staticmethod(why_not)
    chance = staticmethod(chance)
    sample = staticmethod(sample)
    view = staticmethod(view)
    determinize = staticmethod(determinize)
    moment = staticmethod(moment)
    seen = staticmethod(seen_text)
    effect = staticmethod(effect)
    options_of_version = staticmethod(options_of_version)
    corrected = staticmethod(corrected)

    def record_schema(self) -> dict[str, Any]:
        """JSON Schemas of the options, the log and the result of a record."""
        return super().record_schema() | result_schema()

    def outcome(self, state: State) -> Outcome | None:
        """The result with its tie-breaks (M3.5); None until the game has ended."""
        if state.phase != Phase.OVER:
            return None
        return final_outcome(state.options, state.buildings, state.scores, state.rounds)


MANHATTAN: Final = Manhattan()
