"""What a puzzle of Manhattan is about, and how opponents answer a wrong move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any, Final

from baumeister.bots.analysis.evaluator import Question
from baumeister.bots.analysis.result import Reason
from baumeister.bots.analysis.search_evaluator import sampled
from baumeister.bots.manhattan.levels import network_settings
from baumeister.fast.manhattan import numbers
from baumeister.games.manhattan.actions import Build
from baumeister.games.manhattan.board import SITE_NAMES
from baumeister.puzzles.parts import themes_by

THEMES: Final = {
    "take-over": ("takes", "exposed", "stays", "holds", "gets-site"),
    "highest": ("highest", "level", "wins-highest"),
    "majority": ("majority", "no-majority", "wins-majority", "all-majorities"),
    "blocks": ("chooses", "brings", "reach", "enough", "outsizes", "saves", "spends"),
    "small-blocks": ("keeps", "later"),
}
"""The themes and the reasons that speak for them."""
SAMPLES: Final = 40
OFTEN: Final = 0.3
"""An answer that comes less often is not mentioned."""
MORE: Final = 0.2
"""Nor one that comes nearly as often after the best move."""


def themes(reasons: Iterable[Reason]) -> list[str]:
    """The themes that most of these reasons speak for."""
    return themes_by(THEMES, reasons)


def reply(question: Question, moves: tuple[Any, Any], seed: int) -> Reason | None:
    """Where the next player takes something from this one after the second move, by the learned
    policy, and much less often after the first."""
    before, after = (_taken(question, move, seed) for move in moves)
    if not after:
        return None
    (seat, site), count = max(after.items(), key=lambda item: item[1] - before[item[0]])
    if count < OFTEN * SAMPLES or count - before[seat, site] < MORE * SAMPLES:
        return None
    share = round(count / SAMPLES, 2)
    return {"code": "answers", "site": SITE_NAMES[site], "seat": seat, "now": share}


def _taken(question: Question, action: Any, seed: int) -> Counter[tuple[int, int]]:
    """How often the next player, by seat and site, then takes a building over."""
    settings = network_settings(question.game.players(question.view.options))
    seen: Counter[tuple[int, int]] = Counter()
    for sample in range(SAMPLES):
        rng = Random(seed * SAMPLES + sample)
        state, position = sampled(question, rng)
        for number in numbers.numbers_of(state, question.seat, action):
            position.apply(number)
        position.settle()
        now = position.state()
        if position.actor < 0 or position.actor == question.seat or now.round != state.round:
            continue
        logits = position.logits(settings["policy"])
        chosen = position.legal()[max(range(len(logits)), key=logits.__getitem__)]
        answer = numbers.action_of(now, position.actor, [chosen])
        if not isinstance(answer, Build):
            continue
        building = now.buildings[answer.site]
        if building.height and now.setup.owner(building.owner) == question.seat:
            seen[position.actor, answer.site] += 1
    return seen
