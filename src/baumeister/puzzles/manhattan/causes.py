"""What speaks for and against a move, as the solver of a puzzle can see it.

Unlike a hint during a game, an explanation may use the solver's hand, and with it the cards that
the opponents can still hold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from baumeister.bots.analysis.evaluator import Difference, Question
from baumeister.bots.analysis.result import Reason
from baumeister.bots.manhattan.reasons import changes
from baumeister.bots.manhattan.reasons import reasons as reasons_of
from baumeister.games.manhattan.actions import Build
from baumeister.games.manhattan.board import SITE_NAMES
from baumeister.games.manhattan.rules import scoring_now
from baumeister.games.manhattan.rules import standing as points_now
from baumeister.puzzles.manhattan.dangers import held, leaves
from baumeister.puzzles.manhattan.playing import SAMPLES, finals, own_builds
from baumeister.puzzles.manhattan.replies import (
    after_move,
    answered,
    is_large_enough,
    state_of,
)
from baumeister.puzzles.manhattan.scores import (
    defeat,
    is_deciding,
    standing,
    victory,
)

PLANNED: Final = 0.25
"""A plan that is followed less often is not mentioned."""
MOSTLY: Final = 0.6
"""The share of the chances given away that must go to one opponent to name them."""
TWO: Final = 2
NEW: Final = 0.2
"""It must be followed less often by this much after some other move."""


def reasons(question: Question, action: Any) -> list[Reason]:
    """What the action does, by what the player knows."""
    return reasons_of(state_of(question), question.seat, action, held(question.view))


def speaks_for(question: Question, best: Any, others: Sequence[Any], seed: int) -> list[Reason]:
    """The threat to a majority that only the best move stops, the score after it, how it wins, and
    the plan behind it."""
    won, later = victory(question, best, seed), plan(question, best, others, seed)
    sure = won is not None and won["code"] == "unbeatable"
    rival = [] if sure else _only_rival(question, (best, *others), seed)
    stopped = [_stopped(question, (best, move), seed) for move in others[:1]]
    return [
        *filter(None, stopped),
        *standing(question, best),
        *rival,
        *filter(None, (won, later)),
    ]


def _stopped(question: Question, moves: tuple[Any, Any], seed: int) -> Reason | None:
    """The threat to a majority that the second move leaves, told of the first."""
    for each in leaves(question, moves, seed):
        if each["code"] == "leaves-majority":
            return {
                **{name: each[name] for name in each if name != "now"},
                "code": "guards-majority",
            }
    return None


def speaks_against(
    question: Question, moves: tuple[Any, Any], gap: Difference, answer: Reason | None, seed: int
) -> list[Reason]:
    """What the second move leaves undone, unless the answer to it tells as much, and how it loses,
    or at least the score after it."""
    lost = defeat(question, moves, seed)
    score = [lost] if lost else standing(question, moves[1])
    if answer is None:
        return [*(leaves(question, moves, seed) or _spares(question, moves, gap)), *score]
    if "so" in answer or answer["code"].startswith("refutes"):
        return score
    left = leaves(question, moves, seed)
    return [*(each for each in left if each["site"] != answer["site"]), *score]


def _spares(question: Question, moves: tuple[Any, Any], gap: Difference) -> list[Reason]:
    """The building that the first move takes from the opponent who gains most of the chances that
    the second gives away, and what it is worth to them; not if the second gains more on them."""
    state = state_of(question)
    building = state.buildings[moves[0].site]
    owner = state.setup.owner(building.owner) if building.height else question.seat
    if owner == question.seat or -gap.seats[owner].chance < MOSTLY * gap.chance:
        return []
    best, worse = (points_now(after_move(question, move)) for move in moves)
    leads = [points[question.seat] - points[owner] for points in (best, worse)]
    place = {"site": SITE_NAMES[moves[0].site], "from": owner}
    if worse[owner] <= best[owner] or leads[0] <= leads[1]:
        return []
    return [{"code": "spares", **place, "count": worse[owner] - best[owner]}]


def _only_rival(question: Question, moves: Sequence[Any], seed: int) -> list[Reason]:
    """The only opponent who wins the deciding round after any of these moves, of several."""
    if not is_deciding(question) or len(points_now(state_of(question))) <= TWO:
        return []
    ends = [end for move in moves for end in finals(question, move, seed)]
    winners = {seat for end in ends for seat, share in enumerate(end.shares) if share}
    rivals = winners - {question.seat}
    return [{"code": "only-rival", "seat": rivals.pop()}] if len(rivals) == 1 else []


def plan(question: Question, best: Any, others: Sequence[Any], seed: int) -> Reason | None:
    """The later build with a card of one's own hand that the best move makes possible, and what it
    would gain at once: made often after it, and much less often after one of the others."""
    after = _later(question, best, seed)
    rest = [_later(question, move, seed) for move in others]
    for build, count in after.most_common():
        same = [each[build] for each in rest]
        if count < PLANNED * SAMPLES:
            break
        gains = _gains(question, best, build)
        if gains and same and count - min(same) >= NEW * SAMPLES:
            found = {"code": "plan", "site": SITE_NAMES[build.site], "floors": build.floors}
            return {**found, "hand": build.card, "so": gains[-1]}
    return None


def _later(question: Question, move: Any, seed: int) -> Counter[Build]:
    """In how many samples a later build is made with a card that the player already holds."""
    hand = list(question.view.hand)
    hand.remove(move.card)
    return Counter(
        build
        for builds in own_builds(question, move, seed)
        for build in {each for each in builds if each.card in hand}
    )


def _gains(question: Question, best: Any, build: Build) -> list[Reason]:
    """What the player would gain if the build followed the best move at once."""
    board = after_move(question, best)
    if not is_large_enough(board, question.seat, build):
        return []
    then = answered(board, question.seat, build)
    found = changes(board, scoring_now(board), scoring_now(then))
    own = [each for each in found if each.get("seat") == question.seat]
    return [{name: each[name] for name in each if name != "from"} for each in own]
