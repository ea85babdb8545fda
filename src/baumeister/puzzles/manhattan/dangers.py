"""What opponents can cost the player with one build: a building, a majority, the highest building.

The cards that the opponents can still hold are taken into account. What a move leaves open counts
if it is lost more often by the end of the round than after the best move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from statistics import fmean
from typing import Any, Final, NamedTuple

from baumeister.bots.analysis.evaluator import Question
from baumeister.bots.analysis.result import Reason
from baumeister.bots.manhattan.contrast import ends_of
from baumeister.bots.manhattan.lasting import Unseen, may_reach, threats
from baumeister.games.manhattan.actions import Build
from baumeister.games.manhattan.board import DISTRICTS, SITE_NAMES
from baumeister.games.manhattan.editions import EDITIONS
from baumeister.games.manhattan.rules import scoring_now
from baumeister.games.manhattan.scoring import Scoring
from baumeister.games.manhattan.state import State
from baumeister.games.manhattan.view import View
from baumeister.puzzles.manhattan.playing import first_replies
from baumeister.puzzles.manhattan.replies import after_move, answered

HAPPENS: Final = 0.1
"""What is lost less often, or hardly more often than after the best move, is not mentioned."""
HIGHEST: Final = len(DISTRICTS)
"""Stands for the highest building beside the numbers of districts."""
POINTS: Final = {HIGHEST: 3}
MAJORITY: Final = 2
"""Points (M3)."""


class Danger(NamedTuple):
    """A build of an opponent."""

    seat: int
    site: int
    floors: int


def held(view: View) -> Unseen:
    """The number of each card that opponents may hold until the end of the round; None if played
    cards may come back by then."""
    return view.unseen if view.turns - 1 <= view.pile_size else None


def leaves(question: Question, moves: tuple[Any, Any], seed: int) -> list[Reason]:
    """The most valuable thing that opponents can still take after the second move and not after
    the first, with how often they do."""
    best, worse = (after_move(question, move) for move in moves)
    left: list[tuple[float, Reason]] = []
    safe, open_to = dangers(question, best), dangers(question, worse)
    for thing in _things(scoring_now(best), question.seat, best):
        often = _more_often(question, moves, seed, thing)
        if thing in open_to and thing not in safe and often:
            danger = _likely(question, moves[1], seed, open_to[thing])
            left.append((often * POINTS.get(thing, MAJORITY), _told(worse, thing, danger, often)))
    left += _buildings(question, moves, seed)
    return [reason for _, reason in sorted(left, key=lambda each: -each[0])[:1]]


def dangers(question: Question, state: State) -> dict[int, list[Danger]]:
    """By district or the highest building that the player has alone, the builds that end that."""
    seat, unseen = question.seat, held(question.view)
    before = scoring_now(state)
    found: dict[int, list[Danger]] = {}
    for danger, build in _builds(state, seat, unseen):
        after = answered(state, danger.seat, build)
        kept = set(_things(scoring_now(after), seat, state))
        for thing in _things(before, seat, state):
            if thing not in kept:
                found.setdefault(thing, []).append(danger)
    return found


def _builds(state: State, seat: int, unseen: Unseen) -> Iterator[tuple[Danger, Build]]:
    """Everything that an opponent may build in this round, whoever's turn it is."""
    for colour, tray in enumerate(state.trays):
        opponent = state.setup.owner(colour)
        if opponent == seat:
            continue
        for site, building in enumerate(state.buildings):
            for floors, count in enumerate(tray, start=1):
                possible = count and floors >= building.least[colour]
                if possible and may_reach(state, opponent, site, unseen):
                    build = Build(1, site, floors, state.setup.colour_name(colour))
                    yield Danger(opponent, site, floors), build


def _things(scoring: Scoring, seat: int, state: State) -> Iterator[int]:
    """The districts whose majority the player has, and HIGHEST."""
    own = state.setup.colours[seat]
    for number, district in enumerate(scoring.districts):
        if district.colour in own:
            yield number
    if scoring.highest_colour in own:
        yield HIGHEST


def _more_often(question: Question, moves: tuple[Any, Any], seed: int, thing: int) -> float:
    """How often the player loses something after the second move; 0 if hardly more often than
    after the first."""
    before, now = (
        _share(
            (end.highest if thing == HIGHEST else end.majorities[thing]) != question.seat
            for end in ends_of(question, move, seed)
        )
        for move in moves
    )
    return now if now - before >= HAPPENS else 0.0


def _share(lost: Iterable[bool]) -> float:
    return round(fmean(lost), 2)


def _likely(question: Question, move: Any, seed: int, listed: list[Danger]) -> Danger:
    """The build that is played most often, by opponent and site."""
    played = Counter((seat, build.site) for seat, build in first_replies(question, move, seed))
    return max(listed, key=lambda each: (played[each.seat, each.site], -each.floors, each.site))


def _told(state: State, thing: int, danger: Danger, often: float) -> Reason:
    place = {"seat": danger.seat, "site": SITE_NAMES[danger.site], "floors": danger.floors}
    if thing == HIGHEST:
        return {"code": "leaves-highest", **place, "now": often}
    named = EDITIONS[state.options.edition].districts[thing]
    district = {"district": DISTRICTS[thing], "named": named}
    return {"code": "leaves-majority", **place, **district, "now": often}


def _buildings(
    question: Question, moves: tuple[Any, Any], seed: int
) -> Iterator[tuple[float, Reason]]:
    """One's own building, and the opponents whom only the first move stops from taking it."""
    seat, unseen, site = question.seat, held(question.view), moves[0].site
    best, worse = (after_move(question, move) for move in moves)
    before = worse.buildings[site]
    own = worse.setup.colours[seat]
    if not before.height or before.owner not in own:
        return
    stopped = threats(best, seat, site, unseen)
    still = {
        opponent: floors
        for opponent, floors in threats(worse, seat, site, unseen).items()
        if opponent not in stopped
    }
    often = _share(end.owners[site] != seat for end in ends_of(question, moves[1], seed))
    if still and often >= HAPPENS:
        floors = min(still.values())
        by = sorted(each for each in still if still[each] == floors)
        place = {"site": SITE_NAMES[site], "by": by, "floors": floors}
        yield often, {"code": "leaves", **place, "now": often}
