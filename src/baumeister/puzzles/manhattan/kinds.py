"""The kinds of puzzles of Manhattan.

`best-move`: the build with the best chance of winning the game. `win-round`: the build with the
best chance of scoring the most points in this round, with the tie-breaks of a game's end (M3.5).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace
from random import Random
from typing import Any, Final

from baumeister.bots.analysis.evaluator import Question
from baumeister.bots.analysis.verdicts import CHANCES
from baumeister.core.game import AnyGame
from baumeister.games.manhattan.actions import Build
from baumeister.games.manhattan.state import Phase, State
from baumeister.games.manhattan.view import View
from baumeister.puzzles.manhattan.replies import at_least_as_good

LEAST_CHOICES: Final = 8
"""Builds to choose from: with fewer it is no puzzle."""
SOLVERS: Final = ("3", "4", "5:nodes=100", "5:nodes=1000")
LAST_TURNS: Final = 6
"""Turns left in a round that can be won by one build: earlier, too much can still happen."""
INACCURACY: Final = dict(CHANCES)["inaccuracy"]
"""The least that every other move of a puzzle must lose, between two players."""
_PLAYERS: Final = (2, 3, 4)


class BestMove:
    """Find the build that wins the game most often."""

    name = "best-move"
    chances = "chances"
    solvers = SOLVERS
    least_chance = 0.15

    def options(self, number: int) -> Mapping[str, Any]:
        return {"players": _PLAYERS[number % len(_PLAYERS)]}

    def suits(self, state: State, seat: int) -> bool:
        return (
            state.phase == Phase.BUILD and seat == state.turn and _choices(state) >= LEAST_CHOICES
        )

    def question(self, game: AnyGame, view: View) -> Question:
        return Question(game, _seat(view), view)

    def answer(self, action: Any) -> Hashable:
        """The site: several blocks may be about as good there."""
        return action.site if isinstance(action, Build) else action

    def least_margin(self, players: int) -> float:
        return 2 * INACCURACY / players

    def doubts(self, question: Question, best: Any) -> list[Any]:
        """With two turns left, moves elsewhere that no reply makes worse than the best one."""
        legal = question.game.legal(
            question.game.determinize(question.view, Random(0)), _seat(question.view)
        )
        others = [move for move in legal if self.answer(move) != self.answer(best)]
        return at_least_as_good(question, best, others)


class WinRound(BestMove):
    """Find the build that scores most in this round.

    It is asked as if the game ended with this round and nobody had points yet: whoever scores most
    then wins the game.
    """

    name = "win-round"
    chances = "chances-round"
    least_chance = 0.3

    def suits(self, state: State, seat: int) -> bool:
        """Towards the end of the round, but not when nobody can answer any more."""
        return super().suits(state, seat) and 1 < state.turns <= LAST_TURNS

    def question(self, game: AnyGame, view: View) -> Question:
        options = replace(view.options, rounds=view.round)
        asked = view._replace(options=options, scores=(0,) * len(view.scores))
        return Question(game, _seat(view), asked)


def _choices(state: State) -> int:
    """Sites that the player's cards reach, roughly: cards times districts."""
    return 6 * len(set(state.hands[state.turn]))


def _seat(view: View) -> int:
    assert view.seat is not None  # a puzzle is always asked of a player
    return view.seat


KINDS: Final = {kind.name: kind for kind in (BestMove(), WinRound())}
DAYS: Final[dict[str, Any]] = {}
"""No puzzle is a whole game."""
