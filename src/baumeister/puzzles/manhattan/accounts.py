"""What a player can count on the board: the points after a move, and what one reply costs.

A reply is any build of an opponent who still has a block in this round and may hold a card for the
site. It is weighed with the chance that they do. How good a move looks by that account is compared
with what the searches say: only where both agree can a solution be explained.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import prod
from typing import Any, Final

from baumeister.bots.analysis.contrast import advantage
from baumeister.bots.analysis.evaluator import Question
from baumeister.games.manhattan.rules import standing
from baumeister.puzzles.manhattan.replies import (
    Ended,
    Reply,
    after_move,
    answered,
    chance_of,
    ended,
    is_last_block,
    replies,
    state_of,
)

POINTS: Final = 0.25
"""How much better, in points, the account of the best move must be than that of any other."""
SLACK: Final = 0.5
"""How much worse it may be, if an opponent's reply speaks strongly against the other move."""
NOTICED: Final = 0.2
"""Smaller differences between two moves, in points, are not mentioned."""
MAJORITY: Final = 2
HIGHEST: Final = 3
"""Points (M3)."""
SAFETY: Final = 0.15
"""How much better the chance must be that nobody can take the win away any more."""


def is_deciding(question: Question) -> bool:
    """Whether the player makes their last build of the game."""
    state = state_of(question)
    return state.round == state.options.rounds and is_last_block(state, question.seat)


def strongest(question: Question, move: Any) -> dict[int, Reply]:
    """By opponent, the reply that costs the player most, weighed with its chance."""
    found: dict[int, Reply] = {}
    for reply in replies(question, move):
        known = found.get(reply.seat)
        if known is None or weight(question.seat, reply) > weight(question.seat, known):
            found[reply.seat] = reply
    return found


def weight(seat: int, reply: Reply) -> float:
    """What a reply costs the player on average compared with the others, in points."""
    return -reply.chance * advantage(seat, reply.gains)


def worse_replies(question: Question, moves: tuple[Any, Any]) -> list[Reply]:
    """The strongest reply to the second move of each opponent who can cost the player noticeably
    less after the first, the worst first."""
    before, after = (strongest(question, move) for move in moves)

    def more(seat: int) -> float:
        first, second = (
            max(0.0, weight(question.seat, each[seat])) if seat in each else 0.0
            for each in (before, after)
        )
        return second - first

    seats = [seat for seat in after if more(seat) >= NOTICED]
    return [after[seat] for seat in sorted(seats, key=more, reverse=True)]


def is_minor(seat: int, reply: Reply) -> bool:
    """Whether a reply costs the player no more than a building and brings no highest one."""
    return reply.gains[seat] > -MAJORITY and reply.gains[reply.seat] < HIGHEST


@lru_cache(maxsize=256)
def account(question: Question, move: Any) -> float:
    """The lead over the others after the move, less what each opponent's strongest reply costs."""
    seat = question.seat
    points = standing(after_move(question, move))
    costs = (max(0.0, weight(seat, each)) for each in strongest(question, move).values())
    return advantage(seat, points) - sum(costs)


def winning(question: Question, move: Any) -> list[tuple[Reply, Ended]]:
    """The replies with which an opponent wins the deciding round, or shares the win."""
    return [
        (reply, end)
        for reply, end in ends_of(question, move)
        if end.winner != question.seat and end.shares[reply.seat] > 0
    ]


def ends_of(question: Question, move: Any) -> Iterator[tuple[Reply, Ended]]:
    """Every single reply in the deciding round, and how the game ends with it."""
    after = after_move(question, move)
    for reply in replies(question, move):
        yield reply, ended(answered(after, reply.seat, reply.build))


@lru_cache(maxsize=256)
def safety(question: Question, move: Any) -> float:
    """The chance that nobody holds a card to take the win away with one build; 0 if the player
    would not win if the round were scored after the move."""
    after = after_move(question, move)
    if ended(after).winner != question.seat:
        return 0.0
    places: dict[int, list[tuple[int, int]]] = {}
    for reply, _ in winning(question, move):
        places.setdefault(reply.seat, []).append(reply.place)
    return prod(1.0 - chance_of(question.view, after, each) for each in places.values())


def looks_better(question: Question, best: Any, other: Any) -> bool:
    """Whether the best move is better than another one by what can be counted on the board."""
    if is_deciding(question):
        return safety(question, best) >= safety(question, other) + SAFETY
    gap = account(question, best) - account(question, other)
    if gap >= POINTS or gap < -SLACK:
        return gap >= POINTS
    strong = worse_replies(question, (best, other))
    return not all(is_minor(question.seat, reply) for reply in strong)
