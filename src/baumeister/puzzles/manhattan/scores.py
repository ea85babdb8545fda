"""How the last build of a game decides it: the score, and the replies that still change it."""

from __future__ import annotations

from typing import Any, Final

from baumeister.bots.analysis.evaluator import Question
from baumeister.bots.analysis.result import Reason, consequences
from baumeister.games.manhattan.board import SITE_NAMES
from baumeister.puzzles.manhattan.accounts import ends_of, safety, winning
from baumeister.puzzles.manhattan.replies import (
    Ended,
    Reply,
    after_move,
    blocks_left,
    changes_by,
    ended,
    takes_over,
)

FEW: Final = 3
"""More sites than this are not listed."""
MANY: Final = 12
"""With more sites than this, an opponent can build almost anywhere."""
TIES: Final = {"highest": "by-height", "majorities": "by-majorities"}
"""The codes of what breaks a tie."""


def won(question: Question, best: Any) -> list[Reason]:
    """Everybody's points after the best move, who can still take the win away, by what, and who
    can only give it to somebody else."""
    found, state = standing(question, best), after_move(question, best)
    taken = _taken(question, best)
    beaten = [each for each in taken if "to" not in each]
    given = [each for each in taken if "to" in each]
    if beaten:
        return [*found, *beaten, _held(question, best), *given]
    left = [
        seat
        for seat in range(state.setup.players)
        if seat != question.seat and blocks_left(state, seat)
    ]
    alone = len(left) == 1 and not given
    sure: Reason = {"code": "unbeatable", "seat": left[0]} if alone else {"code": "safe-lead"}
    return [*found, {**sure, "so": _closest(question, best)}, *given]


def _taken(question: Question, best: Any) -> list[Reason]:
    """On which sites each opponent can still take the win away, for themselves or for another."""
    found: dict[tuple[int, int], dict[str, None]] = {}
    for reply, end in ends_of(question, best):
        if end.winner != question.seat:
            to = reply.seat if end.shares[reply.seat] else _rival(question, end)
            found.setdefault((reply.seat, to), {})[SITE_NAMES[reply.site]] = None
    reasons: list[Reason] = []
    for (seat, to), places in found.items():
        by, on = ("beaten-by", "beaten-on") if to == seat else ("gives-win", "gives-win-on")
        few = len(places) <= FEW
        fact = {"code": by, "places": [*places]} if few else {"code": on, "count": len(places)}
        reasons.append({**fact, "seat": seat} if to == seat else {**fact, "seat": seat, "to": to})
    return reasons


def _rival(question: Question, end: Ended) -> int:
    """The winner, or of several the one with the most points, but not the player."""
    rest = [each for each in range(len(end.points)) if each != question.seat]
    return end.winner if end.winner is not None else max(rest, key=end.points.__getitem__)


def lost(question: Question, moves: tuple[Any, Any]) -> list[Reason]:
    """What loses the round after the second move: another player is ahead already, or a reply wins
    that does not win after the first move. Then also on how many sites there is such a reply, and
    how likely it is that somebody holds a card for one of them."""
    best, worse = moves
    end = ended(after_move(question, worse))
    if end.winner != question.seat:
        return [_scored(question, "behind", end)]
    saved = {(reply.place, reply.floors) for reply, _ in winning(question, best)}
    new = [
        pair for pair in winning(question, worse) if (pair[0].place, pair[0].floors) not in saved
    ]
    if not new or safety(question, worse) >= safety(question, best):
        return []

    def rank(pair: tuple[Reply, Ended]) -> tuple[bool, float, int]:
        reply, after = pair
        lead = after.points[reply.seat] - after.points[question.seat]
        return after.winner == reply.seat, reply.chance, lead

    reply, after = max(new, key=rank)
    place = {"site": SITE_NAMES[reply.site], "floors": reply.floors, "seat": reply.seat}
    scored = _scored(question, "refutes", after)
    scored["veiled"] = f"{scored['code']}-veiled"
    if takes_over(question, worse, reply):
        scored["code"] = scored["code"].replace("refutes", "refutes-takes")
    scored["so"] = [*consequences(scored), *changes_by(question, worse, reply)]
    sites = {each.site for each, _ in winning(question, worse)}
    more: list[Reason] = [{"code": "wins-on", "count": len(sites)}] if len(sites) > 1 else []
    if len(sites) > MANY:
        more = [{"code": "wins-anywhere"}]
    return [{**scored, **place}, *more, _held(question, worse)]


def _closest(question: Question, best: Any) -> list[Reason]:
    """The closest result of the round after a single reply with which the player wins."""
    ends = [end for _, end in ends_of(question, best) if end.winner == question.seat]
    if not ends:
        return []
    both = [(end.points[question.seat], max(_others(question, end))) for end in ends]
    own, theirs = min(both, key=lambda points: points[0] - points[1])
    return [{"code": "closest-tie" if own == theirs else "closest", "own": own, "theirs": theirs}]


def _others(question: Question, end: Ended) -> list[int]:
    return [points for seat, points in enumerate(end.points) if seat != question.seat]


def _held(question: Question, move: Any) -> Reason:
    """How likely it is that an opponent holds a card to take the win away."""
    return {"code": "somebody-holds", "now": round(1 - safety(question, move), 2)}


def standing(question: Question, action: Any) -> list[Reason]:
    """Everybody's points if the deciding round were scored after the move, and who wins a tie."""
    after = ended(after_move(question, action))
    points, seat = after.points, question.seat
    order = sorted(range(len(points)), key=lambda each: (each != seat, -points[each]))
    found: list[Reason] = [
        {"code": "standing", "standing": [[each, points[each]] for each in order]}
    ]
    tied = [each for each in order if points[each] == max(points)]
    if seat in tied and len(tied) > 1 and after.winner == seat:
        found.append({"code": f"tie-won{'-majorities' if after.reason == 'majorities' else ''}"})
    return found


def _scored(question: Question, code: str, end: Ended) -> Reason:
    """A reason with the points of the player and of the best other one, and what breaks a tie."""
    seat = question.seat
    other = _rival(question, end)
    own, theirs = end.points[seat], end.points[other]
    found: Reason = {"code": code, "own": own, "theirs": theirs, "to": other}
    if own != theirs:
        return found
    if end.reason not in TIES:
        return {**found, "code": f"{code}-shared"}
    return {**found, "code": f"{code}-tie", "so": {"code": TIES[end.reason]}}
