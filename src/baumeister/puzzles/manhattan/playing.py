"""Rounds played on by the favourites of the learned policy, to see what usually follows a move."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from functools import lru_cache
from itertools import takewhile
from random import Random
from typing import Any, Final, NamedTuple

from baumeister.bots.analysis.evaluator import Question
from baumeister.bots.analysis.search_evaluator import sampled
from baumeister.bots.manhattan.levels import network_settings
from baumeister.fast.api import Position
from baumeister.fast.manhattan import numbers
from baumeister.games.manhattan.actions import Action, Build
from baumeister.games.manhattan.rules import apply
from baumeister.games.manhattan.state import State
from baumeister.puzzles.manhattan.replies import Ended, Reply, ended, reply_of

SAMPLES: Final = 40


class _Turn(NamedTuple):
    state: State
    actor: int
    action: Action


def first_replies(question: Question, move: Any, seed: int) -> Iterator[tuple[int, Build]]:
    """By whom and what is built after the move before the player's next turn, in all samples."""
    for turns in _played(question, move, seed):
        for turn in takewhile(lambda each: each.actor != question.seat, turns):
            if isinstance(turn.action, Build):
                yield turn.actor, turn.action


def reply_counts(question: Question, move: Any, seed: int) -> Counter[Reply]:
    """How often each reply comes before the player's next turn."""
    return Counter(reply_of(build) for _, build in first_replies(question, move, seed))


def own_builds(question: Question, move: Any, seed: int) -> Iterator[list[Build]]:
    """By sample, the player's later builds of the round."""
    for turns in _played(question, move, seed):
        own = [turn.action for turn in turns if turn.actor == question.seat]
        yield [action for action in own if isinstance(action, Build)]


def finals(question: Question, move: Any, seed: int) -> list[Ended]:
    """How the round ends after the move, by sample, as if it were the last one."""
    return [
        ended(apply(state, actor, chosen))
        for turns in _played(question, move, seed)
        for state, actor, chosen in deque(turns, maxlen=1)
    ]


@lru_cache(maxsize=8)  # the best move and its rivals are compared several times
def _played(question: Question, move: Any, seed: int) -> list[list[_Turn]]:
    """By sample of what is hidden, the turns of the round after the move."""
    policy = network_settings(question.game.players(question.view.options))["policy"]
    found = []
    for sample in range(SAMPLES):
        state, position = sampled(question, Random(seed * SAMPLES + sample))
        for number in numbers.numbers_of(state, question.seat, move):
            position.apply(number)
        found.append(list(_turns(position, policy, state.round)))
    return found


def _turns(position: Position, policy: Any, number: int) -> Iterator[_Turn]:
    position.settle()
    while position.actor >= 0:
        state, actor = position.state(), position.actor
        if state.round != number:
            return
        logits = position.logits(policy)
        chosen = position.legal()[max(range(len(logits)), key=logits.__getitem__)]
        yield _Turn(state, actor, numbers.action_of(state, actor, [chosen]))
        position.apply(chosen)
        position.settle()
