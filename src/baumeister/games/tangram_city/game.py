"""Tangram City as a `core.game.Game`."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any, Final

from baumeister.core.game import Game
from baumeister.core.outcome import Outcome
from baumeister.games.tangram_city import rules
from baumeister.games.tangram_city.actions import Action
from baumeister.games.tangram_city.chance import outcomes, sample
from baumeister.games.tangram_city.options import Options
from baumeister.games.tangram_city.refusals import why_not
from baumeister.games.tangram_city.schema import result_schema
from baumeister.games.tangram_city.scoring import final_outcome
from baumeister.games.tangram_city.state import Phase, State, first_state
from baumeister.games.tangram_city.text import FORMS
from baumeister.games.tangram_city.view import View, determinize, moment, seen_text, view


class TangramCity(Game[Options, State, Action, View]):
    """Fill a city of 7 × 7 fields with tangram tiles; one to five players."""

    id = "tangram-city"
    rules_version = 1
    result_clauses = MappingProxyType(
        {
            "scores": "T5.3",
            "ranks": "T5.3",
            "winners": "T5.3",
            "reason": "T5.3",
            "rounds": "T4.1",
            "bonuses": "T5.1",
        }
    )

    options_type = Options
    forms = FORMS

    new = staticmethod(first_state)
    actors = staticmethod(rules.actors)
    legal = staticmethod(rules.legal)
    apply = staticmethod(rules.apply)
    standing = staticmethod(rules.standing)
    scored_now = staticmethod(rules.scored_now)
    points = staticmethod(rules.points)
    just_scored = staticmethod(rules.just_scored)
    why_not = staticmethod(why_not)
    chance = staticmethod(outcomes)
    sample = staticmethod(sample)
    view = staticmethod(view)
    determinize = staticmethod(determinize)
    moment = staticmethod(moment)
    seen = staticmethod(seen_text)

    def record_schema(self) -> dict[str, Any]:
        """JSON Schemas of the options, the log and the result of a record."""
        return super().record_schema() | result_schema()

    def outcome(self, state: State) -> Outcome | None:
        """The result with its bonuses (T5); None until the game has ended."""
        if state.phase != Phase.OVER:
            return None
        return final_outcome(state.boards, state.points, state.rounds)


TANGRAM_CITY: Final = TangramCity()
