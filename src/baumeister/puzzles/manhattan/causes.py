"""What speaks for and against a move, as the solver of a puzzle can count it on the board.

Unlike a hint during a game, an explanation may use the solver's hand, and with it the cards that
the opponents can still hold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from baumeister.bots.analysis.contrast import advantage
from baumeister.bots.analysis.evaluator import Question
from baumeister.bots.analysis.result import Reason
from baumeister.bots.manhattan.reasons import reasons as reasons_of
from baumeister.games.manhattan.actions import Build
from baumeister.games.manhattan.board import SITE_NAMES
from baumeister.games.manhattan.rules import standing
from baumeister.puzzles.manhattan.accounts import (
    NOTICED,
    is_deciding,
    is_minor,
    strongest,
    worse_replies,
)
from baumeister.puzzles.manhattan.replies import (
    Reply,
    after_move,
    change_by,
    held,
    replies,
    state_of,
    takes_over,
)
from baumeister.puzzles.manhattan.scores import lost, won

MOST: Final = 2
"""The most threats that are named against a move."""


def reasons(question: Question, action: Any) -> list[Reason]:
    """What the action does, by what the player knows."""
    found = reasons_of(state_of(question), question.seat, action, held(question.view))
    return [each for each in found if each["code"] != "keeps"]  # for what, is not known


def speaks_for(question: Question, best: Any, others: Sequence[Any]) -> list[Reason]:
    """How the best move wins the deciding round; before, the threat that only it stops."""
    if is_deciding(question):
        return won(question, best)
    often = Counter(
        (*reply.place, reply.floors)
        for move in others
        for reply in worse_replies(question, (best, move))[:1]
        if _is_stopped(question, best, reply.seat)
    )
    threats = [
        reply
        for reply in replies(question, None)  # as the board is
        if (*reply.place, reply.floors) in often and not is_minor(question.seat, reply)
    ]
    if not threats:
        return []
    reply = max(threats, key=lambda each: often[*each.place, each.floors])
    guarded = [each for each in reasons(question, best) if each["code"].startswith("guards")]
    if any(each["site"] == SITE_NAMES[reply.site] for each in guarded):
        return []
    return [_threat(question, None, reply, "stops")]


def speaks_against(question: Question, moves: tuple[Any, Any]) -> list[Reason]:
    """What is worse after the second move than after the first, the best one: how the deciding
    round is lost; before, the replies that cost more, and the points that are not gained."""
    if not all(isinstance(move, Build) for move in moves):
        return []
    if is_deciding(question):
        return lost(question, moves)
    best, worse = moves
    found: list[Reason] = []
    worst = worse_replies(question, moves)[:MOST]
    for reply in worst:
        if reply is worst[0] or not is_minor(question.seat, reply):
            threat = {**_threat(question, worse, reply, "threat"), "veiled": "threat-veiled"}
            if is_minor(question.seat, reply) or not _is_stopped(question, best, reply.seat):
                threat["minor"] = True  # that alone does not convince
            found += [threat, _instead(question, best, reply)]
    first, second = (standing(after_move(question, move)) for move in moves)
    gains = tuple(one - other for one, other in zip(first, second, strict=True))
    gap = advantage(question.seat, gains)
    if gap >= NOTICED:
        less = {"code": "worth-less", "gains": _listed(question, gains)}
        found.append(less if gap >= 1 else {**less, "minor": True})
    elif gap <= -NOTICED:
        more = tuple(-gain for gain in gains)
        found.insert(0, {"code": "worth-more", "gains": _listed(question, more)})
    if best.site == worse.site and best != worse and not found:
        return [{"code": "right-site", "site": SITE_NAMES[best.site]}]
    return [] if [each["code"] for each in found] == ["worth-more"] else found


def _is_stopped(question: Question, best: Any, seat: int) -> bool:
    """Whether an opponent has no strong reply to the best move."""
    reply = strongest(question, best).get(seat)
    return reply is None or is_minor(question.seat, reply)


def _threat(question: Question, move: Any, reply: Reply, code: str) -> Reason:
    """What an opponent can do after a move, what it changes, and everybody's points."""
    taken = takes_over(question, move, reply)
    changed = change_by(question, move, reply)
    found: Reason = {
        "code": f"{code}-takes" if taken else f"{code}-builds",
        "seat": reply.seat,
        "site": SITE_NAMES[reply.site],
        "floors": reply.floors,
        "gains": _listed(question, reply.gains),
    }
    return {**found, "so": changed} if changed else found


def _instead(question: Question, best: Any, threat: Reply) -> Reason:
    """What the same opponent can do after the best move: nothing that costs as much, or the
    strongest reply."""
    seat, who = question.seat, threat.seat
    costs = [-each.gains[seat] for each in replies(question, best) if each.seat == who]
    most = max(costs, default=0)
    if most <= 0:
        return {"code": "after-nothing", "seat": who}
    if most < -threat.gains[seat]:
        return {"code": "after-most", "seat": who, "count": most}
    reply = strongest(question, best)[who]
    gains = _listed(question, reply.gains)
    return {"code": "after-less", "seat": who, "site": SITE_NAMES[reply.site], "gains": gains}


def _listed(question: Question, gains: Sequence[int]) -> list[list[int]]:
    """Everybody's change of points, the player's first; those without one are left out."""
    seats = sorted(range(len(gains)), key=lambda each: each != question.seat)
    return [[seat, gains[seat]] for seat in seats if gains[seat]]
