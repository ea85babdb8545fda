"""The position after a move and a reply to it, and how the game ends with a board."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from baumeister.bots.analysis.evaluator import Question
from baumeister.games.manhattan.actions import Build
from baumeister.games.manhattan.rules import apply, standing
from baumeister.games.manhattan.scoring import final_outcome
from baumeister.games.manhattan.state import Phase, State


class Ended(NamedTuple):
    """The end of the game after a reply."""

    points: tuple[int, ...]
    shares: tuple[float, ...]
    """By seat, the share of the win: 1 for a single winner."""
    reason: str
    """What decides: `points`, `highest` or `majorities`, or the win is `shared`."""

    @property
    def winner(self) -> int | None:
        """The single winner."""
        return self.shares.index(1.0) if 1.0 in self.shares else None


def ended(state: State) -> Ended:
    """The end of the game if the deciding round is over with this board, by M3.5."""
    points = standing(state)
    scores = [*points, *[0] * (len(state.options.colours) - len(points))]  # of the first colours
    found = final_outcome(state.options, state.buildings, scores, ())
    shares = tuple(float(rank == 1) / found.ranks.count(1) for rank in found.ranks)
    return Ended(points, shares, found.reason)


def answered(state: State, actor: int, reply: Build) -> State:
    """The board if this opponent built at once, whatever their cards and whose turn it is."""
    hands = tuple((reply.card,) if each == actor else () for each in range(state.setup.players))
    return apply(state._replace(phase=Phase.BUILD, turn=actor, hands=hands), actor, reply)


@lru_cache(maxsize=8)
def state_of(question: Question) -> State:
    """A state that fits the question."""
    found: State = question.game.determinize(question.view, Random(0))
    return found


def after_move(question: Question, move: Any) -> State:
    """The position right after the move."""
    return apply(state_of(question), question.seat, move)
