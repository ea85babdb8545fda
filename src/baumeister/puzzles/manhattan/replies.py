"""Every reply to a move with two turns left in the deciding round, and how the game then ends.

With so few turns nothing has to be estimated: trays and buildings are public, and the next player
may hold any card that the seat has not seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final, NamedTuple

from baumeister.bots.analysis.evaluator import Question
from baumeister.games.manhattan.actions import Build
from baumeister.games.manhattan.rules import apply, legal, standing
from baumeister.games.manhattan.scoring import final_outcome
from baumeister.games.manhattan.state import Phase, State

LAST_TWO: Final = 2
"""Turns left, the player's own included."""


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


Reply = tuple[int, int, str | None]
"""Site, floors and colour (of a player with two); the card decides nothing."""


def ended(state: State) -> Ended:
    """The end of the game if the deciding round is over with this board, by M3.5."""
    points = standing(state)
    scores = [*points, *[0] * (len(state.options.colours) - len(points))]  # of the first colours
    found = final_outcome(state.options, state.buildings, scores, ())
    shares = tuple(float(rank == 1) / found.ranks.count(1) for rank in found.ranks)
    return Ended(points, shares, found.reason)


def replier(question: Question) -> int | None:
    """Who makes the last turn of the game; None unless the question is about the turn before."""
    view = question.view
    if view.round != view.options.rounds or view.turns != LAST_TWO:
        return None
    return (question.seat + 1) % int(question.game.players(view.options))


def answered(state: State, actor: int, reply: Build) -> State:
    """The board if this opponent built at once, whatever their cards and whose turn it is."""
    hands = tuple((reply.card,) if each == actor else () for each in range(state.setup.players))
    return apply(state._replace(phase=Phase.BUILD, turn=actor, hands=hands), actor, reply)


def reply_of(build: Build) -> Reply:
    """What matters of a build on the last turn."""
    return build.site, build.floors, build.colour


def is_large_enough(state: State, player: int, build: Build) -> bool:
    """Whether the block suffices for its site as it is now (M2.5)."""
    colour = state.setup.colour_number[build.colour] if build.colour else player
    return build.floors >= state.buildings[build.site].least[colour]


def state_of(question: Question) -> State:
    """A state that fits the question."""
    found: State = question.game.determinize(question.view, Random(0))
    return found


def after_move(question: Question, move: Any) -> State:
    """The position right after the move."""
    return apply(state_of(question), question.seat, move)


def replies(question: Question, action: Any) -> dict[Reply, Ended]:
    """How the game ends after each reply to the action; empty unless two turns are left."""
    actor = replier(question)
    if actor is None:
        return {}
    after = after_move(question, action)
    unseen = tuple(card for card, count in enumerate(question.view.unseen, start=1) if count)
    hands = tuple(unseen if each == actor else () for each in range(after.setup.players))
    listed = legal(after._replace(phase=Phase.BUILD, turn=actor, turns=1, hands=hands), actor)
    return {
        reply_of(each): ended(answered(after, actor, each))
        for each in listed
        if isinstance(each, Build)
    }


def at_least_as_good(question: Question, best: Any, others: Sequence[Any]) -> list[Any]:
    """Those of the other moves after which no reply ends worse than after the best move.

    An end is worse if the player no longer wins alone, or if the opponent who replies now wins or
    shares the win. If only a shared win makes the best move better, it is not clearly the best.
    """
    actor, known = replier(question), replies(question, best)
    if actor is None or not known:
        return []
    seat = question.seat

    def is_worse(reply: Reply, end: Ended) -> bool:
        before = known.get(reply)
        won = before is None or before.winner == seat
        theirs = before is not None and before.shares[actor] > 0
        return (won and end.winner != seat) or (end.shares[actor] > 0 and not theirs)

    return [
        move
        for move in others
        if not any(is_worse(reply, end) for reply, end in replies(question, move).items())
    ]
