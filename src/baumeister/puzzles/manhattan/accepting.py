"""Which clear positions make a good puzzle of Manhattan: the explanation must show a cause.

A player agrees with a solution if they can count on the board what it gains, which threat it stops
or what decides the round, and what is worse after the other moves. Averages do not show that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from baumeister.bots.analysis.evaluator import Question
from baumeister.bots.analysis.result import Reason
from baumeister.puzzles.manhattan.accounts import is_deciding, safety
from baumeister.puzzles.puzzle import Clarity, Wrong

NEAR: Final = 0.15
"""How much lower the chance of winning may be than what can be counted."""
LEAST_WRONG: Final = 2
"""Wrong moves that must be explained, if there are as many."""
GAINS: Final = ("majority", "highest")
BREAKS: Final = ("no-majority", "level")
"""Codes of what a move gains for a seat, or takes `from` one."""
BEST: Final = (
    "guards", "guards-highest", "guards-top", "guards-level", "stops-takes", "stops-builds",
    "unbeatable", "safe-lead", "beaten-by", "beaten-on", "monster",
)  # fmt: skip
WRONG: Final = ("threat-takes", "threat-builds", "worth-less", "behind", "refutes")
"""Codes, or how they begin, that are a cause in themselves, of the best move and of a wrong one."""
RARE: Final = "few-cards"
"""The code of a threat that is unlikely."""


def objections(
    question: Question, clear: Clarity, reasons: Sequence[Reason], wrong: Sequence[Wrong]
) -> list[str]:
    """`no-cause`: nothing on the board says why the best move is good. `unexplained`: the same of
    more than one wrong move, or of the most tempting one. `unlike-count`: the deciding round is
    lost more often than single replies can explain."""
    found = []
    if not any(each["code"] in BEST for each in reasons) and not _lasting(question, reasons):
        found.append("no-cause")
    explained = [each for each in wrong if is_explained(each)]
    if wrong[0] not in explained or len(explained) < min(LEAST_WRONG, len(wrong)):
        found.append("unexplained")
    if is_deciding(question) and clear.chance < safety(question, clear.best[0]) - NEAR:
        found.append("unlike-count")
    return found


def is_explained(wrong: Wrong) -> bool:
    """Whether something on the board says what is wrong with a move."""
    return any(each["code"].startswith(WRONG) and not each.get("minor") for each in wrong.contrast)


def _lasting(question: Question, reasons: Sequence[Reason]) -> bool:
    """Whether the best move gains something that no likely reply costs again. In the last round
    that does not say who wins."""
    seat, view = question.seat, question.view
    gains = any(
        (each["code"] in GAINS and each["seat"] == seat)
        or (each["code"] in BREAKS and each["from"] != seat)
        for each in reasons
    )
    open_to = any(
        each["code"].startswith("left") and all(so["code"] != RARE for so in each["so"])
        for each in reasons
    )
    return gains and not open_to and (is_deciding(question) or view.round < view.options.rounds)
