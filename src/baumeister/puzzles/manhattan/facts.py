"""Single facts of an explanation: a threat, buildings in a district, a block that remains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from baumeister.bots.analysis.evaluator import Question
from baumeister.bots.analysis.result import Reason
from baumeister.bots.manhattan.lasting import few_cards
from baumeister.games.manhattan.actions import Build
from baumeister.games.manhattan.board import DISTRICTS, SITE_NAMES, SITES_EACH
from baumeister.games.manhattan.rules import scoring_now
from baumeister.puzzles.manhattan.replies import (
    Reply,
    after_move,
    answered,
    changes_by,
    has_block_for,
    held,
    owner_of,
    takes_over,
)


def threat(question: Question, move: Any, reply: Reply, code: str) -> Reason:
    """What an opponent can do after a move, everybody's points, what it changes, and whether few
    cards allow it."""
    taken = takes_over(question, move, reply)
    so = changes_by(question, move, reply)
    if code == "threat":
        so += _taken_back(question, move, reply)
    so += few_cards(after_move(question, move), [reply.seat], reply.site, held(question.view))
    return {
        "code": f"{code}-takes" if taken else f"{code}-builds",
        "seat": reply.seat,
        "site": SITE_NAMES[reply.site],
        "floors": reply.floors,
        "gains": listed(question, (0,) * len(reply.gains), reply.gains),
        "so": so,
    }


def _taken_back(question: Question, move: Any, reply: Reply) -> list[Reason]:
    """That the player can take back a building that a reply takes from them."""
    before = after_move(question, move)
    if owner_of(before, reply.site) != question.seat:
        return []
    after = answered(before, reply.seat, reply.build)
    return [{"code": "taken-back"}] if has_block_for(question, move, after, reply.site) else []


def lead(question: Question, best: Any, changed: Sequence[Reason]) -> list[Reason]:
    """The player's buildings and those of the next best one in the district where the best move
    adds one, if its majority changes."""
    seat, before, after = question.seat, after_move(question, None), after_move(question, best)
    site, district = best.site, DISTRICTS[best.site // SITES_EACH]
    named = next((each["named"] for each in changed if each.get("district") == district), None)
    if owner_of(before, site) == seat or named is None:
        return []
    built = scoring_now(after).districts[site // SITES_EACH].counts
    most = {
        each: max(built[colour] for colour in after.setup.colours[each])
        for each in range(after.setup.players)
    }
    own, theirs = most.pop(seat), max(most.values())
    fact = {"code": "leads", "district": district, "named": named, "own": own, "theirs": theirs}
    return [fact] if own > theirs else []


def still(question: Question, best: Build, worse: Build) -> list[Reason]:
    """That the player can build on the site of the other move right after the best one."""
    there = has_block_for(question, best, after_move(question, best), worse.site)
    if not there or best.site == worse.site:
        return []
    return [{"code": "after-still", "site": SITE_NAMES[worse.site]}]


def other_block(question: Question, moves: tuple[Build, Build]) -> list[Reason]:
    """Why the best move's block is better than another one on the same site."""
    best, worse = moves
    if best == worse or best.site != worse.site:
        return []
    place = {"site": SITE_NAMES[best.site], "floors": worse.floors}
    if best.floors < worse.floors:
        return [{"code": "block-enough", **place}]
    now, was = (_least(question, move) for move in moves)
    if now > was:
        return [{"code": "block-lasts", **place, "needs": now, "before": was}]
    return [{"code": "right-site", **place}]


def _least(question: Question, move: Build) -> int:
    """The fewest floors with which an opponent can take the site of a move over."""
    after = after_move(question, move)
    own = after.setup.colours[question.seat]
    return min(
        floors
        for colour, floors in enumerate(after.buildings[move.site].least)
        if colour not in own and colour < len(after.options.colours)
    )


def listed(question: Question, before: Sequence[int], after: Sequence[int]) -> list[list[int]]:
    """Everybody's change of points, the player's first; those without one are left out."""
    gains = [now - was for now, was in zip(after, before, strict=True)]
    seats = sorted(range(len(gains)), key=lambda each: each != question.seat)
    return [[seat, gains[seat]] for seat in seats if gains[seat]]
