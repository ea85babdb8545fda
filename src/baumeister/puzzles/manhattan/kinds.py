"""The kinds of puzzles of Manhattan.

`best-move`: the build with the best chance of winning the game. `win-round`: the build with the
best chance of scoring the most points in this round, with the tie-breaks of a game's end (M3.5).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace
from typing import Any, Final

from baumeister.bots.analysis.evaluator import Question
from baumeister.bots.analysis.verdicts import CHANCES
from baumeister.core.game import AnyGame
from baumeister.games.manhattan.actions import Build
from baumeister.games.manhattan.state import Phase, State
from baumeister.games.manhattan.view import View
from baumeister.puzzles.manhattan.accounts import looks_better
from baumeister.puzzles.manhattan.replies import is_last_block, state_of

LEAST_CHOICES: Final = 8
"""Builds to choose from: with fewer it is no puzzle."""
SOLVERS: Final = ("3", "4", "5:nodes=100", "5:nodes=1000")
INACCURACY: Final = dict(CHANCES)["inaccuracy"]
"""The least that every other move of a puzzle must lose, between two players."""
_PLAYERS: Final = (2, 3, 4)


class BestMove:
    """Find the build that wins the game most often."""

    name = "best-move"
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

    def is_doubtful(self, question: Question, best: Any) -> bool:
        """Whether some move elsewhere looks as good by what can be counted on the board."""
        state = state_of(question)
        return any(
            self.answer(move) != self.answer(best) and not looks_better(question, best, move)
            for move in question.game.legal(state, question.seat)
        )


class WinRound(BestMove):
    """Find the build that scores most in this round.

    It is asked as if the game ended with this round and nobody had points yet: whoever scores most
    then wins the game.
    """

    name = "win-round"
    least_chance = 0.3

    def suits(self, state: State, seat: int) -> bool:
        """The player's last build of the round, unless nobody can answer it any more: nothing that
        happens afterwards can be mended."""
        return super().suits(state, seat) and state.turns > 1 and is_last_block(state, seat)

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
