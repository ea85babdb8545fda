"""What follows a move in a puzzle of Manhattan: how opponents answer it, and how close it is."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Sequence
from itertools import takewhile
from random import Random
from typing import Any, Final, NamedTuple

from baumeister.bots.analysis.evaluator import Question
from baumeister.bots.analysis.result import Reason
from baumeister.bots.analysis.search_evaluator import sampled
from baumeister.bots.manhattan.levels import network_settings
from baumeister.fast.api import Position
from baumeister.fast.manhattan import numbers
from baumeister.games.manhattan.actions import Action, Build
from baumeister.games.manhattan.board import SITE_NAMES
from baumeister.games.manhattan.rules import apply, scoring_now
from baumeister.games.manhattan.scoring import final_outcome
from baumeister.games.manhattan.state import State

SAMPLES: Final = 40
OFTEN: Final = 0.3
"""An answer that comes less often is not mentioned."""
MORE: Final = 0.2
"""Nor one that comes nearly as often after the best move."""
DEFEATS: Final = 0.15
"""A defeat that comes less often is not mentioned."""
CLOSE: Final = 6
"""Turns left in the deciding round for its score to say something."""
DISTRICT: Final = 9
"""Sites of a district."""
WORTH: Final = {"answers-highest": 4, "answers-majority": 3, "answers": 1}
"""Points that an answer takes from the player (M3)."""


class _Turn(NamedTuple):
    state: State
    actor: int
    action: Action


def reply(question: Question, moves: tuple[Any, Any], seed: int) -> Reason | None:
    """Where an opponent takes something from the player before their next turn after the second
    move, by the learned policy, and much less often after the first; and what goes with it."""
    before, after = (_taken(question, move, seed) for move in moves)
    best, most = None, 0
    for key, codes in after.items():
        count, code = codes.total(), codes.most_common(1)[0][0]
        more = count - (before[key].total() if key in before else 0)
        if count >= OFTEN * SAMPLES and more >= MORE * SAMPLES and WORTH[code] * more > most:
            seat, site = key
            best, most = (code, seat, site, count), WORTH[code] * more
    if best is None:
        return None
    code, seat, site, count = best
    place = {"site": SITE_NAMES[site], "seat": seat}
    return {"code": code, **place, "now": round(count / SAMPLES, 2)}


def _played(question: Question, action: Any, seed: int) -> Iterator[Iterator[_Turn]]:
    """By sample of what is hidden, the turns of the round after the move, each the favourite of
    the learned policy."""
    policy = network_settings(question.game.players(question.view.options))["policy"]
    for sample in range(SAMPLES):
        state, position = sampled(question, Random(seed * SAMPLES + sample))
        for number in numbers.numbers_of(state, question.seat, action):
            position.apply(number)
        yield _turns(position, policy, state.round)


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


def _taken(question: Question, action: Any, seed: int) -> dict[tuple[int, int], Counter[str]]:
    """By opponent and site, how often they take the building there from the player before the
    player's next turn, by what goes with it."""
    seen: dict[tuple[int, int], Counter[str]] = {}
    for turns in _played(question, action, seed):
        for turn in takewhile(lambda each: each.actor != question.seat, turns):
            build = turn.action
            if isinstance(build, Build) and _owner(turn.state, build.site) == question.seat:
                found = seen.setdefault((turn.actor, build.site), Counter())
                found[_loss(turn.state, turn.actor, build, question.seat)] += 1
    return seen


def _owner(state: State, site: int) -> int | None:
    building = state.buildings[site]
    return state.setup.owner(building.owner) if building.height else None


def _loss(state: State, actor: int, answer: Build, seat: int) -> str:
    """The reason's code: the highest building or a majority may go with the building."""
    colours = state.setup.colours[seat]
    old, new = scoring_now(state), scoring_now(apply(state, actor, answer))
    if old.highest_colour in colours and new.highest_colour not in colours:
        return "answers-highest"
    was, now = (each.districts[answer.site // DISTRICT].colour for each in (old, new))
    if was in colours and now not in colours:
        return "answers-majority"
    return "answers"


def standing(question: Question, action: Any) -> list[Reason]:
    """Everybody's points if the deciding round were scored after the move, and who wins a tie."""
    state = _deciding(question)
    if state is None:
        return []
    after = apply(state, question.seat, action)
    points = list(question.game.standing(after))
    order = sorted(range(len(points)), key=lambda each: (each != question.seat, -points[each]))
    found: list[Reason] = [
        {"code": "standing", "standing": [[each, points[each]] for each in order]}
    ]
    tied = [each for each in order if points[each] == max(points)]
    if question.seat in tied and len(tied) > 1:
        winner = _winner(after, points)
        found += [] if winner is None else [{"code": "tie-break", "seat": winner}]
    return found


def defeat(question: Question, moves: tuple[Any, Any], seed: int) -> Reason | None:
    """How the deciding round is lost after the second move: the points of the player and of the
    opponent who then wins more often than after the first."""
    if _deciding(question) is None:
        return None
    before, after = (_ends(question, move, seed) for move in moves)
    more = {seat: ends.total() - before[seat].total() for seat, ends in after.items()}
    winner = max(more, key=more.__getitem__, default=question.seat)
    if winner == question.seat or after[winner].total() < DEFEATS * SAMPLES:
        return None
    (own, theirs), _ = after[winner].most_common(1)[0]
    code = "defeat-tie" if own == theirs else "defeat"
    return {"code": code, "standing": [[question.seat, own], [winner, theirs]]}


def _ends(question: Question, action: Any, seed: int) -> dict[int, Counter[tuple[int, int]]]:
    """By opponent who wins, how often with which points of the player and of that opponent."""
    ends: dict[int, Counter[tuple[int, int]]] = defaultdict(Counter)
    for turns in _played(question, action, seed):
        for state, actor, chosen in deque(turns, maxlen=1):
            after = apply(state, actor, chosen)
            points = list(question.game.standing(after))
            winner = _winner(after, points)
            if winner is not None and winner != question.seat:
                ends[winner][points[question.seat], points[winner]] += 1
    return ends


def _deciding(question: Question) -> State | None:
    """A sample of the position if the last round is about to end."""
    state: State = question.game.determinize(question.view, Random(0))
    last = state.round == state.options.rounds and state.turns <= CLOSE
    return state if last else None


def _winner(state: State, points: Sequence[int]) -> int | None:
    """The player with most points; of several, the one that the highest building makes the winner
    (M3.5). None if it does not decide."""
    scores = [*points, *[0] * (len(state.options.colours) - len(points))]  # of the first colours
    found = final_outcome(state.options, state.buildings, scores, ())
    return found.ranks.index(1) if found.reason in ("points", "highest") else None
