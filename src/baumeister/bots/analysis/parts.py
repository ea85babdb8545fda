"""What a game brings to analyses and hints, and the generic parts for games that bring nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from baumeister.bots.analysis.evaluator import Evaluator
from baumeister.bots.analysis.plain_evaluator import PlainEvaluator
from baumeister.bots.analysis.result import Reason
from baumeister.core.game import AnyGame
from baumeister.core.messages import Value
from baumeister.core.registry import plugin_of


class AnalysisModule(Protocol):
    """The module `Plugin.analysis` names. `words.<language>.toml` beside it has the words of its
    reasons.

    It may also have `contrast(question, actions, seed)`, which returns a list of
    `bots.analysis.contrast.Fact`: what follows the first action compared with the second; and
    `seat_names(options, language)`, names for the seats of a position without players.
    """

    def evaluator(self) -> Evaluator:
        """The engine that analyses the game."""

    def reasons(self, state: Any, seat: int, action: Any) -> list[Reason]:
        """Reasons for an action, starting with what it does.

        `state` is a sample consistent with the seat's view: use only what the seat may know.
        """

    def wording(self, reason: Mapping[str, Any], language: str) -> tuple[str, dict[str, Value]]:
        """The key of the words for a reason, and the values of placeholders only this game has.

        Fields `seat` (as `{who}`), `from`, `by`, `gain` and the shares `now` and `was` are
        formatted by `bots.words`; all other fields are placeholders as they are.
        """


def analysis_of(game: AnyGame) -> AnalysisModule | None:
    """The game's own part, if it brings one."""
    found: AnalysisModule | None = plugin_of(game).load("analysis")
    return found


def evaluator_for(game: AnyGame) -> Evaluator:
    """The engine that analyses the game."""
    module = analysis_of(game)
    return module.evaluator() if module else PlainEvaluator()
