"""What speaks for and against a move, as the solver of a puzzle can count it on the board.

Unlike a hint during a game, an explanation may use the solver's hand, and with it the cards that
the opponents can still hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from baumeister.bots.analysis.contrast import advantage
from baumeister.bots.analysis.evaluator import Question
from baumeister.bots.analysis.result import Reason, consequences
from baumeister.bots.manhattan.reasons import reasons as reasons_of
from baumeister.games.manhattan.actions import Build
from baumeister.games.manhattan.rules import standing
from baumeister.puzzles.manhattan.accounts import (
    MAJORITY,
    NOTICED,
    is_deciding,
    is_minor,
    strongest,
    weight,
    worse_replies,
)
from baumeister.puzzles.manhattan.facts import lead, listed, other_block, still, threat
from baumeister.puzzles.manhattan.replies import Reply, after_move, held, replies, state_of
from baumeister.puzzles.manhattan.scores import lost, won

MOST: Final = 2
"""The most threats that are named."""


def reasons(question: Question, action: Any) -> list[Reason]:
    """What the action does, by what the player knows."""
    found = reasons_of(state_of(question), question.seat, action, held(question.view))
    return [each for each in found if each["code"] != "keeps"]  # for what, is not known


def speaks_for(question: Question, best: Any, others: Sequence[Any]) -> list[Reason]:
    """What the best move does, and how it wins the deciding round; before, the threats that it
    stops and some other move does not, and the replies that still cost more than a building."""
    found = reasons(question, best)
    if is_deciding(question):
        replied = [fact for move in others for fact in lost(question, (best, move))[:1]]
        changed = [*found, *(each for fact in replied for each in consequences(fact))]
        return [*found, *lead(question, best, changed), *won(question, best)]
    stops = [threat(question, None, reply, "stops") for reply in _stopped(question, best, others)]
    left = _left(question, best)
    sites = {each.get("site") for each in left}
    found = [
        each
        for each in found
        if not each["code"].startswith("guards")  # unlike `stops`, they do not say what is lost
        and not (each["code"].startswith("exposed") and each["site"] in sites)
    ]
    changed = [*found, *(each for stop in stops for each in stop["so"])]
    return [*found, *stops, *lead(question, best, changed), *left]


def speaks_against(question: Question, moves: tuple[Any, Any]) -> list[Reason]:
    """What is worse after the second move than after the first, the best one: how the deciding
    round is lost; before, the replies that cost more, and the points that are not gained."""
    if not all(isinstance(move, Build) for move in moves):
        return []
    if is_deciding(question):
        return lost(question, moves)
    best, worse = moves
    found: list[Reason] = []
    for reply in worse_replies(question, moves)[:MOST]:
        minor = is_minor(question.seat, reply)
        if not found or not minor:
            fact = {**threat(question, worse, reply, "threat"), "veiled": "threat-veiled"}
            if minor or not _is_harmless(question, best, reply.seat):
                fact["minor"] = True  # that alone does not convince
            found.append(fact)
    had, first, second = (standing(after_move(question, each)) for each in (None, *moves))
    gap = advantage(question.seat, first) - advantage(question.seat, second)
    gains = {"gains": listed(question, had, second), "better": listed(question, had, first)}
    if gap >= NOTICED:
        less = {"code": "worth-less", **gains, "veiled": "worth-less-veiled"}
        found.append(less if gap >= 1 else {**less, "minor": True})
    elif gap <= -NOTICED and found:
        found = [{"code": "worth-more", **gains}, *found, *still(question, best, worse)]
    return found or other_block(question, moves)


def _stopped(question: Question, best: Any, others: Sequence[Any]) -> list[Reply]:
    """By opponent, the strongest reply as the board is that the best move stops and some other
    move does not; not of one who still has a reply that costs as much."""
    seat, strong = question.seat, _strong(question, best)
    open_to = {_key(reply) for move in others for reply in _strong(question, move).values()}
    left = {reply.seat: -reply.gains[seat] for reply in _costly(question, best)[::-1]}
    return _by_weight(
        question,
        [
            reply
            for key, reply in _strong(question, None).items()
            if key in open_to
            and (key not in strong or strong[key].gains[seat] > reply.gains[seat])
            and -reply.gains[seat] > left.get(reply.seat, -1)
        ],
    )


def _left(question: Question, best: Any) -> list[Reason]:
    """By opponent, the strongest reply to the best move that costs the player more than a building;
    if there is none, what replies cost; nothing if nobody can reply."""
    if costly := _by_weight(question, _costly(question, best)):
        return [{**threat(question, best, reply, "left"), "against": True} for reply in costly]
    costs = [-reply.gains[question.seat] for reply in replies(question, best)]
    if not costs:
        return []
    most = max(costs)
    return [{"code": "after-most", "count": most} if most > 0 else {"code": "after-nothing"}]


def _costly(question: Question, move: Any) -> list[Reply]:
    """The replies to a move that cost the player more than a building, the costliest first."""
    seat = question.seat
    found = [each for each in replies(question, move) if -each.gains[seat] >= MAJORITY]
    return sorted(found, key=lambda reply: reply.gains[seat])


def _is_harmless(question: Question, best: Any, seat: int) -> bool:
    """Whether an opponent has no strong reply to the best move."""
    reply = strongest(question, best).get(seat)
    return reply is None or is_minor(question.seat, reply)


def _strong(question: Question, move: Any) -> dict[tuple[int, int, int], Reply]:
    """The replies to a move that are not minor, by opponent, site and floors."""
    found = [each for each in replies(question, move) if not is_minor(question.seat, each)]
    return {_key(reply): reply for reply in found}


def _by_weight(question: Question, found: Sequence[Reply]) -> list[Reply]:
    """By opponent, the reply that costs most on average, of no more than `MOST` opponents."""
    ordered = sorted(found, key=lambda reply: -weight(question.seat, reply))
    first = {reply.seat: reply for reply in reversed(ordered)}
    return [reply for reply in ordered if reply is first[reply.seat]][:MOST]


def _key(reply: Reply) -> tuple[int, int, int]:
    return *reply.place, reply.floors
